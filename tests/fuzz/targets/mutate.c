// Mutations that know lines and words: programs and sessions stay readable, so that more of them
// come past the parser than by changes of bytes. Those of libFuzzer are a third of all.
#include "surround.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t n, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t most, unsigned seed);
__attribute__((weak)) const bool fuzz_types_commands; // is the input a session?

// ---- chance ----

static uint64_t state;

static size_t below(size_t n) { // splitmix64
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return n ? (size_t)((z ^ (z >> 31)) % n) : 0;
}
#define ONE_OF(table) table[below(sizeof table / sizeof *table)]

// ---- pieces of the input ----

typedef struct piece {
  size_t begin, end;
} piece;

static bool in_word(uint8_t c) { return isalnum(c) || c == '_' || c >= 0x80; }

static piece line_at(const uint8_t *s, size_t n, size_t at) {
  piece p = {at, at};
  while (p.begin && s[p.begin - 1] != '\n') p.begin--;
  while (p.end < n && s[p.end] != '\n') p.end++;
  if (p.end < n) p.end++;
  return p;
}

static piece some_line(const uint8_t *s, size_t n) { return line_at(s, n, below(n)); }

// A word behind a random place: a name, or a number. Empty at the end.
static piece some_word(const uint8_t *s, size_t n, bool number) {
  size_t from = below(n);
  for (int round = 0; round < 2; round++, from = 0)
    for (size_t i = from; i < n; i++) {
      if (!in_word(s[i]) || (i && in_word(s[i - 1])) || !!isdigit(s[i]) != number) continue;
      piece p = {i, i};
      while (p.end < n && in_word(s[p.end])) p.end++;
      return p;
    }
  return (piece){n, n};
}

static void put_piece(dbx_buf *b, const uint8_t *s, piece p) {
  dbx_putn(b, (const char *)s + p.begin, p.end - p.begin);
}

static void put_name(dbx_buf *b, const uint8_t *s, size_t n) {
  piece p = some_word(s, n, false);
  if (p.begin < p.end) put_piece(b, s, p);
  else dbx_putc(b, "nxfab"[below(5)]);
}

// ---- what is made anew ----

static const char *const commands[] = {
#define C(name, arguments, fn, group, help) ":" name,
#include "cmd/commands.def"
#undef C
};
static const char *const words[] = {
// of the debugger
#define D(name, short_form, arguments, fn, help) name, short_form,
#include "debug/debugger.def"
#undef D
};
static const char *const numbers[] = {"0",  "1",  "2",   "3",     "4",  "5",     "17",
                                      "-1", "64", "2.5", "2**31", "1j", "2**62", "-2**63"};
static const char *const settings[] = {"resizing off",  "resizing on",     "resizing infer",
                                       "dims symbolic", "resizing shared", "names source",
                                       "draft on",      "detail 3",        "detail 0",
                                       "engine interp", "journal on",      "dims identity"};
static const char *const files[] = {"a.py",  "a.session", "a.html", "a.json", "a.svg",
                                    "a.dot", "a.jaxpr",   "a.png",  "a.mlir"};
static const char *const types[] = {"f64[", "i64[", "f32[", "bool["};
static const char *const signs[] = {"+", "-",  "*", "/",   "//", "%", "**",
                                    "@", "==", "<", "and", "is", "&"};

static void put_type(dbx_buf *b, const uint8_t *s, size_t n) {
  dbx_put(b, ONE_OF(types));
  for (size_t k = below(3); k-- > 0;) {
    if (below(2)) dbx_put(b, ONE_OF(numbers));
    else put_name(b, s, n);
    if (k) dbx_put(b, ", ");
  }
  dbx_putc(b, ']');
}

static void put_argument(dbx_buf *b, const uint8_t *s, size_t n) {
  switch (below(14)) {
  case 0: return;
  case 1: put_type(b, s, n); return;
  case 2: put_name(b, s, n), dbx_put(b, " == "), put_name(b, s, n); return;
  case 3: put_name(b, s, n), dbx_put(b, " in "), put_name(b, s, n); return;
  case 4: put_name(b, s, n), dbx_put(b, ".shape[0]"); return;
  case 5:
    put_name(b, s, n), dbx_putc(b, '('), put_name(b, s, n), dbx_put(b, ": "), put_type(b, s, n),
        dbx_putc(b, ')');
    return;
  case 6:
    put_name(b, s, n), dbx_putc(b, '('), dbx_put(b, ONE_OF(numbers)), dbx_putc(b, ')');
    return;
  case 7: put_name(b, s, n), dbx_put(b, " if "), put_name(b, s, n), dbx_put(b, " > 1"); return;
  case 8: dbx_put(b, ONE_OF(files)); return;
  case 9: dbx_put(b, ONE_OF(settings)); return;
  case 10:
  case 11: dbx_put(b, ONE_OF(numbers)); return;
  default: put_name(b, s, n);
  }
}

