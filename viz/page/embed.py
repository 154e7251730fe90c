#!/usr/bin/env python3
"""Makes a C file of the page's HTML, CSS and JavaScript: what stands before the data, and behind it.

usage: embed.py page.html page.css page.js OUT.c
The page may only run the script that is in it: its hash is in the page's policy.
"""
import base64
import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from c_text import literal  # noqa: E402


def main():
    html, css, js = (pathlib.Path(a).read_text(encoding="utf-8") for a in sys.argv[1:4])
    digest = base64.b64encode(hashlib.sha256(js.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert "</script" not in js and "</style" not in css
    html = html.replace("@CSP@", policy).replace("@CSS@", css).replace("@JS@", js)
    head, tail = html.split("@DATA@")
    pathlib.Path(sys.argv[4]).write_text(
        "// Made by viz/page/embed.py.\n"
        f'extern const char dbx_page_head[], dbx_page_tail[];\nconst char dbx_page_head[] =\n{literal(head)};\n'
        f"const char dbx_page_tail[] =\n{literal(tail)};\n", encoding="utf-8")


main()
