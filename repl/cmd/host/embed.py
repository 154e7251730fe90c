#!/usr/bin/env python3
"""Makes a C file of peer/peer.py.

usage: embed.py IN.py OUT.c
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
from c_text import literal  # noqa: E402

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
pathlib.Path(sys.argv[2]).write_text(
    f"// Made by repl/cmd/host/embed.py.\nextern const char peer_text[];\nconst char peer_text[] =\n{literal(text)};\n", encoding="utf-8")
