// The gates that equations name (sim/gates.def), and their matrices.
#ifndef DBX_SIM_GATES_H
#define DBX_SIM_GATES_H

#include <stdbool.h>
#include <stdint.h>

typedef double _Complex dbx_complex;

typedef enum dbx_gate_id {
#define G(name, wires, angles, controls, base, own, word, doc) DBX_GATE_##name,
#include "sim/gates.def"
  DBX_GATES
} dbx_gate_id;

enum { DBX_MOST_ANGLES = 3 };

typedef struct dbx_gate {
  const char *name, *doc;
  uint32_t wires, angles, controls; // wires 0: any number
  dbx_gate_id base;
  bool own_inverse;
  const char *word; // of its generator (sim/gates.def)
} dbx_gate;

// The row of a gate.
const dbx_gate *dbx_gate_at(dbx_gate_id id);
const dbx_gate *dbx_gate_named(const char *name); // NULL: there is none
// The gate that is the base with so many controls; NULL: it has no name of its own.
const dbx_gate *dbx_gate_controlled(dbx_gate_id base, uint32_t controls);
// The matrix of a base gate on its targets, 2 x 2 or 4 x 4 in row-major order, the first wire most
// significant; not of MultiRZ, which is diagonal on any number of wires. Gives the number of
// targets.
uint32_t dbx_gate_matrix(dbx_gate_id base, const double *angles, dbx_complex *m);

#endif
