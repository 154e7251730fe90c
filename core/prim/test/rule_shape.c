// Primitives that make, move and cut arrays: the lengths of what they give, at the ends of ranges
// too, and what does not fit.
#include "prim/prim.h"
#include "unit/rules.h"

#include <criterion/criterion.h>

#define BROADCAST(axes, shape)                                                                     \
  "broadcast_in_dim[broadcast_dimensions=(" axes ") shape=(" shape ")] x"
#define IOTA(axis, type, shape) "iota[dimension=" axis " dtype=" type " shape=(" shape ")]"
#define RESHAPE(sizes) "reshape[dimensions=None new_sizes=(" sizes ")] x"
#define CONCATENATE "concatenate[dimension=0] "
#define PAD(config) "pad[padding_config=(" config ")] x y"
#define SLICE(from, to, steps)                                                                     \
  "slice[limit_indices=(" to ") start_indices=(" from ") strides=" steps "] x"
#define SPLIT(axis, sizes) "split[axis=" axis " sizes=(" sizes ")] x"
#define CUT(sizes) "dynamic_slice[slice_sizes=(" sizes ")] x "
#define UPDATE "dynamic_update_slice x u "
#define GATHER(offset, collapsed, map, sizes)                                                      \
  "gather[dimension_numbers=R(offset_dims=(" offset "), collapsed_slice_dims=(" collapsed          \
  "), start_index_map=(" map ")) slice_sizes=(" sizes ")] x i"
#define SCATTER(window, inserted, map)                                                             \
  "[dimension_numbers=R(update_window_dims=(" window "), inserted_window_dims=(" inserted          \
  "), scatter_dims_to_operand_dims=(" map "))] x i u"
#define MOST "9223372036854775807"

