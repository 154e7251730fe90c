"""Addresses as texts, taken apart and put together. Nothing is reached."""
from collections import namedtuple

_NETWORK = ("ftp gopher hdl http imap mms news nntp prospero rsync rtsp rtspu sftp shttp sip sips snews svn svn+ssh telnet wais "
            "ws wss https nfs git git+ssh file")
uses_relative = " ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtspu sftp svn svn+ssh ws wss".split(" ")
uses_netloc = [""] + _NETWORK.split()
uses_params = " ftp hdl prospero http imap https shttp rtsp rtspu sip sips mms sftp tel".split(" ")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAFE = frozenset((_LETTERS + "0123456789_.-~").encode("ascii"))
scheme_chars = _LETTERS + "0123456789+-."


# ---- parts ----

class _Place:
    """Who and where of a network location: user:password@host:port."""

    def geturl(self):
        return urlunparse(self) if len(self) == 6 else urlunsplit(self)

    def _user(self):
        info, at, _ = self.netloc.rpartition("@")
        user, colon, password = info.partition(":")
        return (user if at else None), (password if colon else None)

    def _host(self):
        host = self.netloc.rpartition("@")[2]
        if "[" in host:
            name, _, rest = host.partition("[")[2].partition("]")
            return name, rest.partition(":")[2]
        name, _, port = host.partition(":")
        return name, port

    username = property(lambda self: self._user()[0])
    password = property(lambda self: self._user()[1])

    @property
    def hostname(self):
        name, percent, zone = self._host()[0].partition("%")
        return name.lower() + percent + zone or None

    @property
    def port(self):
        text = self._host()[1]
        if not text:
            return None
        if not text.isascii() or not text.isdigit():
            raise ValueError(f"Port could not be cast to integer value as {text!r}")
        if int(text) > 65535:
            raise ValueError("Port out of range 0-65535")
        return int(text)


class SplitResult(_Place, namedtuple("SplitResult", "scheme netloc path query fragment")):
    pass


class ParseResult(_Place, namedtuple("ParseResult", "scheme netloc path params query fragment")):
    pass


class DefragResult(namedtuple("DefragResult", "url fragment")):
    def geturl(self):
        return self.url + ("#" + self.fragment if self.fragment else "")


def _check_texts(*texts):
    for text in texts:
        if not isinstance(text, str):
            raise NotImplementedError("urllib.parse: addresses of bytes are not offered here; use str")


def _without_controls(url, scheme):
    blanks = "".join([chr(i) for i in range(33)])
    url, scheme = url.lstrip(blanks), scheme.strip(blanks)
    for c in "\t\r\n":
        url, scheme = url.replace(c, ""), scheme.replace(c, "")
    return url, scheme


def _cut(url, at):
    """Before and behind the sign, which is left out."""
    head, found, tail = url.partition(at)
    return head, tail


def urlsplit(url, scheme="", allow_fragments=True):
    _check_texts(url, scheme)
    url, scheme = _without_controls(url, scheme)
    netloc = query = fragment = ""
    head, colon, rest = url.partition(":")
    if colon and head and head[0] in _LETTERS and all([c in scheme_chars for c in head]):
        scheme, url = head.lower(), rest
    if url[:2] == "//":
        end = min([i for i in [url.find(c, 2) for c in "/?#"] if i >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments:
        url, fragment = _cut(url, "#")
    url, query = _cut(url, "?")
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme="", allow_fragments=True):
    parts = urlsplit(url, scheme, allow_fragments)
    path, params = parts.path, ""
    if parts.scheme in uses_params and ";" in path:
        at = path.find(";", path.rfind("/") + 1)
        path, params = (path[:at], path[at + 1:]) if at >= 0 else (path, "")
    return ParseResult(parts.scheme, parts.netloc, path, params, parts.query, parts.fragment)


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        url = "//" + (netloc or "") + ("/" if url and url[:1] != "/" else "") + url
    return (f"{scheme}:" if scheme else "") + url + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, f"{url};{params}" if params else url, query, fragment))


def urldefrag(url):
    _check_texts(url)
    if "#" not in url:
        return DefragResult(url, "")
    parts = urlparse(url)
    return DefragResult(urlunparse(parts[:5] + ("",)), parts.fragment)


