"""pennylane.transforms"""
from pennylane._circuits import defer_measurements
from pennylane._transforms import cancel_inverses, merge_rotations
