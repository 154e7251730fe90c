match 1:
    case f"{1}":
        pass
