// The elementwise primitives: which dtypes each one takes and gives, and which shapes fit.
#include "prim/prim.h"
#include "unit/facts.h"
#include "unit/rules.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

// ---- dtypes ----

#define FLOATS "f16 bf16 f32 f64"
#define INTEGERS "i8 i16 i32 i64 u8 u16 u32 u64"
#define ALL "bool " INTEGERS " " FLOATS " c64 c128"

static const struct {
  const char *names;
  int operands;
  const char *takes, *gives; // gives: one for each, one for all, or NULL: the same
} rows[] = {
    {"neg sign integer_pow square", 1, INTEGERS " " FLOATS " c64 c128", NULL},
    {"floor ceil round cbrt erf erfc erf_inv lgamma digamma reduce_precision", 1, FLOATS, NULL},
    {"is_finite", 1, FLOATS, "bool"},
    {"exp exp2 expm1 log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh", 1,
     FLOATS " c64 c128", NULL},
    {"sqrt rsqrt logistic", 1, FLOATS " c64 c128", NULL},
    {"real imag", 1, "c64 c128", "f32 f64"},
    {"conj", 1, "f32 f64 c64 c128", "c64 c128 c64 c128"},
    {"abs", 1, "i8 i16 i32 i64 " FLOATS " c64 c128", "i8 i16 i32 i64 " FLOATS " f32 f64"},
    {"not", 1, "bool " INTEGERS, NULL},
    {"population_count clz", 1, INTEGERS, NULL},
    {"add sub mul div", 2, INTEGERS " " FLOATS " c64 c128", NULL},
    {"add_any", 2, FLOATS " c64 c128", NULL},
    {"rem", 2, INTEGERS " " FLOATS, NULL},
    {"pow atan2", 2, FLOATS " c64 c128", NULL},
    {"max min", 2, ALL, NULL},
    {"nextafter", 2, FLOATS, NULL},
    {"complex", 2, "f32 f64", "c64 c128"},
    {"and or xor", 2, "bool " INTEGERS, NULL},
    {"shift_left shift_right_logical shift_right_arithmetic", 2, INTEGERS, NULL},
    {"eq ne", 2, ALL, "bool"},
    {"lt le gt ge", 2, "bool " INTEGERS " " FLOATS, "bool"},
    {"clamp", 3, "bool " INTEGERS " " FLOATS, NULL},
};
enum { ROWS = sizeof rows / sizeof *rows };

// The index of a word among the words of a text; -1.
static int word_of(const char *words, const char *word) {
  size_t n = strlen(word);
  for (int i = 0; *words; i++) {
    size_t len = strcspn(words, " ");
    if (len == n && !memcmp(words, word, n)) return i;
    words += len + strspn(words + len, " ");
  }
  return -1;
}

static const char *word_at(const char *words, int i, size_t *n) {
  for (; i > 0 && strchr(words, ' '); i--) words = strchr(words, ' ') + 1; // of one word: that
  *n = strcspn(words, " ");
  return words;
}

static void dtype_fact(const char *name, int row, dbx_dtype t) {
  static const char *const operands[] = {"", " x", " x x", " x x x"};
  char types[40], equation[80], result[120];
  int at = word_of(rows[row].takes, dbx_dtype_short(t));
  size_t n;
  const char *given = word_at(rows[row].gives ? rows[row].gives : rows[row].takes, at, &n);
  snprintf(types, sizeof types, "x:%s[n,3]", dbx_dtype_short(t));
  snprintf(equation, sizeof equation, "%s%s", name, operands[rows[row].operands]);
  snprintf(result, sizeof result, "%.*s[n,3]", (int)n, given);
  if (at < 0)
    snprintf(result, sizeof result, "E401 %s does not accept dtype %s at position 0", name,
             dbx_dtype_name(t));
  rule_facts(&(rule_fact){types, equation, result}, 1);
}

static bool is_elementwise(const dbx_primitive *p) {
  return p->rule == dbx_rule_nary || p->rule == dbx_rule_pow || p->rule == dbx_rule_clamp;
}

