// The MLIR of a function in a page's document: each line with its place in the source, the values
// that hold dimensions with what they stand for (see page.h; the text is lower/lower.h's).
#include "viz/page/page_parts.h"

#include "base/sym.h"
#include "viz/text/text.h"
#include <assert.h>
#include <ctype.h>
#include <string.h>

// Values have names by regions: one inside a region is not that of the next region. So names are
// bound as the text defines them, and given up where the region ends.
typedef struct binding {
  dbx_sym name;
  dbx_var var;      // 0: no variable of the Jaxpr
  uint32_t covered; // the binding of the same name outside + 1
} binding;

typedef struct mlir_reader {
  page_writer *w;
  dbx_vec(binding) bound;
  dbx_map binding_of; // name -> index in bound + 1
  dbx_u32s regions;   // bindings before each open one
  const char *next;   // the variables of the definitions that are still to come
} mlir_reader;

static dbx_var next_variable(mlir_reader *r) {
  if (*r->next < '0' || *r->next > '9') return 0;
  char *end;
  dbx_var v = (dbx_var)strtoul(r->next, &end, 10);
  r->next = end + (*end == '\n');
  return v < dbx_var_count() ? v : 0;
}

static void bind(mlir_reader *r, const char *s, size_t n, dbx_var v) {
  dbx_sym name = dbx_intern_n(s, n);
  uint64_t *outer = dbx_map_find(&r->binding_of, name);
  dbx_push(&r->bound, ((binding){name, v, outer ? (uint32_t)*outer : 0}));
  dbx_map_put(&r->binding_of, name, r->bound.n);
}

static dbx_var variable_of(const mlir_reader *r, const char *s, size_t n) {
  uint64_t *at = dbx_map_find(&r->binding_of, dbx_intern_n(s, n));
  assert(!at || *at <= r->bound.n);
  return at && *at ? r->bound.at[*at - 1].var : 0;
}

static void close_region(mlir_reader *r) {
  if (!r->regions.n) return;
  uint32_t to = r->regions.at[--r->regions.n];
  while (r->bound.n > to) {
    binding b = r->bound.at[--r->bound.n];
    dbx_map_put(&r->binding_of, b.name, b.covered);
  }
}

static size_t value_length(const char *s, size_t n) {
  size_t k = 1;
  while (k < n && (isalnum((unsigned char)s[k]) || s[k] == '_' || s[k] == '#')) k++;
  return k;
}

static bool follows(const char *s, size_t n, const char *word) {
  return n >= strlen(word) && !memcmp(s, word, strlen(word));
}

// "%3 = arith.index_cast %2 : i64 to index": the same number.
static dbx_var cast_of(const mlir_reader *r, const char *s, size_t n) {
  static const char word[] = " = arith.index_cast %";
  if (!follows(s, n, word)) return 0;
  s += sizeof word - 2, n -= sizeof word - 2;
  return variable_of(r, s, value_length(s, n));
}

// Does the text behind a value say that it is defined here? "%4:2 =" defines %4#0 and %4#1.
static bool define(mlir_reader *r, const char *s, size_t n, size_t k) {
  const char *behind = s + k;
  size_t left = n - k;
  if (left > 1 && *behind == ':' && isdigit((unsigned char)behind[1])) {
    dbx_buf one = {0};
    unsigned long count = strtoul(behind + 1, NULL, 10);
    for (unsigned long i = 0; i < count; i++) {
      dbx_clear(&one), dbx_putn(&one, s, k), dbx_printf(&one, "#%lu", i);
      bind(r, dbx_text(&one), one.n, next_variable(r));
    }
    dbx_buf_free(&one);
    return true;
  }
  if (!follows(behind, left, " = ") && !follows(behind, left, ": ")) return false;
  dbx_var v = next_variable(r), same = cast_of(r, behind, left);
  bind(r, s, k, v ? v : same);
  return false;
}

static void put_dim(mlir_reader *r, dbx_var v) {
  uint32_t dim = v ? dbx_dim_table_find(r->w->s->dims, v) : UINT32_MAX;
  if (dim != UINT32_MAX) dbx_json_int(&r->w->json, dim);
}

static bool is_dim(mlir_reader *r, dbx_var v) {
  return v && dbx_dim_table_find(r->w->s->dims, v) != UINT32_MAX;
}

static void put_plain(page_writer *w, const char *s, size_t n) {
  dbx_buf b = {0};
  dbx_putn(&b, s, n);
  if (n) dbx_put_json_text(&w->json, dbx_text(&b));
  dbx_buf_free(&b);
}

// The value at s, with the dimensions that it stands for; several if it is a group of results.
static void put_value(mlir_reader *r, const char *s, size_t k, uint32_t group_from) {
  dbx_json_open(&r->w->json, '[');
  dbx_json_strn(&r->w->json, s, k);
  if (group_from == UINT32_MAX) put_dim(r, variable_of(r, s, k));
  for (uint32_t i = group_from; i < r->bound.n; i++) put_dim(r, r->bound.at[i].var);
  dbx_json_close(&r->w->json, ']');
}

static void put_line(mlir_reader *r, const char *s, size_t n) {
  size_t from = 0, blank = 0;
  while (blank < n && s[blank] == ' ') blank++;
  if (blank < n && s[blank] == '}') close_region(r);
  bool opens = n && s[n - 1] == '{';
  for (size_t i = 0; i < n;) {
    if (opens && i > blank) { // what an operation defines is outside of its region
      dbx_push(&r->regions, r->bound.n);
      opens = false;
    }
    if (s[i] != '%') {
      i++;
      continue;
    }
    size_t k = value_length(s + i, n - i);
    uint32_t before = r->bound.n;
    bool group = define(r, s + i, n - i, k);
    if (group || is_dim(r, variable_of(r, s + i, k))) {
      put_plain(r->w, s + from, i - from);
      put_value(r, s + i, k, group ? before : UINT32_MAX);
      from = i + k;
    }
    i += k;
  }
  if (opens) dbx_push(&r->regions, r->bound.n);
  put_plain(r->w, s + from, n - from);
}

// "LINE COLUMN text"
static void put_placed(mlir_reader *r, const char *s, size_t n) {
  char *end;
  unsigned long line = strtoul(s, &end, 10), column = strtoul(end, &end, 10);
  page_writer *w = r->w;
  dbx_json_open(&w->json, '{');
  if (line) {
    page_list(w, "place");
    dbx_json_int(&w->json, (int64_t)line), dbx_json_int(&w->json, (int64_t)column);
    dbx_json_close(&w->json, ']');
  } else {
    page_null(w, "place");
  }
  page_list(w, "text");
  put_line(r, end + 1, n - (size_t)(end + 1 - s));
  dbx_json_close(&w->json, ']');
  dbx_json_close(&w->json, '}');
}

void page_mlir(page_writer *w, const dbx_page_function *f) {
  mlir_reader r = {.w = w, .next = f->mlir};
  if (!f->mlir) {
    page_null(w, "mlir");
    page_text(w, "mlir_missing", f->no_mlir ? f->no_mlir : "");
    return;
  }
  const char *s = f->mlir;
  while (*s && *s != '\n') s += strcspn(s, "\n") + 1; // behind the variables
  page_list(w, "mlir");
  for (s += *s == '\n'; *s;) {
    size_t n = strcspn(s, "\n");
    put_placed(&r, s, n);
    s += n + (s[n] == '\n');
  }
  dbx_json_close(&w->json, ']');
  page_null(w, "mlir_missing");
  dbx_vec_free(&r.bound), dbx_vec_free(&r.regions);
  dbx_map_free(&r.binding_of);
}
