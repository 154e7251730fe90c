"""Texts in lines."""


def dedent(text):
    lines = text.split("\n")
    lines = [x if x.strip(" \t") else "" for x in lines]
    margin = None
    for x in lines:
        if not x:
            continue
        indent = x[:len(x) - len(x.lstrip(" \t"))]
        if margin is None or margin.startswith(indent):
            margin = indent
        elif not indent.startswith(margin):
            n = 0
            while n < min(len(margin), len(indent)) and margin[n] == indent[n]:
                n += 1
            margin = margin[:n]
    if margin:
        lines = [x[len(margin):] if x else x for x in lines]
    return "\n".join(lines)


def indent(text, prefix, predicate=None):
    if predicate is None:
        def predicate(line):
            return line.strip()
    return "".join([prefix + x if predicate(x) else x for x in text.splitlines(True)])


_spaces = "\t\n\x0b\x0c\r "


def _is_letter(c):
    return c == "_" or c.isalnum() and not c.isdecimal()


def _is_word(c):
    return c == "_" or c.isalnum()


def _dashes(text, at):
    """Two or more of them between words: where they end."""
    end = at
    while text[end:end + 1] == "-":
        end += 1
    between = at and (_is_word(text[at - 1]) or text[at - 1] in "!\"'&.,?") and end < len(text) and _is_word(text[end])
    return end if end - at > 1 and between else at


def _cut_behind_hyphen(text, end):
    """Letters are on both sides, two at least."""
    if text[end - 1] != "-" or end < 3:
        return False
    before, after = text[end - 4:end - 1] if end > 3 else text[:end - 1], text[end:end + 3].replace("-", "", 1)
    if not (_is_letter(before[-1]) and (_is_letter(before[-2]) or len(before) > 2 and before[-2] == "-" and _is_letter(before[0]))):
        return False
    return len(after) > 1 and text[end] != "-" and _is_letter(after[0]) and _is_letter(after[1])


def _chunks(text, on_hyphens):
    """Words and the space between them; a word may be cut behind its hyphens, and beside dashes."""
    out, i = [], 0
    while i < len(text):
        space = text[i] in _spaces
        cut = on_hyphens and not space
        end = _dashes(text, i) if cut else i
        if end == i:
            end += 1
            while end < len(text) and (text[end] in _spaces) == space:
                if cut and (_dashes(text, end) > end or end - i > 1 and _cut_behind_hyphen(text, end)):
                    break
                end += 1
        out.append(text[i:end])
        i = end
    return out


class TextWrapper:
    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True,
                 replace_whitespace=True, fix_sentence_endings=False, break_long_words=True,
                 drop_whitespace=True, break_on_hyphens=True, tabsize=8, *, max_lines=None,
                 placeholder=" [...]"):
        self.width = width
        self.initial_indent = initial_indent
        self.subsequent_indent = subsequent_indent
        self.expand_tabs = expand_tabs
        self.replace_whitespace = replace_whitespace
        self.break_long_words = break_long_words
        self.drop_whitespace = drop_whitespace
        self.break_on_hyphens = break_on_hyphens
        self.tabsize = tabsize
        self.max_lines = max_lines
        self.placeholder = placeholder

    def _line(self, chunks, room):
        line, length = [], 0
        while chunks and length + len(chunks[-1]) <= room:
            length += len(chunks[-1])
            line.append(chunks.pop())
        if chunks and len(chunks[-1]) > room:
            if self.break_long_words:
                n = room - length if room > 0 else 1
                hyphen = chunks[-1].rfind("-", 0, n) if self.break_on_hyphens else -1
                if hyphen > 0 and chunks[-1][:hyphen].strip("-"):
                    n = hyphen + 1
                line.append(chunks[-1][:n])
                chunks[-1] = chunks[-1][n:]
            elif not line:
                line.append(chunks.pop())
        return line

    def _shorten(self, lines, line, indent, room):
        while line:
            if line[-1].strip() and sum([len(x) for x in line]) + len(self.placeholder) <= room:
                lines.append(indent + "".join(line) + self.placeholder)
                return
            line.pop()
        if lines:
            last = lines[-1].rstrip()
            if len(last) + len(self.placeholder) <= self.width:
                lines[-1] = last + self.placeholder
                return
        lines.append(indent + self.placeholder.lstrip())

    def wrap(self, text):
        if self.width <= 0:
            raise ValueError(f"invalid width {self.width!r} (must be > 0)")
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        if self.replace_whitespace:
            for c in "\t\n\x0b\x0c\r":
                text = text.replace(c, " ")
        chunks, lines = _chunks(text, self.break_on_hyphens)[::-1], []
        while chunks:
            indent = self.subsequent_indent if lines else self.initial_indent
            room = self.width - len(indent)
            if self.drop_whitespace and not chunks[-1].strip() and lines:
                chunks.pop()
            line = self._line(chunks, room)
            if self.drop_whitespace and line and not line[-1].strip():
                line.pop()
            if not line:
                continue
            last = self.max_lines is None or len(lines) + 1 < self.max_lines
            rest = not chunks or (self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
            if last or rest and sum([len(x) for x in line]) <= room:
                lines.append(indent + "".join(line))
            else:
                self._shorten(lines, line, indent, room)
                break
        return lines

    def fill(self, text):
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))
