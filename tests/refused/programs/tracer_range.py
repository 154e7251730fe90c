from catalyst import qjit
@qjit
def f(n: int):
    for i in range(n):
        pass
    return n
f(3)