static void put_typed(dbx_buf *b, const uint8_t *s, size_t n) {
  const char *command = below(3) ? ONE_OF(commands) : ":set";
  if (!below(3)) command = ONE_OF(words);
  dbx_put(b, command), dbx_putc(b, ' ');
  if (!strcmp(command, ":set")) dbx_put(b, ONE_OF(settings));
  else put_argument(b, s, n);
}

static void put_statement(dbx_buf *b, const uint8_t *s, size_t n) {
  put_name(b, s, n);
  switch (below(6)) {
  case 0:
    dbx_put(b, " = "), put_name(b, s, n), dbx_printf(b, " %s ", ONE_OF(signs)), put_name(b, s, n);
    return;
  case 1:
    dbx_put(b, " = jnp.ones(["), put_name(b, s, n), dbx_printf(b, " + %s])", ONE_OF(numbers));
    return;
  case 2: dbx_put(b, ": "), put_type(b, s, n); return;
  case 3:
    dbx_put(b, " = "), put_name(b, s, n), dbx_putc(b, '('), put_name(b, s, n), dbx_putc(b, ')');
    return;
  case 4: dbx_printf(b, "[%s:] ", ONE_OF(numbers)); return;
  default: dbx_put(b, " += "), put_name(b, s, n); return;
  }
}

// A line that fits behind the one at `at`: as far to the right as that one.
static void put_line(dbx_buf *b, const uint8_t *s, size_t n, size_t at) {
  if (fuzz_types_commands && below(3)) {
    put_typed(b, s, n);
  } else {
    for (size_t i = at; i < n && (s[i] == ' ' || s[i] == '\t'); i++) dbx_putc(b, (char)s[i]);
    put_statement(b, s, n);
  }
  dbx_putc(b, '\n');
}

// ---- mutations ----

// The input with [cut) replaced by the text.
static void put_replaced(dbx_buf *b, const uint8_t *s, size_t n, piece cut, const dbx_buf *text) {
  put_piece(b, s, (piece){0, cut.begin});
  dbx_putn(b, dbx_text(text), text->n);
  put_piece(b, s, (piece){cut.end, n});
}

static piece change_line(dbx_buf *b, const uint8_t *s, size_t n) {
  piece l = some_line(s, n), other = some_line(s, n);
  switch (below(5)) {
  case 0: break; // without it
  case 1: put_piece(b, s, l), put_piece(b, s, l); break;
  case 2: put_piece(b, s, other); break;
  case 3: put_piece(b, s, l), put_piece(b, s, other); break;
  default: put_line(b, s, n, l.begin), put_piece(b, s, l);
  }
  return l;
}

static piece change_word(dbx_buf *b, const uint8_t *s, size_t n) {
  bool number = below(3) == 0;
  piece w = some_word(s, n, number);
  if (number && below(4)) dbx_put(b, ONE_OF(numbers));
  else if (below(6)) put_name(b, s, n);
  else put_argument(b, s, n);
  return w;
}

static piece change_sign(dbx_buf *b, const uint8_t *s, size_t n) {
  size_t from = below(n), i = from;
  while (i < n && !strchr("+-*/%<>&|@", s[i])) i++;
  if (i == n || !s[i]) return change_word(b, s, n);
  dbx_put(b, ONE_OF(signs));
  return (piece){i, i + 1};
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed) {
  dbx_buf text = {0}, all = {0};
  piece cut;
  state = seed;
  if (!n || !below(3)) return LLVMFuzzerMutate(data, n, most);
  switch (below(5)) {
  case 0:
  case 1: cut = change_line(&text, data, n); break;
  case 2:
  case 3: cut = change_word(&text, data, n); break;
  default: cut = change_sign(&text, data, n);
  }
  put_replaced(&all, data, n, cut, &text);
  if (all.n && all.n <= most) memcpy(data, all.at, n = all.n);
  else n = LLVMFuzzerMutate(data, n, most);
  dbx_buf_free(&text), dbx_buf_free(&all);
  return n;
}

// Lines of the second behind, or between, those of the first.
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n_a, const uint8_t *b, size_t n_b,
                                 uint8_t *out, size_t most, unsigned seed) {
  dbx_buf text = {0}, all = {0};
  state = seed;
  piece at = n_a ? some_line(a, n_a) : (piece){0, 0};
  piece from = n_b ? some_line(b, n_b) : (piece){0, 0};
  for (size_t k = below(8); k && from.end < n_b; k--) from.end = line_at(b, n_b, from.end).end;
  put_piece(&text, b, from);
  at.begin = at.end;
  put_replaced(&all, a, n_a, at, &text);
  size_t n = all.n < most ? all.n : most;
  if (n) memcpy(out, all.at, n);
  dbx_buf_free(&text), dbx_buf_free(&all);
  return n;
}
