// Rules of patterns: what they make of equations, and the guards that hold them back.
#include "cases.h"

#include "unit/facts.h"

#include <criterion/criterion.h>

#define SPLAT(v, x) v ":f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] " x " a "
#define SPLATI(v, x) v ":i64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] " x " a "
#define TO(t) "convert_element_type[new_dtype=" t " weak_type=False] "

static const rewrite_case fires[] = {
    {"a:i64[] x:f64[a]", "b:f64[a] = copy x c:f64[a] = copy b in (c,)", "drop_copy", NULL,
     "in (x,)"},
    {"x:f64[]", "b:f64[] = mul x 1.0 c:f64[] = mul b 1.0 in (c,)", "mul_one_r", NULL, "in (x,)"},
    {"x:f64[]", "b:f64[] = mul 1.0 x in (b,)", "mul_one_l", NULL, "in (x,)"},
    {"x:i64[]", "b:f64[] = " TO("float64") "x c:f64[] = mul b 1.0 in (c,)", "mul_one_r", NULL,
     "b:f64[] = " TO("float64") "x in (b,)"},
    {"a:i64[] x:i64[a]", "b:i64[a] = mul x 1 in (b,)", "mul_one_r", NULL, "in (x,)"},
    {"a:i64[] x:f64[a]", SPLAT("o", "1.0") "b:f64[a] = mul x o in (b,)", "mul_one_r", NULL,
     "in (x,)"},
    {"a:i64[] x:i64[a]", SPLATI("z", "0") "b:i64[a] = add x z in (b,)", "add_zero_r", NULL,
     "in (x,)"},
    {"x:f64[]", "b:f64[] = sub x 0.0 in (b,)", "sub_zero", NULL, "in (x,)"},
    {"x:f64[]", "b:f64[] = add x -0.0 in (b,)", "add_negzero", NULL, "in (x,)"},
    {"x:f64[]", "b:f64[] = div x 1.0 in (b,)", "div_one", NULL, "in (x,)"},
    {"a:i64[] x:i64[a]", SPLATI("z", "0") "b:i64[a] = mul x z in (b,)", "mul_zero_r", NULL,
     SPLATI("z", "0") "in (z,)"},
    {"a:i64[] x:i64[a]", "b:i64[a] = sub x x in (b,)", "sub_self", NULL,
     SPLATI("b", "0") "in (b,)"},
    {"a:i64[] x:f64[a]", "b:f64[a] = neg x c:f64[a] = neg b in (c,)", "neg_neg", NULL, "in (x,)"},
    {"a:i64[] x:f64[a] y:f64[a]", "b:f64[a] = neg x c:f64[a] = add y b in (c,)", "add_neg_r", NULL,
     "c:f64[a] = sub y x in (c,)"},
    {"a:i64[] x:f64[a] y:f64[a]", "b:f64[a] = neg x c:f64[a] = add b y in (c,)", "add_neg_l", NULL,
     "c:f64[a] = sub y x in (c,)"},
    {"a:i64[] x:f64[a]",
     "b:f64[a] = broadcast_in_dim[broadcast_dimensions=(0,) shape=(None,)] x a in (b,)",
     "broadcast_noop", NULL, "in (x,)"},
    {"a:i64[] x:f64[a]", "b:f64[a] = reshape[dimensions=None new_sizes=(None,)] x a in (b,)",
     "reshape_noop", NULL, "in (x,)"},
    {"a:i64[] x:f64[a]", "b:f64[a] = " TO("float64") "x in (b,)", "convert_noop", NULL, "in (x,)"},
    {"x:i32[]", "b:i64[] = " TO("int64") "x c:f64[] = " TO("float64") "b in (c,)",
     "convert_convert", NULL, "c:f64[] = " TO("float64") "x in (c,)"},
    {"x:f32[]", "b:f64[] = " TO("float64") "x c:f32[] = " TO("float32") "b in (c,)",
     "convert_convert", NULL, "in (x,)"},
    {"p:bool[] x:f64[3]", "c:f64[3] = select_n p x x in (c,)", "select_same", NULL, "in (x,)"},
    {"x:f64[] y:f64[]", "c:f64[] = select_n True x y in (c,)", "select_true", NULL, "in (y,)"},
    {"x:f64[] y:f64[]", "c:f64[] = select_n False x y in (c,)", "select_false", NULL, "in (x,)"},
};

static const rewrite_case refused[] = {
    {"x:i64[]", "b:f64[] = " TO("float64") "x c:f64[] = neg b in (c,)", "convert_noop",
     "dtype: i64 is not f64", NULL},
    {"a:i64[] x:f64[a]", SPLAT("z", "0.0") "b:f64[a] = mul x z in (b,)", "mul_zero_r",
     "f64, is no integer", NULL},
    {"a:i64[] x:f64[a]", "b:f64[a] = sub x x in (b,)", "sub_self", "f64, is no integer", NULL},
    {"a:i64[] x:f64[a]", "b:f64[a] = div x x in (b,)", "div_self", "real numbers only", NULL},
    {"x:i64[]", "b:i64[] = div x x in (b,)", "div_self", "real numbers only", NULL},
    {"x:f64[]", "b:f64[] = add x 0.0 in (b,)", "add_zero_r", "f64, is no integer", NULL},
    {"a:i64[] b:i64[] x:f64[a]",
     "c:f64[b] = reshape[dimensions=None new_sizes=(None,)] x b in (c,)", "reshape_noop",
     "axis 0: a and b are two lengths", NULL},
    {"x:f64[1] a:i64[]",
     "c:f64[a] = broadcast_in_dim[broadcast_dimensions=(0,) shape=(None,)] x a in (c,)",
     "broadcast_noop", "axis 0: 1 and b are two lengths", NULL},
    {"x:f64[]", "b:f64[] = log x c:f64[] = exp b in (c,)", "exp_log", "real numbers only", NULL},
    {"x:f64[]", "b:f32[] = " TO("float32") "x c:f64[] = " TO("float64") "b in (c,)",
     "convert_convert", "loses bits", NULL},
    {"x:f64[]", "b:f64[] = pow x 0.5 in (b,)", "pow_half", "real numbers only", NULL},
    {"x:c128[]", "b:c128[] = mul x (1+0j) in (b,)", "mul_one_r", "no", NULL},
};
Test(rewrite_match, fires) { REWRITE_CASES(fires, "convert_noop cse dead"); }
Test(rewrite_match, refused) {
  rewrite_cases(refused, sizeof refused / sizeof *refused - 1, ""); // 1 is no complex number
}

Test(rewrite_match, reals) {
  static const rewrite_case rows[] = {
      {"x:f64[]", "b:f64[] = log x c:f64[] = exp b in (c,)", "exp_log", NULL, "in (x,)"},
      {"x:f64[]", "b:f64[] = pow x 0.5 in (b,)", "pow_half", NULL, "b:f64[] = sqrt x in (b,)"},
      {"x:f64[]", "b:f64[] = sub x x in (b,)", "sub_self", NULL, "in (0.0,)"},
      {"x:f64[]", "b:f64[] = div x x in (b,)", "div_self", NULL, "in (1.0,)"},
      {"x:f64[]", "b:f64[] = add x 0.0 in (b,)", "add_zero_r", NULL, "in (x,)"},
  };
  dbx_rewrite_reals(true);
  REWRITE_CASES(rows, "dead");
  dbx_rewrite_reals(false);
}
