// Steps, and the loops that they are (see step.h).
#include "sim/step.h"

#include <complex.h>
#include <string.h>

size_t sim_bits_of(const uint32_t *bit, uint32_t n) {
  size_t bits = 0;
  for (uint32_t i = 0; i < n; i++) bits |= (size_t)1 << bit[i];
  return bits;
}

size_t sim_value_of(const sim_place *p) {
  size_t value = 0;
  for (uint32_t i = 0; i < p->n_controls; i++) value |= (size_t)p->value[i] << p->control[i];
  return value;
}

static const double *element(const sim_step *s, size_t r, size_t c) {
  return s->m + 2 * ((r << s->n_targets) + c);
}

static size_t partner(const sim_step *s, size_t r) { return r ^ (((size_t)1 << s->n_targets) - 1); }

static bool stays(const sim_step *s, size_t r) {
  const double *own = element(s, r, r), *other = element(s, r, partner(s, r));
  return own[0] == 1 && own[1] == 0 && other[0] == 0 && other[1] == 0;
}

static bool meets_its_partner_only(const sim_step *s) {
  size_t rows = (size_t)1 << s->n_targets;
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < rows; c++) {
      const double *e = element(s, r, c);
      if (c != r && c != partner(s, r) && (e[0] != 0 || e[1] != 0)) return false;
    }
  return true;
}

static sim_loop loop_of(const sim_step *s) {
  bool diagonal = true, flip = true, real = true, cross = true;
  for (size_t r = 0; r < (size_t)1 << s->n_targets; r++) {
    const double *own = element(s, r, r), *other = element(s, r, partner(s, r));
    if (stays(s, r)) continue;
    diagonal &= other[0] == 0 && other[1] == 0;
    flip &= own[0] == 0 && own[1] == 0 && other[0] == 1 && other[1] == 0;
    real &= own[1] == 0 && other[1] == 0;
    cross &= own[1] == 0 && other[0] == 0;
  }
  return diagonal ? SIM_SCALE : flip ? SIM_FLIP : real ? SIM_REAL : cross ? SIM_CROSS : SIM_PAIR;
}

bool sim_step_of(const sim_place *p, const dbx_complex *m, sim_step *ret) {
  enum { MOST = 2 };
  if (!p->n_targets || p->n_targets > MOST) return false;
  *ret = (sim_step){.n_targets = p->n_targets, .targets = sim_bits_of(p->target, p->n_targets)};
  memcpy(ret->target, p->target, p->n_targets * sizeof *p->target);
  memcpy(ret->m, m, ((size_t)1 << 2 * p->n_targets) * sizeof *m);
  ret->controls = sim_bits_of(p->control, p->n_controls), ret->value = sim_value_of(p);
  if (!meets_its_partner_only(ret)) return false;
  ret->loop = loop_of(ret);
  ret->pairs = ret->loop == SIM_SCALE ? 0 : ret->targets;
  return true;
}

sim_step sim_sign_of(const sim_place *p, dbx_complex even, dbx_complex odd) {
  sim_step s = {.loop = SIM_SIGN, .odd = sim_bits_of(p->target, p->n_targets)};
  s.controls = sim_bits_of(p->control, p->n_controls), s.value = sim_value_of(p);
  s.m[0] = creal(even), s.m[1] = cimag(even), s.m[2] = creal(odd), s.m[3] = cimag(odd);
  return s;
}

// ---- loops ----

static size_t lanes_of(uint32_t bits) { return ((size_t)1 << bits) - 1; }

static size_t highest(size_t bits) { return (size_t)1 << (63 - __builtin_clzll(bits)); }

// Where bits have a value, and the controls theirs.
static sim_plan plan_where(const sim_step *s, size_t tile, size_t lanes, size_t bits,
                           size_t value) {
  bits |= s->controls, value |= s->value;
  sim_plan p = {.loop = s->loop,
                .fixed = ~tile | bits | lanes,
                .set = value & tile & ~lanes,
                .outside = bits & ~tile,
                .value = value & ~tile};
  if (__builtin_popcountll(~p.fixed) >= 2)
    for (int i = 0; i < 2; i++) p.fixed |= p.far[i] = highest(~p.fixed);
  p.count = (size_t)1 << __builtin_popcountll(~p.fixed);
  return p;
}

