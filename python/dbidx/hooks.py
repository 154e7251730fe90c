"""Hooks into the tracing of Catalyst 0.7.0 (jax 0.4.23) and 0.15.0 (jax 0.7.1), and of plain jax: what it does becomes steps of a live recording.

From jax 0.7 on a tracer has its variable (`val`) and dies when nothing refers to it, and with it equations and constants: no
tracer is kept here. In 0.4.23 the frame knows the variable of each of its tracers, and keeps them.
"""
import functools
import importlib.util
import inspect
import os
import sys

import numpy as np

from dbidx import naming, plain, symbolic
from dbidx.circuits import Queue
from dbidx.failing import Boundaries, failing_call, last_of_program, values_at
from dbidx.recorder import HERE, Sources, Unknown, Values, Writer

__tracebackhide__ = True  # pytest shows the program, not the hooks
CONTROL = ("for_loop", "while_loop", "cond")
TARGETS = {"0.4.23": "catalyst-0.7", "0.7.1": "catalyst-0.15"}  # by the release of jax


def variable(of, tracer):
    """The variable of a tracer of this frame; a literal is one of jax 0.7."""
    atom = getattr(tracer, "val", None)
    return of.tracer_to_var[id(tracer)] if atom is None else atom


class Frame:
    """A tracing context whose steps are recorded."""

    def __init__(self, root):
        self.root, self.args, self.positions, self.implicit = root, [], {}, set()
        self.names, self.numbers = [], []  # of its explicit arguments; of all arguments


class Circuit:
    """The function of a circuit while it runs."""

    def __init__(self, live, outside):
        self.frame, self.steps = Frame(True), [live]
        self.outside = outside            # the last number of a value outside
        self.of, self.begun = None, False # the id of its frame of jax: the last one that is made before something is in it


