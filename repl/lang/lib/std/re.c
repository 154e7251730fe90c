// What the module re, which is written in Python (py/std/re.py), stands on: patterns in PCRE2's
// notation, compiled and searched for by that library, which is opened at the first use.
#define PCRE2_CODE_UNIT_WIDTH 8
#include "lang/lib/builtins.h"
#include "lang/lib/state.h"
#include "lang/lib/std/std.h"

#include <dlfcn.h>
#include <pcre2.h>
#include <string.h>

#define FUNCTIONS(F)                                                                               \
  F(compile)                                                                                       \
  F(code_free)                                                                                     \
  F(compile_context_create)                                                                        \
  F(compile_context_free)                                                                          \
  F(get_error_message)                                                                             \
  F(get_ovector_count)                                                                             \
  F(get_ovector_pointer)                                                                           \
  F(match)                                                                                         \
  F(match_context_create)                                                                          \
  F(match_context_free)                                                                            \
  F(match_data_create_from_pattern)                                                                \
  F(match_data_free)                                                                               \
  F(set_callout)                                                                                   \
  F(set_match_limit)                                                                               \
  F(set_newline)

enum { MOST_KEPT = 256, QUICK_STEPS = 200000, MOST_STEPS = 100000000 };

struct re_state {
#define F(name) __typeof__(pcre2_##name##_8) *name;
  FUNCTIONS(F)
#undef F
  pcre2_compile_context *compiling;
  pcre2_match_context *matching;
  uint32_t n; // compiled patterns that are kept
  struct kept {
    char *text;
    size_t length;
    uint32_t options;
    pcre2_code *code;
    pcre2_match_data *data;
  } kept[MOST_KEPT];
};

static void drop_kept(struct re_state *r) {
  for (uint32_t i = 0; i < r->n; i++) {
    r->match_data_free(r->kept[i].data), r->code_free(r->kept[i].code);
    free(r->kept[i].text);
  }
  r->n = 0;
}

static void end(void) {
  struct re_state *r = lib_now->re;
  drop_kept(r);
  r->compile_context_free(r->compiling), r->match_context_free(r->matching);
  free(r);
  lib_now->re = NULL, lib_now->end_re = NULL;
}

static bool find_functions(struct re_state *r, void *library) {
#define F(name)                                                                                    \
  *(void **)&r->name = dlsym(library, "pcre2_" #name "_8");                                        \
  if (!r->name) return false;
  FUNCTIONS(F)
#undef F
  return true;
}

static int ask_to_stop(pcre2_callout_block *at, void *ctx) {
  return (void)at, (void)ctx, dbx_stopping() ? PCRE2_ERROR_CALLOUT : 0;
}

static dbx_status open_library(struct re_state **ret) {
  if (lib_now->re) return *ret = lib_now->re, DBX_OK;
  void *library = dlopen("libpcre2-8.so.0", RTLD_NOW | RTLD_LOCAL);
  struct re_state *r = dbx_alloc(sizeof *r);
  if (!library || !find_functions(r, library)) {
    free(r);
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "re needs the library PCRE2, libpcre2-8.so.0, which is not installed here");
  }
  r->compiling = r->compile_context_create(NULL);
  r->matching = r->match_context_create(NULL);
  if (r->compiling) r->set_newline(r->compiling, PCRE2_NEWLINE_LF);
  if (r->matching) r->set_callout(r->matching, ask_to_stop, NULL);
  lib_now->end_re = end;
  return *ret = lib_now->re = r, DBX_OK;
}

// ---- patterns ----

static const struct {
  char letter;
  uint32_t option;
} letters[] = {
    {'i', PCRE2_CASELESS}, {'m', PCRE2_MULTILINE}, {'s', PCRE2_DOTALL}, {'u', PCRE2_UCP}};

static uint32_t options_of(const char *flags) {
  uint32_t r = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_ALT_CIRCUMFLEX | PCRE2_NEVER_BACKSLASH_C;
  for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
    if (strchr(flags, letters[i].letter)) r |= letters[i].option;
  return r;
}

static struct kept *known_pattern(struct re_state *r, const o_str *text, uint32_t options) {
  for (uint32_t i = r->n; i-- > 0;) {
    struct kept *k = &r->kept[i];
    if (k->options == options && k->length == text->n && !memcmp(k->text, text->s, text->n))
      return k;
  }
  return NULL;
}

static dbx_status refuse_pattern(struct re_state *r, int code) {
  unsigned char why[256] = "";
  r->get_error_message(code, why, sizeof why);
  return dbx_fail(DBX_E208, (dbx_span){0}, "the library PCRE2 does not take this pattern: %s", why);
}

