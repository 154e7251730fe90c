match 1, 2:
    case (a, b):
        print(a)
