// Which dtype a literal of a text gets, and which it refuses; what constants of bodies stand for.
#include "read/operands.h"

#include "unit/facts.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  dbx_dtype from;
  dbx_scalar x;
  dbx_dtype to;
  bool fits;
} retyped[] = {
    {DBX_I64, {.i = 1}, DBX_I32, true},
    {DBX_I64, {.i = 127}, DBX_I8, true},
    {DBX_I64, {.i = 128}, DBX_I8, false},
    {DBX_I64, {.i = -1}, DBX_I8, true},
    {DBX_I64, {.i = -1}, DBX_U8, false},
    {DBX_I64, {.i = -1}, DBX_U64, false},
    {DBX_I64, {.i = INT64_MAX}, DBX_U64, true},
    {DBX_U64, {.u = UINT64_MAX}, DBX_I64, false},
    {DBX_U64, {.u = UINT64_MAX}, DBX_U64, true},
    {DBX_U64, {.u = UINT64_MAX}, DBX_I8, false}, // and not -1
    {DBX_I64, {.i = 1}, DBX_F64, false},         // 1 is no float, nor 1.0 an integer
    {DBX_I64, {.i = 1}, DBX_BF16, true},         // which prints it so
    {DBX_F64, {.c = {1, 0}}, DBX_I64, false},
    {DBX_F64, {.c = {0.1, 0}}, DBX_F32, true},
    {DBX_F64, {.c = {1, 0}}, DBX_C128, false},
    {DBX_C128, {.c = {1, 2}}, DBX_C64, true},
    {DBX_BOOL, {.i = 1}, DBX_I64, false},
    {DBX_I64, {.i = 1}, DBX_BOOL, false},
    {DBX_BOOL, {.i = 1}, DBX_BOOL, true},
};

Test(operands, literals_of_another_dtype) {
  for (size_t i = 0; i < sizeof retyped / sizeof *retyped; i++) {
    dbx_atom a = dbx_literal_of(retyped[i].from, false, retyped[i].x), before = a;
    const char *why = facts_failure(dbx_retype_literal(&a, retyped[i].to, (dbx_span){0}));
    cr_expect(facts_match(why, retyped[i].fits ? "" : "E605 this literal is no "), "row %zu: %s", i,
              why);
    if (retyped[i].fits)
      cr_expect_eq(dbx_aval_at(dbx_atom_aval(a))->dtype, retyped[i].to, "row %zu", i);
    else cr_expect_eq(a, before, "row %zu", i);
  }
}

static const struct {
  const char *equation; // of the inputs below
  const char *dtypes;   // of its operands
} facts[] = {
    {"x:f32[3] = add a 1.0", "f32 f32"},          // as the result
    {"x:bool[3] = lt a 1.0", "f32 f32"},          // as the other operand
    {"x:bool[] = eq 1.0 2.0", "f64 f64"},         // nobody says: as the text does
    {"x:i8[] = select_n True 1 2", "bool i8 i8"}, // the selector by itself
    {"x:i8[4] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1 4", "i8 i64"}, // a size
    {"x:f32[3] = add a 1.0:f64[]", "f32 f64"}, // the text knows better
    {"x:i32[] = pjit[jaxpr={ lambda ; p:i32[] q:f32[]. let  in (p,) } name=f] 1 2.0", "i32 f32"},
    {"x:f32[] = cond[branches=({ lambda ; p:f32[]. let  in (p,) } { lambda ; p:f32[]. let  in (p,) "
     "})] 0 1.0",
     "i64 f32"},
    {"x:u8[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; p:f32[] q:i64[] "
     "r:u8[]. let  in (r,) } "
     "body_nconsts=1 nimplicit=0 preserve_dimensions=True] 1.0 0 3 1 0 7",
     "f32 i64 i64 i64 i64 u8"},
};

Test(operands, literals_of_equations) {
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; a:f32[3]. let %s in (x,) }", facts[i].equation);
    const dbx_eqn *e = &facts_jaxpr(dbx_text(&b))->eqns[0];
    dbx_clear(&b);
    for (uint32_t k = 0; k < e->n_in; k++)
      dbx_printf(&b, k ? " %s" : "%s",
                 dbx_dtype_short(dbx_aval_at(dbx_atom_aval(e->in[k]))->dtype));
    cr_expect_str_eq(dbx_text(&b), facts[i].dtypes, "%s: %s", facts[i].equation, dbx_text(&b));
    dbx_buf_free(&b);
  }
}

// ---- referents ----

static const struct {
  const char *equation; // of the inputs a:i64[] b:bool[]
  uint32_t inner, input;
  bool stands; // whether input number `input` of the inner Jaxpr stands for a
} referents[] = {
    {"x:i64[] = pjit[jaxpr={ lambda ; p:i64[]. let  in (p,) } name=f] a", 0, 0, true},
    {"x:i64[] = cond[branch_jaxprs=[{ lambda ; p:i64[]. let  in (p,) }, { lambda ; p:i64[]. let  "
     "in (p,) }] "
     "nimplicit_outputs=0] b a",
     1, 0, true},
    {"x:i64[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; p:i64[] q:i64[] "
     "r:i64[]. let  in (r,) } "
     "body_nconsts=1 nimplicit=0 preserve_dimensions=True] a 0 3 1 0 a",
     0, 0, true},
    {"x:i64[] = for_loop[apply_reverse_transform=False body_jaxpr={ lambda ; p:i64[] q:i64[] "
     "r:i64[]. let  in (r,) } "
     "body_nconsts=1 nimplicit=0 preserve_dimensions=True] a 0 3 1 0 a",
     0, 2, false}, // a carry
    {"x:i64[] = while_loop[body_jaxpr={ lambda ; p:i64[]. let  in (p,) } body_nconsts=0 "
     "cond_jaxpr={ lambda ; p:i64[] q:i64[]. let r:bool[] = lt q p in (r,) } cond_nconsts=1 "
     "nimplicit=0 "
     "preserve_dimensions=True] a 1",
     1, 0, true},
};

typedef struct nth {
  uint32_t left;
  dbx_jaxpr *j;
} nth;

static void take_nth(void *ctx, dbx_jaxpr *j) {
  nth *n = ctx;
  if (!n->left--) n->j = j;
}

Test(operands, constants_stand_for_operands_and_carries_do_not) {
  for (size_t i = 0; i < sizeof referents / sizeof *referents; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; a:i64[] b:bool[]. let %s in (x,) }", referents[i].equation);
    dbx_jaxpr *j = facts_jaxpr(dbx_text(&b));
    nth n = {referents[i].inner, NULL};
    dbx_eqn_each_jaxpr(&j->eqns[0], take_nth, &n);
    cr_expect_eq(dbx_referent(n.j->invars[referents[i].input]) == facts_var(j, "a"),
                 referents[i].stands, "row %zu", i);
    dbx_buf_free(&b);
  }
}

Test(operands, of_a_jaxpr_that_is_called_twice_nothing_stands_for_anything) {
  dbx_jaxpr *j =
      facts_jaxpr("let f = { lambda ; p:i64[]. let  in (p,) } in { lambda ; a:i64[] b:i64[]. let "
                  "x:i64[] = pjit[jaxpr=f name=f] a y:i64[] = pjit[jaxpr=f name=f] b in (x, y) }");
  dbx_jaxpr *f = dbx_eqn_param(&j->eqns[0], DBX_S_jaxpr)->jaxpr;
  cr_expect_eq(dbx_eqn_param(&j->eqns[1], DBX_S_jaxpr)->jaxpr, f);
  cr_expect_eq(dbx_referent(f->invars[0]), f->invars[0]);
}
