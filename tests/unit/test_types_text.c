// InputTypes and OutputTypes as text. Expected values were written by hand from the document's
// examples; the corpus is what the real Catalyst printed.
#include "corpus.h"
#include "prim/prim.h"
#include "trace/types_text.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_arena arena;
static dbx_map known; // symbol -> variable

// A length for every name.
static dbx_var name_it(void *ctx, const char *name) {
  (void)ctx;
  dbx_sym s = dbx_intern(name);
  uint64_t *v = dbx_map_find(&known, s);
  if (v) return (dbx_var)*v;
  dbx_var fresh = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0);
  dbx_var_at(fresh)->name = s;
  dbx_map_put(&known, s, fresh);
  return fresh;
}
static const dbx_sig_names any_name = {name_it, NULL};

static dbx_status read_text(const char *text, dbx_sig_kind kind, dbx_sig_text *ret) {
  uint32_t file = dbx_source_add("type", text, strlen(text));
  return dbx_read_sig(&arena, (dbx_span){file, 0, (uint32_t)strlen(text)}, kind, &any_name, ret);
}

// As the bind log writes it.
static void put_sig(dbx_buf *b, const dbx_sig *s) {
  dbx_putc(b, '[');
  for (uint32_t i = 0; i < s->n; i++) {
    dbx_printf(b, "%s[\"", i ? ", " : "");
    dbx_put_aval(b, s->aval[i], NULL);
    dbx_printf(b, "\", %s]", s->expl[i] ? "true" : "false");
  }
  dbx_putc(b, ']');
}

static void same(const char *text, const char *want) {
  dbx_sig_text s;
  dbx_buf b = {0};
  if (read_text(text, DBX_SIG_EITHER, &s) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    cr_expect_fail("%s: %s", text, d->message);
    dbx_diag_free(d);
    return;
  }
  put_sig(&b, &s.sig);
  cr_expect_str_eq(dbx_text(&b), want, "%s: %s", text, dbx_text(&b));
  dbx_buf_free(&b);
}

// `mark` is the text below which the error is.
static void refused(const char *text, dbx_sig_kind kind, dbx_code code, const char *mark,
                    const char *message) {
  dbx_sig_text s;
  dbx_sig inputs = {0};
  dbx_status st = read_text(text, kind, &s);
  if (st == DBX_OK) st = dbx_check_sig(&s, &inputs);
  cr_assert_eq(st, DBX_FAIL, "%s is accepted", text);
  dbx_diag *d = dbx_diag_take();
  const char *at = *mark ? strstr(text, mark) : text + strlen(text);
  cr_expect_eq(d->code, code, "%s: %s", text, dbx_code_name(d->code));
  cr_expect_str_eq(d->message, message, "%s: %s", text, d->message);
  cr_expect_eq(d->span.begin, (uint32_t)(at - text), "%s: at %u", text, d->span.begin);
  dbx_diag_free(d);
}

Test(types_text, all_ways_to_write_a_type) {
  const char *loop = "[[\"i64[]\", false], [\"i64[]\", true], [\"f64[DBIdx(val=0)]\", true]]";
  same("i64[] implicit, i64[] explicit, f64[DBIdx(0)] explicit", loop);
  same("(i64[] implicit, i64[], f64[DBIdx(0)])", loop);
  same("[i64[], False], [i64[], True], [f64[DBIdx(val=0)], True]", loop);
  same("[[\"i64[]\", false], [\"i64[]\", true], [\"f64[DBIdx(val=0)]\", true]]", loop);
  same("0 i64[] implicit  1 i64[] explicit\n2 f64[DBIdx(0)] explicit", loop);
  same("0 i64[] implicit \xC2\xB7 1 i64[] explicit \xC2\xB7 2 f64[DBIdx(0)] explicit", loop);
  same("in_type   0  i64[]          implicit  size of input 2, axis 0 of y\n"
       "          1  i64[]          explicit  loop index: i\n"
       "          2  f64[DBIdx(0)]  explicit  carry 0: x, starts as y; axis 0 is f\n",
       loop);
  same("((ShapedArray(int64[]), False), (ShapedArray(shape=(), dtype=int64), True),\n"
       " (DShapedArray(float64[DBIdx(val=0)]), True))",
       loop);
  same("((ShapedArray(shape=[], dtype=int), False), (DShapedArray([], int64), True),\n"
       " (DShapedArray(shape=[DBIdx(val=0)], dtype=jnp.float64, weak_type=False), True),)",
       loop);
  same("n:i64[] implicit, i:i64[], x:f64[n]", loop);
}

