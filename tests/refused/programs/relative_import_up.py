from ..pkg.x import y
