"""How fast the kernels are."""
