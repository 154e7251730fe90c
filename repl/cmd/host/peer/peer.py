"""Runs what dbidx exports, in a Python that has the packages of IREE or JAX.

usage: peer.py iree|xla

A request is a line "NBYTES NARGS", the text for IREE or the artefact of jax.export, and for each argument a line "DTYPE DIM..."
and its elements. The answer is a line "ok NRESULTS" and results likewise, or a line "error NBYTES" and a text.
DBIDX_PEER_CACHE names a folder that keeps what IREE has compiled.
"""
import hashlib
import os
import pathlib
import sys

import numpy

FLAGS = ["--iree-input-demote-f64-to-f32=false",  # or numbers would be rounded
         "--iree-llvmcpu-target-cpu=generic",
         "--iree-llvmcpu-link-embedded=false",  # functions of libm, by the system's linker
         "--iree-llvmcpu-fail-on-out-of-bounds-stack-allocation=false"]  # sorts of several arrays


def compiled(compiler, text):
    folder = os.environ.get("DBIDX_PEER_CACHE")
    path = folder and pathlib.Path(folder, hashlib.sha256(text).hexdigest())
    if path and path.exists():
        return path.read_bytes()
    code = compiler.compile_str(text, target_backends=["llvm-cpu"], input_type="stablehlo", extra_args=FLAGS)
    if path:
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(code)
        part.rename(path)
    return code


def iree():
    import iree.compiler
    import iree.runtime as runtime

    def load(text):
        context = runtime.SystemContext(config=runtime.Config("local-sync"))
        context.add_vm_module(runtime.VmModule.copy_buffer(context.instance, compiled(iree.compiler, text)))
        return next(m for name, m in context.modules.items() if name != "hal").main

    return load


def xla():
    import jax
    from jax import export
    jax.config.update("jax_enable_x64", True)

    def load(artefact):
        exported = export.deserialize(bytearray(artefact))

        def truths(n):  # a size is the length of an array of truths
            if n < 0:
                raise ValueError(f"sizes are computed from an argument that is {n}, and no array of JAX is as long as that")
            return numpy.ones(n, bool)

        def call(*args):
            return exported.call(*(truths(int(x)) if t.ndim and not x.ndim else x for x, t in zip(args, exported.in_avals)))

        return call

    return load


def read_array(f):
    dtype, *dims = f.readline().decode().split()
    dims = [int(d) for d in dims]
    count = int(numpy.prod(dims, dtype=numpy.int64))
    return numpy.frombuffer(f.read(count * numpy.dtype(dtype).itemsize), dtype).reshape(dims)


def answer(programs, load, text, args):
    if text not in programs:
        programs[text] = load(text)
    r = programs[text](*args)
    if r is None:
        return []
    return [numpy.asarray(x, order="C") for x in (r if isinstance(r, (tuple, list)) else [r])]


def what_failed(e):
    """Its text, and those of what it came from: JAX has the message of a guard there."""
    texts = []
    while e is not None:
        texts.append(str(e))
        e = e.__cause__ or e.__context__
    return "\n".join(texts)


def main():
    f, out, programs = sys.stdin.buffer, os.fdopen(os.dup(1), "wb"), {}
    os.dup2(2, 1)
    load = {"iree": iree, "xla": xla}[sys.argv[1]]()
    while line := f.readline():
        size, n = map(int, line.split())
        text = f.read(size)
        args = [read_array(f) for _ in range(n)]
        try:
            results = answer(programs, load, text, args)
            out.write(b"ok %d\n" % len(results))
            for r in results:
                out.write(" ".join([str(r.dtype), *map(str, r.shape)]).encode() + b"\n" + r.tobytes())
        except Exception as e:  # whatever is refused is an answer
            message = what_failed(e).encode()
            out.write(b"error %d\n" % len(message) + message)
        out.flush()


if __name__ == "__main__":
    main()
