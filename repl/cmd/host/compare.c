// Text and JSON comparison of `dbidx conform` (see compare.h).
#include "cmd/host/compare.h"

#include "base/diag.h"
#include "ir/jaxpr.h"
#include "read/read.h"

#include <jansson.h>
#include <string.h>

typedef struct line {
  const char *at;
  size_t n;
} line;
typedef dbx_vec(line) lines;

static lines split(const dbx_buf *b) {
  lines l = {0};
  const char *at = dbx_text(b), *end = at + b->n;
  while (at < end) {
    const char *nl = memchr(at, '\n', (size_t)(end - at));
    size_t n = (size_t)((nl ? nl : end) - at);
    dbx_push(&l, ((line){at, n}));
    at += n + (nl != NULL);
  }
  return l;
}

static bool same_line(line a, line b) { return a.n == b.n && !memcmp(a.at, b.at, a.n); }
static bool is(line a, const char *s) { return a.n == strlen(s) && !memcmp(a.at, s, a.n); }

static void put_line(dbx_buf *b, const lines *l, uint32_t i) {
  if (i < l->n) dbx_printf(b, "`%.*s`", (int)l->at[i].n, l->at[i].at);
  else dbx_put(b, "the end");
}

// ---- texts ----

// Reads a Jaxpr at line *i of the registered text and moves to the line after it.
static bool skip_jaxpr(uint32_t file, const lines *got, uint32_t *i, dbx_buf *why) {
  size_t n;
  const char *text = dbx_source_text(file, &n);
  dbx_arena arena = {0};
  dbx_jaxpr *j;
  dbx_status st = DBX_FAIL;
  uint32_t offset = *i < got->n ? (uint32_t)(got->at[*i].at - got->at[0].at) : (uint32_t)n;
  if (dbx_read_jaxpr_at(file, &offset, &arena, &j) == DBX_OK) st = dbx_check_jaxpr(j);
  dbx_diag *d = dbx_diag_take();
  if (d) dbx_printf(why, "line %u: not a valid Jaxpr: %s", *i + 1, d->message);
  dbx_diag_free(d);
  dbx_arena_free(&arena);
  if (st != DBX_OK) return false;
  while (offset && strchr(" \n", text[offset - 1]))
    offset--; // the reader has looked at what follows
  while (offset < n && text[offset] == ' ') offset++;
  while (*i < got->n && (uint32_t)(got->at[*i].at - got->at[0].at) < offset) ++*i;
  if (offset >= n || text[offset] == '\n') return true;
  dbx_printf(why, "line %u: more text after a Jaxpr", *i);
  return false;
}

bool compare_text(const dbx_buf *want, const dbx_buf *got, bool wildcards, dbx_buf *why) {
  if (want->n == got->n && (!want->n || !memcmp(want->at, got->at, want->n))) return true;
  lines w = split(want), g = split(got);
  uint32_t file = dbx_source_add("output", dbx_text(got), got->n), k = 0;
  bool same = true;
  for (uint32_t i = 0; same && i < w.n; i++) {
    if (wildcards && is(w.at[i], "<jaxpr>")) {
      same = skip_jaxpr(file, &g, &k, why);
    } else if (k < g.n && same_line(w.at[i], g.at[k])) {
      k++;
    } else {
      same = false;
      dbx_printf(why, "line %u: expected ", k + 1);
      put_line(why, &w, i), dbx_put(why, ", got "), put_line(why, &g, k);
    }
  }
  if (same && k < g.n) {
    same = false;
    dbx_printf(why, "line %u: expected the end, got ", k + 1), put_line(why, &g, k);
  } else if (same && !wildcards) {
    same = false;
    dbx_put(why, "the last line ends differently");
  }
  dbx_vec_free(&w), dbx_vec_free(&g);
  return same;
}

// ---- JSON ----

static bool differ(const json_t *w, const json_t *g, dbx_buf *path, dbx_buf *why);

