// Jaxprs on arrays: lengths that a run decides, loops and conditionals, what a run refuses, and
// what an observer is told.
#include "rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

// The document's example: a loop that makes an array longer.
#define GROW                                                                                       \
  "{ lambda ; a:i64[] b:f64[a]. let\n"                                                             \
  "    c:i64[] d:f64[c] = for_loop[\n"                                                             \
  "      apply_reverse_transform=False\n"                                                          \
  "      body_jaxpr={ lambda ; e:i64[] f:i64[] g:f64[e]. let\n"                                    \
  "          h:i64[] = add e 1\n"                                                                  \
  "          i:f64[h] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 2.0 h\n"           \
  "        in (h, i) }\n"                                                                          \
  "      body_nconsts=0\n      nimplicit=1\n      preserve_dimensions=False\n"                     \
  "    ] a 0 3 1 0 b\n"                                                                            \
  "  in (c, d) }"

// Counts a down by b in each trip of a while_loop, as long as it is positive.
#define COUNTDOWN                                                                                  \
  "{ lambda ; a:i64[] b:i64[]. let\n"                                                              \
  "    c:i64[] = while_loop[\n"                                                                    \
  "      body_jaxpr={ lambda ; d:i64[] e:i64[]. let f:i64[] = sub e d in (f,) }\n"                 \
  "      body_nconsts=1\n"                                                                         \
  "      cond_jaxpr={ lambda ; g:i64[]. let h:bool[] = gt g 0 in (h,) }\n"                         \
  "      cond_nconsts=0\n      nimplicit=0\n      preserve_dimensions=True\n"                      \
  "    ] b a\n"                                                                                    \
  "  in (c,) }"

// The first of two predicates that holds chooses the branch.
#define CHOOSE                                                                                     \
  "{ lambda ; a:bool[] b:bool[]. let\n"                                                            \
  "    c:i64[] = cond[\n"                                                                          \
  "      branch_jaxprs=[{ lambda ; . let  in (1,) }, { lambda ; . let  in (2,) }, "                \
  "{ lambda ; . let  in (3,) }]\n"                                                                 \
  "      nimplicit_outputs=0\n"                                                                    \
  "    ] a b\n"                                                                                    \
  "  in (c,) }"

#define JOIN                                                                                       \
  "{ lambda ; a:i64[] b:f64[a]. let\n"                                                             \
  "    c:i64[] = add a a\n    d:f64[c] = concatenate[dimension=0] b b\n"                           \
  "  in (c, d) }"

// x of length a is taken for one of length b.
#define MIXED "{ lambda ; a:i64[] b:f64[a] c:f64[a]. let d:f64[a] = add b c in (d,) }"

#define CALL                                                                                       \
  "{ lambda ; a:i64[]. let\n"                                                                      \
  "    b:i64[] = pjit[name=twice jaxpr={ lambda ; c:i64[]. let d:i64[] = mul c 2 in (d,) }] a\n"   \
  "    e:f64[b] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 b\n"                 \
  "  in (e,) }"

static const struct {
  const char *jaxpr, *in, *out;
} rows[] = {
    {JOIN, "i64[] 2; f64[2] 1 2", "i64[] 4; f64[4] 1.0 2.0 1.0 2.0"},
    {JOIN, "i64[] 0; f64[0]", "i64[] 0; f64[0]"},
    {GROW, "i64[] 1; f64[1] 7", "i64[] 4; f64[4] 2.0 2.0 2.0 2.0"},
    {COUNTDOWN, "i64[] 7; i64[] 3", "i64[] -2"},
    {COUNTDOWN, "i64[] 0; i64[] 3", "i64[] 0"}, // no trip
    {CHOOSE, "bool[] True; bool[] True", "i64[] 1"},
    {CHOOSE, "bool[] False; bool[] True", "i64[] 2"},
    {CHOOSE, "bool[] False; bool[] False", "i64[] 3"},
    {CALL, "i64[] 2", "f64[4] 1.0 1.0 1.0 1.0"},
    {"{ lambda ; a:i8[]. let  in (a, a, 3) }", "i8[] 5", "i8[] 5; i8[] 5; i64[] 3"},
    {"{ lambda ; . let  in () }", "", ""},
    {"{ lambda ; a:i64[] b:i8[2]. let\n"
     "    c:i8[a,2] = broadcast_in_dim[broadcast_dimensions=(1,) shape=(None, 2)] b a in (c,) }",
     "i64[] 2; i8[2] 1 2", "i8[2,2] 1 2 1 2"},
    {"{ lambda ; a:i64[]. let b:i64[a] = iota[dimension=0 dtype=int64 shape=(None,)] a in (b,) }",
     "i64[] 3", "i64[3] 0 1 2"},
    {"{ lambda ; a:i64[]. let b:i64[a] = iota[dimension=0 dtype=int64 shape=(None,)] a in (b,) }",
     "i64[] -1", "E701 ValueError"},
    // what a type says is checked
    {JOIN, "i64[] 3; f64[2] 1 2", "E705 RuntimeError"},
    {MIXED, "i64[] 2; f64[2] 1 2; f64[1] 1", "E705 RuntimeError"},
    {"{ lambda ; a:f64[2]. let  in (a,) }", "f32[2] 1 2", "E705 RuntimeError"},
    {"{ lambda ; a:f64[2]. let  in (a,) }", "f64[2,1] 1 2", "E705 RuntimeError"},
    // a size is no number that wrapped
    {JOIN, "i64[] 4611686018427387904; f64[1] 1", "E705 RuntimeError"},
    {"{ lambda ; a:i64[]. let b:i64[] = mul a 2\n"
     "    c:f64[b] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 b in (c,) }",
     "i64[] 9223372036854775807", "E708 OverflowError"},
    {"{ lambda ; a:i64[]. let b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] "
     "1.0 a in (b,) }",
     "i64[] -1", "E701 ValueError"},
};

