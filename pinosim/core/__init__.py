"""Kernels on plain ints and arrays; nothing here knows hands, rules files or people."""
