// Where tracers and lengths come from. Chains are written by hand for Jaxprs that are read from
// text; over the corpus of what the real Catalyst printed every chain has to end at a birth.
#include "corpus.h"
#include "read/read.h"
#include "trace/from_text.h"
#include "trace/provenance.h"
#include "viz/why/provenance.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static dbx_trace *trace;
static dbx_arena arena;

static void use(const char *text) {
  uint32_t file = dbx_source_add("test.jaxpr", text, strlen(text));
  if (dbx_trace_read(file, dbx_intern("f"), &trace) == DBX_OK) return;
  dbx_diag *d = dbx_diag_take();
  cr_assert_fail("%s", d->message);
}

// What the text calls it; inside branches letters begin anew, so the first one counts.
static dbx_var named(const char *name) {
  dbx_sym s = dbx_intern(name);
  for (uint32_t i = 0; i < trace->frames.n; i++) {
    const dbx_frame *f = trace->frames.at[i];
    for (uint32_t k = 0; k < f->invars.n; k++)
      if (dbx_var_at(f->invars.at[k])->name == s) return f->invars.at[k];
    for (uint32_t k = 0; k < f->consts.n; k++)
      if (dbx_var_at(f->consts.at[k].inner)->name == s) return f->consts.at[k].inner;
    for (uint32_t k = 0; k < f->eqns.n; k++)
      for (uint32_t o = 0; o < f->eqns.at[k].n_out; o++)
        if (dbx_var_at(f->eqns.at[k].out[o])->name == s) return f->eqns.at[k].out[o] & DBX_HANDLE;
  }
  cr_assert_fail("no variable %s", name);
  return 0;
}

static const char *kinds[] = {
    [DBX_LINK_LITERAL] = "literal",
    [DBX_LINK_ARGUMENT] = "argument",
    [DBX_LINK_ARGUMENT_SIZE] = "argument size",
    [DBX_LINK_LIFTED] = "lifted",
    [DBX_LINK_ARRAY] = "array",
    [DBX_LINK_INDEX] = "index",
    [DBX_LINK_CARRY] = "carry",
    [DBX_LINK_CARRY_SIZE] = "carry size",
    [DBX_LINK_RESULT] = "result",
    [DBX_LINK_RESULT_SIZE] = "result size",
    [DBX_LINK_CALL_ARGUMENT] = "call argument",
    [DBX_LINK_CALL_RESULT] = "call result",
    [DBX_LINK_EQUATION] = "equation",
    [DBX_LINK_AXIS] = "axis",
    [DBX_LINK_LOST] = "lost",
};
static const char *roles[] = {
    [DBX_ROLE_SAME] = "",           [DBX_ROLE_START] = "start: ", [DBX_ROLE_TRIP] = "trip: ",
    [DBX_ROLE_BRANCH] = "branch: ", [DBX_ROLE_OPERAND] = "of: ",  [DBX_ROLE_LENGTH] = "length: ",
};

static void same(dbx_links l, const char *want) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < l.n; i++) {
    const dbx_link *x = &l.at[i];
    dbx_pad(&b, (int)x->depth);
    dbx_printf(&b, "%s%s ", roles[x->role], kinds[x->kind]);
    if (dbx_is_literal(x->atom)) dbx_printf(&b, "%d", (int)dbx_literal_at(x->atom)->value.i);
    else dbx_put(&b, dbx_sym_text(dbx_var_at(x->atom)->name));
    dbx_put(&b, x->seen ? " again\n" : "\n");
  }
  cr_expect_str_eq(dbx_text(&b), want, "%s", dbx_text(&b));
  dbx_buf_free(&b);
}

// The document's example 1: the length is an argument of the body.
static const char resizing[] =
    "{ lambda ; a:i64[] b:f64[a]. let\n"
    "    c:i64[] d:f64[c] = for_loop[\n"
    "      apply_reverse_transform=False\n"
    "      body_jaxpr={ lambda ; e:i64[] f:i64[] g:f64[e]. let\n"
    "          h:i64[] = add e 1\n"
    "          i:f64[h] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 h\n"
    "        in (h, i) }\n"
    "      body_nconsts=0\n"
    "      nimplicit=1\n"
    "      preserve_dimensions=False\n"
    "    ] a 0 10 1 0 b\n"
    "    j:f64[c] = mul d d\n"
    "  in (c, j) }";

// Example 2: it is a constant.
static const char preserving[] =
    "{ lambda ; a:i64[]. let\n"
    "    b:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a\n"
    "    c:f64[a] = for_loop[\n"
    "      apply_reverse_transform=False\n"
    "      body_jaxpr={ lambda ; d:i64[] e:f64[d] f:i64[] g:f64[d]. let\n"
    "          h:f64[d] = add g e\n"
    "        in (h,) }\n"
    "      body_nconsts=2\n"
    "      nimplicit=0\n"
    "      preserve_dimensions=True\n"
    "    ] a b 0 10 1 0 b\n"
    "    i:f64[a] = add b c\n"
    "  in (i,) }";