Test(eval, results_and_refusals) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *have = interpret_text(rows[i].jaxpr, rows[i].in);
    cr_expect_str_eq(have, rows[i].out, "%s\nof %s: %s", rows[i].jaxpr, rows[i].in, have);
    cr_expect_null(dbx_diag_pending());
  }
}

// Trips of a for_loop by its bounds and step.
Test(eval, trips) {
  static const struct {
    const char *bounds; // lower, upper, step
    int reverse, trips;
  } loops[] = {{"0 5 1", 0, 5},  {"0 5 2", 0, 3},
               {"5 0 1", 0, 0},  {"0 0 1", 0, 0},
               {"5 0 -2", 1, 3}, {"0 5 -1", 1, 0},
               {"0 5 0", 0, 0},  {"9223372036854775806 9223372036854775807 2", 0, 1},
               {"-3 3 4", 0, 2}};
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
    dbx_buf b = {0};
    dbx_printf(&b,
               "{ lambda ; a:i64[]. let\n    b:i64[] = for_loop[\n"
               "      apply_reverse_transform=%s\n"
               "      body_jaxpr={ lambda ; c:i64[] d:i64[]. let e:i64[] = add d 1 in (e,) }\n"
               "      body_nconsts=0\n      nimplicit=0\n      preserve_dimensions=True\n"
               "    ] %s 0 a\n  in (b,) }",
               loops[i].reverse ? "True" : "False", loops[i].bounds);
    // the index starts as the lower bound does
    char want[32];
    snprintf(want, sizeof want, "i64[] %d", loops[i].trips);
    const char *have = interpret_text(dbx_text(&b), "i64[] 0");
    cr_expect_str_eq(have, want, "%s: %s", loops[i].bounds, have);
    dbx_buf_free(&b);
  }
}

// ---- the observer ----

static uint32_t entered, left, before, after;
static void enter(void *ctx, const dbx_jaxpr *j, dbx_array *const *args) {
  (void)ctx, (void)args;
  entered++;
  cr_assert(j->n_in == 0 || args[0]);
}
static void leave(void *ctx, const dbx_jaxpr *j, dbx_array *const *out) {
  (void)ctx, (void)j;
  left += out != NULL;
}
static void equation(void *ctx, const dbx_jaxpr *j, const dbx_eqn *e, dbx_array *const *in,
                     dbx_array *const *out) {
  (void)j, (void)e;
  before += in && !out;
  after += out && !in;
  if (in && e->n_in == 2 && !*(dbx_array **)ctx) *(dbx_array **)ctx = dbx_array_ref(in[0]);
}

Test(eval, an_observer_sees_every_equation_and_what_it_keeps_stays) {
  dbx_array *kept = NULL;
  interp_now->observer = (dbx_interp_hook){enter, leave, equation, &kept};
  cr_expect_str_eq(interpret_text("{ lambda ; a:f64[2]. let b:f64[2] = neg a\n"
                                  "    c:f64[2] = mul b b\n    d:f64[2] = add c c in (d,) }",
                                  "f64[2] 1 2"),
                   "f64[2] 2.0 8.0");
  cr_expect(entered == 1 && left == 1 && before == 3 && after == 3);
  cr_expect_eq(dbx_array_at(kept, 1).c[0], -2, "b was kept, so that nothing wrote over it");
  cr_expect_eq(kept->refs, 1);
  kept = dbx_array_unref(kept);
  entered = left = before = after = 0;
  interpret_text("{ lambda ; a:i64[]. let b:i64[] = neg a\n    c:i64[] = div b 0 in (c,) }",
                 "i64[] 1");
  cr_expect(entered == 1 && left == 0 && before == 2 && after == 1,
            "one that fails has no results");
  interp_now->observer = (dbx_interp_hook){0};
  dbx_array_unref(kept);
}
