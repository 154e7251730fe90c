print(__builtins__)
