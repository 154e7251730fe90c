"""catalyst.jit"""
from catalyst import QJIT, qjit
