import os, os.path
import os.path as osp
from os import environ, path, getenv
from os.path import join, splitext
def tried(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return type(e).__name__, str(e)
print(os.name, os.sep, os.altsep, os.pathsep, repr(os.linesep), os.curdir, os.pardir, os.extsep, os.devnull, os.error, os.SEEK_END)
print(path.sep, path.altsep, path.pathsep, path.curdir, path.pardir, path.extsep, path.devnull)
print(os.path is path, osp is path, os.environ is environ, join is path.join, os.cpu_count() >= 1)
os.environ.clear()
print(environ, len(environ), bool(environ), list(environ))
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
os.environ["JAX_ENABLE_X64"] = "1"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
print(os.environ, len(environ), environ.setdefault("JAX_PLATFORMS", "gpu"))
print(environ["JAX_ENABLE_X64"], environ.get("NONE"), environ.get("NONE", "x"), "XLA_FLAGS" in environ, "NONE" in environ, "NONE" not in environ)
print(getenv("JAX_PLATFORMS"), os.getenv("NONE"), os.getenv("NONE", "y"), os.getenv("NONE", default=3), os.getenv(key="JAX_ENABLE_X64"))
print(list(environ.items()), list(environ.keys()), list(environ.values()))
print({**environ, "A": "1"}, (lambda **k: sorted(k))(**environ), dict(environ) == environ.copy(), type(environ.copy()).__name__)
for key in environ: print(key, end=" ")
print(sorted(environ))
print(environ.pop("JAX_PLATFORMS"), environ.pop("JAX_PLATFORMS", None), tried(environ.pop, "JAX_PLATFORMS"))
del os.environ["XLA_FLAGS"]
def gone(key):
    try: del environ[key]
    except KeyError as e: return repr(e), e.args
print(gone("XLA_FLAGS"), tried(environ.__getitem__, "XLA_FLAGS"), environ)
environ.update(B="2", C="3"); environ.update({"D": "4"}); environ.update([("E", "5")])
print(environ, environ == {"JAX_ENABLE_X64": "1", "B": "2", "C": "3", "D": "4", "E": "5"}, environ == {})
print(environ | {"B": "b"}, {"B": "b", "Z": "z"} | environ)
environ |= {"F": "6"}
print(environ is os.environ, environ, environ.popitem(), len(environ))
for key, value in (("A", 1), (1, "A"), (None, "A"), ("A", None), ("A=B", "C"), ("", "A"), ("A", "B\0C"), ("A", b"B")):
    print(repr(key), repr(value), tried(environ.__setitem__, key, value))
print(tried(lambda: environ[1]), tried(lambda: 1 in environ), tried(environ.get, 1), tried(os.getenv, 2), tried(gone, 3))
print(os.putenv("PUT", "1"), os.getenv("PUT"), os.unsetenv("PUT"), tried(os.putenv, "A", 3), tried(os.putenv, "A=", "3"), tried(os.unsetenv, 3))
try: os.environ["MISSING"]
except KeyError as e: print(repr(e))
old = dict(os.environ); environ["T"] = "t"; environ.clear(); environ.update(old); print(environ)
print(int(os.environ.get("N", "10")) + 1, os.environ.get("DEBUG", "0") == "1")

class P:
    def __init__(self, text): self.text = text
    def __fspath__(self): return self.text
print(os.fspath("a"), os.fspath(b"a"), os.fspath(P("b")), tried(os.fspath, 3), tried(os.fspath, None), tried(os.fspath, P(3)))
print(isinstance(P("a"), os.PathLike), isinstance("a", os.PathLike), isinstance(P, os.PathLike), os.fsencode("é"), os.fsdecode(b"\xc3\xa9"))
class Q(os.PathLike): pass
class R(os.PathLike):
    def __fspath__(self): return "r/s.t"
print(tried(Q), os.fspath(R()), path.basename(R()), path.splitext(R()), path.join(R(), P("u")))
for parts in (("a", "b"), ("a/", "b"), ("a", "/b", "c"), ("", "b"), ("a", ""), ("a", "", "b"), ("/", "a"), ("a",), ("",), ("a", "..", "b"), ("a//", "b"), ("", "", "x")):
    print(parts, repr(os.path.join(*parts)))
print(tried(join), tried(join, 3), tried(join, "a", None), tried(join, "a", "b", 2.5), join("runs", f"{3:04d}.npz"))
for p in ("", "/", "//", "///", "a", "a/", "/a", "/a/b", "a/b/c.txt", "a//b", "//a/b", "///a", "a.b/c", ".bashrc", "a/.b", "a/..", "..", "...", "a.tar.gz", "a.", "a/b.c/", ".a.b", "..a.b", "a b/c d.e f", "é/ü.ö"):
    print(repr(p), path.split(p), repr(path.dirname(p)), repr(path.basename(p)), path.splitext(p), path.isabs(p), path.splitdrive(p))
for p in ("", ".", "./", "a/./b", "a/../b", "a/../..", "../a", "/..", "/../a", "//a/../..", "///a", "a//b///c/", "./a", "../../a/..", "a/b/../../..", "/a/./b/..", "/."):
    print(repr(p), repr(path.normpath(p)), end="; ")
print()
print(path.normcase("aB/C"), path.abspath("/a/../b"), path.abspath("//a/"), path.basename(path.dirname("/a/b/c")))
for f in (path.split, path.dirname, path.basename, path.splitext, path.normpath, path.isabs, path.normcase, path.splitdrive):
    print(tried(f, 3), end=" ")
print()
for paths in (["/usr/lib", "/usr/local/lib"], ["abc", "abd"], [], ["a"], ["", "a"], ("a/b", "a/b/c"), ["ab", "a/b"], [["a", "b"], ["a", "c"]], ["b", "a"]):
    print(paths, repr(path.commonprefix(paths)), tried(path.commonpath, paths) if paths and isinstance(paths[0], str) else "")
for paths in (["/a", "b"], ["/a/b", "/a/c", "/a"], ["/a", "/"], ["a//b", "a/./b/c"], ["/a/b/", "/a/b"], ("a",), ["a", "b"], ["//a/b", "/a/b/c"]):
    print(paths, tried(path.commonpath, paths))
print(tried(path.commonpath, []), tried(path.commonprefix, [1, 2]))
for to, start in (("/a/b/c", "/a"), ("/a", "/a/b/c"), ("/a/b", "/a/b"), ("/a/b", "/c/d"), ("/", "/a"), ("/a", "/"), ("a/b", "a/c"), ("a/b", "a"), ("a", "a/b"), ("a/./b", "a/../c"), ("/a/bc", "/a/b"), ("a", "b"), ("../a", "../b/c")):
    print(to, start, repr(path.relpath(to, start)))
print(path.relpath("/x/y", start="/x"), tried(path.relpath, "", "a"), path.relpath("a/../b"), path.relpath("a", "."), path.relpath("a", os.curdir))
environ["HOME_OF"] = "/h"; environ["X"] = "x$Y"
for p in ("$HOME_OF/a", "${HOME_OF}/a", "$NONE/a", "a$", "$$X", "${X}", "${", "${NONE}b", "$X-$X", "a"):
    print(repr(p), repr(path.expandvars(p)), end="; ")
print()
