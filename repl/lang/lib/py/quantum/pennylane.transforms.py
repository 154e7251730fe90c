"""pennylane.transforms"""
from pennylane._batches import broadcast_expand, split_non_commuting
from pennylane._circuits import defer_measurements
from pennylane._transforms import cancel_inverses, merge_rotations
from pennylane.transforms import core