Test(rule_elementwise, dtypes_of_every_primitive) {
  for (int p = 0; p < dbx_primitive_count; p++) {
    const dbx_primitive *row = &dbx_primitive_table[p];
    int found = 0;
    for (int i = 0; is_elementwise(row) && i < ROWS; i++) {
      if (word_of(rows[i].names, row->name) < 0) continue;
      found++;
      for (int t = 0; t <= DBX_KEY; t++) dtype_fact(row->name, i, (dbx_dtype)t);
    }
    cr_expect_eq(found, is_elementwise(row), "%s: no row says what it takes", row->name);
  }
}

static void mixed_fact(const char *name, size_t n, const char *takes) {
  size_t a, b;
  char types[40], equation[80], result[120];
  const char *first = word_at(takes, 0, &a), *second = word_at(takes, 1, &b);
  snprintf(types, sizeof types, "x:%.*s[] y:%.*s[]", (int)a, first, (int)b, second);
  snprintf(equation, sizeof equation, "%.*s x y", (int)n, name);
  snprintf(result, sizeof result, "E409 lax.%.*s requires arguments to have the same dtypes",
           (int)n, name);
  rule_facts(&(rule_fact){types, equation, result}, 1);
}

Test(rule_elementwise, two_operands_have_one_dtype) {
  for (int i = 0; i < ROWS; i++) {
    const char *name = rows[i].names;
    for (size_t n; rows[i].operands == 2 && *name; name += n + strspn(name + n, " "))
      mixed_fact(name, n = strcspn(name, " "), rows[i].takes);
  }
}

// ---- shapes ----

#define CONVERT(type, weak) "convert_element_type[new_dtype=" type " weak_type=" weak "] x"
#define MISFIT "E310 add got incompatible shapes for broadcasting: axis "