Test(provenance, of_a_length_that_a_loop_carries) {
  use(resizing);
  same(dbx_provenance(&arena, named("e")), "carry size e\nstart: argument a\n");
  same(dbx_provenance(&arena, named("c")), "result size c\n"
                                           " start: argument a\n"
                                           " trip: equation h\n"
                                           " of: carry size e\n"
                                           " start: argument a again\n");
  same(dbx_provenance(&arena, named("f")), "index f\nstart: literal 0\n");
  same(dbx_provenance(&arena, named("g")), "carry g\nstart: argument b\n");
  same(dbx_axis_provenance(&arena, named("g"), 0),
       "axis g\nlength: carry size e\nstart: argument a\n");
  same(dbx_axis_provenance(&arena, named("j"), 0), "axis j\n"
                                                   "axis d\n"
                                                   "length: result size c\n"
                                                   " start: argument a\n"
                                                   " trip: equation h\n"
                                                   " of: carry size e\n"
                                                   " start: argument a again\n");
  dbx_links l = dbx_axis_provenance(&arena, named("d"), 0);
  cr_expect_eq(l.at[0].index, dbx_dim_make(DBX_DIM_OUTDB, 0));
  l = dbx_axis_provenance(&arena, named("g"), 0);
  cr_expect_eq(l.at[0].index, dbx_dim_make(DBX_DIM_DB, 0));
  cr_expect_eq(l.at[1].of, 0);
  cr_expect_eq(l.at[1].axis, 0);
}

Test(provenance, of_a_length_that_is_captured) {
  use(preserving);
  same(dbx_provenance(&arena, named("d")), "lifted d\nargument a\n");
  same(dbx_provenance(&arena, named("e")), "lifted e\nequation b\n");
  same(dbx_axis_provenance(&arena, named("g"), 0), "axis g\nlength: lifted d\nargument a\n");
  same(dbx_axis_provenance(&arena, named("e"), 0), "axis e\naxis b\nlength: argument a\n");
  same(dbx_axis_provenance(&arena, named("i"), 0), "axis i\naxis b\nlength: argument a\n");
  same(dbx_axis_provenance(&arena, named("c"), 0), "axis c\nlength: argument a\n");
  dbx_links l = dbx_axis_provenance(&arena, named("c"), 0);
  cr_expect_eq(dbx_dim_kind_of(l.at[0].index), DBX_DIM_INDB);
}

Test(provenance, of_a_result_of_a_conditional) {
  use("{ lambda ; a:i64[] p:bool[]. let\n"
      "    c:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a\n"
      "    k:i64[] l:f64[k] = cond[\n"
      "      branch_jaxprs=[{ lambda ; m:i64[] b:f64[m] c_:i64[]. let  in (m, b) }, "
      "{ lambda ; a_:i64[] b_:f64[a_] n:i64[]. let\n"
      "    d:i64[] = add n 2\n"
      "    e:f64[d] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 d\n"
      "  in (d, e) }]\n"
      "      nimplicit_outputs=1\n"
      "    ] p a c a\n"
      "  in (k, l) }");
  same(dbx_provenance(&arena, named("k")), "result size k\n"
                                           " branch: lifted m\n"
                                           " argument a\n"
                                           " branch: equation d\n"
                                           " of: lifted n\n"
                                           " argument a again\n");
}

Test(provenance, through_calls) {
  use("{ lambda ; a:i64[]. let\n"
      "    b:i64[] = pjit[name=twice jaxpr={ lambda ; c:i64[]. let d:i64[] = mul c 2 in (d,) }] a\n"
      "    e:f64[b] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 b\n"
      "  in (e,) }");
  same(dbx_axis_provenance(&arena, named("e"), 0), "axis e\n"
                                                   "length: call result b\n"
                                                   "equation d\n"
                                                   "of: call argument c\n"
                                                   "argument a\n");
}

// ---- questions ----

static void answers(const char *of, const char *want) {
  dbx_buf b = {0};
  dbx_report_style style = {.width = 100};
  dbx_status st = dbx_put_why(&b, trace, &style, of);
  cr_assert_eq(st, DBX_OK, "%s: %s", of, st ? dbx_diag_pending()->message : "");
  cr_expect(strstr(dbx_text(&b), want), "%s:\n%s", of, dbx_text(&b));
  dbx_buf_free(&b);
}

