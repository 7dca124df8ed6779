"""The shape of a rule document: one struct per section, every value beside its clause."""