class Recorder:
    def __init__(self, path, core, numpy, target):
        self.sources, self.values, self.writer = Sources(), Values(core, numpy), Writer(path)
        self.traced = False  # something was
        self.over = False    # what was imported meanwhile may still have hooks
        self.steps = None    # of the trace under way
        self.frames = {}     # id of a frame of jax -> Frame
        self.pending = None  # a Frame whose frame of jax is awaited
        self.binds = []      # whether its equation is still to come, innermost last
        self.circuit = None  # the Queue, if a quantum function is part of the trace, which is recorded by its Jaxpr
        self.within = None   # the Circuit whose function runs now
        self.lost = False    # something in the trace under way has no form in a recording
        self.repeats = 0     # branches that are traced again
        self.undone = None   # position of the `open` of a bind that failed
        self.outputs = None
        self.entered = None  # the Frame whose arguments have no names yet
        self.unnamed = []    # (name, number) of what was computed last
        self.value = None    # the place of that, which an assignment names
        self.opened = []     # places of the binds under way, innermost last
        self.tree = ""       # the structure of the last results
        self.holder, self.count = False, 0  # is there a trace for the Jaxprs that are called? How many traces are there?
        self.deferred = None # what becomes steps if the trace fails; None: steps are made at once
        self.replaced = []   # (owner, name, what was there)
        self.boundaries = Boundaries()
        self.values.place_of = self.place_of
        self.writer.begin(target)

    # ---- hooks ----

    def set(self, owner, name, value):
        self.replaced.append((owner, name, owner.__dict__.get(name)))
        setattr(owner, name, value)

    def hook(self, owner, name):
        """@r.hook(owner, name) def f(old, ...): f is called in the place of owner.name, with what was there first."""
        old = getattr(owner, name)
        new = functools.wraps(old)
        if isinstance(owner.__dict__.get(name), classmethod):
            return lambda f: self.set(owner, name, classmethod(new(lambda cls, *a, **k: f(old, *a, **k))))
        return lambda f: self.set(owner, name, new(lambda *a, **k: f(old, *a, **k)))

    def end(self):
        """The hooks go, and the recording has its last line. What goes wrong is said on standard error."""
        self.over = True
        for owner, name, old in reversed(self.replaced):
            if old is None:  # it was inherited
                delattr(owner, name)
            else:
                setattr(owner, name, old)
        self.replaced.clear()
        try:
            self.writer.end()
        except OSError as e:
            print(f"dbidx: the recording could not be written: {e}", file=sys.stderr)

    def ran(self, program, args):
        """How this process was started, so that --try can do it again."""
        self.writer.line({"k": "run", "python": sys.executable, "package": os.path.dirname(os.path.dirname(HERE)),
                          "program": program, "args": args, "folder": os.getcwd()})

    # ---- traces ----

    def put(self, kind, **fields):
        if self.undone is not None and kind != "stop":
            self.values.gone.update(i for s in self.steps[self.undone:] for i in s.get("ids", ()))
            del self.steps[self.undone:]  # the program caught the exception
            self.undone, self.unnamed, self.entered = None, [], None
        if kind not in ("arg", "part", "stop"):
            self.name(fields.get("at"))
        self.steps.append({"k": kind, **{k: v for k, v in fields.items() if v is not None}})

    def name(self, place):
        """What was computed at another place is all of its value: it has the name that it is assigned to."""
        found, f = [], self.entered
        if f is not None and f.names:
            found = list(zip(f.names, f.numbers[-len(f.names):])) if len(f.names) <= len(f.numbers) else []
        if place is None or place != self.value:
            found += self.unnamed
            self.unnamed = []
        self.entered = None
        self.steps += [{"k": "named", "name": n, "of": f"v{v}"} for n, v in found if n]

    def assigned(self, place, ids, single):
        self.value = place
        names = self.sources.named.get(tuple(place or ()), ())
        self.unnamed = list(zip(names, ids[-len(names):])) if names and (single or len(names) > 1) and len(names) <= len(ids) else []

    def frame(self, of):
        """The Frame of a frame of jax, None if it is no part of what is recorded."""
        f = self.frames.get(id(of))
        return f if f is not None and self.following() else None

    def following(self):
        """Are steps recorded now?"""
        return self.steps is not None and not self.repeats and self.circuit is None and not self.lost

    def enter(self, of):
        """The frame that is awaited is this one."""
        self.frames[id(of)], self.pending = self.pending, None
        if hasattr(of, "tracer_to_var"):
            self.values.frames.append(of)
        self.entered = self.frames[id(of)]
        if not self.entered.root:
            self.name(None)
            self.entered = self.frames[id(of)]
            self.put("part")

    def lose(self, e):
        """What cannot be recorded ends the recording of its trace, and says why, unless an exception comes after it."""
        self.lost, self.circuit = True, None
        try:
            place = self.sources.live()[:1]
        except RecursionError:  # it is the program's
            place = []
        self.steps.append({"k": "stop", "class": "NotImplementedError", "message": f"recorded up to here: {e} has no form in a recording",
                           **({"at": place[0][0]} if place and place[0][0] else {})})

    def failed(self, e):
        """The trace has ended by an exception."""
        if self.lost:
            places = self.sources.of_exception(e)
            self.steps[-1].update({"class": type(e).__name__, "message": str(e)}, calls=[p for p in places[1:] if p[0]],
                                  **({"at": places[0][0]} if places and places[0][0] else {}))
        else:
            self.stop(e)

    def begin(self, func, plain=False):
        """A trace begins; plain: it will be recorded by the Jaxpr that it becomes, unless it fails."""
        self.deferred = [] if plain else None
        self.frames, self.binds, self.undone, self.circuit, self.lost = {}, [], None, None, False
        self.within = None
        self.unnamed, self.value, self.opened, self.entered = [], None, [], None
        self.values.frames.clear()
        self.values.begin()
        self.pending = Frame(True)
        self.steps, self.traced = [self.live_step(func)], True
        self.root = self.pending

    def live_step(self, func):
        try:
            code = getattr(inspect.unwrap(func), "__code__", None)
        except Exception:  # pylint: disable=broad-except # whatever is called
            code = None
        at = self.sources.line(code.co_filename, code.co_firstlineno) if code and self.sources.is_user(code) else None
        return {"k": "live", "function": getattr(func, "__name__", "?"), **({"at": at} if at else {}), "in_type": []}

    def whole(self, closed, implicit_out):
        """The trace, with a circuit in it, has become this Jaxpr."""
        v, live = self.values, self.steps[0]
        v.around = live.get("at")
        self.circuit.count(closed.jaxpr)
        number = v.jaxpr(closed.jaxpr, closed.consts)
        v.lines[-1].update(implicit_in=len(closed.jaxpr.invars) - self.root.explicit, implicit_out=implicit_out)
        self.steps[:] = [{"k": "whole", "function": live["function"], "jaxpr": number, **({"at": live["at"]} if "at" in live else {})}]

    def became(self, closed, names):
        """The trace, of plain jax, has become this Jaxpr, whose variables may be those of the steps."""
        v, live = self.values, self.steps[0]
        self.deferred = None
        v.numbers.clear()
        v.begin(whole=True)
        v.around = live.get("at")
        number = v.jaxpr(closed.jaxpr, closed.consts)
        sizes = list(v.lengths.expressions)
        v.lines[-1]["implicit_in"] = len(sizes)
        named = [[n, v.lengths.known[n]] for n in sizes] + [[n, v.var(x)] for n, x in zip(names, closed.jaxpr.invars) if n]
        self.steps[:] = [{"k": "whole", "function": live["function"], "jaxpr": number, "names": named,
                          **({"at": live["at"]} if "at" in live else {})}]

    def place_of(self, eqn):
        return (self.circuit and self.circuit.place_of(eqn)) or self.sources.of_traceback(eqn.source_info.traceback)

    def enter_circuit(self, func, args, kwargs, explicit):
        self.circuit = self.circuit or Queue()
        self.circuit.calls += [p for p, _ in self.sources.live()[:1]]
        code = getattr(func, "__code__", None)
        if self.deferred is None and self.within is None and code is not None and self.sources.is_user(code):
            self.within = Circuit(self.live_step(func), self.values.count)
            self.within.frame.names = naming.parameters(self.sources, func, args, kwargs)
            self.within.frame.explicit = explicit

    def step(self, f, of, *args):
        """Of a frame of jax. The function of a circuit has steps of its own, for the case that it fails: else its Jaxpr is recorded."""
        w = self.within
        if w is None or w.of != id(of):
            self.safely(f, of, *args)
            return
        outer, queue, self.steps, self.circuit = self.steps, self.circuit, w.steps, None
        try:
            if not w.begun:
                self.begin_circuit(of)
            f(of, *args)
        except Unknown:  # what gates and loops of the circuit give is no value yet
            pass
        except Exception:  # pylint: disable=broad-except
            self.within = None
        finally:
            self.steps, self.circuit = outer, queue

    def begin_circuit(self, of):
        self.within.begun, self.frames[id(of)] = True, self.within.frame
        if hasattr(of, "tracer_to_var"):
            self.values.frames.append(of)
        self.unnamed, self.value, self.entered = [], None, self.within.frame

    def leave_circuit(self):
        """The trace has failed: if it did in the function of a circuit, the steps are those."""
        w, self.within = self.within, None
        if w is not None and w.begun:
            self.steps, self.root, self.undone = w.steps, w.frame, None
            self.values.gone.update(range(1, w.outside + 1))

    def queued(self, operator):
        if self.circuit:
            self.circuit.add(operator, next((p for p, _ in self.sources.live()), None))

    def finish(self):
        """The trace is over: its lines are written."""
        if self.steps[0]["k"] == "live":
            self.complete()
        self.write()

    def complete(self):
        args = self.root.args
        explicit = getattr(self.root, "explicit", None)
        implicit = 0 if explicit is None else len(args) - explicit
        self.steps[0]["in_type"] = [[t, i >= implicit and i not in self.root.implicit] for i, t in enumerate(args)]
        self.steps.append({"k": "done"})

    def write(self):
        for lines in (self.sources.lines, self.values.lines):
            for line in lines:
                if not self.holder and not isinstance(line, str) and line["k"] == "jaxpr":
                    self.count += 1
                    self.writer.line({"k": "trace", "id": self.count, "function": "calls"})
                    self.holder = True
                self.writer.line(line)
            lines.clear()
        for step in self.steps:
            self.writer.line(step)
        self.count += 1
        self.writer.flush()
        self.boundaries.frames.clear()
        self.values.frames.clear()
        self.sources.traced.clear()
        self.steps = None

    def safely(self, f, *args):
        """Nothing that goes wrong while recording reaches the program."""
        if self.steps is None or self.lost:
            return
        try:
            f(*args)
        except Unknown as e:
            self.lose(e)
        except Exception as e:  # pylint: disable=broad-except
            self.lose(f"{type(e).__name__}: {e}")

    def ended(self, e):
        """The trace is over, by the exception e if it is not None."""
        if self.steps is None:
            return
        try:
            if e is not None:
                self.leave_circuit()
                self.catch_up()
                self.failed(e)
        except Exception as x:  # pylint: disable=broad-except
            self.lose(f"{type(x).__name__}: {x}")
        try:
            self.finish()
        except OSError:  # the disk is full, as the last line will find
            self.steps = None

    # ---- steps ----

    def later(self, f, *args):
        """What is a step only if the trace fails, as f makes it of them; args hold no tracer of the trace."""
        if self.deferred is None:
            f(*args)
        else:
            self.deferred.append((f, *args))

    def catch_up(self):
        waiting, self.deferred = self.deferred or (), None
        for f, *args in waiting:
            f(*args)

    def called(self, frame, func, args, kwargs, static=()):
        frame.names = naming.parameters(self.sources, func, args, kwargs, static)

    def argument(self, of, tracer):
        f = self.frame(of)
        if f is None:
            return
        dims = []
        if f.root:
            self.sizes(f, tracer.aval)
            for d in tracer.aval.shape:
                key = str(d) if symbolic.is_expression(d) else d if isinstance(d, int) else variable(of, d)
                dims.append(str(d) if isinstance(d, int) else f"DBIdx({f.positions[key]})")
            f.args.append(f"{self.values.type_name(tracer.aval)}[{','.join(dims)}]")
            f.positions[variable(of, tracer)] = len(f.args) - 1
        f.numbers.append(self.values.define(variable(of, tracer)))
        self.put("arg", ids=f.numbers[-1:])

    def sizes(self, f, aval):
        """Symbolic sizes that no argument had so far are arguments in front of it."""
        for text, number in self.values.lengths.new_arguments(aval):
            f.positions[text] = len(f.args)
            f.implicit.add(len(f.args))
            f.args.append("int64[]")
            self.put("arg", ids=[number])
            self.put("named", name=text, of=f"v{number}")

    def capture(self, of, tracer, value):
        if self.frame(of) is None:
            return
        var = variable(of, tracer)
        if not isinstance(var, self.values.core.Literal):
            self.later(self.captured, var, value)

    def captured(self, var, value):
        if self.within is not None and isinstance(value, self.values.core.Tracer):
            raise Unknown("a value from outside of the circuit")
        self.put("capture", of=self.values.value(value), ids=[self.values.define(var)])

    def equation(self, of, eqn):
        f = self.frame(of)
        if f is None:
            return
        v, name, tracer = self.values, eqn.primitive.name, self.values.core.Tracer
        if name in CONTROL and "branches" not in eqn.params and self.binds and self.binds[-1]:
            self.binds[-1] = False
            ids = [v.define(x) for x in eqn.outvars]
            self.put("close", ids=ids)
            self.assigned(self.opened.pop() if self.opened else None, ids, self.tree == "PyTreeDef(*)")
            return
        ins = [getattr(x, "val", x) if isinstance(x, tracer) else x for x in eqn.invars]
        self.later(self.do, eqn.primitive, eqn.params, eqn.outvars, eqn.source_info.traceback, *ins)

    def do(self, primitive, params, outvars, traceback, *operands):
        """A step, of variables and literals."""
        v = self.values
        ins = [v.atom(x) for x in operands]
        v.lengths.depth, v.around = 1, self.sources.of_traceback(traceback)
        name, shown = v.called(primitive, params)
        types = [v.result(x, "jaxpr" in params, operands, ins) for x in outvars]
        place, ids = v.around, [v.define(x) for x in outvars]
        for prim, operands, number in v.lengths.take():
            self.put("do", prim=prim, **{"in": operands}, types=["int64[]"], at=place, ids=[number])
        self.put("do", prim=name, **{"in": ins}, types=types, params=shown or None, at=place, ids=ids)
        self.assigned(place, ids, len(ids) == 1)

    def open(self, prim, functions, resizing, init=(), bounds=(), preds=()):
        place = self.sources.live()[:1]
        value = self.values.value
        self.put("open", prim=prim, functions=[getattr(f, "__name__", "?") for f in functions], resizing=resizing,
                 init=[value(x) for x in init], bounds=[value(x) for x in bounds], preds=[value(x) for x in preds],
                 at=place[0][0] if place else None)
        self.opened.append(place[0][0] if place else None)

    def compare(self, x, y):
        if not any(isinstance(d, int) and d < 0 for d in (x, y)):  # "as long as it takes"
            self.later(self.compared, x, y)

    def compared(self, x, y):
        try:
            sides = {"left": self.values.dim(x), "right": self.values.dim(y)}
        except Unknown:  # lengths of a function of jax that is traced on its own
            return
        self.put("compare", **sides)

    def results(self, outs):
        self.outputs = [self.values.value(x) for x in outs]

    def give(self, tree):
        self.tree = tree
        self.put("give", outs=self.outputs, tree=tree)

    def scope(self):
        """What the names mean at a loop or conditional that dbidx may refuse, though Catalyst has not done so by now."""
        frame = self.sources.frame()
        if frame is not None:
            self.put("scope", at=self.sources.place(frame.f_code, frame.f_lasti), values=values_at(frame, self.values))

    def names_at(self, e):
        """[name, value] of what the program called something where the exception passed."""
        found, tb = [], e.__traceback__
        while tb is not None:
            for name, x in naming.bound(self.values, tb.tb_frame) if self.sources.is_user(tb.tb_frame.f_code) else ():
                try:
                    found.append([name, self.values.tracer(x)])
                except Unknown:
                    continue
            tb = tb.tb_next
        return found

    def stop(self, e):
        places, last = self.sources.of_exception(e) or self.sources.live(), last_of_program(e, self.sources)
        self.unnamed, self.entered = [], None
        notes = symbolic.notes(e, self.values.lengths) or None
        self.put("stop", notes=notes, names=self.names_at(e), values=last and values_at(last.tb_frame, self.values), **{"class": type(e).__name__}, message=str(e).split("\n", 1)[0] if notes else str(e),
                 at=places[0][0] if places else None, calls=[p for p in places[1:] if p[0]], **failing_call(e, self.sources, self.values, self.boundaries))