static const rule_fact facts[] = {
    {"x:f64[]", BROADCAST("", "3, None") " n", "f64[3,n]"},
    {"x:f64[n]", BROADCAST("1,", "3, None") " n", "f64[3,n]"},
    {"x:f64[1]", BROADCAST("1,", "3, None") " n", "f64[3,n]"},
    {"x:f64[]", BROADCAST("", "None, None") " n 0", "f64[n,0]"}, // a size that is a number
    {"x:f64[]", BROADCAST("", "None,") " " MOST, "f64[" MOST "]"},
    {"w:f64[]", "broadcast_in_dim[broadcast_dimensions=() shape=()] w", "f64[]*"},
    {"x:f64[m]", BROADCAST("0,", "None,") " n", "E310 broadcast_in_dim operand dimension sizes"},
    {"x:f64[2]", BROADCAST("0,", "3,"), "E310"},
    {"x:f64[]", BROADCAST("", "None, None") " n", "E314 broadcast_in_dim: malformed shape"},
    {"x:f64[]", BROADCAST("", "None,") " n m", "E314 broadcast_in_dim: more sizes than dynamic"},
    {"x:f64[]", BROADCAST("", "None,") " t", "E314 broadcast_in_dim: a size is not an integer"},
    {"x:f64[]", BROADCAST("", "None,") " -1", "E314 broadcast_in_dim: a size is negative or does"},
    {"x:f64[]", BROADCAST("", "None,") " 18446744073709551615", "E314"},
    {"x:f64[]", BROADCAST("", "-1,"), "E314"},
    {"x:f64[3,3]", BROADCAST("1, 0", "3, 3"), "E314 broadcast_in_dim: broadcast_dimensions must"},
    {"x:f64[3]", BROADCAST("1,", "3,"), "E314"},
    {"x:f64[3]", BROADCAST("", "3,"), "E314 broadcast_in_dim: broadcast_dimensions must have"},
    {"x:f64[3]", "broadcast_in_dim[shape=(3,)] x", "E314 broadcast_in_dim: an axes parameter is"},
    {"x:f64[3]", "broadcast_in_dim[broadcast_dimensions=()] x", "E314 broadcast_in_dim: a shape"},

    {"", IOTA("0", "int64", "None, 3") " n", "i64[n,3]"},
    {"", IOTA("1", "complex64", "0, 3"), "c64[0,3]"},
    {"", IOTA("0", "bool", "3,"), "E401 iota does not accept dtype bool"},
    {"", IOTA("2", "int64", "3, 3"), "E314 iota: dimension out of range"},
    {"", IOTA("0", "int64", ""), "E314"},
    {"", IOTA("0", "int64", "3,") " n", "E314"},
    {"", "iota[dimension=0 shape=(3,)]", "E314 iota: the dtype is missing"},

    {"x:f64[2,3]", RESHAPE("6,"), "f64[6]"},
    {"x:f64[]", RESHAPE("1, 1"), "f64[1,1]"},
    {"x:f64[0,7]", RESHAPE("3, 0"), "f64[3,0]"},
    {"x:f64[n,3]", RESHAPE("None, 5") " m", "f64[m,5]"},         // looked at when it runs
    {"x:f64[4611686018427387904,4,0]", RESHAPE("0,"), "f64[0]"}, // of nothing
    {"x:f64[2,3]", RESHAPE("5,"), "E305 cannot reshape array of shape f64[2,3] (size 6) into 5 "},
    {"x:f64[0]", RESHAPE("1,"), "E305"},
    {"x:f64[4611686018427387904,4]", RESHAPE("1,"), "E708 the size 4611686018427387904 * 4"},
    {"x:f64[2]", RESHAPE("-1,"), "E314"},
    {"x:f64[2]", "reshape x", "E314"},

    {"x:f64[1,n,1]", "squeeze[dimensions=(0, 2)] x", "f64[n]"},
    {"x:f64[n,3]", "squeeze[dimensions=(0,)] x", "f64[3]"}, // looked at when it runs
    {"w:f64[3]", "squeeze[dimensions=()] w", "f64[3]*"},
    {"x:f64[3]", "squeeze[dimensions=(0,)] x", "E307 cannot select an axis to squeeze out"},
    {"x:f64[0]", "squeeze[dimensions=(0,)] x", "E307"},
    {"x:f64[1]", "squeeze[dimensions=(0, 0)] x", "E314 squeeze: dimensions out of range or"},
    {"x:f64[1]", "squeeze[dimensions=(1,)] x", "E314"},

    {"x:f64[n,3,m]", "transpose[permutation=(2, 0, 1)] x", "f64[m,n,3]"},
    {"w:f64[]", "transpose[permutation=()] w", "f64[]*"},
    {"x:f64[n,3]", "transpose[permutation=(0,)] x", "E314 transpose: the permutation has another"},
    {"x:f64[n,3]", "transpose[permutation=(0, 0)] x", "E314 transpose: not a permutation"},
    {"x:f64[n,3]", "transpose[permutation=(0, 2)] x", "E314"},

    {"w:f64[n,3]", "rev[dimensions=(1, 0)] w", "f64[n,3]*"},
    {"x:f64[n]", "rev[dimensions=()] x", "f64[n]"},
    {"x:f64[n]", "rev[dimensions=(1,)] x", "E314 rev: dimensions out of range or named twice"},
    {"x:f64[n]", "rev[dimensions=(0, 0)] x", "E314"},

    {"x:f64[3,n] y:f64[4,n]", CONCATENATE "x y", "f64[7,n]"},
    {"x:f64[3] y:f64[0]", CONCATENATE "x y y", "f64[3]"},
    {"x:f64[n] y:f64[3]", CONCATENATE "x y", "f64[?]"}, // computed before
    {"x:f64[n]", CONCATENATE "x", "f64[n]"},
    {"w:f64[1] y:f64[1]", CONCATENATE "w y", "f64[2]"},
    {"w:f64[1]", CONCATENATE "w w", "f64[2]*"},
    {"x:f64[n] y:f64[n,3]", CONCATENATE "x y", "E304 Cannot concatenate arrays with different"},
    {"x:f64[2,n] y:f64[2,m]", CONCATENATE "x y", "E304 Cannot concatenate arrays with shapes that"},
    {"x:f64[2] y:f32[2]", CONCATENATE "x y", "E409"},
    {"x:f64[]", CONCATENATE "x", "E314 concatenate: dimension out of range"},
    {"", "concatenate[dimension=0]", "E314 concatenate: no operands"},
    {"x:f64[" MOST "] y:f64[1]", CONCATENATE "x y", "E708 the size " MOST " + 1 ="},

    {"x:f64[3] y:f64[]", PAD("(1, 2, 0),"), "f64[6]"},
    {"x:f64[3] y:f64[]", PAD("(0, 0, 2),"), "f64[7]"},
    {"x:f64[0] y:f64[]", PAD("(1, 1, 9),"), "f64[2]"}, // nothing lies between nothing
    {"x:f64[3] y:f64[]", PAD("(-1, -2, 0),"), "f64[0]"},
    {"x:f64[n,3] y:f64[]", PAD("(0, 0, 0), (1, 0, 0)"), "f64[n,4]"},
    {"x:f64[n] y:f64[]", PAD("(1, 0, 0),"), "f64[?]"},
    {"x:f64[3] y:f64[]", PAD("(-1, -3, 0),"), "E314 pad: negative padding longer than the axis"},
    {"x:f64[3] y:f64[]", PAD("(0, 0, -1),"), "E314 pad: malformed padding_config"},
    {"x:f64[3] y:f64[]", PAD("(0, 0),"), "E314"},
    {"x:f64[3] y:f64[]", PAD(""), "E314 pad: padding_config needs one entry an axis"},
    {"x:f64[3] y:f32[]", PAD("(0, 0, 0),"), "E409"},
    {"x:f64[3] y:f64[1]", PAD("(0, 0, 0),"), "E409"},
    {"x:f64[3] y:f64[]", PAD("(" MOST ", 0, 0),"), "E708"},

    {"x:f64[5]", SLICE("1,", "3,", "None"), "f64[2]"},
    {"x:f64[5]", SLICE("0,", "5,", "(2,)"), "f64[3]"},
    {"x:f64[5]", SLICE("5,", "5,", "(9,)"), "f64[0]"},
    {"x:f64[n]", SLICE("0,", "3,", "None"), "f64[3]"}, // looked at when it runs
    {"w:f64[]", "slice[limit_indices=() start_indices=() strides=None] w", "f64[]*"},
    {"x:f64[" MOST "]", SLICE("0,", MOST ",", "(" MOST ",)"), "f64[1]"},
    {"x:f64[5]", SLICE("0,", "6,", "None"), "E314 slice limit_indices must be less than or equal"},
    {"x:f64[5]", SLICE("3,", "2,", "None"), "E314"},
    {"x:f64[5]", SLICE("-1,", "2,", "None"), "E314"},
    {"x:f64[5]", SLICE("0,", "2,", "(0,)"), "E314"},
    {"x:f64[5]", SLICE("0, 0", "2,", "None"), "E314 slice: indices of another rank"},

    {"x:f64[5,n]", CUT("2, None") "n n m", "f64[2,m]"},
    {"x:f64[5]", CUT("5,") "n", "f64[5]"},
    {"x:f64[5,n]", SPLIT("0", "2, 0, 3"), "f64[2,n] f64[0,n] f64[3,n]"},
    {"x:f64[5]", SPLIT("0", "2, 2"), "E314 split: sizes that do not make up the whole"},
    {"x:f64[5]", SPLIT("0", "6, -1"), "E314 split: sizes that are not those of parts"},
    {"x:f64[5]", SPLIT("1", "5,"), "E314 split: axis out of range"},
    {"x:f64[n]", SPLIT("0", "5,"), "E314 split: the length along axis has to be a number"},
    {"x:f64[5]", CUT("6,") "n", "E314 dynamic_slice: slice_sizes must be less than or equal to"},
    {"x:f64[5]", CUT("2,"), "E314 dynamic_slice: one start and one size an axis"},
    {"x:f64[5]", CUT("2, 2") "n", "E314"},
    {"x:f64[5]", CUT("2,") "t", "E314 dynamic_slice: start indices must be integer scalars"},
    {"x:f64[5]", CUT("2,") "n m", "E314 dynamic_slice: more sizes than dynamic dimensions"},

    {"x:f64[5,n] u:f64[2,m]", UPDATE "n n", "f64[5,n]"},
    {"x:f64[5] u:f64[5]", UPDATE "n", "f64[5]"},
    {"x:f64[5] u:f64[6]", UPDATE "n", "E314 dynamic_update_slice: update shape must be smaller"},
    {"x:f64[5] u:f64[]", UPDATE "n", "E314 dynamic_update_slice: ranks differ"},
    {"x:f64[5] u:f64[2]", UPDATE "n n", "E314"},
    {"x:f64[5] u:f64[2]", UPDATE "t", "E314"},
    {"x:f64[5] u:f32[2]", UPDATE "n", "E409"},

    {"x:f64[5,3] i:i64[n,1]", GATHER("1,", "0,", "0,", "1, 3"), "f64[n,3]"},       // rows
    {"x:f64[5,3] i:i32[2]", GATHER("", "0, 1", "0, 1", "1, 1"), "f64[]"},          // an element
    {"x:f64[n] i:i64[2,3,1]", GATHER("2,", "", "0,", "None,") " m", "f64[2,3,m]"}, // pieces
    {"x:f64[5,3] i:i64[n,1]", GATHER("0,", "0,", "0,", "1, 3"), "f64[3,n]"}, // their axis first
    {"x:f64[5,3] i:f64[n,1]", GATHER("1,", "0,", "0,", "1, 3"), "E314 gather: indices, slice_size"},
    {"x:f64[5,3] i:i64[n,2]", GATHER("1,", "0,", "0,", "1, 3"), "E314"},
    {"x:f64[5,3] i:i64[]", GATHER("1,", "0,", "0,", "1, 3"), "E314"},
    {"x:f64[5,3] i:i64[n,1]", GATHER("1,", "0,", "0,", "2, 3"), "E314 gather: collapsed slice dim"},
    {"x:f64[5,3] i:i64[n,1]", GATHER("1,", "0,", "0,", "1, 4"), "E314 gather: a slice size is lar"},
    {"x:f64[5,3] i:i64[n,1]", GATHER("1,", "0,", "2,", "1, 3"), "E314 gather: start_index_map out"},
    {"x:f64[5,3] i:i64[n,1]", GATHER("7,", "0,", "0,", "1, 3"), "E314 gather: offset_dims out of"},
    {"x:f64[5,3] i:i64[n,1]", GATHER("1,", "7,", "0,", "1, 3"), "E314 gather: collapsed_slice_dim"},
    {"x:f64[1,1] i:i64[n,1]", GATHER("", "0, 0", "0,", "1, 1"), "E314 gather: collapsed_slice_dim"},
    {"x:f64[5] i:i64[1]", "gather[dimension_numbers=None slice_sizes=(1,)] x i",
     "E314 gather: mal"},

    {"x:f64[5,3] i:i64[n,1] u:f64[n,3]", "scatter" SCATTER("1,", "0,", "0,"), "f64[5,3]"},
    {"x:f64[5,3] i:i64[n,1] u:f64[n]", "scatter" SCATTER("1,", "0,", "0,"), "E314 scatter: indi"},
    {"x:f64[5,3] i:i64[n,1] u:f64[n,3]", "scatter" SCATTER("2,", "0,", "0,"), "E314 scatter: upd"},
    {"x:f64[5,3] i:i64[n,1] u:f64[n,3]", "scatter" SCATTER("1,", "7,", "0,"), "E314 scatter: ins"},
    {"x:f64[5,3] i:i64[n,1] u:f64[n]", "scatter" SCATTER("", "0, 0", "0,"), "E314 scatter: ins"},
    {"x:f64[5,3] i:i64[n,1] u:f32[n,3]", "scatter" SCATTER("1,", "0,", "0,"), "E409"},
    {"x:c64[n] i:i64[1] u:c64[]", "scatter-add" SCATTER("", "0,", "0,"), "c64[n]"},
    {"x:f64[n] i:f64[1] u:f64[]", "scatter-add" SCATTER("", "0,", "0,"), "E314"},
    {"x:i8[n] i:i64[2,1] u:i8[2,m]", "scatter-mul" SCATTER("1,", "", "0,"), "i8[n]"},
    {"x:i8[n] i:i64[2,1] u:i8[2,m]", "scatter-mul" SCATTER("1,", "", "1,"), "E314 scatter-mul: s"},
    {"x:u8[n] i:u32[1] u:u8[]", "scatter-min" SCATTER("", "0,", "0,"), "u8[n]"},
    {"x:u8[n] i:u32[] u:u8[]", "scatter-min" SCATTER("", "0,", "0,"), "E314"},
    {"x:bool[n] i:i64[1] u:bool[]", "scatter-max" SCATTER("", "0,", "0,"), "bool[n]"},
    {"x:bool[n] i:i64[1] u:bool[]", "scatter-max[dimension_numbers=1] x i u", "E314 scatter-max: "},
};
enum { FACTS = sizeof facts / sizeof *facts };

