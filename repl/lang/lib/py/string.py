"""Constants of letters and digits."""
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdefABCDEF"
octdigits = "01234567"
punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
whitespace = " \t\n\r\v\f"
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or " ").join([x.capitalize() for x in s.split(sep)])


class Template:
    """Text with $names in it."""

    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _replace(self, values, safe):
        text, out, i = self.template, [], 0
        while i < len(text):
            at = text.find("$", i)
            if at < 0:
                break
            out.append(text[i:at])
            i = at + 1
            if text[i:i + 1] == "$":
                out.append("$")
                i += 1
                continue
            braces = text[i:i + 1] == "{"
            end = start = i + braces
            while end < len(text) and (text[end] == "_" or text[end].isascii() and text[end].isalnum()):
                end += 1
            name = text[start:end]
            ok = name and not name[0].isdigit() and (not braces or text[end:end + 1] == "}")
            if not ok:
                if not safe:
                    line = text.count("\n", 0, at) + 1
                    column = at - text.rfind("\n", 0, at)
                    raise ValueError(f"Invalid placeholder in string: line {line}, col {column}")
                out.append("$")
                continue
            end += braces
            if name in values or not safe:
                out.append(str(values[name]))
            else:
                out.append(text[at:end])
            i = end
        out.append(text[i:])
        return "".join(out)

    def substitute(self, mapping={}, /, **kws):
        values = dict(mapping)
        values.update(kws)
        return self._replace(values, False)

    def safe_substitute(self, mapping={}, /, **kws):
        values = dict(mapping)
        values.update(kws)
        return self._replace(values, True)
