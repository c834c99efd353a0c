"""Rule sets as data: read, checked, described, and turned into the vector kernels take."""
