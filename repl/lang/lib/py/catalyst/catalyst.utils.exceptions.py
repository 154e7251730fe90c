"""catalyst.utils.exceptions"""
from catalyst import AutoGraphError, CompileError, DifferentiableCompileError
