"""Texts as C string literals, for the tables that are made while building."""


def literal(text):
    """A literal a line of the text; bytes outside of ASCII as escapes."""
    out = []
    for line in text.splitlines(keepends=True):
        s = ""
        for b in line.encode():
            if b == 10:
                s += "\\n"
            elif b in b'"\\?':
                s += "\\" + chr(b)
            elif 32 <= b < 127:
                s += chr(b)
            else:
                s += f"\\{b:03o}"
        out.append(f'  "{s}"')
    return "\n".join(out) or '  ""'