static bool differ_object(const json_t *w, const json_t *g, dbx_buf *path, dbx_buf *why) {
  const char *key;
  json_t *v;
  size_t n = path->n;
  json_object_foreach((json_t *)w, key, v) {
    dbx_printf(path, ".%s", key);
    if (differ(v, json_object_get(g, key), path, why)) return true;
    path->n = n;
  }
  json_object_foreach((json_t *)g, key, v) if (!json_object_get(w, key)) {
    dbx_printf(path, ".%s", key);
    return differ(NULL, v, path, why);
  }
  return false;
}

static bool differ_array(const json_t *w, const json_t *g, dbx_buf *path, dbx_buf *why) {
  size_t n = path->n, nw = json_array_size(w), ng = json_array_size(g);
  for (size_t i = 0; i < nw || i < ng; i++) {
    dbx_printf(path, "[%zu]", i);
    if (differ(json_array_get(w, i), json_array_get(g, i), path, why)) return true;
    path->n = n;
  }
  return false;
}

static void put_json(dbx_buf *b, const json_t *v) {
  char *s = v ? json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
  dbx_put(b, s ? s : "nothing");
  free(s);
}

static bool differ(const json_t *w, const json_t *g, dbx_buf *path, dbx_buf *why) {
  if (w && g && json_equal(w, g)) return false;
  if (json_is_object(w) && json_is_object(g)) return differ_object(w, g, path, why);
  if (json_is_array(w) && json_is_array(g)) return differ_array(w, g, path, why);
  dbx_printf(why, "%.*s: expected ", (int)path->n, dbx_text(path));
  put_json(why, w), dbx_put(why, ", got "), put_json(why, g);
  return true;
}

bool compare_json(const dbx_buf *want, const dbx_buf *got, dbx_buf *why) {
  json_error_t e;
  dbx_buf path = {0};
  json_t *w = json_loadb(dbx_text(want), want->n, JSON_DECODE_ANY, &e), *g = NULL;
  bool same = false;
  if (!w) dbx_printf(why, "the expected JSON: line %d: %s", e.line, e.text);
  else if (!(g = json_loadb(dbx_text(got), got->n, JSON_DECODE_ANY, &e)))
    dbx_printf(why, "the JSON: line %d: %s", e.line, e.text);
  else same = !differ(w, g, &path, why);
  json_decref(w), json_decref(g);
  dbx_buf_free(&path);
  return same;
}

// ---- unified diff ----

// Longest common subsequence of the middle, after equal beginnings and ends are set aside. Texts of
// more than 4000 differing lines are shown as replaced.
typedef struct edit {
  char sign; // ' ', '-', '+'
  line l;
  uint32_t w, g; // line numbers in both texts
} edit;
typedef dbx_vec(edit) edits;

enum { MOST = 4000 };

static void middle(edits *e, const lines *w, const lines *g, uint32_t i, uint32_t wn, uint32_t k,
                   uint32_t gn) {
  uint32_t n = wn - i, m = gn - k;
  bool exact = n <= MOST && m <= MOST;
  uint16_t *len = exact ? dbx_alloc(sizeof *len * (n + 1) * (m + 1)) : NULL;
  for (uint32_t a = n; exact && a-- > 0;)
    for (uint32_t b = m; b-- > 0;) {
      uint16_t down = len[(a + 1) * (m + 1) + b], right = len[a * (m + 1) + b + 1];
      len[a * (m + 1) + b] = same_line(w->at[i + a], g->at[k + b])
                                 ? (uint16_t)(len[(a + 1) * (m + 1) + b + 1] + 1)
                             : down > right ? down
                                            : right;
    }
  uint32_t a = 0, b = 0;
  while (a < n || b < m) {
    if (exact && a < n && b < m && same_line(w->at[i + a], g->at[k + b])) {
      dbx_push(e, ((edit){' ', w->at[i + a], i + a, k + b}));
      a++, b++;
    } else if (a < n &&
               (!exact || b == m || len[(a + 1) * (m + 1) + b] >= len[a * (m + 1) + b + 1])) {
      dbx_push(e, ((edit){'-', w->at[i + a], i + a, k + b}));
      a++;
    } else {
      dbx_push(e, ((edit){'+', g->at[k + b], i + a, k + b}));
      b++;
    }
  }
  free(len);
}

