"""Where the gates, loops and conditionals of circuits come from: their equations are made after the program's function has ended,
and have the place of its call.

The program queues an operator at the place where it writes it. Equations and operators are paired by name and in order if there
are as many of one as of the other; a gate that was decomposed or cancelled keeps the place of the call.
"""
import collections

REGIONS = {"for_loop": "ForLoop", "while_loop": "WhileLoop", "cond": "Cond", "qmeasure": "MidCircuitMeasure"}


class Queue:
    def __init__(self):
        self.places, self.calls, self.counts, self.taken = {}, [], collections.Counter(), collections.Counter()

    def add(self, operator, place):
        if place is not None and place not in self.calls:
            self.places.setdefault(getattr(operator, "name", type(operator).__name__), []).append(place)

    def count(self, jaxpr):
        for eqn in jaxpr.eqns:
            name = name_of(eqn)
            self.counts[name] += name is not None
            for nested in jaxprs_of(eqn.params.values()):
                self.count(nested)

    def place_of(self, eqn):
        """Of the next equation of its name; None if that is not known."""
        name = name_of(eqn)
        places = self.places.get(name, ())
        if not places or len(places) != self.counts[name]:
            return None
        self.taken[name] += 1
        return places[self.taken[name] - 1]


def name_of(eqn):
    """The name under which what became this equation was queued; None: nothing was."""
    name = eqn.primitive.name
    if name == "qinst":
        return eqn.params["op"]
    if name == "qmeasure" or any(type(v.aval).__name__ == "AbstractQreg" for v in eqn.outvars):
        return REGIONS.get(name)
    return None


def jaxprs_of(values):
    for v in values:
        if isinstance(v, (tuple, list)):
            yield from jaxprs_of(v)
        elif hasattr(v, "eqns"):
            yield getattr(v, "jaxpr", v)
