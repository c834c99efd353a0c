"""Named, versioned players: who decides at the table."""