static const rule_fact facts[] = {
    {"x:f64[n,3] y:f64[n,3]", "add x y", "f64[n,3]"},
    {"x:f64[n,3] y:f64[]", "add x y", "f64[n,3]"},
    {"x:f64[] y:f64[n]", "add x y", "f64[n]"},
    {"x:f64[] y:f64[]", "add x y", "f64[]"},
    {"x:f64[1,3] y:f64[n,3]", "add x y", "f64[n,3]"}, // a length of 1 fits everything
    {"x:f64[n,1] y:f64[1,m]", "add x y", "f64[n,m]"},
    {"x:f64[0] y:f64[1]", "add x y", "f64[0]"},
    {"x:f64[n] y:f64[m]", "add x y", MISFIT "0 differs"},
    {"x:f64[2,3] y:f64[2,4]", "add x y", MISFIT "1 differs"},
    {"x:f64[n] y:f64[3]", "add x y", MISFIT "0 differs"},
    {"x:f64[0] y:f64[3]", "add x y", MISFIT "0 differs"},
    {"x:f64[3] y:f64[3,3]", "add x y", "E310 add: arrays must have same number of dimensions"},
    // a result is weak if all operands are
    {"w:f64[] y:f64[3]", "add w y", "f64[3]"},
    {"w:f64[] w2:f64[3]", "add w w2", "f64[3]*"},
    {"w:f64[3]", "add w w", "f64[3]*"},
    {"w:f64[3]", "is_finite w", "bool[3]*"},
    // pow takes an exponent of integers as it is
    {"x:f64[n] y:i64[n]", "pow x y", "f64[n]"},
    {"x:c64[n] y:i8[]", "pow x y", "c64[n]"},
    {"x:f64[] y:bool[]", "pow x y", "E401 pow does not accept dtype bool at position 1"},
    {"x:i64[] y:i64[]", "pow x y", "E401 pow does not accept dtype int64 at position 0"},
    {"x:f64[] y:f32[]", "pow x y", "E409"},
    {"x:f64[3] y:i64[4]", "pow x y", "E310"},

    {"x:bool[n]", "copy x", "bool[n]"},
    {"x:c128[n,3]", "device_put[device=None src=None] x", "c128[n,3]"},
    {"w:f64[n]", "name[name=a] w", "f64[n]*"},
    {"w:f64[n]", "stop_gradient w", "f64[n]*"},
    {"x:key<fry>[n]", CONVERT("int64", "False"),
     "E401 convert_element_type does not accept dtype key"},
    {"x:key<fry>[n]", "bitcast_convert_type[new_dtype=uint64] x", "E401"},
    {"w:c64[]", "copy w", "c64[]*"},
    {"x:f64[n,3]", CONVERT("int8", "False"), "i8[n,3]"},
    {"x:c128[]", CONVERT("float64", "True"), "f64[]*"},
    {"x:f64[]", "convert_element_type[weak_type=False] x", "E314 convert_element_type needs the"},
    {"x:f64[n]", "bitcast_convert_type[new_dtype=int64] x", "i64[n]"},
    {"w:i8[]", "bitcast_convert_type[new_dtype=uint8] w", "u8[]"},
    {"x:bool[]", "bitcast_convert_type[new_dtype=bool] x", "bool[]"},
    {"x:f64[]", "bitcast_convert_type[new_dtype=float32] x", "E401 cannot bitcast float64 to"},
    {"x:i8[]", "bitcast_convert_type[new_dtype=bool] x", "E401"},
    {"x:f64[]", "bitcast_convert_type x", "E314"},

    {"c:bool[3] x:f64[3] y:f64[3]", "select_n c x y", "f64[3]"},
    {"c:bool[] x:f64[n] y:f64[n]", "select_n c x y", "f64[n]"},
    {"c:i32[n] x:f64[n]", "select_n c x x x", "f64[n]"},
    {"c:bool[] x:f64[n]", "select_n c x", "f64[n]"},
    {"c:bool[] w:f64[] y:f64[]", "select_n c w y", "f64[]"},
    {"c:bool[] w:f64[]", "select_n c w w", "f64[]*"},
    {"c:bool[]", "select_n c", "E314 select_n needs a selector and at least one case"},
    {"c:bool[] x:f64[]", "select_n c x x x", "E314 select with a boolean has at most two cases"},
    {"c:i64[] x:f64[]", "select_n c x x", "E401 select `which` must be boolean or int32 type"},
    {"c:bool[] x:f64[3] y:f32[3]", "select_n c x y", "E409"},
    {"c:bool[] x:f64[3] y:f64[4]", "select_n c x y", "E310 select cases must have the same shapes"},
    {"c:bool[] x:f64[3] y:f64[]", "select_n c x y", "E310"},
    {"c:bool[] x:f64[n] y:f64[m]", "select_n c x y", "E310"},
    {"c:bool[4] x:f64[3]", "select_n c x x", "E310 select `which` must be scalar or have the same"},
    {"c:bool[1] x:f64[3]", "select_n c x x", "E310"}, // 1 is not stretched here

    {"a:f64[] x:f64[n] b:f64[]", "clamp a x b", "f64[n]"},
    {"a:f64[n] x:f64[n] b:f64[]", "clamp a x b", "f64[n]"},
    {"w:f64[]", "clamp w w w", "f64[]*"},
    {"a:f64[3] x:f64[n] b:f64[]", "clamp a x b", "E310 clamp requires its bounds to be scalars"},
    {"a:f64[] x:f64[] b:f64[3]", "clamp a x b", "E310"},
    {"a:f32[] x:f64[] b:f64[]", "clamp a x b", "E409"},
    {"a:c64[] x:c64[] b:c64[]", "clamp a x b", "E401"},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_elementwise, shapes) { rule_facts(facts, FACTS); }

Test(rule_elementwise, every_other_rule_has_its_facts) {
  rule_facts_cover(facts, FACTS, dbx_rule_copy, false);
  rule_facts_cover(facts, FACTS, dbx_rule_convert, true);
  rule_facts_cover(facts, FACTS, dbx_rule_bitcast, true);
  rule_facts_cover(facts, FACTS, dbx_rule_select, true);
  rule_facts_cover(facts, FACTS, dbx_rule_pow, true);
  rule_facts_cover(facts, FACTS, dbx_rule_clamp, true);
}
