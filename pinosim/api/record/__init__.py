"""Records of hands and games as text: read, written, checked move by move, and shown trick by trick."""
