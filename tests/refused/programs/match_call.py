match (f(x)):
    case A(b=1):
        pass
