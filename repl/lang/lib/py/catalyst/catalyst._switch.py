"""catalyst.switch, as Catalyst 0.15 has it; its equations are those of catalyst.cond."""
import _host
from catalyst import cond


class SwitchCallable:
    def __init__(self, case, default):
        self.case, self.default, self.branches = case, default, {}

    def branch(self, case):
        def decorate(f):
            self.branches[case] = f
            return self
        return decorate

    def __call__(self, *args, **kwargs):
        if not _host.tracing():
            return self.branches.get(self.case, self.default)(*args, **kwargs)
        if not self.branches:
            return self.default(*args, **kwargs)

        def closed(f):
            def run():
                return f(*args, **kwargs)
            return run
        chosen = None
        for case, f in self.branches.items():
            test = self.case == case
            if chosen is None:
                chosen = cond(test)(closed(f))
            else:
                chosen.else_if(test)(closed(f))
        chosen.otherwise(closed(self.default))
        return chosen()


def switch(index_var):
    def decorate(f):
        return SwitchCallable(index_var, f)
    return decorate