static edits edits_of(const lines *w, const lines *g) {
  edits e = {0};
  uint32_t head = 0, tail = 0;
  while (head < w->n && head < g->n && same_line(w->at[head], g->at[head])) head++;
  while (tail < w->n - head && tail < g->n - head &&
         same_line(w->at[w->n - 1 - tail], g->at[g->n - 1 - tail]))
    tail++;
  for (uint32_t i = 0; i < head; i++) dbx_push(&e, ((edit){' ', w->at[i], i, i}));
  middle(&e, w, g, head, w->n - tail, head, g->n - tail);
  for (uint32_t i = tail; i > 0; i--)
    dbx_push(&e, ((edit){' ', w->at[w->n - i], w->n - i, g->n - i}));
  return e;
}

static size_t bytes(const line *l, uint32_t n) {
  return n ? (size_t)(l[n - 1].at + l[n - 1].n - l[0].at) + 1 : 0;
}

void compare_each(const dbx_buf *want, const dbx_buf *got,
                  void (*visit)(void *ctx, const compare_change *c), void *ctx) {
  lines w = split(want), g = split(got);
  edits e = edits_of(&w, &g);
  for (uint32_t i = 0; i < e.n; i++) {
    if (e.at[i].sign == ' ') continue;
    compare_change c = {.line = e.at[i].w};
    uint32_t first_g = e.at[i].g;
    for (; i < e.n && e.at[i].sign != ' '; i++)
      c.n_want += e.at[i].sign == '-', c.n_got += e.at[i].sign == '+';
    c.want_bytes = bytes(w.at + c.line, c.n_want);
    c.got_bytes = bytes(g.at + first_g, c.n_got);
    c.want = c.n_want ? w.at[c.line].at : "";
    c.got = c.n_got ? g.at[first_g].at : "";
    visit(ctx, &c);
  }
  dbx_vec_free(&e), dbx_vec_free(&w), dbx_vec_free(&g);
}

enum { CONTEXT = 3 };

// The end of the hunk that begins at `from`: a run of more than six equal lines ends it.
static uint32_t hunk_end(const edits *e, uint32_t from) {
  uint32_t end = from;
  for (uint32_t i = from; i < e->n && i <= end + 2 * CONTEXT; i++)
    if (e->at[i].sign != ' ') end = i + 1;
  return end + CONTEXT < e->n ? end + CONTEXT : e->n;
}

static void put_hunk(dbx_buf *b, const edits *e, uint32_t from, uint32_t to) {
  uint32_t nw = 0, ng = 0;
  for (uint32_t i = from; i < to; i++) nw += e->at[i].sign != '+', ng += e->at[i].sign != '-';
  dbx_printf(b, "@@ -%u,%u +%u,%u @@\n", e->at[from].w + (nw > 0), nw, e->at[from].g + (ng > 0),
             ng);
  for (uint32_t i = from; i < to; i++)
    dbx_printf(b, "%c%.*s\n", e->at[i].sign, (int)e->at[i].l.n, e->at[i].l.at);
}

void compare_put_diff(dbx_buf *b, const dbx_buf *want, const char *want_name, const dbx_buf *got,
                      const char *got_name) {
  lines w = split(want), g = split(got);
  edits e = edits_of(&w, &g);
  for (uint32_t i = 0, done = 0; i < e.n; i++) {
    if (e.at[i].sign == ' ') continue;
    if (!done) dbx_printf(b, "--- %s\n+++ %s\n", want_name, got_name);
    uint32_t from = i > done + CONTEXT ? i - CONTEXT : done;
    done = hunk_end(&e, i);
    put_hunk(b, &e, from, done);
    i = done - 1;
  }
  dbx_vec_free(&e), dbx_vec_free(&w), dbx_vec_free(&g);
}
