"""What notebooks and scripts use: validate, call a kernel, wrap the answer."""
