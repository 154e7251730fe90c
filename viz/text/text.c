// Code points, widths, safe text, wrapping, colours (see text.h).
#include "viz/text/text.h"

#include <string.h>

// ---- code points ----

int32_t dbx_rune(const char *s, size_t n, uint32_t *length) {
  static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned char c = (unsigned char)*s;
  uint32_t k = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : 4;
  *length = 1;
  if (k == 1) return c;
  if (c < 0xC2 || c > 0xF4 || k > n) return -1;
  int32_t r = c & (0xFF >> (k + 1));
  for (uint32_t i = 1; i < k; i++) {
    if ((s[i] & 0xC0) != 0x80) return -1;
    r = r << 6 | (s[i] & 0x3F);
  }
  if (r < least[k] || r > 0x10FFFF || (r >= 0xD800 && r < 0xE000)) return -1;
  *length = k;
  return r;
}

typedef struct range {
  int32_t first, last;
} range;

// Unicode 15: combining marks and format characters; East Asian wide and emoji.
static const range zero[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489},   {0x0591, 0x05BD},   {0x0610, 0x061A},  {0x064B, 0x065F},
    {0x0900, 0x0902}, {0x093C, 0x093C},   {0x0941, 0x0948},   {0x0E34, 0x0E3A},  {0x1AB0, 0x1AFF},
    {0x1DC0, 0x1DFF}, {0x200B, 0x200F},   {0x202A, 0x202E},   {0x2060, 0x2064},  {0x2066, 0x206F},
    {0x20D0, 0x20FF}, {0x302A, 0x302D},   {0x3099, 0x309A},   {0xFE00, 0xFE0F},  {0xFE20, 0xFE2F},
    {0xFEFF, 0xFEFF}, {0x1F3FB, 0x1F3FF}, {0xE0001, 0xE007F}, {0xE0100, 0xE01EF}};
static const range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2329, 0x232A},   {0x23E9, 0x23EC},
    {0x25FD, 0x25FE},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x26A1, 0x26A1},
    {0x2705, 0x2705},   {0x274C, 0x274C},   {0x2753, 0x2755},   {0x2795, 0x2797},
    {0x2B1B, 0x2B1C},   {0x2E80, 0x303E},   {0x3041, 0x33FF},   {0x3400, 0x4DBF},
    {0x4E00, 0xA4CF},   {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x18DFF},
    {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F7E0, 0x1F7EB},
    {0x1F900, 0x1F9FF}, {0x1FA70, 0x1FAFF}, {0x20000, 0x3FFFD}};

static bool within(const range *r, size_t n, int32_t c) {
  for (size_t i = 0; i < n && r[i].first <= c; i++)
    if (c <= r[i].last) return true;
  return false;
}

int dbx_rune_width(int32_t r) {
  if (r < 0x300) return 1;
  if (within(zero, sizeof zero / sizeof *zero, r)) return 0;
  return within(wide, sizeof wide / sizeof *wide, r) ? 2 : 1;
}

// ---- safe text ----

// Controls, and what reorders text or breaks lines, would make the screen lie about the program.
static bool unsafe(int32_t r) {
  return r < 0x20 || (r >= 0x7F && r < 0xA0) || (r >= 0x202A && r <= 0x202E) ||
         (r >= 0x2066 && r <= 0x2069) || r == 0x2028 || r == 0x2029;
}

uint32_t dbx_put_clean(dbx_buf *b, const char *s, size_t n, uint32_t column) {
  for (uint32_t k; n; s += k, n -= k) {
    int32_t r = dbx_rune(s, n, &k);
    if (r == '\t') {
      uint32_t blanks = DBX_TAB - column % DBX_TAB;
      if (b) dbx_pad(b, (int)blanks);
      column += blanks;
    } else if (unsafe(r)) {
      if (b) dbx_putc(b, '?');
      column++;
    } else {
      if (b) dbx_putn(b, s, k);
      column += (uint32_t)dbx_rune_width(r);
    }
  }
  return column;
}

void dbx_put_xml(dbx_buf *b, const char *s, size_t n) {
  dbx_buf clean = {0};
  dbx_put_clean(&clean, s, n, 0);
  for (uint32_t i = 0, k; i < clean.n; i += k) {
    int32_t r = dbx_rune(clean.at + i, clean.n - i, &k);
    if (r == '<') dbx_put(b, "&lt;");
    else if (r == '>') dbx_put(b, "&gt;");
    else if (r == '&') dbx_put(b, "&amp;");
    else if (r == '"') dbx_put(b, "&quot;");
    else if (r < 0 || r == 0xFFFE || r == 0xFFFF) dbx_putc(b, '?');
    else dbx_putn(b, clean.at + i, k);
  }
  dbx_buf_free(&clean);
}