def _joined_path(base, path):
    """The path as it is seen from the base, without dots."""
    before = base.split("/")
    if before[-1]:
        del before[-1]
    if path[:1] == "/":
        parts = path.split("/")
    else:
        parts = before + path.split("/")
        parts[1:-1] = [part for part in parts[1:-1] if part]
    found = []
    for part in parts:
        if part == "..":
            if found:
                found.pop()
        elif part != ".":
            found.append(part)
    if parts[-1] in (".", ".."):
        found.append("")
    return "/".join(found) or "/"


def urljoin(base, url, allow_fragments=True):
    if not base or not url:
        return url or base
    _check_texts(base, url)
    b = urlparse(base, "", allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in uses_relative:
        return url
    if u.scheme in uses_netloc and u.netloc:
        return urlunparse(u)
    netloc = b.netloc if u.scheme in uses_netloc else u.netloc
    if not u.path and not u.params:
        return urlunparse((u.scheme, netloc, b.path, b.params, u.query or b.query, u.fragment))
    return urlunparse((u.scheme, netloc, _joined_path(b.path, u.path), u.params, u.query, u.fragment))


# ---- signs that stand for octets ----

def quote_from_bytes(bs, safe="/"):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    kept = _SAFE | frozenset([c for c in (safe.encode("ascii", "ignore") if isinstance(safe, str) else safe) if c < 128])
    return "".join([chr(c) if c in kept else f"%{c:02X}" for c in bs])


def quote(string, safe="/", encoding=None, errors=None):
    if isinstance(string, str):
        return quote_from_bytes(string.encode(encoding or "utf-8", errors or "strict"), safe)
    if encoding is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes")
    if errors is not None:
        raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    blank = " " if isinstance(string, str) else b" "
    if blank not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + (" " if isinstance(safe, str) else b" "), encoding, errors).replace(" ", "+")


def unquote_to_bytes(string):
    data = string.encode("utf-8") if isinstance(string, str) else bytes(string)
    first, *rest = data.split(b"%")
    parts = [first]
    for part in rest:
        digits = part[:2]
        if len(digits) == 2 and all([c in b"0123456789abcdefABCDEF" for c in digits]):
            parts.append(bytes([int(digits.decode("ascii"), 16)]) + part[2:])
        else:
            parts.append(b"%" + part)
    return b"".join(parts)


def unquote(string, encoding="utf-8", errors="replace"):
    if isinstance(string, (bytes, bytearray)):
        return unquote_to_bytes(string).decode(encoding or "utf-8", errors or "replace")
    parts, run = [], ""
    for c in string:  # what is no ASCII stays as it is
        if c.isascii():
            run += c
        else:
            parts += [unquote_to_bytes(run).decode(encoding or "utf-8", errors or "replace"), c]
            run = ""
    return "".join(parts) + unquote_to_bytes(run).decode(encoding or "utf-8", errors or "replace")


def unquote_plus(string, encoding="utf-8", errors="replace"):
    return unquote(string.replace("+", " "), encoding, errors)


# ---- questions ----

def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None,
              separator="&"):
    if not separator or not isinstance(separator, str):
        raise ValueError("Separator must be of type string or bytes.")
    _check_texts(qs)
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError("Max number of fields exceeded")
    pairs = []
    for field in qs.split(separator) if qs else []:
        if not field and not strict_parsing:
            continue
        name, equals, value = field.partition("=")
        if not equals and strict_parsing:
            raise ValueError(f"bad query field: {field!r}")
        if value or keep_blank_values:
            pairs.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return pairs


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None,
             separator="&"):
    found = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        found.setdefault(name, []).append(value)
    return found


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    if hasattr(query, "items"):
        query = query.items()
    elif len(query) and not isinstance(query[0], tuple):
        raise TypeError("not a valid non-string sequence or mapping object")

    def quoted(x):
        if isinstance(x, bytes):
            return quote_via(x, safe)
        return quote_via(str(x), safe, encoding, errors)

    fields = []
    for name, value in query:
        many = doseq and not isinstance(value, (str, bytes)) and hasattr(value, "__len__")
        fields += [f"{quoted(name)}={quoted(v)}" for v in (value if many else [value])]
    return "&".join(fields)
