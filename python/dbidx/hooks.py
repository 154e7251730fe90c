"""Hooks into the tracing of Catalyst 0.7.0 (jax 0.4.23): what it does becomes steps of a live recording."""
import functools
import sys

from dbidx.failing import Boundaries, failing_call
from dbidx.recorder import HERE, Sources, Unknown, Values, Writer

CONTROL = ("for_loop", "while_loop", "cond")


class Frame:
    """A tracing context whose steps are recorded."""

    def __init__(self, root):
        self.root, self.args = root, []


class Recorder:
    def __init__(self, path, core, numpy, target):
        self.sources, self.values, self.writer = Sources(), Values(core, numpy), Writer(path)
        self.steps = None    # of the trace under way
        self.frames = {}     # id of a frame of jax -> Frame
        self.pending = None  # a Frame whose frame of jax is awaited
        self.binds = []      # whether its equation is still to come, innermost last
        self.repeats = 0     # branches that are traced again
        self.undone = None   # position of the `open` of a bind that failed
        self.outputs = None
        self.holder = False
        self.replaced = []   # (owner, name, what was there)
        self.boundaries = Boundaries()
        self.writer.begin(target)

    # ---- hooks ----

    def set(self, owner, name, value):
        self.replaced.append((owner, name, owner.__dict__.get(name)))
        setattr(owner, name, value)

    def hook(self, owner, name):
        """@r.hook(owner, name) def f(old, ...): f is called in the place of owner.name, with what was there first."""
        old = getattr(owner, name)
        return lambda f: self.set(owner, name, functools.wraps(old)(lambda *a, **k: f(old, *a, **k)))

    def end(self):
        """The hooks go, and the recording has its last line. What goes wrong is said on standard error."""
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

    # ---- traces ----

    def put(self, kind, **fields):
        if self.undone is not None and kind != "stop":
            del self.steps[self.undone:]  # the program caught the exception
            self.undone = None
        self.steps.append({"k": kind, **{k: v for k, v in fields.items() if v is not None}})

    def frame(self, of):
        """The Frame of a frame of jax, None if it is no part of what is recorded."""
        if self.steps is None or self.repeats:
            return None
        return self.frames.get(id(of))

    def enter(self, of):
        """The frame that is awaited is this one."""
        self.frames[id(of)], self.pending = self.pending, None
        self.values.frames.append(of)
        if not self.frames[id(of)].root:
            self.put("part")

    def lose(self, e):
        """What cannot be recorded ends the recording of its trace, and says why."""
        if self.steps is not None:
            place = self.sources.live()[:1]
            self.put("stop", **{"class": "NotImplementedError"}, message=f"recorded up to here: {e} has no form in a recording",
                     at=place[0][0] if place else None)
            self.finish()

    def begin(self, func):
        self.frames, self.binds, self.undone = {}, [], None
        self.values.frames.clear()
        self.pending = Frame(True)
        code = getattr(func, "__code__", None)
        at = self.sources.line(code.co_filename, code.co_firstlineno) if code and self.sources.is_user(code) else None
        self.steps = []
        self.put("live", function=getattr(func, "__name__", "?"), at=at, in_type=[])
        self.root = self.pending

    def finish(self):
        """The trace is over: its lines are written."""
        args = self.root.args
        explicit = getattr(self.root, "explicit", None)
        implicit = 0 if explicit is None else len(args) - explicit
        self.steps[0]["in_type"] = [[t, i >= implicit] for i, t in enumerate(args)]
        self.steps.append({"k": "done"})
        for lines in (self.sources.lines, self.values.lines):
            for line in lines:
                if line["k"] == "jaxpr" and not self.holder:
                    self.writer.line({"k": "trace", "id": 1, "function": "calls"})
                    self.holder = True
                self.writer.line(line)
            lines.clear()
        for step in self.steps:
            self.writer.line(step)
        self.writer.flush()
        self.boundaries.frames.clear()
        self.values.frames.clear()
        self.steps = None

    def safely(self, f, *args):
        """Nothing that goes wrong while recording reaches the program."""
        if self.steps is None:
            return
        try:
            f(*args)
        except Unknown as e:
            self.lose(e)
        except Exception as e:  # pylint: disable=broad-except
            self.lose(f"{type(e).__name__}: {e}")

    # ---- steps ----

    def argument(self, of, tracer):
        f = self.frame(of)
        if f is None:
            return
        dims = []
        if f.root:
            for d in tracer.aval.shape:
                dims.append(str(d) if isinstance(d, int) else f"DBIdx({f.positions[id(d)]})")
            f.positions = getattr(f, "positions", {})
            f.args.append(f"{self.values.type_name(tracer.aval)}[{','.join(dims)}]")
            f.positions[id(tracer)] = len(f.args) - 1
        self.put("arg", ids=[self.values.define(of.tracer_to_var[id(tracer)])])

    def capture(self, of, tracer, value):
        if self.frame(of) is not None:
            of_value = self.values.value(value)
            self.put("capture", of=of_value, ids=[self.values.define(of.tracer_to_var[id(tracer)])])

    def equation(self, of, eqn):
        f = self.frame(of)
        if f is None:
            return
        v, name = self.values, eqn.primitive.name
        if name in CONTROL and "branches" not in eqn.params and self.binds and self.binds[-1]:
            self.binds[-1] = False
            self.put("close", ids=[v.define(x) for x in eqn.outvars])
            return
        ins, params = [v.atom(x) for x in eqn.invars], v.params(eqn.params)
        types = [v.type(x.aval) for x in eqn.outvars]
        self.put("do", prim=name, **{"in": ins}, types=types, params=params or None,
                 at=self.sources.of_traceback(eqn.source_info.traceback), ids=[v.define(x) for x in eqn.outvars])

    def open(self, prim, functions, resizing, init=(), bounds=(), preds=()):
        place = self.sources.live()[:1]
        value = self.values.value
        self.put("open", prim=prim, functions=[getattr(f, "__name__", "?") for f in functions], resizing=resizing,
                 init=[value(x) for x in init], bounds=[value(x) for x in bounds], preds=[value(x) for x in preds],
                 at=place[0][0] if place else None)

    def results(self, outs):
        self.outputs = [self.values.value(x) for x in outs]

    def give(self, tree):
        self.put("give", outs=self.outputs, tree=tree)

    def stop(self, e):
        places = self.sources.of_exception(e)
        self.put("stop", **{"class": type(e).__name__}, message=str(e), at=places[0][0] if places else None,
                 calls=[p for p in places[1:] if p[0]], **failing_call(e, self.sources, self.values, self.boundaries))


