// The table of gates and their matrices (see gates.h).
#include "sim/gates.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static const dbx_gate gates[] = {
#define G(name, wires, angles, controls, base, own, word, doc)                                     \
  {#name, doc, wires, angles, controls, DBX_GATE_##base, own, word},
#include "sim/gates.def"
};

const dbx_gate *dbx_gate_at(dbx_gate_id id) { return &gates[id]; }

const dbx_gate *dbx_gate_named(const char *name) {
  for (int i = 0; i < DBX_GATES; i++)
    if (!strcmp(gates[i].name, name)) return &gates[i];
  return NULL;
}

const dbx_gate *dbx_gate_controlled(dbx_gate_id base, uint32_t controls) {
  for (int i = 0; i < DBX_GATES; i++)
    if (gates[i].base == base && gates[i].controls == controls) return &gates[i];
  return NULL;
}

static dbx_complex phase(double t) { return cos(t) + I * sin(t); }

static uint32_t one(dbx_complex *m, dbx_complex a, dbx_complex b, dbx_complex c, dbx_complex d) {
  m[0] = a, m[1] = b, m[2] = c, m[3] = d;
  return 1;
}

// Rows and columns 00 and 11, then 01 and 10: [[a, b], [c, d]] each.
static uint32_t two(dbx_complex *m, const dbx_complex even[4], const dbx_complex odd[4]) {
  memset(m, 0, 16 * sizeof *m);
  m[0] = even[0], m[3] = even[1], m[12] = even[2], m[15] = even[3];
  m[5] = odd[0], m[6] = odd[1], m[9] = odd[2], m[10] = odd[3];
  return 2;
}

static uint32_t ising(dbx_complex *m, double c, dbx_complex even, dbx_complex odd) {
  return two(m, (dbx_complex[]){c, even, even, c}, (dbx_complex[]){c, odd, odd, c});
}

static uint32_t rot(const double *t, dbx_complex *m) {
  double c = cos(t[1] / 2), s = sin(t[1] / 2), sum = (t[0] + t[2]) / 2, diff = (t[0] - t[2]) / 2;
  return one(m, phase(-sum) * c, -phase(diff) * s, phase(-diff) * s, phase(sum) * c);
}

uint32_t dbx_gate_matrix(dbx_gate_id base, const double *t, dbx_complex *m) {
  double h = sqrt(0.5), c = gates[base].angles ? cos(t[0] / 2) : 0,
         s = gates[base].angles ? sin(t[0] / 2) : 0;
  switch (base) {
  case DBX_GATE_PauliX: return one(m, 0, 1, 1, 0);
  case DBX_GATE_PauliY: return one(m, 0, -I, I, 0);
  case DBX_GATE_PauliZ: return one(m, 1, 0, 0, -1);
  case DBX_GATE_Hadamard: return one(m, h, h, h, -h);
  case DBX_GATE_S: return one(m, 1, 0, 0, I);
  case DBX_GATE_T: return one(m, 1, 0, 0, h + I * h);
  case DBX_GATE_RX: return one(m, c, -I * s, -I * s, c);
  case DBX_GATE_RY: return one(m, c, -s, s, c);
  case DBX_GATE_RZ: return one(m, c - I * s, 0, 0, c + I * s);
  case DBX_GATE_PhaseShift: return one(m, 1, 0, 0, phase(t[0]));
  case DBX_GATE_Rot: return rot(t, m);
  case DBX_GATE_SWAP: return two(m, (dbx_complex[]){1, 0, 0, 1}, (dbx_complex[]){0, 1, 1, 0});
  case DBX_GATE_IsingXX: return ising(m, c, -I * s, -I * s);
  case DBX_GATE_IsingYY: return ising(m, c, I * s, -I * s);
  case DBX_GATE_IsingZZ:
    return two(m, (dbx_complex[]){c - I * s, 0, 0, c - I * s},
               (dbx_complex[]){c + I * s, 0, 0, c + I * s});
  case DBX_GATE_IsingXY:
    return two(m, (dbx_complex[]){1, 0, 0, 1}, (dbx_complex[]){c, I * s, I * s, c});
  default: return one(m, 1, 0, 0, 1);
  }
}
