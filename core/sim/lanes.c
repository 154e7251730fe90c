// The widths that machines have (see lanes.h).
#include "sim/lanes.h"

#include "sim/apply.h"

#include <string.h>

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#define LANE_OPTIONS
#else
#define LANE_OPTIONS __attribute__((optimize("O3", "fp-contract=off")))
#endif

static const sim_row times_i = {-1, 1, -1, 1, -1, 1, -1, 1};

#define LANES 1
#define LANE_TARGET LANE_OPTIONS
#define OF(x) x##_1
#include "sim/lanes_each.h"
#undef OF
#undef LANE_TARGET
#undef LANES

#ifdef __x86_64__
#define LANES 2
#define LANE_TARGET LANE_OPTIONS __attribute__((target("avx2,popcnt")))
#define OF(x) x##_2
#include "sim/lanes_each.h"
#undef OF
#undef LANE_TARGET
#undef LANES

#define LANES 4
#define LANE_TARGET LANE_OPTIONS __attribute__((target("avx512f,avx512dq,popcnt")))
#define OF(x) x##_4
#include "sim/lanes_each.h"

static const sim_loop_of *const widths[] = {loops_1, loops_2, loops_4};

uint32_t sim_lane_bits(void) {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) return 2;
  return __builtin_cpu_supports("avx2") ? 1 : 0;
}
#else
static const sim_loop_of *const widths[] = {loops_1};

uint32_t sim_lane_bits(void) { return 0; }
#endif

sim_loop_of sim_loop_for(uint32_t bits, sim_loop loop) { return widths[bits][loop]; }
