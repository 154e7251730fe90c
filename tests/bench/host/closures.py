"""Functions that make functions, with variables that they share."""


def counter():
    n = 0

    def step(by=1):
        nonlocal n
        n += by
        return n

    return step


def compose(*fs):
    def run(x):
        for f in fs:
            x = f(x)
        return x

    return run


def adder(k):
    return lambda x: x + k


def memo(f):
    known = {}

    def wrapped(n):
        if n not in known:
            known[n] = f(n)
        return known[n]

    return wrapped


@memo
def collatz(n):
    return 0 if n == 1 else 1 + collatz(n // 2 if n % 2 == 0 else 3 * n + 1)


step = counter()
for i in range(300000):
    step(i & 3)
print(step())
chain = compose(adder(1), adder(-2), lambda x: x * 3 % 1000003, adder(5))
x = 1
for _ in range(100000):
    x = chain(x)
print(x)
print(max(collatz(n) for n in range(1, 30000)))
made = [adder(i) for i in range(1000)]
print(sum(f(j) for j in range(150) for f in made))
