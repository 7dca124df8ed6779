"""Studies: what people ask of many rounds, computed from the simulator and, where that can be, from exact odds."""
