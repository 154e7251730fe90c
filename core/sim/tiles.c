// Steps go over a vector tile by tile: those whose pairs lie in one tile are done there, one after
// the other, before the next tile. Tiles are of two sizes, one in the other, for two caches. Each
// amplitude meets the steps in their order, so the numbers are those of one step at a time.
#include "base/poll.h"
#include "sim/step.h"

typedef struct shape {
  uint32_t low, other; // the lowest bits run in a tile, and so many others, which steps choose
} shape;

static const shape outer = {12, 3}, inner = {8, 3};

enum { MOST_PLANS = 96 }; // of steps in one tile

// The loops of steps that share a tile of the inner size.
typedef struct group {
  size_t tile;
  uint32_t plans; // how many there are
} group;

static uint32_t count_of(size_t bits) { return (uint32_t)__builtin_popcountll(bits); }

// How many of the steps share a tile, of what runs.
static uint32_t share(const sim_step *steps, uint32_t n, size_t runs, shape of, size_t *tile) {
  uint32_t k = 0, room = of.other;
  *tile = runs & (((size_t)1 << of.low) - 1);
  for (; k < n; k++) {
    size_t more = steps[k].pairs & ~*tile;
    if (count_of(more) > room) break;
    *tile |= more, room -= count_of(more);
  }
  for (size_t left = runs & ~*tile; room && left; room--, left &= left - 1) *tile |= left & -left;
  return k;
}

// The next index with zeros outside of the bits, 0 behind the last one.
static size_t next_of(size_t index, size_t bits) { return ((index | ~bits) + 1) & bits; }

static void alone(dbx_work_part part, int64_t *words, int64_t n) { part(words, 0, n); }

// The index that has the bits of k in these bits.
static size_t spread_over(size_t bits, size_t k) {
  size_t index = 0;
  for (; bits; bits &= bits - 1, k >>= 1)
    if (k & 1) index |= bits & -bits;
  return index;
}

// What threads share: steps in the tiles of the outer size.
typedef struct work {
  const sim_vector *v;
  const sim_loop_of *loops;
  uint32_t lane_bits, n_groups, n_plans;
  size_t tile;
  group groups[MOST_PLANS];
  sim_plan plans[MOST_PLANS];
} work;

static void run_plans(const work *w, const sim_plan *plans, uint32_t n, size_t base) {
  for (const sim_plan *p = plans; p < plans + n; p++)
    if ((base & p->outside) == p->value) w->loops[p->loop]((double *)w->v->at, base | p->set, p);
}

// The tiles from begin on, before end.
static void run_part(int64_t *words, int64_t begin, int64_t end) {
  const work *w = (const work *)words;
  size_t all = ((size_t)1 << w->v->n) - 1;
  for (int64_t k = begin; k < end && !dbx_stopping(); k++) {
    size_t base = spread_over(all & ~w->tile, (size_t)k);
    const sim_plan *plans = w->plans;
    for (const group *g = w->groups; g < w->groups + w->n_groups; plans += g->plans, g++) {
      size_t between = w->tile & ~g->tile, at = 0;
      do run_plans(w, plans, g->plans, base | at);
      while ((at = next_of(at, between)));
    }
  }
}

static uint32_t put_group(work *w, const sim_step *steps, uint32_t n) {
  group *g = &w->groups[w->n_groups++];
  uint32_t end = share(steps, n, w->tile, inner, &g->tile), first = w->n_plans, done = 0;
  for (; done < end && w->n_plans + SIM_MOST_PLANS <= MOST_PLANS; done++)
    w->n_plans += sim_plans(&steps[done], g->tile, w->lane_bits, &w->plans[w->n_plans]);
  g->plans = w->n_plans - first;
  return done;
}

// Gives how many steps were done.
static uint32_t run_some(work *w, const sim_step *steps, uint32_t n, dbx_work_spread spread) {
  size_t all = ((size_t)1 << w->v->n) - 1;
  uint32_t done = 0;
  w->n_groups = w->n_plans = 0;
  n = share(steps, n, all, outer, &w->tile);
  while (done < n && w->n_plans + SIM_MOST_PLANS <= MOST_PLANS)
    done += put_group(w, steps + done, n - done);
  int64_t tiles = (int64_t)1 << count_of(all & ~w->tile);
  (spread && tiles > 1 ? spread : alone)(run_part, (int64_t *)w, tiles);
  return done;
}

void sim_run(const sim_vector *v, const sim_step *steps, uint32_t n, dbx_work_spread spread) {
  sim_loop_of loops[SIM_LOOPS];
  uint32_t bits = sim_lane_bits();
  if (bits > v->n) bits = v->n;
  for (int k = 0; k < SIM_LOOPS; k++) loops[k] = sim_loop_for(bits, (sim_loop)k);
  work w;
  w.v = v, w.loops = loops, w.lane_bits = bits;
  for (uint32_t done = 0; done < n && !dbx_stopping();)
    done += run_some(&w, steps + done, n - done, spread);
}
