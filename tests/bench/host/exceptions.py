"""Errors as a way to leave: raised, caught by class, cleaned up behind, chained."""


class Refused(Exception):
    def __init__(self, n):
        super().__init__(n)
        self.n = n


def check(n):
    if n % 3 == 0:
        raise Refused(n)
    if n % 5 == 0:
        raise ValueError('five')
    return n


def main(n):
    refused = values = fine = cleaned = 0
    for i in range(n):
        try:
            fine += check(i)
        except Refused as e:
            refused += e.n
        except (ValueError, TypeError):
            values += 1
        finally:
            cleaned += 1
    print(refused, values, fine, cleaned)
    d, missing = {1: 2}, 0
    for i in range(n):
        try:
            missing += d[i]
        except KeyError:
            missing -= 1
    print(missing)
    ends = 0
    a = [1, 2, 3]
    for i in range(n):
        try:
            ends += a[i % 6]
        except IndexError as e:
            ends += len(str(e))
    print(ends)
    zero = 0
    for i in range(n):
        try:
            zero += 1 // (i % 2)
        except ZeroDivisionError:
            pass
    print(zero)
    try:
        try:
            check(9)
        except Refused as e:
            raise RuntimeError('chained') from e
    except RuntimeError as e:
        print(repr(e), repr(e.__cause__))


main(100000)