def release(version):
    return tuple(int(n) for n in version.split(".")[:3] if n.isdigit())


def target_of(jax, catalyst):
    """What a recording of this jax is shown as."""
    if catalyst and jax.__version__ not in TARGETS:
        raise RuntimeError("dbidx records Catalyst 0.7.0 with jax 0.4.23 and Catalyst 0.15.0 with jax 0.7.1, and this is jax "
                           f"{jax.__version__}")
    if release(jax.__version__) < (0, 4, 23):
        raise RuntimeError(f"dbidx records jax 0.4.23 and later, and this is jax {jax.__version__}")
    return TARGETS.get(jax.__version__, "catalyst-0.7" if release(jax.__version__) < (0, 5) else "catalyst-0.15")


def install(path):
    """Hooks the tracing of this process; gives the recorder, which is to be ended."""
    import jax
    import numpy
    from jax._src import core, source_info_util, traceback_util
    from jax._src.interpreters import partial_eval as pe

    catalyst = importlib.util.find_spec("catalyst") is not None
    target = target_of(jax, catalyst)
    if catalyst:  # which takes functions of jax by their names, as they are without hooks
        importlib.import_module("catalyst.jit")
    for name in ("circuits", "failing", "hooks", "naming", "plain", "recorder", "symbolic"):
        source_info_util.register_exclusion(HERE + name + ".py")
        traceback_util.register_exclusion(HERE + name + ".py")
    r = Recorder(path, core, numpy, target)
    tracing_hooks(r, core, pe)
    plain.hooks(r, core, pe)

    @r.hook(traceback_util, "filter_traceback")
    def filter_traceback(old, tb):
        if r.steps is not None:
            r.boundaries.passed(tb)
        return old(tb)
    if catalyst:
        install_catalyst(r, jax.__version__)
    return r


