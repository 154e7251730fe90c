// What the modules sys and time, which are written in Python, stand on.
#include "lang/lib/builtins.h"
#include "lang/lib/std/std.h"

#include <string.h>
#include <time.h>
#include <utf8proc.h>

// ---- sys ----

static dbx_status text_argument(const call_args *c, const char *name) {
  DBX_TRY(args_count(c, name, 1, 1));
  if (is_str(c->at[0])) return DBX_OK;
  return dbx_fail(DBX_E204, (dbx_span){0}, "write() argument must be str, not %s",
                  lang_type_name(c->at[0]));
}

static dbx_status write_output(const call_args *c, pv *ret) {
  DBX_TRY(text_argument(c, "write"));
  const o_str *s = STR(c->at[0]);
  if (s->n) lang_now->print(lang_now->print_ctx, s->s, s->n);
  return *ret = pv_int(s->points), DBX_OK;
}

static dbx_status write_error(const call_args *c, pv *ret) {
  DBX_TRY(text_argument(c, "write"));
  const o_str *s = STR(c->at[0]);
  if (lang_now->print != lang_print_nothing) {
    fflush(stdout);
    fwrite(s->s, 1, s->n, stderr);
  }
  return *ret = pv_int(s->points), DBX_OK;
}

// The evaluator's stack has room for this many calls inside each other.
enum { MOST_DEPTH = 10000 };

static dbx_status set_depth(const call_args *c, pv *ret) {
  int64_t n;
  DBX_TRY(args_count(c, "setrecursionlimit", 1, 1));
  DBX_TRY(lang_index(c->at[0], &n));
  if (n < 1)
    return dbx_fail(DBX_E208, (dbx_span){0}, "recursion limit must be greater or equal than 1");
  if (n <= heap_now->depth)
    return dbx_fail(
        DBX_E210, (dbx_span){0},
        "cannot set the recursion limit to %lld at the recursion depth %d: the limit is "
        "too low",
        (long long)n, heap_now->depth);
  heap_now->max_depth = n < MOST_DEPTH ? (int)n : MOST_DEPTH;
  return *ret = pv_none(), DBX_OK;
}

static dbx_status handled(const call_args *c, pv *ret) { // None: no handler runs
  DBX_TRY(args_count(c, "handled", 0, 0));
  pv v = lang_now->handled;
  return *ret = v.tag == PV_UNBOUND ? pv_none() : v, DBX_OK;
}

static dbx_status intern(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "intern", 1, 1));
  if (!is_str(c->at[0]))
    return dbx_fail(DBX_E204, (dbx_span){0}, "intern() argument must be str, not %s",
                    lang_type_name(c->at[0]));
  return *ret = lang_sym_str(dbx_intern_n(STR(c->at[0])->s, STR(c->at[0])->n)), DBX_OK;
}

// A word of the command line, which may be any bytes: what is no UTF-8 becomes U+FFFD.
static pv word_of(const char *s) {
  dbx_buf text = {0};
  for (size_t n = strlen(s); n;) {
    utf8proc_int32_t c;
    utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, &c);
    if (k > 0) dbx_putn(&text, s, (size_t)k);
    else dbx_put(&text, "\xEF\xBF\xBD"), k = 1;
    s += k, n -= (size_t)k;
  }
  pv word = str_new(text.at ? text.at : "", text.n);
  dbx_buf_free(&text);
  return word;
}

static dbx_status command_line(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "command_line", 0, 0));
  *ret = list_new(NULL, 0);
  uint32_t pins = lang_pins();
  lang_pin(*ret);
  list_push(SEQ(*ret), word_of(lang_now->program ? lang_now->program : ""));
  for (int i = 0; i < lang_now->n_arguments; i++)
    list_push(SEQ(*ret), word_of(lang_now->arguments[i]));
  lang_unpin(pins);
  return DBX_OK;
}

static dbx_status get_sys(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"command_line", command_line},
                                    {"handled", handled},
                                    {"intern", intern},
                                    {"set_depth", set_depth},
                                    {"write", write_output},
                                    {"write_error", write_error},
                                    {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_sys = {"_sys", get_sys};

// ---- time ----

static const struct {
  const char *name;
  clockid_t of;
} clocks[] = {{"monotonic", CLOCK_MONOTONIC},
              {"process", CLOCK_PROCESS_CPUTIME_ID},
              {"thread", CLOCK_THREAD_CPUTIME_ID},
              {"wall", CLOCK_REALTIME}};

// Nanoseconds of the clock of this name.
static dbx_status clock_value(const call_args *c, pv *ret) {
  struct timespec t = {0};
  DBX_TRY(args_count(c, "clock", 1, 1));
  const char *name = is_str(c->at[0]) ? STR(lang_terminated(c->at[0]))->s : "";
  for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
    if (!strcmp(clocks[i].name, name)) clock_gettime(clocks[i].of, &t);
  return *ret = pv_int((int64_t)t.tv_sec * 1000000000 + t.tv_nsec), DBX_OK;
}

// In pieces, so that Ctrl-C ends it.
static dbx_status sleep_for(const call_args *c, pv *ret) {
  double left;
  const double piece = 0.05;
  DBX_TRY(args_count(c, "sleep", 1, 1));
  DBX_TRY(as_float(c->at[0], &left));
  if (!(left >= 0)) return dbx_fail(DBX_E208, (dbx_span){0}, "sleep length must be non-negative");
  while (left > 0) {
    double now = left < piece ? left : piece;
    nanosleep(&(struct timespec){0, (long)(now * 1e9)}, NULL);
    left -= piece;
    DBX_TRY(dbx_poll());
  }
  return *ret = pv_none(), DBX_OK;
}

static dbx_status get_time(const lang_module *m, const char *name, pv *ret) {
  static const native_row rows[] = {{"clock", clock_value}, {"sleep", sleep_for}, {NULL, NULL}};
  return (void)m, *ret = native_of_rows(rows, name), DBX_OK;
}
const lang_module lang_module_time = {"_time", get_time};
