"""pennylane.wires"""
from pennylane._wires import Wires
