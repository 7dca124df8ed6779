"""Results as people and machines read them: JSON, PAR sheets, words, pictures."""
