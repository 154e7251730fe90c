"""Dates, times and their differences; zones of a fixed offset."""
import time as _time

MINYEAR, MAXYEAR = 1, 9999
_DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
_MONTHS = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December"]
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else _DAYS[month]


def _days_before_month(year, month):
    return sum(_DAYS[:month]) + (month > 2 and _is_leap(year))


def _ordinal(year, month, day):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400 + _days_before_month(year, month) + day


def _from_ordinal(n):
    n -= 1
    n400, n = divmod(n, 146097)
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year = n400 * 400 + n100 * 100 + n4 * 4 + n1 + 1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 1
    while n >= _days_in_month(year, month):
        n -= _days_in_month(year, month)
        month += 1
    return year, month, n + 1


def _check(name, v, low, high):
    if not isinstance(v, int):
        raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer")
    if not low <= v <= high:
        raise ValueError(f"{name} must be in {low}..{high}")


def _check_date(year, month, day):
    for v in (year, month, day):
        if not isinstance(v, int):
            raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer")
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError("day is out of range for month")


def _divide_nearest(a, b):
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or r == b and q % 2:
        q += 1
    return q


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        whole, part = 0, 0.0
        for v, unit in ((days, 86400000000), (seconds, 1000000), (microseconds, 1), (milliseconds, 1000),
                        (minutes, 60000000), (hours, 3600000000), (weeks, 604800000000)):
            if isinstance(v, int):
                whole += v * unit
            else:
                n = int(v)
                whole += n * unit
                part += (v - n) * unit
        self._set(whole + round(part))

    def _set(self, us):
        d, us = divmod(us, 86400000000)
        if not -999999999 <= d <= 999999999:
            raise OverflowError(f"days={d}; must have magnitude <= 999999999")
        self.days = d
        self.seconds, self.microseconds = divmod(us, 1000000)

    @classmethod
    def _of(cls, us):
        t = cls.__new__(cls)
        t._set(us)
        return t

    def _us(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._us() / 1000000

    def __repr__(self):
        parts = [f"{n}={v}" for n, v in (("days", self.days), ("seconds", self.seconds),
                                         ("microseconds", self.microseconds)) if v]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        m, s = divmod(self.seconds, 60)
        h, m = divmod(m, 60)
        text = f"{h}:{m:02d}:{s:02d}"
        if self.days:
            text = f"{self.days} day{'s' if abs(self.days) != 1 else ''}, {text}"
        return text + (f".{self.microseconds:06d}" if self.microseconds else "")

    def __add__(self, other):
        return timedelta._of(self._us() + other._us()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._us() - other._us()) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._us())

    def __pos__(self):
        return self

    def __abs__(self):
        return -self if self.days < 0 else self

    def __mul__(self, n):
        if isinstance(n, int):
            return timedelta._of(self._us() * n)
        if isinstance(n, float):
            a, b = n.as_integer_ratio()
            return timedelta._of(_divide_nearest(self._us() * a, b))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        return timedelta._of(self._us() // other) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return timedelta._of(_divide_nearest(self._us(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta._of(_divide_nearest(b * self._us(), a))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._us() % other._us()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        return self // other, self % other

    def __eq__(self, other):
        return self._us() == other._us() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._us() < other._us() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._us() <= other._us() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._us() > other._us() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._us() >= other._us() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._us())

    def __bool__(self):
        return self._us() != 0


timedelta.min, timedelta.max = timedelta(-999999999), timedelta(999999999, 86399, 999999)
timedelta.resolution = timedelta(microseconds=1)


class tzinfo:
    pass


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if abs(offset) >= timedelta(1):
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and "
                             f"timedelta(hours=24), not {offset!r}")
        self._offset, self._name = offset, name

    def utcoffset(self, dt):
        return self._offset

    def dst(self, dt):
        return None

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        name = "" if self._name is None else f", {self._name!r}"
        return f"datetime.timezone({self._offset!r}{name})"

    def __str__(self):
        return self.tzname(None)


