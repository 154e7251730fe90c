#!/usr/bin/env python3
"""Sizes of the whole range: tests/sizes/run.py DBIDX [--engine=interp,jit] [--every=N] [--unlimited].

Every function of core/jnp/functions.def gets every size of VALUES wherever it takes or makes a
length: outside of a compiled function, as a number in one, and as an argument of a compiled
function. The shape is what the rules of numpy say with Python's integers (below), or it is refused
by an exception of REFUSALS; a case that must not be refused says so. A function without a row here
fails. Arithmetic of the program's own (EXPRESSIONS) is exact where it is a size, and wraps where it
is none. The last line is `N passed, N failed`.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
VALUES = [-2**63, -2**62, -1, 0, 1, 2**31, 2**32, 2**60, 2**61, 2**62, 2**62 + 3, 2**63 - 1]
MEMORY = 4 << 30  # of address space beyond what the program needs
REFUSALS = {"ValueError", "TypeError", "OverflowError", "MemoryError", "IndexError", "ZeroDivisionError",
            "TracerIntegerConversionError"}
HEAD = """import jax
from jax import numpy as jnp
from jax import lax, nn
from catalyst import qjit, for_loop, while_loop, cond
def shown(r):
    if isinstance(r, (list, tuple)):
        return '[' + ' '.join([shown(x) for x in r]) + ']'
    return str(jnp.shape(r)) if not hasattr(r, 'shape') else str(r.shape)
"""
COMPILED = """{}
try:
    f = qjit(f)
except Exception as e:
    refused = e
    def f(s): raise refused
