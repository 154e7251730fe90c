#!/usr/bin/env python3
"""Makes a C file of the page's HTML, CSS and JavaScript: what stands before the data's form, before the data, and behind it.

usage: embed.py TERMS OUT.c OUT.d page.html page.css SCRIPT.js...
TERMS is docs/terms: the first paragraph of each page is what the page says of the term.
The page may only run the script that is in it: its hash is in the page's policy.
"""
import base64
import hashlib
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from c_text import literal  # noqa: E402


def terms(folder):
    all_terms = []
    for page in sorted(pathlib.Path(folder).glob("*.md"), key=lambda p: p.stem.lower()):
        title, text = page.read_text(encoding="utf-8").split("\n\n", 2)[:2]
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", lambda m: m.group(1) or "", text)
        all_terms.append({"name": page.stem, "text": " ".join(plain.split())})
    return json.dumps(all_terms, ensure_ascii=False, separators=(",", ":"))


def main():
    folder, out, depfile, *texts = (pathlib.Path(a) for a in sys.argv[1:])
    html, css, *parts = (p.read_text(encoding="utf-8") for p in texts)
    js = f'// Draws the document in #data.\n"use strict";\n(() => {{\nconst TERMS = {terms(folder)};\n{"".join(parts)}}})();\n'
    digest = base64.b64encode(hashlib.sha256(js.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    assert "</script" not in js and "</style" not in css
    html = html.replace("@CSP@", policy).replace("@CSS@", css).replace("@JS@", js)
    pieces = dict(zip(("head", "data", "tail"), re.split("@FORM@|@DATA@", html)))
    names = ", ".join(f"dbx_page_{name}[]" for name in pieces)
    out.write_text(f"// Made by viz/page/embed.py.\nextern const char {names};\n"
                   + "".join(f"const char dbx_page_{name}[] =\n{literal(text)};\n" for name, text in pieces.items()), encoding="utf-8")
    depfile.write_text(f"{out}: {' '.join(map(str, [folder, *sorted(folder.glob('*.md'))]))}\n", encoding="utf-8")


main()