def install_catalyst(r, version):
    import catalyst.api_extensions.control_flow as cf
    import catalyst.autograph.transformer as ag
    import catalyst.jax_extras.tracing as cx
    import catalyst.jax_tracer as ct
    import catalyst.jit

    catalyst_hooks(r, catalyst.jit, ct, cx, cf)
    bind_hooks(r, cf, 1 if version == "0.4.23" else 0)

    @r.hook(ag.CatalystTransformer, "transform_function")
    def transform(old, self, *a, **k):
        res = old(self, *a, **k)
        for here, origin in res[2].items():
            at = origin.loc
            r.sources.origins.setdefault(here.filename, {})[here.lineno] = (at.filename, at.lineno, at.col_offset)
        return res


def tracing_hooks(r, core, pe):
    @r.hook(pe.JaxprStackFrame, "__init__")
    def init(old, self, *a, **k):
        r.frames.pop(id(self), None)
        old(self, *a, **k)
        if r.pending is not None and r.pending.root:
            r.safely(r.enter, self)
        elif r.within is not None and (not r.within.begun or r.within.of == id(self)):
            r.within.of = None if r.within.begun else id(self)

    old_add = pe.JaxprStackFrame.add_eqn

    @functools.wraps(old_add)
    def add_eqn(self, eqn):  # thousands of times
        r.step(r.equation, self, eqn)
        return old_add(self, eqn)
    r.set(pe.JaxprStackFrame, "add_eqn", add_eqn)

    def to_jaxpr2(old, self, outs, *a):
        f = r.frame(self)
        if f is not None and f.root:
            r.safely(r.results, outs)
            r.safely(r.give, None)
        return old(self, outs, *a)
    if hasattr(pe.JaxprStackFrame, "to_jaxpr2"):
        r.hook(pe.JaxprStackFrame, "to_jaxpr2")(to_jaxpr2)

    @r.hook(pe.DynamicJaxprTrace, "new_arg")
    def new_arg(old, self, *a, **k):
        t = old(self, *a, **k)
        r.step(r.argument, self.frame, t)
        return t

    old_equal = getattr(core, "definitely_equal", None)

    def equal(x, y):
        if type(x) is int and type(y) is int:  # thousands of times
            return x == y
        res = old_equal(x, y)
        if r.following():
            r.safely(r.compare, x, y)
        return res
    if old_equal is not None:
        r.set(core, "definitely_equal", equal)

    @r.hook(pe.DynamicJaxprTrace, "_new_const")
    def new_const(old, self, aval, c, *a, **k):
        t = old(self, aval, c, *a, **k)
        r.step(r.capture, self.frame, t, c)
        return t


