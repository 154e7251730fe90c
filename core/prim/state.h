// What core/prim keeps in a session.
#ifndef DBX_PRIM_STATE_H
#define DBX_PRIM_STATE_H

#include "prim/prim.h"

// Byte strings by handle: equal string, equal handle; 0 is none.
typedef struct poly_pool {
  dbx_arena arena;
  dbx_vec(struct poly_entry {
    const void *bytes;
    size_t n;
  }) at;
  dbx_u32s next;
  dbx_map by_hash;
} poly_pool;

// A name that is bound to an axis (prim/named_axis.h); each has a number of its own.
typedef struct prim_axis {
  dbx_sym name;
  dbx_dim size;
  uint64_t id;
} prim_axis;

struct prim_state {
  dbx_map rows;                       // symbol -> the row of that name
  dbx_map opaque;                     // symbol -> the primitive that is not known
  poly_pool atoms, monos, polys;      // unknowns, their products, sums of those (prim/poly.h)
  dbx_vec(struct poly_atom) unknowns; // by the handles of `atoms`
  dbx_arena arena;                    // operands of unknowns that are functions
  dbx_map normal;                     // referent -> its normal form, 0 while it is worked out
  // A bit for each dtype that a primitive takes, once they are looked up: bit 31.
  uint32_t takes[DBX_PRIM_COUNT];
  dbx_vec(prim_axis) axes; // that are bound, the innermost last
  uint64_t last_axis;
};

extern struct prim_state prim_now[1];
extern const dbx_room prim_room;

#endif
