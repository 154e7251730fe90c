"""Builds the program dbidx and puts it into the package, so that `pip install .` gives both.

Environment: DBIDX_WITHOUT_PROGRAM=1, the package alone; DBIDX_BUNDLE=1, also the libraries that the program opens when it
needs them (scripts/wheel).
"""
import os
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # of older setuptools
    from wheel.bdist_wheel import bdist_wheel

ROOT = pathlib.Path(__file__).resolve().parent
BUILD = ROOT / "build" / "wheel"
WITH_PROGRAM = os.environ.get("DBIDX_WITHOUT_PROGRAM") != "1"
OPENED = ("libpcre2-8.so.0", "libopenblas.so.0")  # by name, at their first use

LINKED = ("libreadline-dev", "libncurses-dev", "libgmp-dev", "libjansson-dev", "libutf8proc-dev", "libcmark-gfm-dev", "libcmark-gfm-extensions-dev", "zlib1g-dev", "libzstd1", "libpcre2-8-0",
          "libopenblas0-pthread", "libgfortran5", "llvm-22-dev", "libmlir-22-dev")  # packages with what is inside of the wheel
LICENCES = ("GPL-2", "GPL-3", "LGPL-2.1", "LGPL-3", "Apache-2.0")  # that their notices refer to


def run(*command):
    subprocess.run([str(c) for c in command], cwd=ROOT, check=True)


def library(name):
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        if line.split()[:1] == [name]:
            return pathlib.Path(line.split("=> ")[1]).resolve()
    raise SystemExit(f"setup.py: there is no {name}; scripts/setup installs it")


def put_licences(folder):
    """The notices of all that is inside, with the texts that they name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LINKED:
        shutil.copy(f"/usr/share/doc/{name}/copyright", folder / f"{name}.txt")
    for name in LICENCES:
        shutil.copy(f"/usr/share/common-licenses/{name}", folder / f"{name}.txt")


def build_program(package):
    """Below the package: bin/dbidx, and lib/dbidx with what compiles, where the program looks for it."""
    if not (BUILD / "build.ninja").exists():
        run("meson", "setup", BUILD, ROOT, "--prefix=/usr")
    run("ninja", "--quiet", "-C", BUILD, "repl/dbidx", "lower/dbxlower.so", "lower/dbxcompile", "lower/libdbxbuilt.a", "lower/built.h")
    binaries, libraries = package / "bin", package / "lib" / "dbidx"
    binaries.mkdir(parents=True, exist_ok=True)
    libraries.mkdir(parents=True, exist_ok=True)
    shutil.copy(BUILD / "repl" / "dbidx", binaries)
    for name in ("dbxlower.so", "dbxcompile"):
        shutil.copy(BUILD / "lower" / name, libraries)
    for name in ("libdbxbuilt.a", "built.h"):  # for `dbidx build`
        shutil.copy(BUILD / "lower" / name, libraries)
    files = [binaries / "dbidx", libraries / "dbxlower.so", libraries / "dbxcompile"]
    run("strip", *files)
    if os.environ.get("DBIDX_BUNDLE") == "1":
        for name in OPENED:
            shutil.copy(library(name), libraries / name)
        put_licences(package / "licences")
        run("patchelf", "--set-rpath", "$ORIGIN/../lib/dbidx", files[0])
        for f in [*files[1:], *(libraries / name for name in OPENED)]:
            run("patchelf", "--set-rpath", "$ORIGIN", f)


class Build(build_py):
    def run(self):
        super().run()
        package = pathlib.Path(self.build_lib) / "dbidx"
        shutil.copytree(ROOT / "docs" / "course", package / "sheets", dirs_exist_ok=True)
        if WITH_PROGRAM and not self.editable_mode:
            build_program(package)


class Package(Distribution):
    def has_ext_modules(self):
        """Is it of one kind of machine?"""
        return WITH_PROGRAM


class Wheel(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        return ("py3", "none", platform) if WITH_PROGRAM else (python, abi, platform)


setup(distclass=Package, cmdclass={"build_py": Build, "bdist_wheel": Wheel})
