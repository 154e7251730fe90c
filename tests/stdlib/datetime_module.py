from datetime import date, datetime, time, timedelta, timezone
import datetime as dtm
d = date(2024, 2, 29)
print(d, repr(d), d.weekday(), d.isoweekday(), tuple(d.isocalendar()), d + timedelta(days=1), d - date(2023, 12, 31), d.replace(year=2020), d.strftime("%A %d %B %Y, %j %U %W %a %b %y"), f"{d:%d/%m/%Y}")
t = timedelta(days=1, hours=2, minutes=3.5, seconds=4, milliseconds=5)
print(t, repr(t), t.total_seconds(), t * 2, t / 2, t // timedelta(hours=1), t % timedelta(hours=1), -t, abs(-t), t > timedelta(1), sum([t, t], timedelta()), t / timedelta(hours=1), t * 1.5, timedelta(), repr(timedelta()))
n = datetime(2024, 1, 31, 13, 5, 9, 123456)
print(n, repr(n), n.isoformat(), n.date(), n.time(), n + timedelta(hours=12), n - datetime(2023, 1, 1), n.strftime("%Y-%m-%d %H:%M:%S.%f %I %p"), n.isoformat(timespec="minutes"), n.ctime())
print(datetime.strptime("2024-03-05 07:08:09", "%Y-%m-%d %H:%M:%S"), datetime.strptime("5 Mar 2024", "%d %b %Y"), datetime.strptime("03/05/24 11:30 PM", "%m/%d/%y %I:%M %p"))
print(datetime.fromisoformat("2024-01-02T03:04:05"), datetime.fromisoformat("2024-01-02"), date.fromisoformat("2024-12-25"), datetime.fromisoformat("2024-01-02T03:04:05.678+02:00"))
u = datetime(2024, 6, 1, 12, tzinfo=timezone.utc)
print(u, repr(u), u.timestamp(), u.astimezone(timezone(timedelta(hours=5, minutes=30))), datetime.fromtimestamp(0, timezone.utc), timezone(timedelta(hours=-3)), u.strftime("%z %Z"))
for f in (lambda: date(2023, 2, 29), lambda: date(2023, 13, 1), lambda: datetime.strptime("x", "%Y"), lambda: time(25), lambda: date.fromisoformat("nope"), lambda: d < n, lambda: n - u, lambda: datetime.strptime("2024x", "%Y"), lambda: date(0, 1, 1)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(sorted([date(2024, 1, 2), date(2023, 5, 6)]), {date(2024, 1, 1): 1}[date(2024, 1, 1)], date.min, datetime.max, time(1, 2), repr(time(1, 2, 3)), isinstance(n, date), d == date(2024, 2, 29), d != n, max(d, date(2025, 1, 1)))
cur, ends = date(2023, 11, 15), []
for _ in range(14):
    nxt = date(cur.year + cur.month // 12, cur.month % 12 + 1, 1)
    ends.append((nxt - timedelta(1)).day); cur = nxt
print(ends, dtm.date(2024, 1, 1).toordinal(), date.fromordinal(738886), n.timetuple()[:6], datetime.combine(d, time(3, 4)))
print([tuple(date(y, 1, 1).isocalendar()) for y in range(2015, 2027)], [tuple(date(y, 12, 31).isocalendar()) for y in range(2015, 2027)])
