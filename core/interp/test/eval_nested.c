// jax's own loops and conditional on arrays; a while over several examples.
#include "rows.h"

#include <criterion/criterion.h>

#define SCAN(length, reverse, xs)                                                                  \
  "{ lambda ; a:f64[] b:f64[" xs "]. let\n"                                                        \
  "    c:f64[] d:f64[" xs "] = scan[\n"                                                            \
  "      jaxpr={ lambda ; e:f64[] f:f64[]. let g:f64[] = add e f in (g, e) }\n"                    \
  "      length=" length "\n      linear=(False, False)\n      num_carry=1\n"                      \
  "      num_consts=0\n      reverse=" reverse "\n      unroll=1\n    ] a b\n  in (c, d) }"

// The length is an operand; rows of two axes.
#define ROWS                                                                                       \
  "{ lambda ; a:i64[] b:i64[] c:f64[a,b]. let\n"                                                   \
  "    d:f64[a,b] = scan[\n"                                                                       \
  "      jaxpr={ lambda ; e:i64[] f:f64[e]. let g:f64[e] = neg f in (g,) }\n"                      \
  "      length=None\n      linear=(False, False)\n      num_carry=0\n      num_consts=1\n"        \
  "      reverse=False\n      unroll=1\n    ] b c a\n  in (d,) }"

#define SWITCH                                                                                     \
  "{ lambda ; a:i32[] b:f64[]. let\n"                                                              \
  "    c:f64[] = cond[\n"                                                                          \
  "      branches=(\n        { lambda ; d:f64[]. let  in (d,) }\n"                                 \
  "        { lambda ; e:f64[]. let f:f64[] = neg e in (f,) }\n      )\n"                           \
  "      linear=(False,)\n    ] a b\n  in (c,) }"

// Each example counts down on its own.
#define EXAMPLES                                                                                   \
  "{ lambda ; a:i64[3] b:i64[3]. let\n"                                                            \
  "    c:i64[3] d:i64[3] = while[\n"                                                               \
  "      body_jaxpr={ lambda ; e:i64[3] f:i64[3]. let\n"                                           \
  "          g:i64[3] = sub e 1\n          h:i64[3] = add f 1\n        in (g, h) }\n"              \
  "      body_nconsts=0\n"                                                                         \
  "      cond_jaxpr={ lambda ; i:i64[3] j:i64[3]. let k:bool[3] = gt i 0 in (k,) }\n"              \
  "      cond_nconsts=0\n    ] a b\n  in (c, d) }"

static const struct {
  const char *jaxpr, *in, *out;
} rows[] = {
    {SCAN("3", "False", "3"), "f64[] 1; f64[3] 1 2 3", "f64[] 7.0; f64[3] 1.0 2.0 4.0"},
    {SCAN("3", "True", "3"), "f64[] 1; f64[3] 1 2 3", "f64[] 7.0; f64[3] 6.0 4.0 1.0"},
    {SCAN("0", "False", "0"), "f64[] 1; f64[0]", "f64[] 1.0; f64[0]"},
    {ROWS, "i64[] 2; i64[] 1; f64[2,1] 1 2", "f64[2,1] -1.0 -2.0"},
    {ROWS, "i64[] 0; i64[] 3; f64[0,3]", "f64[0,3]"},
    {SWITCH, "i32[] 0; f64[] 2", "f64[] 2.0"},
    {SWITCH, "i32[] 1; f64[] 2", "f64[] -2.0"},
    {SWITCH, "i32[] 9; f64[] 2", "f64[] -2.0"}, // clamped
    {SWITCH, "i32[] -9; f64[] 2", "f64[] 2.0"},
    {EXAMPLES, "i64[3] 2 0 1; i64[3] 0 0 0", "i64[3] 0 0 0; i64[3] 2 0 1"},
};

Test(eval_nested, results) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *have = interpret_text(rows[i].jaxpr, rows[i].in);
    cr_expect_str_eq(have, rows[i].out, "%s\nof %s: %s", rows[i].jaxpr, rows[i].in, have);
    cr_expect_null(dbx_diag_pending());
  }
}
