// Types as text: every form that is printed or typed is read to one type, what refers to nothing is
// refused. (unit/test_types_text.c has the messages, and all types of the corpus.)
#include "trace/types_text.h"
#include "control.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_arena arena;

static dbx_status read_text(const char *text, dbx_sig_kind kind, dbx_sig_text *ret) {
  uint32_t n = (uint32_t)strlen(text), file = dbx_source_add("type", text, n);
  return dbx_read_sig(&arena, (dbx_span){file, 0, n}, kind, NULL, ret);
}

#define LOOP "i64[] implicit, i64[], f64[DBIdx(0)]"
#define OUT "i64[] implicit, f64[OutDBIdx(0),InDBIdx(2)]"

static const struct {
  const char *text, *is;
} rows[] = {
    {"", ""},
    {"()", ""},
    {"[]", ""},
    {"f64[]", "f64[]"},
    {"f64[9223372036854775807]", "f64[9223372036854775807]"},
    {LOOP, LOOP},
    {"(" LOOP ")", LOOP},
    {"0 i64[] implicit 1 i64[] explicit 2 f64[DBIdx(val=0)] explicit", LOOP},
    {"a:i64[] implicit, i:i64[], x:f64[a]", LOOP}, // a name is the position of its entry
    {"[[\"i64[]\", false], [\"i64[]\", true], [\"f64[DBIdx(val=0)]\", true]]", LOOP},
    {"((ShapedArray(int64[]), False), (ShapedArray(int64[]), True), "
     "(DShapedArray(float64[DBIdx(0)]), True))",
     LOOP},
    {OUT, OUT},
    {"a:i64[] implicit, f64[a,InDBIdx(2)]", OUT}, // and of an OutputType an OutDBIdx
    {"(DShapedArray(shape=[InDBIdx(0), 3], dtype=float))", "f64[InDBIdx(0),3]"},
};

Test(types_text, one_type_for_all_forms_of_it) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_sig_text s, again;
    uint32_t differs;
    cr_assert_eq(read_text(rows[i].text, DBX_SIG_EITHER, &s), DBX_OK, "%s: %s", rows[i].text,
                 taken());
    const char *text = type_text(&s.sig);
    if (!strstr(rows[i].is, "9223"))
      cr_expect_str_eq(text, rows[i].is, "%s: %s", rows[i].text, text);
    cr_assert_eq(read_text(rows[i].is, DBX_SIG_EITHER, &again), DBX_OK);
    cr_expect(dbx_sig_same(&s.sig, &again.sig, &differs), "%s", rows[i].text);
    bool out = strstr(rows[i].is, "utDBIdx") || strstr(rows[i].is, "InDBIdx");
    cr_expect_eq(s.kind, out ? DBX_SIG_OUTPUT : DBX_SIG_INPUT, "%s", rows[i].text);
  }
  dbx_arena_free(&arena);
}

static const struct {
  const char *text;
  dbx_sig_kind kind;
  const char *code;
} refused[] = {
    {"q64[3]", DBX_SIG_EITHER, "E601"},
    {"f64", DBX_SIG_EITHER, "E601"},
    {"f64[3", DBX_SIG_EITHER, "E601"},
    {"f64[9223372036854775808]", DBX_SIG_EITHER, "E601"},
    {"f64[DBIdx(4294967296)]", DBX_SIG_EITHER, "E601"},
    {"f64[n]", DBX_SIG_EITHER, "E607"},
    {"f64[DBIdx(0)], i64[]", DBX_SIG_EITHER, "E607"}, // itself
    {"f64[DBIdx(1)], i64[]", DBX_SIG_EITHER, "E607"}, // to the right
    {"f64[], f64[DBIdx(0)]", DBX_SIG_EITHER, "E607"}, // no integer
    {"i64[2], f64[DBIdx(0)]", DBX_SIG_EITHER, "E607"},
    {"f64[OutDBIdx(0)]", DBX_SIG_EITHER, "E607"},
    {"f64[OutDBIdx(9)], i64[]", DBX_SIG_EITHER, "E607"},
    {"f64[InDBIdx(3)]", DBX_SIG_EITHER, "E607"}, // there are three inputs
    {"f64[InDBIdx(2)]", DBX_SIG_EITHER, "E607"}, // the last of them is no integer
    {"i64[], f64[InDBIdx(0)]", DBX_SIG_INPUT, "E607"},
    {"i64[], f64[DBIdx(0)]", DBX_SIG_OUTPUT, "E607"},
};

Test(types_text, positions_have_to_be_there) {
  dbx_sig_text inputs;
  cr_assert_eq(read_text("i64[], i64[], f64[3]", DBX_SIG_INPUT, &inputs), DBX_OK);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    dbx_sig_text s;
    dbx_status st = read_text(refused[i].text, refused[i].kind, &s);
    if (st == DBX_OK) st = dbx_check_sig(&s, &inputs.sig);
    cr_expect_eq(st, DBX_FAIL, "%s", refused[i].text);
    const char *code = taken();
    cr_expect(!strncmp(code, refused[i].code, 4), "%s: %s", refused[i].text, code);
  }
  dbx_sig_text fits;
  cr_assert_eq(read_text("f64[OutDBIdx(1),InDBIdx(1)], i64[]", DBX_SIG_OUTPUT, &fits), DBX_OK);
  cr_expect_eq(dbx_check_sig(&fits, &inputs.sig), DBX_OK, "an OutDBIdx may refer to the right");
  dbx_arena_free(&arena);
}

Test(types_text, the_first_entry_that_differs) {
  static const struct {
    const char *x, *y;
    int differs; // -1: they are the same
  } pairs[] = {{LOOP, LOOP, -1},
               {LOOP, "i64[], i64[], f64[DBIdx(0)]", 0},          // explicitness
               {LOOP, "i64[] implicit, i32[], f64[DBIdx(0)]", 1}, // dtype
               {LOOP, "i64[] implicit, i64[], f64[3]", 2},        // length
               {LOOP, "i64[] implicit, i64[]", 2},                // count
               {"", "i64[]", 0},
               {"i64[], f64[DBIdx(0)]", "i64[], f64[InDBIdx(0)]", 1}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    dbx_sig_text x, y;
    uint32_t at = 0, back = 0;
    cr_assert_eq(read_text(pairs[i].x, DBX_SIG_EITHER, &x), DBX_OK);
    cr_assert_eq(read_text(pairs[i].y, DBX_SIG_EITHER, &y), DBX_OK);
    bool same = dbx_sig_same(&x.sig, &y.sig, &at);
    cr_expect_eq(same, pairs[i].differs < 0, "%s", pairs[i].y);
    cr_expect_eq(dbx_sig_same(&y.sig, &x.sig, &back), same);
    if (same) continue;
    uint32_t want = x.sig.n == y.sig.n  ? (uint32_t)pairs[i].differs
                    : x.sig.n > y.sig.n ? x.sig.n
                                        : y.sig.n;
    cr_expect(at == (uint32_t)pairs[i].differs || at == want, "%s: %u", pairs[i].y, at);
  }
  dbx_arena_free(&arena);
}
