// What the IR knows of a primitive. The rows are in prim/prims.def, their rules in prim/.
#ifndef DBX_IR_PRIMITIVE_H
#define DBX_IR_PRIMITIVE_H

#include "ir/jaxpr.h"

// The operands and parameters of an equation whose result types are asked for.
typedef struct dbx_site {
  const struct dbx_primitive *prim;
  const dbx_atom *in;
  const dbx_kv *params;
  uint32_t n_in, n_params;
} dbx_site;

// Computes the result types. Result dims are ints, variables among the operands or in their types,
// or DBX_DIM_UNKNOWN. Fails with E3xx, E4xx (E310, E409, E314 for misfits that only lax-level
// binds can have). `out` has room for every result.
typedef dbx_status (*dbx_rule)(const dbx_site *s, dbx_aval *out);

// How a literal operand in Jaxpr text gets its dtype.
typedef enum dbx_literal_rule {
  DBX_LIT_OUT,     // that of the first result
  DBX_LIT_SIBLING, // that of another operand
  DBX_LIT_SELF,    // what the text says
  DBX_LIT_SELECT,  // bool for the first operand, the first result's for the others
  DBX_LIT_BODY,    // that of the nested Jaxpr's input
} dbx_literal_rule;

typedef struct dbx_primitive {
  const char *name;
  dbx_sym sym;
  int id;               // DBX_PRIM_<name>
  const char *operands; // names, blank separated; "..." repeats the last
  const char *params;   // keys in print order, blank separated
  dbx_rule rule;        // NULL for nested primitives (read/check.c and trace/nested.c type them)
  dbx_literal_rule literals;
  bool nested; // a parameter holds a Jaxpr that it calls
  const char *doc;
} dbx_primitive;

bool dbx_lists_parameter(const dbx_primitive *p, dbx_sym key); // does its row have this parameter?

// The parameter of that name, NULL if the site has none.
static inline const dbx_param *dbx_site_param(const dbx_site *s, dbx_sym key) {
  return dbx_param_find(s->params, s->n_params, key);
}

#endif