Test(provenance, why_two_lengths_are_or_are_not_equal) {
  use(resizing);
  answers("e == a", "e == a: not known to be equal");
  answers("e == a", "e starts as a, but step 2 (deduceInputType) made it an argument of the body");
  answers("c == a", "c is a result of for_loop beside the array (OutDBIdx(0), step 4");
  answers("d.shape[0] == c", "they are one variable");
  answers("h == 3", "a number is never equal to a length that only a run knows");
  use(preserving);
  answers("d == a", "both stand for a: lengths");
  answers("g.shape[0] == e.shape[0]", "g.shape[0] (d) == e.shape[0] (d): equal");
  answers("c.shape[0] == a", ": equal");
}

static void refused(const char *of, dbx_code code) {
  dbx_buf b = {0};
  dbx_report_style style = {0};
  cr_assert_eq(dbx_put_why(&b, trace, &style, of), DBX_FAIL, "%s", of);
  dbx_diag *d = dbx_diag_take();
  cr_expect_eq(d->code, code, "%s: %s", of, dbx_code_name(d->code));
  dbx_diag_free(d);
  dbx_buf_free(&b);
}

Test(provenance, what_cannot_be_asked) {
  use(preserving);
  refused("zz", DBX_E201);
  refused("b == a", DBX_E201);
  refused("b.shape[1]", DBX_E306);
  refused("b.shape[-2]", DBX_E306);
  refused("event 100000", DBX_E208);
  refused("100000", DBX_E208);
  refused("", DBX_E201);
  refused("==", DBX_E201);
  refused("a ==", DBX_E201);
  refused(".", DBX_E201);
  refused("a.shape[0]", DBX_E306);
  refused("99999999999999999999 == a.shape[99999999999999]", DBX_E201);
}

// ---- the corpus ----

static int traces, chains;

static void check_links(dbx_links l, const char *path) {
  chains++;
  for (uint32_t i = 0; i < l.n; i++) {
    cr_expect_neq(l.at[i].kind, DBX_LINK_LOST, "%s", path);
    cr_expect_not(l.at[i].cut, "%s", path);
  }
  const dbx_link *last = &l.at[l.n - 1];
  bool birth = last->seen || last->kind == DBX_LINK_LITERAL || last->kind == DBX_LINK_ARGUMENT ||
               last->kind == DBX_LINK_ARGUMENT_SIZE || last->kind == DBX_LINK_ARRAY ||
               last->kind == DBX_LINK_EQUATION;
  // the function that a scatter combines with is called by no equation
  birth |= last->kind == DBX_LINK_CALL_ARGUMENT &&
           !strncmp(dbx_sym_text(last->frame->name), "scatter", 7);
  cr_expect(birth, "%s: a chain ends with a %s", path, kinds[last->kind]);
}

static void check_var(dbx_var v, const char *path) {
  const dbx_aval_info *t = dbx_aval_at(dbx_var_aval(v &= DBX_HANDLE));
  check_links(dbx_provenance(&arena, v), path);
  for (uint32_t i = 0; i < t->rank; i++) check_links(dbx_axis_provenance(&arena, v, i), path);
}

static void check_trace(const dbx_trace *t, const char *path) {
  traces++;
  for (uint32_t i = 0; i < t->frames.n; i++) {
    const dbx_frame *f = t->frames.at[i];
    for (uint32_t k = 0; k < f->invars.n; k++) check_var(f->invars.at[k], path);
    for (uint32_t k = 0; k < f->consts.n; k++) check_var(f->consts.at[k].inner, path);
    for (uint32_t k = 0; k < f->eqns.n; k++)
      for (uint32_t o = 0; o < f->eqns.at[k].n_out; o++) check_var(f->eqns.at[k].out[o], path);
  }
}

static bool starts_jaxpr(const char *s) { return !strncmp(s, "{ lambda", 8); }

// The Jaxprs that a program printed, each to the line that closes it.
static void one_file(const char *path, void *ctx) {
  dbx_buf b = {0};
  (void)ctx;
  cr_assert(corpus_read(path, &b));
  for (size_t i = 0; i < b.n; i++) {
    if ((i && b.at[i - 1] != '\n') || !starts_jaxpr(b.at + i)) continue;
    size_t n = 0;
    while (i + n < b.n && !dbx_jaxpr_text_complete(b.at + i, n))
      n += strcspn(b.at + i + n, "\n") + 1;
    dbx_trace *t;
    uint32_t file = dbx_source_add(path, b.at + i, n > b.n - i ? b.n - i : n);
    if (dbx_trace_read(file, dbx_intern("f"), &t) == DBX_OK) {
      check_trace(t, path);
      dbx_trace_free(t);
    } else {
      dbx_diag_free(dbx_diag_take());
    }
    dbx_arena_free(&arena);
  }
  dbx_buf_free(&b);
}

Test(provenance, every_chain_of_the_corpus_ends_at_a_birth) {
  corpus_each(corpus_dir(), ".out", one_file, NULL);
  cr_assert_gt(traces, 400, "%d traces", traces);
  cr_assert_gt(chains, 10000, "%d chains", chains);
}
