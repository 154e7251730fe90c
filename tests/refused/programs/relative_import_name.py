from .x import y