def catalyst_hooks(r, jit, ct, cx, cf):
    import catalyst.qfunc
    import pennylane as qml
    from jax.tree_util import tree_leaves

    @r.hook(jit, "trace_to_jaxpr")
    def traced(old, func, static_argnums, abstracted_axes, args, kwargs, *more, **named):
        if r.steps is not None or r.over:
            return old(func, static_argnums, abstracted_axes, args, kwargs, *more, **named)
        r.begin(func)
        static = {static_argnums} if isinstance(static_argnums, int) else set(static_argnums or ())
        r.root.explicit = len(tree_leaves(([a for i, a in enumerate(args) if i not in static], kwargs)))
        r.safely(r.called, r.root, func, args, kwargs, static)
        try:
            res = old(func, static_argnums, abstracted_axes, args, kwargs, *more, **named)
            if r.circuit is not None:
                r.safely(r.whole, res[0], sum(not kept for _, kept in res[1]))
        except BaseException as e:
            r.ended(e)
            raise
        r.ended(None)
        return res

    @r.hook(cx, "deduce_signatures")
    def deduce(old, *a, **k):
        res = old(*a, **k)
        if r.following():
            r.pending = Frame(False)
            r.safely(r.called, r.pending, *a[:3])
        return res
    for module in (cf, ct):
        r.set(module, "deduce_signatures", cx.deduce_signatures)

    @r.hook(ct, "input_type_to_tracers")
    def inputs_of_part(old, in_type, maker, *a, **k):
        if r.pending is not None and not r.pending.root and r.following():
            r.safely(r.enter, getattr(maker, "func", maker).__self__.frame)
        return old(in_type, maker, *a, **k)

    @r.hook(cx, "infer_output_type_python")
    def infer(old, inputs, outputs, *a):
        res = old(inputs, outputs, *a)
        if r.following():
            r.safely(r.results, outputs)
        return res

    @r.hook(ct, "trace_function")
    def trace_function(old, *a, **k):
        res = old(*a, **k)
        if r.following():
            r.safely(r.give, str(res[2].out_tree()))
        return res
    r.set(cf, "trace_function", ct.trace_function)

    @r.hook(cf, "unify_convert_result_types")
    def unify(old, *a, **k):
        r.repeats += 1
        try:
            return old(*a, **k)
        finally:
            r.repeats -= 1

    @r.hook(ct, "trace_quantum_function")
    def quantum(old, f, device, args, kwargs, qnode, *more, **named):
        outer = r.within
        r.safely(r.enter_circuit, qnode.func, args, kwargs, len(tree_leaves((args, kwargs))))
        res = old(f, device, args, kwargs, qnode, *more, **named)
        r.within = outer
        return res
    r.set(catalyst.qfunc, "trace_quantum_function", ct.trace_quantum_function)

    @r.hook(qml.QueuingManager, "append")
    def append(old, obj, *a, **k):
        r.safely(r.queued, obj)
        return old(obj, *a, **k)


