// The type checker accepts what is well formed, and refuses each kind of Jaxpr that is not. What
// the reader refuses before (names) is made by hand.
#include "ir/jaxpr.h"

#include "prim/prim.h"
#include "read/read.h"
#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

#define PARAMS_FOR                                                                                 \
  "apply_reverse_transform=False body_nconsts=1 nimplicit=0 preserve_dimensions=True "
#define PARAMS_WHILE "body_nconsts=0 cond_nconsts=0 nimplicit=0 preserve_dimensions=True "
#define BELOW_9 "cond_jaxpr={ lambda ; p:i64[]. let q:bool[] = lt p 9 in (q,) } "

// Equations of a:i64[] b:f64[a] c:f64[3] d:bool[].
static const struct {
  const char *equations, *failure;
} facts[] = {
    {"", ""},
    {"x:f64[a] = neg b", ""},
    {"x:f32[a] = neg b",
     "E604 Value for result 0 of neg inconsistently typed as f64[a] for let-binder of type f32[a]"},
    {"x:f64[] = neg b", "E604"},
    {"x:f64[3] = neg b", "E604"},
    {"x:f64[a] = neg c", "E604"},
    {"x:f64[a] = add b b b", "E605 add takes 2 operands, not 3"},
    {"x:f64[a] = add b y:f64[a] = neg b", "E605 add takes 2 operands, not 1"},
    {"x:f64[a] y:f64[a] = neg b", "E605 neg gives 1 results, not 2"},
    {"x:f64[a] = add b a", "E605 lax.add requires arguments to have the same dtypes"},
    {"x:f64[a] = add b c", "E605 add got incompatible shapes"},
    {"x:i64[] = add a 1 y:f64[x] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 x",
     ""},
    {"x:i64[] = add a 1 y:f64[x] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a",
     "E604"},
    // a sum of lengths is computed before: any variable will do, but no number
    {"x:i64[] = add a 3 y:f64[x] = concatenate[dimension=0] b c", ""},
    {"x:i64[] = add a 3 y:f64[7] = concatenate[dimension=0] b c", "E604"},
    {"x:f64[a] = sort[dimension=0 is_stable=True num_keys=1] b", ""},
    {"x:f64[a] y:f64[a] = sort[dimension=0 is_stable=True num_keys=1] b b", ""},
    // calls
    {"x:f64[a] = pjit[jaxpr={ lambda ; p:i64[] q:f64[p]. let  in (q,) } name=f] a b", ""},
    {"x:f64[3] = pjit[jaxpr={ lambda ; p:f64[3]. let  in (p,) } name=f] b",
     "E606 pjit passes operand 0"},
    {"x:f64[a] = pjit[jaxpr={ lambda ; p:i64[] q:f64[p]. let  in (q,) } name=f] 3 b",
     "E606 pjit passes operand 1"},
    {"x:f64[3] = pjit[jaxpr={ lambda ; p:f64[3]. let  in (p,) } name=f] c c",
     "E606 pjit: the number of operands"},
    {"x:f64[3] y:f64[3] = pjit[jaxpr={ lambda ; p:f64[3]. let  in (p,) } name=f] c",
     "E606 pjit: the number of results"},
    {"x:f64[2] = pjit[jaxpr={ lambda ; p:f64[3]. let  in (p,) } name=f] c", "E604"},
    {"x:f64[3] = pjit[jaxpr={ lambda ; p:f64[3]. let q:f64[3] = add p r:f64[3] = neg q in (r,) } "
     "name=f] c",
     "E605 add takes"},
    // loops
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (q,) }] a 0 9 1 0 c",
     ""},
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (q,) }] a 0.0 9 1 0 c",
     "E605"}, // a literal that is no index
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (q,) }] a d 9 1 0 c",
     "E606 for_loop: bounds must be integer scalars"},
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (q,) }] a 0 9 1 0",
     "E606 for_loop: the number of operands"},
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (p,) }] a 0 9 1 0 c",
     "E606 for_loop: result 0 of the body has another type"},
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let r:f64[2] = "
     "slice[limit_indices=(2,) start_indices=(0,) strides=None] q in (r,) }] a 0 9 1 0 c",
     "E606 for_loop: result 0 of the body has another type"},
    // a length that the body computes may be what it was
    {"x:f64[a] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[p]. let r:i64[] = add p 0 s:f64[r] = "
     "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 r in (s,) }] a 0 9 1 0 b",
     ""},
    {"x:f64[3] = for_loop[" PARAMS_FOR
     "body_jaxpr={ lambda ; p:i64[] i:i64[] q:f64[3]. let  in (q, q) }] a 0 9 1 0 c",
     "E606 for_loop: the number of results of the body"},
    {"x:i64[] = while_loop[" PARAMS_WHILE BELOW_9
     "body_jaxpr={ lambda ; p:i64[]. let q:i64[] = add p 1 in (q,) }] a",
     ""},
    {"x:i64[] = while_loop[" PARAMS_WHILE BELOW_9
     "body_jaxpr={ lambda ; p:i64[]. let q:i64[] = add p 1 in (q,) }] a a",
     "E606 while_loop: the number of operands"},
    {"x:i64[] = while_loop[" PARAMS_WHILE "cond_jaxpr={ lambda ; p:i64[]. let  in (p,) } "
     "body_jaxpr={ lambda ; p:i64[]. let  in (p,) }] a",
     "E606 while_loop: the condition must give one boolean scalar"},
    {"x:i64[] = while_loop[" PARAMS_WHILE BELOW_9
     "body_jaxpr={ lambda ; p:i64[]. let  in (1.0,) }] a",
     "E606 while_loop: result 0 of the body"},
    // conditionals
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; p:i64[]. let  "
     "in (1,) }] nimplicit_outputs=0] d a",
     ""},
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; p:i64[]. let  "
     "in (1,) }] nimplicit_outputs=0] a a",
     "E606 cond: a predicate is not a boolean scalar"},
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; . let  in (1,) "
     "}] nimplicit_outputs=0] d a",
     "E606 cond: a branch takes another number of constants"},
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; p:i64[]. let  "
     "in (1.0,) }] nimplicit_outputs=0] d a",
     "E604"},
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; p:i64[]. let  "
     "in (1,) }] nimplicit_outputs=2] d a",
     "E606 cond: nimplicit_outputs is too large"},
    {"x:i64[] = cond[branches=({ lambda ; p:i64[]. let  in (p,) } { lambda ; p:i64[]. let  in (1,) "
     "})] a a",
     ""},
    {"x:i64[] = cond[branches=({ lambda ; p:i64[]. let  in (p,) } { lambda ; p:i64[]. let  in (1,) "
     "})] c a",
     "E606 cond: the number of the branch has to be an integer scalar"},
};

