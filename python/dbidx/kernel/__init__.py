"""The kernel for notebooks: `python -m dbidx kernel install`."""
import argparse
import json
import os
import sys
import tempfile

SPEC = {
    "argv": [sys.executable, "-m", "dbidx.kernel", "-f", "{connection_file}"],
    "display_name": "dbidx",
    "language": "dbidx",
    "interrupt_mode": "signal",
    "metadata": {"debugger": False},
}


def install(args):
    try:
        from jupyter_client.kernelspec import KernelSpecManager
    except ImportError:
        print("dbidx: the kernel needs ipykernel and jupyter_client: pip install 'dbidx[kernel]'", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as f:
            json.dump(SPEC, f, indent=1)
        try:
            where = KernelSpecManager().install_kernel_spec(folder, "dbidx", user=args.user, prefix=args.prefix)
        except OSError as e:
            print(f"dbidx: the kernel cannot be installed: {e}; --user or --prefix DIR says where to", file=sys.stderr)
            return 1
    print(f"installed: {where}")
    return 0


def remove(args):
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    try:
        print(f"removed: {KernelSpecManager().remove_kernel_spec('dbidx')}")
    except NoSuchKernel:
        print("dbidx: there is no kernel dbidx", file=sys.stderr)
        return 1
    return 0


def main(argv):
    parser = argparse.ArgumentParser(prog="python -m dbidx kernel", description="the kernel of dbidx for Jupyter")
    commands = parser.add_subparsers(required=True, metavar="install|remove")
    p = commands.add_parser("install", help="notebooks can choose dbidx from now on")
    p.add_argument("--user", action="store_true", help="for this user only")
    p.add_argument("--prefix", default=sys.prefix, help="below this folder, instead of that of this Python")
    p.set_defaults(run=install)
    p = commands.add_parser("remove", help="they cannot any more")
    p.set_defaults(run=remove)
    args = parser.parse_args(argv)
    if getattr(args, "user", False):
        args.prefix = None
    return args.run(args)