def bind_hooks(r, cf, contexts):
    """contexts: how many arguments stand before those of the program."""
    from jax.tree_util import tree_flatten

    def changes(init, result, keeps):
        """Are the carries of another type after the loop?"""
        leaves, tree = tree_flatten(result)
        like = init[1].children()[0] if len(init[1].children()) == 1 else init[1]
        if tree != like:
            return True
        return any(differ(np.shape(x), np.shape(y), keeps) or r.values.kind(x) != r.values.kind(y) for x, y in zip(init[0], leaves))

    def differ(before, after, keeps):
        return len(before) != len(after) or any(x is not y and not (type(x) is int and x == y) for x, y in zip(before, after)
                                                if keeps or type(x) is int or type(y) is int)

    def around(cls, opened):
        @r.hook(cls, "_call_with_classical_ctx")
        def call(old, self, *a):
            if not r.following():
                return old(self, *a)
            position = len(r.steps)
            init = tree_flatten(a[contexts:])
            r.binds.append(True)
            r.safely(opened, self, init[0])
            try:
                res = old(self, *a)
                if cls is not cf.CondCallable and r.following() and changes(init, res, strategy(self) == "preserve"):
                    r.safely(r.scope)
                return res
            except BaseException:
                if r.steps is not None and r.undone is None:
                    r.undone = position
                raise
            finally:
                if r.binds:
                    r.binds.pop()

    def strategy(c):
        return "resize" if c.expansion_strategy.input_unshare_variables else "preserve"

    def for_loop(c, init):
        bounds = [c.lower_bound, c.upper_bound, c.step]
        r.open("for_loop", [c.body_fn], strategy(c), init, bounds)
        if any(np.shape(b) or r.values.kind(b).lstrip("u")[:3] != "int" for b in bounds):
            r.scope()

    def while_loop(c, init):
        r.open("while_loop", [c.cond_fn, c.body_fn], strategy(c), init)

    def cond(c, init):
        r.open("cond", [*c.branch_fns, c.otherwise_fn], "preserve", preds=c.preds)
        if any(np.shape(p) or r.values.kind(p) != "bool" for p in c.preds):
            r.scope()

    around(cf.ForLoopCallable, for_loop)
    around(cf.WhileLoopCallable, while_loop)
    around(cf.CondCallable, cond)