def install(path):
    """Hooks the tracing of this process; gives the recorder, which is to be ended."""
    import catalyst.api_extensions.control_flow as cf
    import catalyst.autograph.transformer as ag
    import catalyst.jax_extras.tracing as cx
    import catalyst.jax_tracer as ct
    import catalyst.jit
    import jax
    import numpy
    from jax._src import core, source_info_util, traceback_util
    from jax._src.interpreters import partial_eval as pe

    if jax.__version__ != "0.4.23":
        raise RuntimeError(f"dbidx records Catalyst 0.7.0 with jax 0.4.23, and this is jax {jax.__version__}")
    for name in ("failing", "hooks", "recorder"):
        source_info_util.register_exclusion(HERE + name + ".py")
        traceback_util.register_exclusion(HERE + name + ".py")
    r = Recorder(path, core, numpy, "catalyst-0.7")
    tracing_hooks(r, pe)

    @r.hook(traceback_util, "filter_traceback")
    def filter_traceback(old, tb):
        if r.steps is not None:
            r.boundaries.passed(tb)
        return old(tb)
    catalyst_hooks(r, catalyst.jit, ct, cx, cf)
    bind_hooks(r, cf)

    @r.hook(ag.CatalystTransformer, "transform_function")
    def transform(old, self, *a, **k):
        res = old(self, *a, **k)
        for here, origin in res[2].items():
            at = origin.loc
            r.sources.origins.setdefault(here.filename, {})[here.lineno] = (at.filename, at.lineno, at.col_offset)
        return res

    return r