Test(check, facts) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_jaxpr *j = NULL;
    dbx_printf(&b, "{ lambda ; a:i64[] b:f64[a] c:f64[3] d:bool[]. let %s in () }",
               facts[i].equations);
    dbx_status st = facts_read(dbx_text(&b), &j);
    const char *why = facts_failure(st == DBX_OK ? dbx_check_jaxpr(j) : st);
    cr_expect(facts_match(why, facts[i].failure), "%s: %s", facts[i].equations, why);
    dbx_buf_free(&b);
  }
}

// ---- what no text can say ----

static const char text[] =
    "{ lambda ; a:i64[] b:f64[a]. let c:i64[] = add a 1 d:f64[a] = neg b in (d,) }";

static void break_nothing(dbx_jaxpr *j) { (void)j; }
static void bind_twice(dbx_jaxpr *j) { j->eqns[1].out[0] = facts_var(j, "b"); }
static void use_before(dbx_jaxpr *j) {
  dbx_atom *in = dbx_arena_copy(facts_arena(), j->eqns[0].in, 2 * sizeof *in);
  in[0] = j->eqns[1].out[0];
  j->eqns[0].in = in;
}
static void result_of_another(dbx_jaxpr *j) {
  j->outs[0] = dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0);
}
static void length_of_another(dbx_jaxpr *j) {
  dbx_dim d = dbx_dim_var(dbx_var_new(dbx_aval_scalar(DBX_I64, false), DBX_VAR_ARG, 0));
  dbx_var_at(j->invars[1])->aval = dbx_aval_of(DBX_F64, false, 1, &d);
}
static void length_by_position(dbx_jaxpr *j) {
  dbx_dim d = dbx_dim_make(DBX_DIM_DB, 0);
  dbx_var_at(j->invars[1])->aval = dbx_aval_of(DBX_F64, false, 1, &d);
}
static void length_that_is_none(dbx_jaxpr *j) {
  dbx_var_at(j->invars[0])->aval = dbx_aval_scalar(DBX_F64, false);
}
static void used_later_as_a_length(dbx_jaxpr *j) { // b's length is bound behind b
  dbx_var b = j->invars[1];
  j->invars[1] = j->invars[0], j->invars[0] = b;
}

static const struct {
  void (*edit)(dbx_jaxpr *j);
  const char *failure;
} edits[] = {
    {break_nothing, ""},
    {bind_twice, "E603 a variable is bound twice"},
    {use_before, "E602 an operand is not defined"},
    {result_of_another, "E602 an operand is not defined"},
    {length_of_another, "E607 unbound axis size"},
    {length_by_position, "E607 unbound axis size"},
    {length_that_is_none, "E607 an axis size is not an integer scalar"},
    {used_later_as_a_length, ""}, // inputs are bound together
};

Test(check, edits) {
  for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
    dbx_jaxpr *j = facts_jaxpr(text);
    edits[i].edit(j);
    const char *why = facts_failure(dbx_check_jaxpr(j));
    cr_expect(facts_match(why, edits[i].failure), "edit %zu: %s", i, why);
  }
}

// What does not fit becomes opaque, in what is called, too; what fits stays.
Test(check, opaque) {
  static const char nested[] =
      "{ lambda ; a:f64[3]. let b:f64[3] = pjit[jaxpr={ lambda ; c:f64[3]. "
      "let d:f64[3] = neg c in (d,) } name=g] a in (b,) }";
  dbx_jaxpr *j = facts_jaxpr(nested), *inner = NULL;
  inner = (dbx_jaxpr *)(uintptr_t)dbx_eqn_param(&j->eqns[0], DBX_S_jaxpr)->jaxpr;
  dbx_make_opaque(j);
  cr_expect(!dbx_is_opaque(j->eqns[0].prim) && !dbx_is_opaque(inner->eqns[0].prim));
  inner->eqns[0].prim = dbx_primitive_of(DBX_PRIM_add); // of two operands
  cr_expect_neq(dbx_check_jaxpr(j), DBX_OK);
  dbx_diag_free(dbx_diag_take());
  dbx_make_opaque(j);
  cr_expect(dbx_is_opaque(inner->eqns[0].prim));
  cr_expect_str_eq(inner->eqns[0].prim->name, "add");
  cr_expect_eq(dbx_check_jaxpr(j), DBX_OK);
}
