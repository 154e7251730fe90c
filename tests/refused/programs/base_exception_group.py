class A(ExceptionGroup):
    pass