uint32_t dbx_width_of(const char *s) { return dbx_put_clean(NULL, s, strlen(s), 0); }

// ---- wrapping ----

// May a line end at s[i]? At a blank, but for that in `<prompt 5>:3`, the name of a place.
static bool is_gap(const char *s, size_t i) {
  static const char typed[] = "<prompt";
  enum { N = sizeof typed - 1 };
  return s[i] == ' ' && (i < N || memcmp(s + i - N, typed, N) != 0);
}

// How much of the line s (n bytes) fits into `room` columns, cut at a blank; at least one word.
static size_t fitting(const char *s, size_t n, uint32_t room) {
  size_t cut = n;
  uint32_t column = 0;
  for (size_t i = 0; i < n;) {
    uint32_t k;
    if (is_gap(s, i) && i) cut = i;
    dbx_rune(s + i, n - i, &k);
    column = dbx_put_clean(NULL, s + i, k, column);
    i += k;
    if (column > room && cut < i) return cut;
  }
  return n;
}

static uint32_t room_from(uint32_t at, uint32_t width) {
  return width > at + 20 ? width - at : 0; // a narrow strip reads worse than a long line
}

static void put_line(dbx_buf *b, const char *s, size_t n, uint32_t first, uint32_t at,
                     uint32_t width) {
  for (uint32_t column = first; n; column = at) {
    uint32_t room = room_from(column, width);
    size_t k = room ? fitting(s, n, room) : n;
    dbx_put_clean(b, s, k, column);
    for (s += k, n -= k; n && *s == ' '; s++, n--) {}
    if (!n) return;
    dbx_putc(b, '\n');
    dbx_pad(b, (int)at);
  }
}

void dbx_put_wrapped(dbx_buf *b, const char *s, uint32_t first, uint32_t at, uint32_t width) {
  for (const char *end;; s = end + 1, first = at) {
    end = strchr(s, '\n');
    put_line(b, s, end ? (size_t)(end - s) : strlen(s), first, at, width);
    if (!end) return;
    dbx_putc(b, '\n');
    if (end[1] && end[1] != '\n') dbx_pad(b, (int)at);
  }
}

// ---- folding ----

size_t dbx_ink_at(const char *s, size_t n) {
  if (n < 3 || s[0] != '\033' || s[1] != '[') return 0;
  for (size_t i = 2; i < n; i++)
    if (s[i] == 'm') return i + 1;
  return 0;
}

// One code point, or a colour, and how many columns it takes.
static uint32_t next_columns(const char *s, size_t n, size_t *bytes) {
  uint32_t k;
  if ((*bytes = dbx_ink_at(s, n))) return 0;
  int32_t r = dbx_rune(s, n, &k);
  *bytes = k;
  return r < 0 ? 1 : (uint32_t)dbx_rune_width(r);
}

// The bars of a drawing that a line begins with: they go on in the lines below.
static size_t bars_of(const char *s, size_t n) {
  size_t bars = 0;
  for (size_t i = 0, k; i < n; i += k) {
    k = s[i] == ' ' || s[i] == '|' ? 1 : n - i >= 3 && !memcmp(s + i, "│", 3) ? 3 : 0;
    if (!k) return bars;
    if (s[i] != ' ') bars = i + k;
  }
  return 0;
}

typedef struct fold {
  uint32_t hang; // where the lines below go on
  size_t cut;    // bytes of the first line if its last column stands below it; else 0
  uint32_t last; // where that column began
} fold;

// Below the last column, or, if that would be a narrow strip, in a block of its own.
static fold fold_of(const char *s, size_t n, uint32_t width) {
  enum { FURTHER = 4, STRIP = 18 }; // a narrower strip reads worse
  uint32_t column = 0, begins = 0, last = 0, strip = width / 3 > STRIP ? width / 3 : STRIP;
  bool begun = false;
  size_t cut = 0, bars = bars_of(s, n), k;
  for (size_t i = 0; i < n && column <= width; i += k) {
    bool word = i >= bars && s[i] != ' ' && (i == bars || s[i - 1] == ' ');
    if (word && !begun) begun = true, begins = last = column;
    else if (word && i > 1 && s[i - 2] == ' ') last = column, cut = i;
    column += next_columns(s + i, n - i, &k);
  }
  if (last > begins && last + strip <= width) return (fold){.hang = last};
  while (cut && s[cut - 1] == ' ') cut--;
  if (begins + FURTHER + STRIP <= width)
    return (fold){.hang = begins + FURTHER, .cut = cut, .last = last};
  return (fold){.hang = begins < width ? begins : 0, .cut = cut, .last = last};
}