static dbx_status compiled(struct re_state *r, const o_str *text, uint32_t options,
                           struct kept **ret) {
  int code;
  size_t at;
  if ((*ret = known_pattern(r, text, options))) return DBX_OK;
  if (r->n == MOST_KEPT) drop_kept(r);
  struct kept k = {.length = text->n, .options = options};
  k.code = r->compile((PCRE2_SPTR)text->s, text->n, options, &code, &at, r->compiling);
  if (!k.code) return refuse_pattern(r, code);
  k.data = r->match_data_create_from_pattern(k.code, NULL);
  k.text = dbx_alloc(text->n + 1);
  memcpy(k.text, text->s, text->n);
  r->kept[r->n] = k;
  return *ret = &r->kept[r->n++], DBX_OK;
}

// ---- matches ----

// The code points before a place of a text.
static int64_t points_before(o_str *s, size_t byte) {
  int64_t low = 0, high = s->points;
  if (s->n == s->points) return (int64_t)byte;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if ((size_t)(lang_str_at(s, middle) - s->s) < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

// Begin and end of the match and of each group, -1 where a group has no part in it.
static pv spans_of(struct re_state *r, const struct kept *k, o_str *s) {
  uint32_t n = 2 * r->get_ovector_count(k->data);
  const size_t *at = r->get_ovector_pointer(k->data);
  pv spans = tuple_new(NULL, n);
  for (uint32_t i = 0; i < n; i++)
    SEQ(spans)->at[i] = pv_int(at[i] == PCRE2_UNSET ? -1 : points_before(s, at[i]));
  return spans;
}

static uint32_t how_of(const char *how) {
  uint32_t r = PCRE2_NO_UTF_CHECK;
  if (strchr(how, 'm')) r |= PCRE2_ANCHORED;
  if (strchr(how, 'f')) r |= PCRE2_ANCHORED | PCRE2_ENDANCHORED;
  if (strchr(how, 'n')) r |= PCRE2_NOTEMPTY_ATSTART;
  return r;
}

// A search: the text, and the part of it that is looked at.
typedef struct search {
  struct re_state *r;
  o_str *pattern, *text;
  size_t begin, end;
  uint32_t options, how;
} search;

static int match_with(const search *s, const struct kept *k, uint32_t steps) {
  s->r->set_match_limit(s->r->matching, steps);
  return s->r->match(k->code, (PCRE2_SPTR)s->text->s, s->end, s->begin, s->how, k->data,
                     s->r->matching);
}

static bool gave_up(int n) {
  return n == PCRE2_ERROR_MATCHLIMIT || n == PCRE2_ERROR_DEPTHLIMIT || n == PCRE2_ERROR_HEAPLIMIT;
}

// A match that takes long is made again with a pattern that asks at each step whether to go on.
static dbx_status match(const search *s, struct kept **k, int *ret) {
  DBX_TRY(compiled(s->r, s->pattern, s->options, k));
  *ret = match_with(s, *k, QUICK_STEPS);
  if (!gave_up(*ret)) return DBX_OK;
  DBX_TRY(compiled(s->r, s->pattern, s->options | PCRE2_AUTO_CALLOUT, k));
  *ret = match_with(s, *k, MOST_STEPS);
  DBX_TRY(dbx_poll());
  if (gave_up(*ret))
    return dbx_fail(DBX_E218, (dbx_span){0},
                    "re gave up after %d steps: the pattern can match in too many ways",
                    MOST_STEPS);
  return DBX_OK;
}

// find(pattern, flags, text, from, to, how): None, or the spans.
static dbx_status re_find(const call_args *c, pv *ret) {
  struct kept *k;
  int64_t from, to;
  int n;
  DBX_TRY(args_count(c, "find", 6, 6));
  DBX_TRY(lang_index(c->at[3], &from));
  DBX_TRY(lang_index(c->at[4], &to));
  search s = {.pattern = STR(c->at[0]), .text = STR(c->at[2])};
  DBX_TRY(open_library(&s.r));
  pv flags = lang_terminated(c->at[1]), how = lang_terminated(c->at[5]);
  s.options = options_of(STR(flags)->s), s.how = how_of(STR(how)->s);
  s.begin = (size_t)(lang_str_at(s.text, from) - s.text->s);
  s.end = (size_t)(lang_str_at(s.text, to) - s.text->s);
  DBX_TRY(match(&s, &k, &n));
  if (n == PCRE2_ERROR_NOMATCH) return *ret = pv_none(), dbx_poll();
  if (n < 0) return refuse_pattern(s.r, n);
  return *ret = spans_of(s.r, k, s.text), dbx_poll();
}

// check(pattern, flags): fails for a pattern that the library does not take.
static dbx_status re_check(const call_args *c, pv *ret) {
  struct re_state *r;
  struct kept *k;
  DBX_TRY(args_count(c, "check", 2, 2));
  DBX_TRY(open_library(&r));
  pv flags = lang_terminated(c->at[1]);
  return *ret = pv_none(), compiled(r, STR(c->at[0]), options_of(STR(flags)->s), &k);
}

static dbx_status get(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"check", re_check}, {"find", re_find}, {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}

const lang_module lang_module_re = {"_re", get};
