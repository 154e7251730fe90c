x = 3
match x:
    case 3:
        print(1)
    case _:
        pass