// A word may be broken behind these, if it does not fit otherwise.
static bool is_joint(char c) { return c && strchr("([{,=", c); }

// joints: words end at them, too.
static uint32_t longest_word(const char *s, size_t n, bool joints) {
  uint32_t most = 0, now = 0;
  size_t k;
  for (size_t i = 0; i < n; i += k) {
    now = is_gap(s, i) || (joints && i && is_joint(s[i - 1])) ? 0 : now;
    now += next_columns(s + i, n - i, &k);
    if (now > most) most = now;
  }
  return most;
}

static uint32_t first_word(const char *s, size_t n) {
  while (n && *s == ' ') s++, n--;
  const char *end = memchr(s, ' ', n);
  return longest_word(s, end ? (size_t)(end - s) : n, false);
}

// How much of the line fits into `room` columns, cut at a blank; at least one word. A word that is
// wider than `below`, which the lines below have, is cut at a joint.
static size_t piece_of(const char *s, size_t n, uint32_t room, uint32_t below) {
  size_t cut = 0, joint = 0, k;
  uint32_t column = 0;
  bool word = false;
  for (size_t i = 0; i < n; i += k) {
    if (is_gap(s, i) && word) cut = i;
    if (i && is_joint(s[i - 1]) && s[i] != ' ') joint = i;
    word |= s[i] != ' ';
    column += next_columns(s + i, n - i, &k);
    if (column <= room || (!cut && !joint)) continue;
    if (joint > cut && first_word(s + cut, n - cut) > below) return joint;
    if (cut) return cut;
  }
  return n;
}

static void begin_below(dbx_buf *b, const char *bars, size_t n, uint32_t hang) {
  uint32_t column = dbx_put_clean(NULL, bars, n, 0);
  dbx_putc(b, '\n');
  if (column <= hang) dbx_putn(b, bars, n);
  dbx_pad(b, (int)(hang - (column <= hang ? column : 0)));
}

// *block: where the last column stands below its line, if it does.
static void fold_line(dbx_buf *b, const char *s, size_t n, uint32_t width, fold *block) {
  fold f = fold_of(s, n, width);
  const char *bars = s;
  size_t k = piece_of(s, n, width, width - f.hang), n_bars = bars_of(s, n);
  *block = (fold){0};
  if (k < n && f.cut) k = f.cut, *block = f;
  uint32_t word = k < n ? longest_word(s + k, n - k, true) : 0;
  if (word + f.hang > width) f.hang = word < width ? width - word : 0;
  for (;;) {
    size_t end = k;
    while (k < n && end && s[end - 1] == ' ') end--;
    dbx_putn(b, s, end);
    for (s += k, n -= k; n && *s == ' '; s++, n--) {}
    if (!n) return;
    begin_below(b, bars, n_bars, f.hang);
    k = piece_of(s, n, width - f.hang, width - f.hang);
  }
}

// Further lines of a last column that stands below its line stand there, too.
static bool goes_on(const fold *block, const char *s, size_t n) {
  size_t blanks = 0;
  while (blanks < n && s[blanks] == ' ') blanks++;
  return block->cut && blanks >= block->last && blanks < n;
}

void dbx_put_folded(dbx_buf *b, const char *s, size_t n, uint32_t width) {
  fold block = {0}, none;
  dbx_buf moved = {0};
  while (n) {
    const char *end = memchr(s, '\n', n);
    size_t k = end ? (size_t)(end - s) : n;
    if (width && goes_on(&block, s, k)) {
      dbx_clear(&moved);
      dbx_pad(&moved, (int)block.hang);
      dbx_putn(&moved, s + block.last, k - block.last);
      fold_line(b, moved.at, moved.n, width, &none);
    } else if (width) fold_line(b, s, k, width, &block);
    else dbx_putn(b, s, k);
    if (end) dbx_putc(b, '\n'), k++;
    s += k, n -= k;
  }
  dbx_buf_free(&moved);
}

// ---- colours ----

const char *dbx_ink_on(bool color, dbx_ink ink) {
  static const char *const on[] = {
      [DBX_INK_NONE] = "",
      [DBX_INK_BOLD] = "\033[1m",
      [DBX_INK_DIM] = "\033[2m",
      [DBX_INK_ERROR] = "\033[1;31m",
      [DBX_INK_WARNING] = "\033[1;33m",
      [DBX_INK_MARK] = "\033[36m",
      [DBX_INK_GOOD] = "\033[32m",
  };
  return color ? on[ink] : "";
}

const char *dbx_ink_off(bool color, dbx_ink ink) { return color && ink ? "\033[0m" : ""; }