static void put_number(sim_row *by, size_t lane, const double *number) {
  by[0][2 * lane] = by[0][2 * lane + 1] = number[0];
  by[1][2 * lane] = -number[1], by[1][2 * lane + 1] = number[1];
}

static bool has_controls(const sim_step *s, size_t lanes, size_t lane) {
  return ((lane ^ s->value) & s->controls & lanes) == 0;
}

static size_t row_at(const sim_step *s, size_t index) {
  size_t r = 0;
  for (uint32_t t = 0; t < s->n_targets; t++) r = r << 1 | (index >> s->target[t] & 1);
  return r;
}

// What becomes of the amplitudes at an index and in the lanes from it on. Does one of them change?
static bool put_rows(const sim_step *s, sim_plan *p, size_t lanes, size_t index, int half) {
  bool any = false;
  for (size_t lane = 0; lane <= lanes; lane++) {
    size_t r = row_at(s, index | lane);
    bool acts = has_controls(s, lanes, lane) && !stays(s, r);
    put_number(p->by + (size_t)4 * half, lane, element(s, r, r));
    put_number(p->by + (size_t)4 * half + 2, lane, element(s, r, partner(s, r)));
    p->acts[half][2 * lane] = p->acts[half][2 * lane + 1] = -acts;
    any |= acts, p->masked |= !acts;
  }
  return any;
}

static uint32_t scales(const sim_step *s, size_t tile, size_t lanes, sim_plan *ret) {
  uint32_t n = 0;
  size_t bits = s->targets & ~lanes, value = 0;
  do {
    ret[n] = plan_where(s, tile, lanes, bits, value);
    n += put_rows(s, &ret[n], lanes, value, 0);
  } while ((value = ((value | ~bits) + 1) & bits));
  return n;
}

// Of two targets outside of the lanes, 00 meets 11 and 01 meets 10.
static uint32_t joins(const sim_step *s, size_t tile, size_t lanes, sim_plan *ret) {
  uint32_t n = 0;
  size_t bits = s->targets & ~lanes, low = bits & -bits, firsts = bits == low ? 1 : 2;
  for (size_t i = 0; i < firsts; i++) {
    size_t first = i * low, second = first ^ bits;
    sim_plan *p = &ret[n];
    *p = plan_where(s, tile, lanes, bits, first);
    p->two = bits != 0;
    p->apart = (ptrdiff_t)second - (ptrdiff_t)first;
    p->turn = (uint32_t)(s->targets & lanes);
    bool any = put_rows(s, p, lanes, first, 0);
    if (p->two) any |= put_rows(s, p, lanes, second, 1);
    n += any;
  }
  return n;
}

static uint32_t signs(const sim_step *s, size_t tile, size_t lanes, sim_plan *p) {
  if (s->m[0] == 1 && s->m[1] == 0 && s->m[2] == 1 && s->m[3] == 0) return 0;
  *p = plan_where(s, tile, lanes, 0, 0);
  p->odd = s->odd & ~lanes;
  for (size_t lane = 0; lane <= lanes; lane++) {
    size_t is = (size_t)__builtin_parityll(s->odd & lanes & lane);
    put_number(p->by, lane, s->m + 2 * is), put_number(p->by + 2, lane, s->m + 2 * (1 - is));
    p->acts[0][2 * lane] = p->acts[0][2 * lane + 1] = -has_controls(s, lanes, lane);
  }
  return 1;
}

uint32_t sim_plans(const sim_step *s, size_t tile, uint32_t lane_bits, sim_plan *ret) {
  size_t lanes = lanes_of(lane_bits);
  if (s->loop == SIM_SIGN) return signs(s, tile, lanes, ret);
  return s->loop == SIM_SCALE ? scales(s, tile, lanes, ret) : joins(s, tile, lanes, ret);
}
