"""Control flow of PennyLane 0.37 where Catalyst compiles it."""
import catalyst
from pennylane import _deferred


def cond(condition, true_fn=None, false_fn=None, elifs=()):
    """Without branches it is a decorator, as Catalyst's."""
    if isinstance(condition, _deferred.MeasurementValue):
        return _deferred.cond(condition, true_fn, false_fn)
    branches = catalyst.cond(condition)
    if true_fn is None:
        return branches
    branches = branches(true_fn)
    for predicate, branch in elifs:
        branches.else_if(predicate)(branch)
    if false_fn:
        branches.otherwise(false_fn)
    return branches
