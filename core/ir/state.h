// What core/ir keeps in a session.
#ifndef DBX_IR_STATE_H
#define DBX_IR_STATE_H

#include "base/mem.h"

#include <stdbool.h>

struct dbx_buf;

enum { IR_POWERS_BELOW = 292, IR_POWERS_ABOVE = 324 };

struct ir_state {
  dbx_vec(struct dbx_var_info) vars; // by handle (ir/var.h)
  struct {
    dbx_vec(const struct dbx_aval_info *) at; // by handle (ir/aval.h)
    dbx_arena arena;
    dbx_map by_hash;
    dbx_u32s next; // others of the same hash
  } avals;
  struct {
    dbx_vec(struct dbx_literal) at; // by handle, without DBX_LITERAL
    dbx_map by_hash;
    dbx_u32s next;
  } literals;
  dbx_map typed; // variable and type -> the variable's copy of that type
  struct {
    dbx_vec(const struct dbx_param *) at;
    dbx_arena arena;
    dbx_map by_hash;
    dbx_u32s next;
  } params;
  dbx_map definitions; // variable -> its dbx_eqn (ir/definition.h)
  // Powers of ten that printing a number multiplies with, once they are needed (ir/decimal.c).
  unsigned __int128 powers[IR_POWERS_BELOW + IR_POWERS_ABOVE + 1];

  // Two lengths that are not identical count as equal if one of these says so: they have one normal
  // form (prim/poly.h), they are assumed to be equal (trace/assume.h). NULL: they do not.
  bool (*dims_agree)(uint64_t a, uint64_t b);
  bool (*dims_assumed)(uint64_t a, uint64_t b);
  // How messages name a traced length that has no letter: by the program's own names ("n",
  // "y.shape[0]"). Set by a front end, which appends nothing and gives false if it knows none.
  bool (*put_source_name)(struct dbx_buf *b, uint32_t v);
  int target; // a dbx_target_id: the release that is mirrored (ir/target.h)
  int style;  // a dbx_jaxpr_style: how Jaxprs are printed instead of as the target prints them
};

extern struct ir_state ir_now[1];
extern const dbx_room ir_room;

#endif
