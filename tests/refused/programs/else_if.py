if 1:
    pass
else if 2:
    pass