def _offset_text(offset, colon=":"):
    us = offset._us()
    sign, us = ("-", -us) if us < 0 else ("+", us)
    m, s = divmod(us // 1000000, 60)
    h, m = divmod(m, 60)
    return f"{sign}{h:02d}{colon}{m:02d}" + (f"{colon}{s:02d}" if s else "")


UTC = timezone.utc = timezone(timedelta(0))


def _strftime(v, format):
    out, i = [], 0
    date_, time_ = isinstance(v, date), hasattr(v, "hour")
    year, month, day = (v.year, v.month, v.day) if date_ else (1900, 1, 1)
    hour, minute, second, us = (v.hour, v.minute, v.second, v.microsecond) if time_ else (0, 0, 0, 0)
    number = _ordinal(year, month, day)
    weekday, yearday = (number + 6) % 7, number - _ordinal(year, 1, 1) + 1
    offset = v.utcoffset() if time_ else None
    simple = {
        "Y": f"{year}", "m": f"{month:02d}", "d": f"{day:02d}", "H": f"{hour:02d}", "M": f"{minute:02d}",
        "S": f"{second:02d}", "f": f"{us:06d}", "y": f"{year % 100:02d}", "j": f"{yearday:03d}",
        "I": f"{(hour + 11) % 12 + 1:02d}", "p": "AM" if hour < 12 else "PM", "B": _MONTHS[month],
        "b": _MONTHS[month][:3], "h": _MONTHS[month][:3], "A": _WEEKDAYS[weekday], "a": _WEEKDAYS[weekday][:3],
        "w": str((weekday + 1) % 7), "u": str(weekday + 1), "%": "%", "n": "\n", "t": "\t", "e": f"{day:2d}",
        "U": f"{(yearday + 6 - (weekday + 1) % 7) // 7:02d}", "W": f"{(yearday + 6 - weekday) // 7:02d}",
        "D": f"{month:02d}/{day:02d}/{year % 100:02d}", "T": f"{hour:02d}:{minute:02d}:{second:02d}",
        "F": f"{year}-{month:02d}-{day:02d}", "R": f"{hour:02d}:{minute:02d}", "x": f"{month:02d}/{day:02d}/{year % 100:02d}",
        "X": f"{hour:02d}:{minute:02d}:{second:02d}", "C": f"{year // 100:02d}",
        "c": f"{_WEEKDAYS[weekday][:3]} {_MONTHS[month][:3]} {day:2d} {hour:02d}:{minute:02d}:{second:02d} {year}",
        "z": "" if offset is None else _offset_text(offset, ""),
        "Z": "" if not time_ or v.tzinfo is None else v.tzinfo.tzname(v)}
    if date_:
        iso = date(year, month, day).isocalendar()
        simple["G"], simple["V"] = str(iso[0]), f"{iso[1]:02d}"
    while i < len(format):
        c = format[i]
        if c == "%" and i + 1 < len(format):
            i += 1
            out.append(simple.get(format[i], "%" + format[i]))
        else:
            out.append(c)
        i += 1
    return "".join(out)


class date:
    def __init__(self, year, month, day):
        _check_date(year, month, day)
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls.fromordinal(719163 + int(t // 86400))

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        parts = text.split("-") if "-" in text else [text[:4], text[4:6], text[6:]]
        if [len(p) for p in parts] != [4, 2, 2] or not all(p.isdigit() for p in parts):
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*map(int, parts))

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    __str__ = isoformat

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        year, number = self.year, self.toordinal()
        first = _week_one(year)
        if number < first:
            year, first = year - 1, _week_one(year - 1)
        elif year < MAXYEAR and number >= _week_one(year + 1):
            year, first = year + 1, _week_one(year + 1)
        return IsoCalendarDate(year, (number - first) // 7 + 1, self.isoweekday())

    def strftime(self, format):
        return _strftime(self, format)

    def ctime(self):
        return self.strftime("%c")

    def timetuple(self):
        return (self.year, self.month, self.day, 0, 0, 0, self.weekday(),
                self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self.year if year is None else year, self.month if month is None else month,
                          self.day if day is None else day)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 1 <= n <= 3652059:
            raise OverflowError("date value out of range")
        return type(self).fromordinal(n)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        if isinstance(other, date):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented

    def _key(self):
        return self.year, self.month, self.day

    def _same_kind(self, other):
        return isinstance(other, date) and isinstance(self, datetime) == isinstance(other, datetime)

    def _ordered(self, other):
        if isinstance(other, date) and not self._same_kind(other):
            raise TypeError("can't compare datetime.datetime to datetime.date")
        return isinstance(other, date)

    def __eq__(self, other):
        return self._key() == other._key() if self._same_kind(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._ordered(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._ordered(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._ordered(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._ordered(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())


class IsoCalendarDate(tuple):
    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"


def _week_one(year):
    first = _ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


def _time_text(v, timespec):
    text = {"hours": "{0:02d}", "minutes": "{0:02d}:{1:02d}", "seconds": "{0:02d}:{1:02d}:{2:02d}",
            "milliseconds": "{0:02d}:{1:02d}:{2:02d}.{4:03d}", "microseconds": "{0:02d}:{1:02d}:{2:02d}.{3:06d}"}
    if timespec == "auto":
        timespec = "microseconds" if v.microsecond else "seconds"
    if timespec not in text:
        raise ValueError("Unknown timespec value")
    offset = v.utcoffset()
    return (text[timespec].format(v.hour, v.minute, v.second, v.microsecond, v.microsecond // 1000)
            + ("" if offset is None else _offset_text(offset)))


def _parse_time(text, whole):
    zone = None
    at = max(text.rfind("+"), text.rfind("-"))
    if text.endswith("Z"):
        text, zone = text[:-1], timezone.utc
    elif at >= 0:
        sign = -1 if text[at] == "-" else 1
        parts = text[at + 1:].split(":")
        text = text[:at]
        if not all(p.isdigit() and len(p) == 2 for p in parts):
            raise ValueError(f"Invalid isoformat string: {whole!r}")
        parts = [int(p) for p in parts] + [0, 0]
        offset = sign * timedelta(hours=parts[0], minutes=parts[1], seconds=parts[2])
        zone = timezone(offset) if offset else timezone.utc
    clock, _, fraction = text.partition(".")
    parts = clock.split(":")
    if not 1 <= len(parts) <= 3 or not all(p.isdigit() and len(p) == 2 for p in parts):
        raise ValueError(f"Invalid isoformat string: {whole!r}")
    if fraction and not fraction.isdigit():
        raise ValueError(f"Invalid isoformat string: {whole!r}")
    hms = [int(p) for p in parts] + [0] * (3 - len(parts))
    return (*hms, int((fraction + "000000")[:6]) if fraction else 0, zone)


def _check_time(hour, minute, second, microsecond):
    _check("hour", hour, 0, 23)
    _check("minute", minute, 0, 59)
    _check("second", second, 0, 59)
    _check("microsecond", microsecond, 0, 999999)


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond = hour, minute, second, microsecond
        self.tzinfo, self.fold = tzinfo, fold

    @classmethod
    def fromisoformat(cls, text):
        return cls(*_parse_time(text, text))

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)

    def isoformat(self, timespec="auto"):
        return _time_text(self, timespec)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        parts = [self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = "" if self.tzinfo is None else f", tzinfo={self.tzinfo!r}"
        return f"datetime.time({', '.join(map(str, parts))}{zone})"

    def strftime(self, format):
        return _strftime(self, format)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True):
        return time(self.hour if hour is None else hour, self.minute if minute is None else minute,
                    self.second if second is None else second,
                    self.microsecond if microsecond is None else microsecond,
                    self.tzinfo if tzinfo is True else tzinfo)

    def _key(self):
        us = ((self.hour * 60 + self.minute) * 60 + self.second) * 1000000 + self.microsecond
        offset = self.utcoffset()
        return us if offset is None else us - offset._us()

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())


time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta(microseconds=1)


class datetime(date):
    def __init__(self, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None,
                 *, fold=0):
        date.__init__(self, year, month, day)
        _check_time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond = hour, minute, second, microsecond
        self.tzinfo, self.fold = tzinfo, fold

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        us = round(t * 1000000)
        return cls._of(719163 * 86400000000 + us + (0 if tz is None else tz.utcoffset(None)._us()), tz)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def _of(cls, us, tz):
        days, us = divmod(us, 86400000000)
        if not 1 <= days <= 3652059:
            raise OverflowError("date value out of range")
        s, us = divmod(us, 1000000)
        return cls(*_from_ordinal(days), s // 3600, s // 60 % 60, s % 60, us, tz)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond,
                   time.tzinfo if tzinfo is True else tzinfo)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            day = date.fromisoformat(text[:10])
        except ValueError as e:
            if str(e).startswith("Invalid"):
                raise ValueError(f"Invalid isoformat string: {text!r}") from None
            raise
        clock = _parse_time(text[11:], text) if len(text) > 10 else ()
        return cls(day.year, day.month, day.day, *clock)

    @classmethod
    def strptime(cls, text, format):
        return cls(*_parse(text, format))

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)

    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)

    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(self)

    def _local(self):
        return self.toordinal() * 86400000000 + time._key(self.time())

    def _key(self):
        offset = self.utcoffset()
        return self._local() if offset is None else self._local() - offset._us()

    def timestamp(self):
        return (self._key() - 719163 * 86400000000) / 1000000

    def astimezone(self, tz=None):
        tz = timezone.utc if tz is None else tz
        return type(self)._of(self._key() + tz.utcoffset(self)._us(), tz)

    def isoformat(self, sep="T", timespec="auto"):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}{_time_text(self, timespec)}"

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = "" if self.tzinfo is None else f", tzinfo={self.tzinfo!r}"
        return f"datetime.datetime({', '.join(map(str, parts))}{zone})"

    def timetuple(self):
        return (self.year, self.month, self.day, self.hour, self.minute, self.second, self.weekday(),
                self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None,
                microsecond=None, tzinfo=True):
        given = [year, month, day, hour, minute, second, microsecond]
        own = [self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond]
        return type(self)(*[o if g is None else g for g, o in zip(given, own)],
                          self.tzinfo if tzinfo is True else tzinfo)

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        return type(self)._of(self._local() + other._us(), self.tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        return timedelta(microseconds=self._key() - other._key())

    def _comparable(self, other):
        if isinstance(other, date) and not isinstance(other, datetime):
            raise TypeError("can't compare datetime.datetime to datetime.date")
        if isinstance(other, datetime) and (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return isinstance(other, datetime)

    def __eq__(self, other):
        if isinstance(other, datetime) and (self.tzinfo is None) != (other.tzinfo is None):
            return False
        return self._key() == other._key() if isinstance(other, datetime) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)

# ---- reading by a format ----

_WIDTHS = {"Y": 4, "m": 2, "d": 2, "H": 2, "I": 2, "M": 2, "S": 2, "f": 6, "j": 3, "y": 2}


def _one_name(text, at, names):
    for i, name in sorted(enumerate(names), key=lambda pair: -len(pair[1])):
        if name and text[at:at + len(name)].lower() == name.lower():
            return i, at + len(name)
    return None, at


def _number(text, at, width):
    end = at
    while end < len(text) and end - at < width and text[end].isdigit():
        end += 1
    return (int(text[at:end]), end) if end > at else (None, at)


def _parse(text, format):
    failed = ValueError(f"time data {text!r} does not match format {format!r}")
    found, at, i = {}, 0, 0
    for short, long in (("T", "%H:%M:%S"), ("D", "%m/%d/%y"), ("R", "%H:%M"), ("F", "%Y-%m-%d")):
        format = format.replace("%" + short, long) if "%" + short in format else format
    while i < len(format):
        c = format[i]
        i += 1
        if c.isspace():
            while at < len(text) and text[at].isspace():
                at += 1
            continue
        if c != "%":
            if text[at:at + 1].lower() != c.lower():
                raise failed
            at += 1
            continue
        code = format[i:i + 1]
        i += 1
        begin = at
        if code in _WIDTHS:
            v, at = _number(text, at, _WIDTHS[code])
            if code == "Y" and at - begin != 4:
                raise failed
            if code == "f" and v is not None:
                v *= 10 ** (6 - (at - begin))
        elif code in ("B", "b", "h"):
            v, at = _one_name(text, at, _MONTHS if code == "B" else [m[:3] for m in _MONTHS])
            code = "m"
        elif code in ("A", "a"):
            v, at = _one_name(text, at, _WEEKDAYS if code == "A" else [d[:3] for d in _WEEKDAYS])
        elif code == "p":
            v, at = _one_name(text, at, ["AM", "PM"])
        elif code == "z":
            end = at + 1 if text[at:at + 1] == "Z" else at + (6 if text[at + 3:at + 4] == ":" else 5)
            v = _parse_time("00:00" + (text[at:end] if end - at != 5 else text[at:at + 3] + ":" + text[at + 3:end]), text)[4]
            at = end
        elif code == "Z":
            v, at = _one_name(text, at, ["UTC", "GMT"])
        elif code == "%":
            v, at = (0, at + 1) if text[at:at + 1] == "%" else (None, at)
        else:
            raise ValueError(f"'{code}' is a bad directive in format {format!r}")
        if v is None:
            raise failed
        found[code] = v
    if at < len(text):
        raise ValueError(f"unconverted data remains: {text[at:]}")
    year = found.get("Y", found.get("y", 1900))
    if "Y" not in found and "y" in found:
        year += 1900 if year >= 69 else 2000
    month, day = found.get("m", 1), found.get("d", 1)
    if "j" in found and "m" not in found:
        year, month, day = _from_ordinal(_ordinal(year, 1, 1) + found["j"] - 1)
    hour = found.get("H", 0)
    if "I" in found:
        hour = found["I"] % 12 + 12 * found.get("p", 0)
    if not 1 <= month <= 12 or not 1 <= day <= 31 or hour > 23 or found.get("M", 0) > 59:
        raise failed
    return year, month, day, hour, found.get("M", 0), found.get("S", 0), found.get("f", 0), found.get("z")
