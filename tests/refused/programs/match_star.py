match *a, 1:
    case [x, *y]:
        pass
