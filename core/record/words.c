// The words of the trace format (see words.h).
#include "record/words.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WORDS(name, ...)                                                                           \
  static const char *const name##_at[] = {__VA_ARGS__};                                            \
  const record_words name = {name##_at, sizeof name##_at / sizeof *name##_at};

WORDS(record_var_kinds, "argument", "constant", "result")
WORDS(record_frame_kinds, "function", "nested", "call")
WORDS(record_resizings, "preserve", "resize", "infer", "shared")
WORDS(record_carried, "slot", "scalar", "outer")
WORDS(record_notes, "text", "memory", "strategies", "symbolic", "nearest", "import")
WORDS(record_dim_kinds, "int", "var", "DBIdx", "InDBIdx", "OutDBIdx", "unknown")

bool record_word(const record_words *w, const char *text, uint32_t *ret) {
  for (uint32_t i = 0; i < w->n; i++)
    if (!strcmp(w->at[i], text)) return *ret = i, true;
  return false;
}

const char *record_position_word(dbx_dim_kind k) {
  return k >= DBX_DIM_DB && k <= DBX_DIM_OUTDB ? record_dim_kinds.at[k] : NULL;
}

// ---- scalars ----

static void put_float(dbx_buf *b, double x) {
  if (isfinite(x)) dbx_put_double(b, x);
  else dbx_put(b, isnan(x) ? "nan" : x < 0 ? "-inf" : "inf");
}

void record_put_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t) {
  if (dbx_is_complex(t)) {
    put_float(b, x.c[0]);
    dbx_putc(b, ',');
    put_float(b, x.c[1]);
  } else if (dbx_is_float(t)) put_float(b, x.c[0]);
  else if (dbx_is_unsigned(t) || t == DBX_KEY) dbx_printf(b, "%" PRIu64, x.u);
  else dbx_printf(b, "%" PRId64, x.i);
}

static bool take_float(const char **s, double *ret) {
  char *end;
  *ret = strtod(*s, &end);
  bool any = end != *s;
  *s = end;
  return any;
}

static bool take_integer(const char **s, dbx_dtype t, dbx_scalar *ret) {
  char *end;
  errno = 0;
  if (dbx_is_unsigned(t) || t == DBX_KEY) ret->u = strtoull(*s, &end, 10);
  else ret->i = strtoll(*s, &end, 10);
  bool ok = end != *s && !errno;
  *s = end;
  return ok;
}

// Is an integer an element of the dtype?
static bool fits(dbx_scalar x, dbx_dtype t) {
  if (t == DBX_BOOL) return x.i == 0 || x.i == 1;
  dbx_scalar back = dbx_scalar_convert(x, dbx_is_unsigned(t) ? DBX_U64 : DBX_I64, t);
  return t == DBX_KEY || back.u == x.u;
}

bool record_scalar(const char *text, size_t n, dbx_dtype t, dbx_scalar *ret) {
  enum { LONGEST = 64 };
  char copy[LONGEST];
  const char *s = copy;
  dbx_scalar x = {0};
  if (!n || n >= LONGEST || memchr(text, ' ', n)) return false;
  memcpy(copy, text, n);
  copy[n] = 0;
  bool ok = dbx_is_inexact(t) ? take_float(&s, &x.c[0]) : take_integer(&s, t, &x) && fits(x, t);
  if (ok && dbx_is_complex(t)) ok = *s++ == ',' && take_float(&s, &x.c[1]);
  if (!ok || *s) return false;
  return *ret = x, true;
}
