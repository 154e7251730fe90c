// Jaxpr variables and atoms. One variable = one tracer: the record says where the tracer lives and
// what it stands for. Variables live as long as the session; their handles are never reused.
#ifndef DBX_IR_VAR_H
#define DBX_IR_VAR_H

#include "base/source.h"
#include "base/sym.h"
#include "ir/aval.h"

typedef enum dbx_var_kind {
  DBX_VAR_ARG,   // argument tracer of its frame
  DBX_VAR_CONST, // constant (lifted) tracer: stands for referent, or for a concrete array
  DBX_VAR_RESULT // result of an equation
} dbx_var_kind;

typedef struct dbx_var_info {
  dbx_aval aval;
  uint32_t frame; // id of the frame it lives in, 0 for variables read from text
  // Constants, and arguments of calls that are lengths of others: the outer variable. A sum that
  // was computed before in the same Jaxpr: the first one. Of a binder that is a copy: the tracer.
  // Otherwise 0.
  dbx_var referent;
  uint32_t birth; // event that made it
  dbx_sym name;   // in the text that it was read from, 0 otherwise
  uint8_t kind;
  bool suffix; // printed with a trailing "_" (constants padded into a branch)
  bool copy;   // of a tracer, with the type that toJaxpr gives it (dbx_var_typed)
} dbx_var_info;

// A new variable of a frame (0: of none); its handle is never 0. It lives as long as the session.
dbx_var dbx_var_new(dbx_aval aval, dbx_var_kind kind, uint32_t frame);
// Beside a handle: set in an atom that is a literal; on a binder that prints as "_".
enum { DBX_LITERAL = 1u << 31, DBX_DROPPED = 1u << 30, DBX_HANDLE = DBX_DROPPED - 1 };
static inline dbx_var_info *dbx_var_at(dbx_var v) { // valid until the next dbx_var_new
  return &ir_now->vars.at[v & DBX_HANDLE];
}
static inline dbx_aval dbx_var_aval(dbx_var v) { return dbx_var_at(v)->aval; }
uint32_t dbx_var_count(void);

// A binder that stands for tracer v with another type: the same one whenever it is asked for. It is
// printed, named and born as v is.
dbx_var dbx_var_typed(dbx_var v, dbx_aval aval);
// The tracer that a variable of a Jaxpr stands for: v itself if it is no copy.
static inline dbx_var dbx_tracer_of(dbx_var v) {
  return dbx_var_at(v)->copy ? dbx_var_at(v)->referent : v;
}

// The outermost variable that v stands for (v itself if it is no constant).
dbx_var dbx_referent(dbx_var v);
// Two dims are identical iff equal ints or variables with one referent (docs/semantics.md, Lengths
// and their equality); they are equal iff they are identical, or dims_agree or dims_assumed of
// ir_now says so.
bool dbx_dim_identical(dbx_dim a, dbx_dim b);
bool dbx_dim_equal_(dbx_dim a, dbx_dim b);
static inline bool dbx_dim_equal(dbx_dim a, dbx_dim b) { return a == b || dbx_dim_equal_(a, b); }
dbx_dim dbx_dim_referent(dbx_dim d);

// An operand: a variable or a literal. 0 is none.
typedef uint32_t dbx_atom;
static inline bool dbx_is_literal(dbx_atom a) { return (a & DBX_LITERAL) != 0; }

typedef struct dbx_literal {
  dbx_aval aval; // rank 0
  dbx_scalar value;
} dbx_literal;
dbx_atom dbx_literal_of(dbx_dtype t, bool weak, dbx_scalar value); // interned
const dbx_literal *dbx_literal_at(dbx_atom a); // a is a literal; valid until the next one is made
// A Python int as an operand: weakly typed, int64.
static inline dbx_atom dbx_literal_int(int64_t i) {
  return dbx_literal_of(DBX_I64, true, dbx_scalar_int(i));
}
// The type of a literal or variable; a is not 0.
static inline dbx_aval dbx_atom_aval(dbx_atom a) {
  return dbx_is_literal(a) ? dbx_literal_at(a)->aval : dbx_var_at(a)->aval;
}
// The length that a scalar operand stands for, and the other way round.
static inline dbx_dim dbx_dim_of_atom(dbx_atom a) {
  return dbx_is_literal(a) ? dbx_dim_int(dbx_literal_at(a)->value.i) : dbx_dim_var(a & DBX_HANDLE);
}
static inline dbx_atom dbx_atom_of_dim(dbx_dim d) {
  return dbx_dim_is_var(d) ? (dbx_atom)dbx_dim_value(d) : dbx_literal_int(dbx_dim_value(d));
}

#endif