"""
counts = {True: 0, False: 0}


def judge(ok, what, why=""):
    counts[bool(ok)] += 1
    if not ok:
        print(f"FAIL {what}: {why}")


# ---- what numpy's rules say, with integers that have no end ----

def cdiv(a, b):
    return -(-a // b)


def cut(n, start, stop, step=1):
    """Elements of x[start:stop:step] of n."""
    i, k, by = slice(start, stop, step).indices(n)
    return max(0, cdiv(k - i, by) if by > 0 else cdiv(i - k, -by))


def arange(start, stop, step=1):
    return max(0, cdiv(stop - start, step))


def split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]


def exists(shape):
    """Can an array of the shape exist in MEMORY?"""
    size = 1
    for n in shape:
        size *= n
    return all(0 <= n < 2**63 for n in shape) and size < 2**27


# ---- the cases: an expression in s, and its shape (a list of shapes for several results) ----
# A trailing "?": it may be refused though the shape can exist (a number on the way to it does not fit,
# or jax refuses it). E: an array of shape (s, 0); it exists for every size that is not negative.

E = "jnp.zeros((s, 0))"
SAME = lambda s: (s, 0)
KEY = "jax.random.PRNGKey(0)"
M = "jnp.zeros((s, 0, 0))"  # matrices without an element


def square(s):
    return (0, 0) if s in (0, 1) else (-1,)  # it is added to its transpose


def drawn(*before, shape="(s, 0)"):
    """A draw of that shape; a number on the way to it may not fit."""
    return [(f"jax.random.{{}}({', '.join([KEY, *before])}, shape={shape})?", SAME)]


ROWS = {
    "jnp": {
        "where": [(f"jnp.where({E} > 0, {E}, 1.)", SAME)],
        "select": [(f"jnp.select([{E} > 0], [{E}], 0)", SAME)],
        "round": [(f"jnp.round({E}, 2)", SAME)],
        "fix": [(f"jnp.fix({E})", SAME)],
        "angle": [(f"jnp.angle({E})", SAME)],
        "trunc": [(f"jnp.trunc({E})", SAME)],
        "clip": [(f"jnp.clip({E}, 0, 1)", SAME)],
        "nan_to_num": [(f"jnp.nan_to_num({E})", SAME)],
        "isclose": [(f"jnp.isclose({E}, {E})", SAME)],
        "ones": [("jnp.ones(s)", lambda s: (s,)), ("jnp.ones((s, 4))", lambda s: (s, 4)),
                 ("jnp.ones((s, s, 0))", lambda s: (s, s, 0))],
        "zeros": [("jnp.zeros([s])", lambda s: (s,)), (E, SAME), ("jnp.zeros((0, s))", lambda s: (0, s))],
        "empty": [("jnp.empty((s, 0))", SAME), ("jnp.empty(s)", lambda s: (s,))],
        "full": [("jnp.full((s, 0), 7)", SAME), ("jnp.full(s, 7)", lambda s: (s,))],
        "ones_like": [(f"jnp.ones_like({E})", SAME), ("jnp.ones_like(jnp.ones(2), shape=(s, 0))", SAME)],
        "zeros_like": [(f"jnp.zeros_like({E})", SAME), ("jnp.zeros_like(jnp.ones(2), shape=(s, 0))", SAME)],
        "empty_like": [(f"jnp.empty_like({E})", SAME), ("jnp.empty_like(jnp.ones(2), shape=(s, 0))", SAME)],
        "full_like": [(f"jnp.full_like({E}, 1)", SAME), ("jnp.full_like(jnp.ones(2), 1, shape=(s, 0))", SAME)],
        "array": [(f"jnp.array({E})", SAME), (f"jnp.array([{E}, {E}])", lambda s: (2, s, 0))],
        "asarray": [(f"jnp.asarray({E})", SAME)],
        "copy": [(f"jnp.copy({E})", SAME)],
        "astype": [(f"{E}.astype(int)", SAME)],
        "arange": [("jnp.arange(s)?", lambda s: (max(s, 0),)), ("jnp.arange(-s, s)?", lambda s: (arange(-s, s),)),
                   ("jnp.arange(0, s, 3)?", lambda s: (arange(0, s, 3),)),
                   ("jnp.arange(s, 0, -(2**20))?", lambda s: (arange(s, 0, -2**20),)),
                   ("jnp.arange(s, s + 3)?", lambda s: (3,)),
                   ("jnp.arange(0, s, s // 3 + 1)?", lambda s: (arange(0, s, s // 3 + 1) if s // 3 + 1 else -1,))],
        "linspace": [("jnp.linspace(0., 1., s)", lambda s: (s,))],
        "eye": [("jnp.eye(s, 0)", SAME), ("jnp.eye(0, s)", lambda s: (0, s)), ("jnp.eye(s)", lambda s: (s, s))],
        "identity": [("jnp.identity(s)", lambda s: (s, s))],
        "tri": [("jnp.tri(s, 0)", SAME), ("jnp.tri(0, s)", lambda s: (0, s))],
        "tril": [(f"jnp.tril({E})", SAME)],
        "triu": [(f"jnp.triu({E})", SAME)],
        "diag": [(f"jnp.diag({E}, 1)?", lambda s: (0,) if s >= 0 else (-1,)),
                 ("jnp.diag(jnp.zeros(s))?", lambda s: (s, s))],
        "meshgrid": [(f"jnp.meshgrid(jnp.zeros(0), jnp.zeros(0))", lambda s: [(0, 0), (0, 0)])],
        "reshape": [(f"jnp.reshape({E}, (0, s))", lambda s: (0, s) if s >= 0 else (-1,)),
                    (f"jnp.reshape({E}, (s, 5, 0))", lambda s: (s, 5, 0)),
                    (f"jnp.reshape({E}, (-1, 3))?", lambda s: (0, 3) if s >= 0 else (-1,)),
                    ("jnp.reshape(jnp.zeros(6), (s, 6))?", lambda s: (1, 6) if abs(s) == 1 else (-1,))],
        "ravel": [(f"jnp.ravel({E})?", lambda s: (0,) if s >= 0 else (-1,)),
                  ("jnp.ravel(jnp.zeros((s, 4, 0)))?", lambda s: (0,) if s >= 0 else (-1,))],
        "transpose": [(f"jnp.transpose({E})", lambda s: (0, s))],
        "matrix_transpose": [(f"jnp.matrix_transpose({E})", lambda s: (0, s))],
        "swapaxes": [(f"jnp.swapaxes({E}, 0, 1)", lambda s: (0, s))],
        "moveaxis": [(f"jnp.moveaxis({E}, 0, 1)", lambda s: (0, s))],
        "squeeze": [("jnp.squeeze(jnp.zeros((s, 1, 0)), 1)", SAME)],
        "expand_dims": [(f"jnp.expand_dims({E}, 0)", lambda s: (1, s, 0))],
        "broadcast_to": [("jnp.broadcast_to(jnp.zeros((1, 0)), (s, 0))", SAME),
                         ("jnp.broadcast_to(1., (s, 0))", SAME), ("jnp.broadcast_to(1., s)", lambda s: (s,))],
        "broadcast_arrays": [(f"jnp.broadcast_arrays({E}, {E})", lambda s: [(s, 0), (s, 0)])],
        "atleast_1d": [(f"jnp.atleast_1d({E})", SAME)],
        "atleast_2d": [(f"jnp.atleast_2d({E})", SAME)],
        "atleast_3d": [(f"jnp.atleast_3d({E})", lambda s: (s, 0, 1))],
        "concatenate": [(f"jnp.concatenate([{E}, {E}])", lambda s: (2 * s, 0)),
                        (f"jnp.concatenate([{E}, {E}, {E}, {E}])", lambda s: (4 * s, 0)),
                        (f"jnp.concatenate([{E}, {E}], axis=1)", SAME)],
        "stack": [(f"jnp.stack([{E}, {E}])", lambda s: (2, s, 0))],
        "vstack": [(f"jnp.vstack([{E}, {E}])", lambda s: (2 * s, 0))],
        "hstack": [(f"jnp.hstack([{E}, {E}])", SAME)],
        "dstack": [(f"jnp.dstack([{E}, {E}])", lambda s: (s, 0, 2))],
        "column_stack": [(f"jnp.column_stack([{E}, {E}])", SAME)],
        "append": [(f"jnp.append({E}, {E}, axis=0)", lambda s: (2 * s, 0))],
        "flip": [(f"jnp.flip({E}, 0)", SAME)],
        "flipud": [(f"jnp.flipud({E})", SAME)],
        "fliplr": [(f"jnp.fliplr({E})", SAME)],
        "roll": [(f"jnp.roll({E}, 1, 0)?", SAME), ("jnp.roll(jnp.zeros(5), s)?", lambda s: (5,))],
        "rot90": [(f"jnp.rot90({E})", lambda s: (0, s))],
        "tile": [("jnp.tile(jnp.zeros((2, 0)), (s, 1))", lambda s: (2 * s, 0)),
                 (f"jnp.tile({E}, (3, 1))", lambda s: (3 * s, 0)), ("jnp.tile(jnp.zeros(3), s)", lambda s: (3 * s,))],
        "repeat": [("jnp.repeat(jnp.zeros((2, 0)), s, axis=0)", lambda s: (2 * s, 0)),
                   (f"jnp.repeat({E}, 3, axis=0)", lambda s: (3 * s, 0))],
        "split": [(f"jnp.split({E}, 1)", lambda s: [(s, 0)])],
        "array_split": [(f"jnp.array_split({E}, 3)?", lambda s: [(n, 0) for n in split(s, 3)])],
        "pad": [("jnp.pad(jnp.zeros((2, 0)), ((s, s), (0, 0)))", lambda s: (2 + 2 * s, 0) if s >= 0 else (-1,)),
                (f"jnp.pad({E}, ((3, 4), (0, 0)))", lambda s: (s + 7, 0) if s >= 0 else (-1,)),
                ("jnp.pad(jnp.zeros((2, 0)), ((s, 0), (0, 0)), mode='edge')?",
                 lambda s: (2 + s, 0))],
        "diff": [(f"jnp.diff({E}, axis=0)", lambda s: (max(s - 1, 0), 0) if s >= 0 else (-1,))],
        "diagonal": [(f"jnp.diagonal({E})?", lambda s: (0,) if s >= 0 else (-1,))],
        "trace": [(f"jnp.trace({E})", lambda s: () if s >= 0 else (-1,))],
        "take": [(f"jnp.take({E}, jnp.zeros(0, int), axis=0)?", lambda s: (0, 0) if s >= 0 else (-1,)),
                 ("jnp.take(jnp.zeros(3), s)", lambda s: ())],
        "sort": [(f"jnp.sort({E})", SAME)],
        "argsort": [(f"jnp.argsort({E})", SAME)],
        "array_equal": [(f"jnp.array_equal({E}, {E})", lambda s: () if s >= 0 else (-1,))],
        "allclose": [(f"jnp.allclose({E}, {E})", lambda s: () if s >= 0 else (-1,))],
        "median": [], "max": [("jnp.max(jnp.zeros((0, s)), axis=0)?", lambda s: (-1,) if s else (0,))],
        "min": [("jnp.min(jnp.zeros((0, s)), axis=0)?", lambda s: (-1,) if s else (0,))],
        "argmax": [("jnp.argmax(jnp.zeros((0, s)), axis=0)?", lambda s: (-1,) if s else (0,))],
        "argmin": [("jnp.argmin(jnp.zeros((0, s)), axis=0)?", lambda s: (-1,) if s else (0,))],
        "average": [(f"jnp.average({E}, axis=0)?", lambda s: (0,) if s >= 0 else (-1,))],
        "cumsum": [(f"jnp.cumsum({E}, 0)", SAME)],
        "cumprod": [(f"jnp.cumprod({E}, 0)", SAME)],
        "dot": [(f"jnp.dot({E}, jnp.zeros((0, s)))", lambda s: (s, s)),
                (f"jnp.dot(jnp.zeros((0, s)), {E})", lambda s: (0, 0) if s >= 0 else (-1,))],
        "vdot": [(f"jnp.vdot({E}, {E})?", lambda s: () if s >= 0 else (-1,))],
        "matmul": [(f"jnp.matmul({E}, jnp.zeros((0, 3)))", lambda s: (s, 3)),
                   (f"jnp.matmul(jnp.zeros((0, s)), {E})", lambda s: (0, 0) if s >= 0 else (-1,))],
        "tensordot": [(f"jnp.tensordot({E}, jnp.zeros((0, 3)), 1)", lambda s: (s, 3))],
        "inner": [(f"jnp.inner({E}, jnp.zeros((0, 0)))", SAME)],
        "outer": [(f"jnp.outer({E}, jnp.zeros(0))?", lambda s: (0, 0) if s >= 0 else (-1,))],
        "einsum": [(f"jnp.einsum('ij,kj->ik', {E}, jnp.zeros((3, 0)))", lambda s: (s, 3))],
        "polyval": [(f"jnp.polyval(jnp.ones(2), {E})", SAME)],
    },
    "linalg": {"norm": [(f"jnp.linalg.norm({E}, axis=0)", lambda s: (0,) if s >= 0 else (-1,))]},
    "lapack": {
        "cholesky": [(f"lax.linalg.cholesky({M})", lambda s: (s, 0, 0)), (f"lax.linalg.cholesky({E})?", square)],
        "qr": [(f"lax.linalg.qr({M})", lambda s: [(s, 0, 0), (s, 0, 0)])],
        "lu": [(f"lax.linalg.lu({M})", lambda s: [(s, 0, 0), (s, 0), (s, 0)])],
        "lu_pivots_to_permutation": [("lax.linalg.lu_pivots_to_permutation(jnp.zeros((s, 0), jnp.int32), 0)", SAME),
                                     ("lax.linalg.lu_pivots_to_permutation(jnp.zeros((0, 0), jnp.int32), s)?", lambda s: (0, s))],
        "svd": [(f"lax.linalg.svd({M})", lambda s: [(s, 0, 0), (s, 0), (s, 0, 0)])],
        "eigh": [(f"lax.linalg.eigh({M})", lambda s: [(s, 0, 0), (s, 0)])],
        "eig": [(f"lax.linalg.eig({M})", lambda s: [(s, 0), (s, 0, 0), (s, 0, 0)])],
        "triangular_solve": [(f"lax.linalg.triangular_solve({M}, {M})", lambda s: (s, 0, 0))],
    },
    "promotion": {
        "common": [(f"jnp.gcd({E}.astype(int), 3)", SAME)],
        "inexact": [(f"jnp.logaddexp2({E}, 1)", SAME)],
    },
    "window": {
        "conv": [("lax.conv(jnp.zeros((s, 0, 4)), jnp.zeros((0, 0, 2)), (1,), 'VALID')?", lambda s: (s, 0, 3))],
        "reduce": [(f"lax.reduce_window({E}, 0., lax.add, (1, 1), (1, 1), 'VALID')", SAME)],
        "fft": [("jnp.fft.fft(jnp.zeros((s, 0, 2)))", lambda s: (s, 0, 2))],
    },
    "method": {
        "reshape": [(f"{E}.reshape(0, s)", lambda s: (0, s) if s >= 0 else (-1,))],
        "transpose": [(f"{E}.transpose()", lambda s: (0, s))],
        "clip": [(f"{E}.clip(0, 1)", SAME)],
    },
    "random": {
        **{name: drawn() for name in ("bits", "uniform", "normal", "exponential", "gumbel", "laplace", "logistic", "cauchy",
                                      "maxwell", "rademacher", "lognormal")},
        **{name: drawn("0.5") for name in ("pareto", "rayleigh", "wald", "geometric", "bernoulli")},
        **{name: drawn("0.5", "1.5") for name in ("double_sided_maxwell", "truncated_normal", "weibull_min")},
        "triangular": drawn("0.", "0.5", "1."),
        "randint": [(f"jax.random.randint({KEY}, (s, 0), 0, 5)?", SAME)],
        "choice": [(f"jax.random.choice({KEY}, 3, (s, 0))?", SAME)],
        "categorical": [(f"jax.random.categorical({KEY}, jnp.zeros(3), shape=(s, 0))?", SAME)],
        "permutation": [(f"jax.random.permutation({KEY}, jnp.zeros((0, s)))?", lambda s: (0, s))],
        "shuffle": [(f"jax.random.shuffle({KEY}, jnp.zeros((0, s)))?", lambda s: (0, s))],
        "split": [(f"jax.random.split({KEY}, (s, 0))?", lambda s: (s, 0, 2))],
        "fold_in": [(f"jax.random.fold_in({KEY}, s)?", lambda s: (2,))],
        "PRNGKey": [("jax.random.PRNGKey(s)?", lambda s: (2,))],
        "key": [("jax.random.key(s)?", lambda s: ())],
        "key_data": [("jax.random.key_data(jax.random.key(s))?", lambda s: (2,))],
        "wrap_key_data": [("jax.random.wrap_key_data(jax.random.PRNGKey(s))?", lambda s: ())],
    },
    "lax": {
        "integer_pow": [(f"lax.integer_pow({E}, 3)", SAME)],
        "round": [(f"lax.round({E})", SAME)],
        "clamp": [(f"lax.clamp(0., {E}, 1.)", SAME)],
        "select": [(f"lax.select({E} > 0, {E}, {E})", SAME)],
        "select_n": [(f"lax.select_n({E} > 0, {E}, {E})", SAME)],
        "convert_element_type": [(f"lax.convert_element_type({E}, int)", SAME)],
        "bitcast_convert_type": [(f"lax.bitcast_convert_type({E}, jnp.int64)", SAME)],
        "reduce_precision": [(f"lax.reduce_precision({E}, 5, 10)", SAME)],
        "complex": [(f"lax.complex({E}, {E})", SAME)],
        "full": [("lax.full((s, 0), 1.)", SAME), ("lax.full((s,), 1.)", lambda s: (s,))],
        "full_like": [(f"lax.full_like({E}, 1.)", SAME)],
        "iota": [("lax.iota(int, s)", lambda s: (s,))],
        "broadcasted_iota": [("lax.broadcasted_iota(int, (s, 0), 0)", SAME)],
        "broadcast": [("lax.broadcast(jnp.zeros(0), (s,))", SAME)],
        "broadcast_in_dim": [("lax.broadcast_in_dim(jnp.zeros((1, 0)), (s, 0), (0, 1))", SAME)],
        "reshape": [(f"lax.reshape({E}, (0, s))", lambda s: (0, s) if s >= 0 else (-1,))],
        "squeeze": [("lax.squeeze(jnp.zeros((s, 1, 0)), (1,))", SAME)],
        "expand_dims": [(f"lax.expand_dims({E}, (0,))", lambda s: (1, s, 0))],
        "transpose": [(f"lax.transpose({E}, (1, 0))", lambda s: (0, s))],
        "rev": [(f"lax.rev({E}, (0,))", SAME)],
        "concatenate": [(f"lax.concatenate([{E}, {E}, {E}], 0)", lambda s: (3 * s, 0))],
        "pad": [(f"lax.pad({E}, 0., ((5, 6, 2), (0, 0, 0)))",
                 lambda s: (s + 11 + 2 * max(s - 1, 0), 0) if s >= 0 else (-1,))],
        "slice": [("lax.slice(jnp.zeros((9, 0)), (2, 0), (7, 0))", lambda s: (5, 0))],
        "slice_in_dim": [("lax.slice_in_dim(jnp.zeros((9, 0)), 0, s)?",
                          lambda s: (cut(9, 0, s), 0))],
        "index_in_dim": [("lax.index_in_dim(jnp.zeros((9, 0)), s)?", lambda s: (1, 0))],
        "dynamic_slice": [(f"lax.dynamic_slice({E}, (0, 0), (s, 0))", SAME)],
        "dynamic_update_slice": [(f"lax.dynamic_update_slice({E}, {E}, (0, 0))", SAME)],
        "dynamic_slice_in_dim": [(f"lax.dynamic_slice_in_dim({E}, 0, s, 0)", SAME)],
        "dynamic_index_in_dim": [("lax.dynamic_index_in_dim(jnp.zeros((9, 0)), s)", lambda s: (1, 0))],
        "reduce": [], "argmax": [], "argmin": [],
        "cumsum": [(f"lax.cumsum({E})", SAME)], "cumprod": [(f"lax.cumprod({E})", SAME)],
        "cummax": [(f"lax.cummax({E})", SAME)], "cummin": [(f"lax.cummin({E})", SAME)],
        "reduce_sum": [(f"lax.reduce_sum({E}, (0,))", lambda s: (0,) if s >= 0 else (-1,))],
        "reduce_max": [(f"lax.reduce_max({E}, (0,))", lambda s: (0,) if s >= 0 else (-1,))],
        "reduce_min": [(f"lax.reduce_min({E}, (0,))", lambda s: (0,) if s >= 0 else (-1,))],
        "reduce_prod": [(f"lax.reduce_prod({E}, (0,))", lambda s: (0,) if s >= 0 else (-1,))],
        "sort": [(f"lax.sort({E})", SAME)],
        "top_k": [(f"lax.top_k({E}, 0)", lambda s: [(s, 0), (s, 0)])],
        "dot": [(f"lax.dot({E}, jnp.zeros((0, 3)))", lambda s: (s, 3))],
        "dot_general": [(f"lax.dot_general({E}, jnp.zeros((0, 3)), (((1,), (0,)), ((), ())))", lambda s: (s, 3))],
    },
    "nn": {
        "gelu": [(f"nn.gelu({E})", SAME)],
        "softmax": [(f"nn.softmax({E}, axis=0)?", SAME)], "log_softmax": [(f"nn.log_softmax({E}, axis=0)?", SAME)],
        "one_hot": [("nn.one_hot(jnp.zeros(0, int), s)?", lambda s: (0, s))],
        "logsumexp": [],
    },
}
REDUCTIONS = "sum prod all any mean var std count_nonzero".split()
INTEGERS = "bitwise_not invert bitwise_and bitwise_or bitwise_xor left_shift right_shift population_count clz " \
           "shift_left shift_right_logical shift_right_arithmetic".split()
COMPLEX = "conj real imag".split()  # of lax

# Arithmetic of the program: exact where it is a size.
LOOP = """def f(s):
    @for_loop(0, 2, 1)
    def body(i, n):
        return n * n
    return jnp.zeros((body(s), 0))
