"""What every explorer shares: its state, frame, readers, scenes and words."""