Test(rule_shape, facts) { rule_facts(facts, FACTS); }

// Rules whose facts stand in the other files. All others, new ones too, have them here.
static bool is_elsewhere(dbx_rule r) {
  static const dbx_rule elsewhere[] = {dbx_rule_nary,
                                       dbx_rule_custom_lin,
                                       dbx_rule_opaque,
                                       dbx_rule_pow,
                                       dbx_rule_copy,
                                       dbx_rule_convert,
                                       dbx_rule_select,
                                       dbx_rule_clamp,
                                       dbx_rule_bitcast,
                                       dbx_rule_reduce,
                                       dbx_rule_sort,
                                       dbx_rule_argminmax,
                                       dbx_rule_cumulative,
                                       dbx_rule_dot_general,
                                       dbx_rule_quantum_none,
                                       dbx_rule_register,
                                       dbx_rule_qubit,
                                       dbx_rule_gate,
                                       dbx_rule_turn,
                                       dbx_rule_qmeasure,
                                       dbx_rule_observable,
                                       dbx_rule_compbasis,
                                       dbx_rule_expectation,
                                       dbx_rule_amplitudes,
                                       dbx_rule_random_seed,
                                       dbx_rule_random_wrap,
                                       dbx_rule_random_unwrap,
                                       dbx_rule_random_fold_in,
                                       dbx_rule_random_split,
                                       dbx_rule_random_bits,
                                       dbx_rule_callback,
                                       dbx_rule_collective,
                                       dbx_rule_all_gather,
                                       dbx_rule_reduce_scatter,
                                       dbx_rule_all_to_all,
                                       dbx_rule_ppermute,
                                       dbx_rule_axis_index,
                                       dbx_rule_cholesky,
                                       dbx_rule_qr,
                                       dbx_rule_lu,
                                       dbx_rule_lu_pivots,
                                       dbx_rule_triangular_solve,
                                       dbx_rule_svd,
                                       dbx_rule_eigh,
                                       dbx_rule_eig,
                                       dbx_rule_conv,
                                       dbx_rule_reduce_window,
                                       dbx_rule_fft,
                                       dbx_rule_top_k};
  for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
    if (r == elsewhere[i]) return true;
  return false;
}

Test(rule_shape, every_primitive_has_its_facts) {
  static const dbx_rule rules[] = {
#define R(name, words) dbx_rule_##name,
#include "prim/rules.def"
#undef R
  };
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (!is_elsewhere(rules[i])) rule_facts_cover(facts, FACTS, rules[i], true);
}
