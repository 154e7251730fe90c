"""What ends an iterator: the argument of StopIteration, lengths that are no lengths."""


def bad(x):
    raise StopIteration(x)


class Ended:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration(42)


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e.args)


for f in (lambda: next(map(bad, [1])), lambda: next(filter(bad, [4])), lambda: next(Ended()),
          lambda: next(zip(Ended())), lambda: next(enumerate(Ended())), lambda: next(map(str, Ended())),
          lambda: next(iter(Ended())), lambda: next(zip([1], Ended(), strict=True)),
          lambda: next(map(bad, [1]), 'none'), lambda: (list(map(bad, [1, 2])), [*Ended()]),
          lambda: list(v for v in [1] if bad(v)), lambda: [v for v in [1] if bad(v)]):
    show(f)
try:
    bad(7)
except StopIteration as e:
    print(e.value, StopIteration().value, StopIteration(1, 2).value)


class Sized:
    def __init__(self, n):
        self.n = n

    def __getitem__(self, k):
        if k > 3:
            raise IndexError
        return k

    def __len__(self):
        print('length', end=' ')
        return self.n


for n in (-1, -9223372036854775808, 9223372036854775808, -9223372036854775809, 1.5, True, 9):
    for f in (len, list, tuple, bool, lambda o: [*o], lambda o: next(reversed(o), None)):
        show(lambda: f(Sized(n)))
show(lambda: (sum(Sized(1)), max(Sized(1)), {*Sized(1)}, [v for v in Sized(1)]))
