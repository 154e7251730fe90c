"""Rows of fields as lines of text, and back."""

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


Error.__module__ = "_csv"


class Dialect:
    delimiter, quotechar, escapechar, lineterminator = ",", '"', None, "\r\n"
    doublequote, skipinitialspace, strict, quoting = True, False, False, QUOTE_MINIMAL


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = "\t"


class unix_dialect(Dialect):
    lineterminator, quoting = "\n", QUOTE_ALL


_dialects = {"excel": excel, "excel-tab": excel_tab, "unix": unix_dialect}


def register_dialect(name, dialect=excel, **options):
    _dialects[name] = _settled(dialect, options)


def get_dialect(name):
    if name not in _dialects:
        raise Error("unknown dialect")
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def _settled(dialect, options):
    d, base = Dialect(), get_dialect(dialect) if isinstance(dialect, str) else dialect
    for name in ("delimiter", "quotechar", "escapechar", "lineterminator", "doublequote",
                 "skipinitialspace", "strict", "quoting"):
        setattr(d, name, options.pop(name, getattr(base, name)))
    if options:
        raise TypeError(f"this function got an unexpected keyword argument {next(iter(options))!r}")
    if not isinstance(d.delimiter, str) or len(d.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    return d


class _Reader:
    def __init__(self, lines, dialect):
        self._lines, self.dialect, self.line_num = iter(lines), dialect, 0

    def __iter__(self):
        return self

    def __next__(self):
        d, fields, field, quoted, was_quoted, starts = self.dialect, [], [], False, False, True
        line = next(self._lines)
        self.line_num += 1
        if not isinstance(line, str):
            raise Error(f"iterator should return strings, not {type(line).__name__} "
                        "(the file should be opened in text mode)")

        def end():
            text = "".join(field)
            fields.append(float(text) if d.quoting == QUOTE_NONNUMERIC and not was_quoted else text)

        if not line.rstrip("\r\n"):
            return []
        while True:
            i = 0
            while i < len(line):
                c = line[i]
                i += 1
                if d.escapechar and c == d.escapechar and i < len(line):
                    field.append(line[i])
                    i, starts = i + 1, False
                elif quoted:
                    if c != d.quotechar:
                        field.append(c)
                    elif d.doublequote and line[i:i + 1] == d.quotechar:
                        field.append(c)
                        i += 1
                    else:
                        quoted = False
                elif c == d.delimiter:
                    end()
                    field, was_quoted, starts = [], False, True
                elif c in "\r\n":
                    if line[i:].strip("\r\n"):
                        raise Error("new-line character seen in unquoted field - do you need to open the "
                                    "file in universal-newline mode?")
                    break
                elif c == d.quotechar and starts and d.quoting != QUOTE_NONE:
                    quoted, was_quoted, starts = True, True, False
                elif c == " " and starts and d.skipinitialspace:
                    pass
                else:
                    field.append(c)
                    starts = False
            if not quoted:
                break
            try:
                line = next(self._lines)
            except StopIteration:
                if d.strict:
                    raise Error("unexpected end of data") from None
                break
            self.line_num += 1
        end()
        return fields


def reader(csvfile, dialect="excel", **options):
    return _Reader(csvfile, _settled(dialect, options))


class _Writer:
    def __init__(self, file, dialect):
        self._file, self.dialect = file, dialect

    def _field(self, v, alone):
        d = self.dialect
        number = isinstance(v, (int, float)) and not isinstance(v, bool)
        text = "" if v is None else repr(v) if isinstance(v, float) else str(v)
        special = any(c in text for c in (d.delimiter, d.quotechar or "", "\r", "\n") if c)
        if d.quoting == QUOTE_NONE:
            if special and not d.escapechar:
                raise Error("need to escape, but no escapechar set")
            return "".join(d.escapechar + c if c in (d.delimiter, d.escapechar, d.quotechar, "\r", "\n") else c
                           for c in text) if special else text
        if (d.quoting == QUOTE_ALL or special or d.quoting == QUOTE_NONNUMERIC and not number
                or alone and not text or text[:1] == " " and d.skipinitialspace):
            inner = text.replace(d.quotechar, (d.quotechar if d.doublequote else d.escapechar) + d.quotechar)
            return d.quotechar + inner + d.quotechar
        return text

    def writerow(self, row):
        row = list(row)
        return self._file.write(self.dialect.delimiter.join(self._field(v, len(row) == 1) for v in row)
                                + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


def writer(csvfile, dialect="excel", **options):
    return _Writer(csvfile, _settled(dialect, options))


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect="excel", *args, **kwds):
        self._fieldnames, self.restkey, self.restval = fieldnames, restkey, restval
        self.reader, self.dialect = reader(f, dialect, *args, **kwds), dialect

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        return self._fieldnames

    @property
    def line_num(self):
        return self.reader.line_num

    def __iter__(self):
        return self

    def __next__(self):
        names, row = self.fieldnames, next(self.reader)
        while row == []:
            row = next(self.reader)
        found = dict(zip(names, row))
        if len(names) < len(row):
            found[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            found[name] = self.restval
        return found


class DictWriter:
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", dialect="excel", *args, **kwds):
        self.fieldnames, self.restval, self.extrasaction = fieldnames, restval, extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, row):
        if self.extrasaction == "raise":
            wrong = [k for k in row if k not in self.fieldnames]
            if wrong:
                raise ValueError("dict contains fields not in fieldnames: " + ", ".join(map(repr, wrong)))
        return (row.get(name, self.restval) for name in self.fieldnames)

    def writerow(self, row):
        return self.writer.writerow(self._row(row))

    def writerows(self, rows):
        self.writer.writerows(map(self._row, rows))