Test(types_text, output_types) {
  // the document's example
  same("((DShapedArray(shape=(), dtype=int), False),\n"
       " (DShapedArray(shape=(), dtype=int), False),\n"
       " (DShapedArray(shape=[OutDBIdx(0),OutDBIdx(1),InDBIdx(0)], dtype=float), True)\n)",
       "[[\"i64[]\", false], [\"i64[]\", false], "
       "[\"f64[OutDBIdx(val=0),OutDBIdx(val=1),InDBIdx(val=0)]\", true]]");
  same("out_type: m:i64[] implicit, f32[m,3]",
       "[[\"i64[]\", false], [\"f32[OutDBIdx(val=0),3]\", true]]");
  same("f64[n,y.shape[0],t7]", "[[\"f64[n,y.shape[0],t7]\", true]]");
  same("", "[]");
  same("()", "[]");
}

Test(types_text, says_what_is_wrong_and_where) {
  refused("i64[], q64[3]", DBX_SIG_EITHER, DBX_E601, "q64",
          "expected a type such as f64[DBIdx(0),3] in the type");
  refused("f64", DBX_SIG_EITHER, DBX_E601, "",
          "expected '[' and the lengths of the axes in the type");
  refused("f64[3", DBX_SIG_EITHER, DBX_E601, "", "expected ',' or ']' in the type");
  refused("f64[-1]", DBX_SIG_EITHER, DBX_E601, "-1", "expected a length in the type");
  refused("f64[DBIdx(x)]", DBX_SIG_EITHER, DBX_E601, "x)", "expected a position in the type");
  refused("(i64[], f64[3]", DBX_SIG_EITHER, DBX_E601, "", "expected ')' in the type");
  refused("i64[],, f64[3]", DBX_SIG_EITHER, DBX_E601, ", f64", "expected an entry in the type");
  refused("True, i64[]", DBX_SIG_EITHER, DBX_E601, "True",
          "expected a type before this in the type");
  refused("0 i64[] 2 i64[]", DBX_SIG_EITHER, DBX_E601, "2 i64",
          "this is entry 1 of the type, not entry 2");
  refused("ShapedArray(shape=[3])", DBX_SIG_EITHER, DBX_E601, ")",
          "expected a shape and a dtype in the type");
  refused("f64[DBIdx(1)], i64[]", DBX_SIG_EITHER, DBX_E607, "f64",
          "DBIdx(1) refers to the right: entry 0 is bound before entry 1");
  refused("f64[3], f64[DBIdx(0)]", DBX_SIG_EITHER, DBX_E607, "f64[DB",
          "DBIdx(0) refers to a f64[3], but a length is an integer scalar");
  refused("f64[DBIdx(4)]", DBX_SIG_EITHER, DBX_E607, "f64", "DBIdx(4): the type has 1 entry");
  refused("f64[OutDBIdx(0)]", DBX_SIG_EITHER, DBX_E607, "f64",
          "OutDBIdx(0) refers to its own entry");
  refused("f64[InDBIdx(0)]", DBX_SIG_EITHER, DBX_E607, "f64",
          "InDBIdx(0): there are 0 constants and inputs to refer to");
  refused("i64[], f64[DBIdx(0)]", DBX_SIG_OUTPUT, DBX_E607, "f64",
          "DBIdx belongs to an InputType; an OutputType has InDBIdx and OutDBIdx");
  refused("i64[], f64[InDBIdx(0)]", DBX_SIG_INPUT, DBX_E607, "f64",
          "InDBIdx belongs to an OutputType; an InputType has DBIdx");
}

Test(types_text, unknown_names) {
  const char *text = "f64[n]";
  dbx_sig_text s;
  uint32_t file = dbx_source_add("type", text, strlen(text));
  cr_assert_eq(dbx_read_sig(&arena, (dbx_span){file, 0, 6}, DBX_SIG_EITHER, NULL, &s), DBX_FAIL);
  dbx_diag *d = dbx_diag_take();
  cr_expect_eq(d->code, DBX_E607);
  cr_expect_str_eq(d->message, "'n' is the name of no length here");
  cr_expect_eq(d->span.begin, 4);
  dbx_diag_free(d);
}

