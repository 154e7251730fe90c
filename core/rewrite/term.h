// Rules as text (private to rewrite):
//   rule     NAME: pattern -> replacement [if guard {and guard}]
//   pattern  X               any operand; twice the same: the same variable or number
//            1, 0, -0.0, True  that number, or an array of it; 0 is no -0.0
//            mul(X, 1)       the equation of that primitive; "..." at the end: more operands
//            M = neg(X)      the same with a name for its result
//   replacement  a name, a primitive of replacements, or fill(0): that number in the result's type
//   guard    integer(X) real(X) float(X) exact(X, M) in_order reals; "integer(X) or reals"
// A primitive of the replacement has no parameters, or those of the pattern's first one.
#ifndef DBX_REWRITE_TERM_H
#define DBX_REWRITE_TERM_H

#include "prim/prim.h"
#include "rewrite/rewrite.h"

enum { RW_MOST_NAMES = 8, RW_MOST_GUARDS = 4 };

typedef enum rw_term_kind { RW_ANY, RW_NUMBER, RW_TRUTH, RW_APPLY, RW_FILL } rw_term_kind;
typedef struct rw_term {
  rw_term_kind kind;
  uint32_t name; // of ANY, and of APPLY with one: its number from 1 on
  double number; // NUMBER, TRUTH, FILL
  const dbx_primitive *prim;
  const struct rw_term **arg;
  uint32_t n;
  bool more; // "..."
} rw_term;

typedef enum rw_guard_kind {
#define G(name, n, why) RW_GUARD_##name,
#include "rewrite/guards.def"
  RW_GUARDS
} rw_guard_kind;
typedef struct rw_guard {
  rw_guard_kind kind;
  uint32_t name[2];
  bool or_reals;
} rw_guard;

struct rw_site;
typedef struct rw_rule {
  const char *name, *text, *doc;
  const rw_term *pattern, *replacement; // NULL: a step
  bool (*step)(const struct rw_site *s);
  const char *names[RW_MOST_NAMES + 1];
  rw_guard guards[RW_MOST_GUARDS];
  uint32_t n_names, n_guards;
  bool own, off;
} rw_rule;

// Reads "NAME: PATTERN -> REPLACEMENT if GUARDS", or without the name if r has one. The texts are
// copied into the arena. Fails with E609.
dbx_status rw_read_rule(dbx_arena *arena, const char *text, rw_rule *r);

#endif