"""
WHILE = """def f(s):
    @while_loop(lambda n, i: i < 3)
    def body(n, i):
        return n + s, i + 1
    return jnp.zeros((body(s, 0)[0], 0))
"""
COND = """def f(s):
    @cond(s > 100)
    def big():
        return s * 4
    @big.otherwise
    def small():
        return s + 1
    return jnp.zeros((big(), 0))
"""
CALL = """def f(s):
    g = jax.jit(lambda n: n * n - n)
    return jnp.zeros((g(s), 0))
"""
HASH = """def f(s):
    @for_loop(0, 5, 1)
    def body(i, n):
        return n * 6364136223846793005 + 1442695040888963407
    return jnp.zeros((body(s) % 7, 0))
"""


def wrapped(n):
    return (n + 2**63) % 2**64 - 2**63


def hashed(s):
    for _ in range(5):
        s = wrapped(s * 6364136223846793005 + 1442695040888963407)
    return s % 7


EXPRESSIONS = {
    "square": ("def f(s): return jnp.zeros((s * s, 0))\n", lambda s: (s * s, 0)),
    "sum": ("def f(s): return jnp.zeros((s + s, 0))\n", lambda s: (s + s, 0)),
    "difference": ("def f(s): return jnp.zeros((0 - s - 2, 0))?\n", lambda s: (-s - 2, 0)),
    "power": ("def f(s): return jnp.zeros((s ** 3, 0))\n", lambda s: (s**3, 0)),
    "negative": ("def f(s): return jnp.zeros((-s, 0))\n", lambda s: (-s, 0)),
    "abs": ("def f(s): return jnp.zeros((abs(s), 0))\n", lambda s: (abs(s), 0)),
    "halves": ("def f(s): return jnp.zeros((s // 2 + s // 2, 0))\n", lambda s: (s // 2 * 2, 0)),
    "clipped": ("def f(s): return jnp.zeros((jnp.minimum(jnp.maximum(s, 3), 2**62), 0))\n",
                lambda s: (min(max(s, 3), 2**62), 0)),
    "not chosen": ("def f(s): return jnp.zeros((jnp.where(s < 100, s * s, s), 0))\n",
                   lambda s: (s * s if s < 100 else s, 0)),
    "narrow": ("def f(s): return jnp.zeros((s.astype(jnp.int32), 0))\n", lambda s: (s, 0) if s < 2**31 else (-1,)),
    "remainder": ("def f(s): return jnp.zeros((s * s % 5, 0))\n", lambda s: (wrapped(s * s) % 5, 0)),
    "bits": ("def f(s): return jnp.zeros(((s * 3) & 7, 0))\n", lambda s: (wrapped(s * 3) & 7, 0)),
    "hash in a loop": (HASH, lambda s: (hashed(s), 0)),
    "loop": (LOOP, lambda s: (s**4, 0)),
    "while": (WHILE, lambda s: (4 * s, 0)),
    "cond": (COND, lambda s: (4 * s if s > 100 else s + 1, 0)),
    "call": (CALL, lambda s: (s * s - s, 0)),
    "no size": ("def f(s): return s * s + s\n", lambda s: ()),
    "slice": (f"def f(s): return {E}[1:]\n", lambda s: (max(s - 1, 0), 0) if s >= 0 else (-1,)),
    "slice from the end": (f"def f(s): return {E}[-3:]\n", lambda s: (min(s, 3), 0) if s >= 0 else (-1,)),
    "every second": (f"def f(s): return {E}[::2]?\n", lambda s: (cdiv(s, 2), 0) if s >= 0 else (-1,)),
    "backwards": (f"def f(s): return {E}[::-1]?\n", SAME),
    "up to": ("def f(s): return jnp.zeros((5, 0))[:s]\n", lambda s: (cut(5, None, s), 0)),
    "from": ("def f(s): return jnp.zeros((5, 0))[s:]\n", lambda s: (cut(5, s, None), 0)),
    "elements": ("def f(s): return jnp.zeros(((jnp.zeros((s, 4, 0))).size, 0))?\n",
                 lambda s: (0, 0) if s >= 0 else (-1,)),
}


def rows():
    """(module.name, expression, model) of every function of the table; what has no row is told."""
    text = (ROOT / "core/jnp/functions.def").read_text()
    table = re.findall(r'^(F|ALIAS)\((\w+), (\w+), (\w+), "([^"]*)"', text, re.M)
    if len(table) < 250:
        judge(False, "functions.def", "it could not be read")
    of_function = {fn: name for kind, _, name, fn, _ in table if kind == "F"}
    for kind, module, name, fn, signature in table:
        where = {"jnp": "jnp.", "lax": "lax.", "nn": "nn.", "linalg": "jnp.linalg."}.get(module, "")
        cases = ROWS.get(module, {}).get(name)
        if cases is None and kind == "ALIAS" and of_function.get(fn) in ROWS.get(module, {}):
            continue  # the same function under another name
        if cases is None and name in REDUCTIONS and module == "jnp":
            cases = [(f"jnp.{name}({E}, axis=0)", lambda s: (0,) if s >= 0 else (-1,)),
                     (f"jnp.{name}({E}, axis=1)?", lambda s: (s,))][: 1 if name in ("all", "any") else 2]
        x = f"jnp.zeros((s, 0), {'int' if name in INTEGERS else 'complex' if module == 'lax' and name in COMPLEX else 'float'})"
        plain = signature.replace(", /", "")
        if cases is None and plain == "x":
            cases = [(f"{where}{name}({x})", SAME)]
        if cases is None and plain in ("x1, x2", "x, y"):
            cases = [(f"{where}{name}({x}, {x})", (lambda s: [(s, 0), (s, 0)]) if name == "divmod" else SAME)]
        if cases is None:
            judge(False, f"{module}.{name}", "it has no row in tests/sizes/run.py")
        for expression, model in cases or []:
            yield f"{module}.{name}", expression.replace("{}", name) if module == "random" else expression, model


# ---- running ----

def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def answers(program, engine, text, n, limited):
    """The lines that the program prints; it may not end before all are there."""
    large = f"allocator_may_return_null=1:max_allocation_size_mb={MEMORY >> 20}"
    options = {"ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":" + large}
    p = subprocess.run([program, "run", "--no-init", f"--engine={engine}", "/dev/stdin"], input=HEAD + text,
                       env=os.environ | options, capture_output=True, text=True, timeout=600,
                       preexec_fn=limit if limited else None)
    lines = p.stdout.splitlines()
    if p.returncode or len(lines) != n:
        return lines, f"{len(lines)} of {n} answers, status {p.returncode}: {p.stderr[-300:]}"
    return lines, None


TRY = """try:
    print(shown({call}))