def tracing_hooks(r, pe):
    @r.hook(pe.JaxprStackFrame, "__init__")
    def init(old, self, *a, **k):
        r.frames.pop(id(self), None)
        old(self, *a, **k)
        if r.pending is not None and r.pending.root:
            r.safely(r.enter, self)

    @r.hook(pe.JaxprStackFrame, "add_eqn")
    def add_eqn(old, self, eqn):
        r.safely(r.equation, self, eqn)
        return old(self, eqn)

    @r.hook(pe.JaxprStackFrame, "to_jaxpr2")
    def to_jaxpr2(old, self, outs):
        f = r.frames.get(id(self)) if r.steps is not None else None
        if f is not None and f.root:
            r.safely(r.results, outs)
            r.safely(r.give, None)
        return old(self, outs)

    @r.hook(pe.DynamicJaxprTrace, "new_arg")
    def new_arg(old, self, *a, **k):
        t = old(self, *a, **k)
        r.safely(r.argument, self.frame, t)
        return t

    @r.hook(pe.DynamicJaxprTrace, "_new_const")
    def new_const(old, self, aval, c, *a, **k):
        t = old(self, aval, c, *a, **k)
        r.safely(r.capture, self.frame, t, c)
        return t


def catalyst_hooks(r, jit, ct, cx, cf):
    import catalyst.qfunc
    from jax.tree_util import tree_leaves

    @r.hook(jit, "trace_to_jaxpr")
    def traced(old, func, static_argnums, abstracted_axes, args, kwargs):
        if r.steps is not None:
            return old(func, static_argnums, abstracted_axes, args, kwargs)
        r.begin(func)
        static = {static_argnums} if isinstance(static_argnums, int) else set(static_argnums or ())
        r.root.explicit = len(tree_leaves(([a for i, a in enumerate(args) if i not in static], kwargs)))
        try:
            res = old(func, static_argnums, abstracted_axes, args, kwargs)
        except BaseException as e:
            r.safely(r.stop, e)
            raise
        finally:
            if r.steps is not None:
                r.safely(r.finish)
        return res

    @r.hook(cx, "deduce_signatures")
    def deduce(old, *a, **k):
        res = old(*a, **k)
        if r.steps is not None and not r.repeats:
            r.pending = Frame(False)
        return res
    for module in (cf, ct):
        r.set(module, "deduce_signatures", cx.deduce_signatures)

    @r.hook(ct, "input_type_to_tracers")
    def inputs_of_part(old, in_type, maker, *a, **k):
        if r.pending is not None and not r.pending.root and not r.repeats:
            r.safely(r.enter, maker.__self__.frame)
        return old(in_type, maker, *a, **k)

    @r.hook(cx, "infer_output_type_python")
    def infer(old, inputs, outputs, *a):
        res = old(inputs, outputs, *a)
        if not r.repeats:
            r.safely(r.results, outputs)
        return res

    @r.hook(ct, "trace_function")
    def trace_function(old, *a, **k):
        res = old(*a, **k)
        if not r.repeats:
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
    def quantum(old, *a, **k):
        if r.steps is not None:
            r.lose("a quantum function")
        return old(*a, **k)
    r.set(catalyst.qfunc, "trace_quantum_function", ct.trace_quantum_function)


def bind_hooks(r, cf):
    from jax.tree_util import tree_leaves

    def around(cls, opened):
        @r.hook(cls, "_call_with_classical_ctx")
        def call(old, self, ctx, *init):
            if r.steps is None or r.repeats:
                return old(self, ctx, *init)
            position = len(r.steps)
            r.binds.append(True)
            r.safely(opened, self, tree_leaves(init))
            try:
                return old(self, ctx, *init)
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
        r.open("for_loop", [c.body_fn], strategy(c), init, [c.lower_bound, c.upper_bound, c.step])

    def while_loop(c, init):
        r.open("while_loop", [c.cond_fn, c.body_fn], strategy(c), init)

    def cond(c, init):
        r.open("cond", [*c.branch_fns, c.otherwise_fn], "preserve", preds=c.preds)

    around(cf.ForLoopCallable, for_loop)
    around(cf.WhileLoopCallable, while_loop)
    around(cf.CondCallable, cond)
