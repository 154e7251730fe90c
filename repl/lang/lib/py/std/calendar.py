"""Days, weeks and months of the Gregorian calendar."""

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
day_name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
day_abbr = [name[:3] for name in day_name]
month_name = ["", "January", "February", "March", "April", "May", "June", "July", "August",
              "September", "October", "November", "December"]
month_abbr = [name[:3] for name in month_name]


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    y1, y2 = y1 - 1, y2 - 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def _days_before(year, month):
    before = year - 1
    return (before * 365 + before // 4 - before // 100 + before // 400 + sum(mdays[:month])
            + (month > 2 and isleap(year)))


def weekday(year, month, day):
    return (_days_before(year, month) + day + 6) % 7


def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == February and isleap(year))


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = _days_before(year, month) + day - 719163
    return ((days * 24 + hour) * 60 + minute) * 60 + second


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays(self, year, month):
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from [0] * before
        yield from range(1, days + 1)
        yield from [0] * ((self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        for i, d in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield d, i % 7

    def itermonthdays3(self, year, month):
        """Of all days of the weeks that the month lies in: the year, the month, the day."""
        first, days = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        for i in range(-before, days + (self.firstweekday - first - days) % 7):
            y, m, d = year, month, i + 1
            if i < 0:
                y, m = (year, month - 1) if month > 1 else (year - 1, 12)
                d += monthrange(y, m)[1]
            elif i >= days:
                y, m = (year, month + 1) if month < 12 else (year + 1, 1)
                d -= days
            yield y, m, d

    def itermonthdays4(self, year, month):
        for i, (y, m, d) in enumerate(self.itermonthdays3(year, month), self.firstweekday):
            yield y, m, d, i % 7

    def itermonthdates(self, year, month):
        from datetime import date
        for y, m, d in self.itermonthdays3(year, month):
            yield date(y, m, d)

    def monthdatescalendar(self, year, month):
        dates = list(self.itermonthdates(year, month))
        return [dates[i:i + 7] for i in range(0, len(dates), 7)]

    def _year(self, of_month, year, width):
        months = [of_month(year, m) for m in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        return self._year(self.monthdayscalendar, year, width)

    def getfirstweekday(self):
        return self.firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self.firstweekday = firstweekday

    def monthdayscalendar(self, year, month):
        days = list(self.itermonthdays(year, month))
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdays2calendar(self, year, month):
        days = list(self.itermonthdays2(year, month))
        return [days[i:i + 7] for i in range(0, len(days), 7)]


class TextCalendar(Calendar):
    def formatday(self, day, weekday, width):
        return ("" if day == 0 else f"{day:2d}").center(width)

    def formatweek(self, theweek, width):
        return " ".join(self.formatday(d, wd, width) for d, wd in theweek)

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return (f"{name} {theyear!r}" if withyear else name).center(width)

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1).rstrip(),
                 self.formatweekheader(w).rstrip()]
        for week in self.monthdays2calendar(theyear, themonth):
            lines.append(self.formatweek(week, w).rstrip())
        return ("\n" * l).join(lines) + "\n" * l

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")


_text = TextCalendar()
monthcalendar = _text.monthdayscalendar
month = _text.formatmonth
prmonth = _text.prmonth


def setfirstweekday(firstweekday):
    _text.firstweekday = firstweekday


def firstweekday():
    return _text.firstweekday
