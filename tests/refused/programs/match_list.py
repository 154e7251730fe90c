match [1, 2]:
    case [x]:
        pass
