"""pennylane.transforms.core"""
from pennylane._batches import transform