Test(types_text, a_part_of_a_text_is_read_to_its_end_and_no_further) {
  const char *text = ":interpret i64[], f64[3] inputs=i64[]";
  dbx_sig_text s;
  uint32_t file = dbx_source_add("type", text, strlen(text));
  cr_assert_eq(dbx_read_sig(&arena, (dbx_span){file, 11, 24}, DBX_SIG_EITHER, NULL, &s), DBX_OK);
  cr_expect_eq(s.sig.n, 2);
  cr_expect_eq(s.span[1].begin, 18);
  cr_expect_eq(s.span[1].end, 24);
}

Test(types_text, comparing) {
  dbx_sig_text x, y;
  uint32_t at;
  cr_assert_eq(read_text("i64[] implicit, f64[DBIdx(0)]", DBX_SIG_INPUT, &x), DBX_OK);
  cr_assert_eq(
      read_text("ShapedArray(int64[], weak_type=True) implicit, f64[DBIdx(0)]", DBX_SIG_INPUT, &y),
      DBX_OK);
  cr_expect(dbx_sig_same(&x.sig, &y.sig, &at));
  cr_assert_eq(read_text("i64[] implicit, f64[DBIdx(0)] implicit", DBX_SIG_INPUT, &y), DBX_OK);
  cr_expect(!dbx_sig_same(&x.sig, &y.sig, &at) && at == 1);
  cr_assert_eq(read_text("i64[] implicit, f64[DBIdx(0)], f64[3]", DBX_SIG_INPUT, &y), DBX_OK);
  cr_expect(!dbx_sig_same(&x.sig, &y.sig, &at) && at == 2);
}

// ---- the corpus ----

static int seen;

static bool same_but_blanks(const char *a, size_t n, const char *b, size_t k) {
  for (;; a++, b++, n--, k--) {
    while (n && (*a == ' ' || *a == '\n')) a++, n--;
    while (k && (*b == ' ' || *b == '\n')) b++, k--;
    if (!n || !k || *a != *b) return n == k;
  }
}

static size_t to_closing_bracket(const char *s) {
  int depth = 0;
  size_t n = 0;
  do depth += s[n] == '[' ? 1 : s[n] == ']' ? -1 : 0;
  while (s[n++] && depth);
  return n;
}

static void one_type(const char *path, const char *text, size_t n, dbx_sig_kind kind) {
  dbx_sig_text s;
  dbx_buf b = {0};
  uint32_t file = dbx_source_add(path, text, n);
  seen++;
  if (dbx_read_sig(&arena, (dbx_span){file, 0, (uint32_t)n}, kind, &any_name, &s) != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    cr_expect_fail("%s: %.*s: %s", path, (int)n, text, d->message);
    dbx_diag_free(d);
    return;
  }
  put_sig(&b, &s.sig);
  cr_expect(same_but_blanks(dbx_text(&b), b.n, text, n), "%s: %.*s: %s", path, (int)n, text,
            dbx_text(&b));
  dbx_buf_free(&b);
  if (dbx_check_sig(&s, NULL) == DBX_OK) return;
  dbx_diag *d = dbx_diag_take();
  cr_expect_fail("%s: %.*s: %s", path, (int)n, text, d->message);
  dbx_diag_free(d);
}

static void one_log(const char *path, void *ctx) {
  dbx_buf b = {0};
  (void)ctx;
  cr_assert(corpus_read(path, &b));
  for (const char *s = dbx_text(&b); (s = strstr(s, "_type\": ["));) {
    dbx_sig_kind kind = !strncmp(s - 2, "in", 2) ? DBX_SIG_INPUT : DBX_SIG_OUTPUT;
    s += strlen("_type\": ");
    one_type(path, s, to_closing_bracket(s), kind);
  }
  dbx_buf_free(&b);
}

Test(types_text, all_types_of_the_corpus_read_and_print_back) {
  corpus_each(corpus_dir(), ".binds.json", one_log, NULL);
  cr_assert_gt(seen, 1000);
}