except Exception as e:
    print('!' + type(e).__name__)
"""


def text_of(shape):
    return "[" + " ".join(map(text_of, shape)) + "]" if isinstance(shape, list) else str(shape)


def right(have, shape, may_refuse):
    shapes = shape if isinstance(shape, list) else [shape]
    if have.startswith("!"):
        return have[1:] in REFUSALS and (may_refuse or not all(map(exists, shapes)))
    return have == text_of(shape) and all(map(exists, shapes))


def run(program, engine, how, cases, limited):
    """cases: (name, program text that defines f, or None, [(call, value, shape, may_refuse)])."""
    text, asked = "", []
    for name, source, calls in cases:
        text += source
        for call, value, shape, may_refuse in calls:
            text += TRY.format(call=call)
            asked.append((f"{name} {how} {engine}, s = {value}", shape, may_refuse))
    lines, broken = answers(program, engine, text, len(asked), limited)
    if broken:
        if len(cases) > 1 and lines:  # which one?
            half = len(cases) // 2
            run(program, engine, how, cases[:half], limited)
            return run(program, engine, how, cases[half:], limited)
        return judge(False, f"{cases[0][0]} and {len(cases) - 1} others {how} {engine}", broken)
    for have, (what, shape, may_refuse) in zip(lines, asked):
        judge(right(have, shape, may_refuse), what, f"{have}, not {text_of(shape)}")


def literal(value):
    return f"({value})" if value != -2**63 else "(-9223372036854775807 - 1)"


def with_number(expression, value):
    return re.sub(r"\bs\b", literal(value), expression)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("program")
    a.add_argument("--engine", default="interp,jit")
    a.add_argument("--every", type=int, default=1, help="of the compiled cases")
    a.add_argument("--unlimited", action="store_true", help="sanitizers reserve their memory themselves")
    a = a.parse_args()
    host, static, traced = [], [], []
    for name, expression, model in rows():
        may = expression.endswith("?")
        expression = expression.rstrip("?")
        name = f"{name}: {expression}"
        each = [(v, model(v)) for v in VALUES]
        host.append((name, "", [(with_number(expression, v), v, w, may) for v, w in each]))
        static.append((name, "".join(f"def f{i}(): return {with_number(expression, v)}\n" for i, v in enumerate(VALUES)),
                       [(f"qjit(f{i})()", v, w, may) for i, (v, w) in enumerate(each)]))
        traced.append((name, COMPILED.format(f"def f(s: int): return {expression}\n"),
                       [(f"f({literal(v)})", v, w, may) for v, w in each]))
    for name, (source, model) in EXPRESSIONS.items():
        may = source.endswith("?\n")
        source = COMPILED.format(source.replace("?\n", "\n").replace("f(s)", "f(s: int)"))
        calls = [(f"f({literal(v)})", v, model(v), may) for v in VALUES]
        traced.append((f"expression {name}", source, calls))
    limited = not a.unlimited
    engines = a.engine.split(",")
    if "interp" in engines:
        run(a.program, "interp", "on the host", host[:: a.every], limited)
        run(a.program, "interp", "as a number", static[:: a.every], limited)
    for engine in engines:
        run(a.program, engine, "as an argument", traced[:: a.every], limited)
    if "jit" in engines:
        run(a.program, "jit", "as a number", static[:: 8 * a.every], limited)
    print(f"{counts[True]} passed, {counts[False]} failed")
    return counts[False] > 0 or counts[True] < 1000 // a.every


sys.exit(main())
