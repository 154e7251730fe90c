"""How long a function takes."""
import time

default_timer = time.perf_counter
default_number, default_repeat = 1000000, 5


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self._setup = self._callable(setup, "setup")
        self._stmt = self._callable(stmt, "stmt")
        self.timer = timer

    def _callable(self, code, name):
        if callable(code):
            return code
        if isinstance(code, str):
            if code.strip() in ("", "pass"):
                return lambda: None
            raise NotImplementedError(f"timeit with a text as {name} is not offered here: a program has the code that is "
                                      "written in it; give a function, lambda: f(x)")
        raise ValueError(f"{name} is neither a string nor callable")

    def timeit(self, number=default_number):
        self._setup()
        run = self._stmt
        start = self.timer()
        for _ in range(number):
            run()
        return self.timer() - start

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        i = 1
        while True:
            for j in 1, 2, 5:
                taken = self.timeit(i * j)
                if callback:
                    callback(i * j, taken)
                if taken >= 0.2:
                    return i * j, taken
            i *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
