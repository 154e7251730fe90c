// Helpers of the kernels (private to interp).
#ifndef DBX_INTERP_KERNEL_H
#define DBX_INTERP_KERNEL_H

#include "base/poll.h"
#include "interp/interp.h"

#define K(name) dbx_status dbx_kernel_##name(const dbx_kernel_site *s, dbx_array **out);
K(unary)
K(integer_pow)
K(reduce_precision)
K(copy)
K(convert)
K(bitcast)
K(binary)
K(select)
K(clamp)
K(broadcast)
K(iota)
K(reshape)
K(transpose)
K(rev)
K(concatenate)
K(pad)
K(slice)
K(split)
K(dynamic_slice)
K(dynamic_update_slice)
K(gather)
K(scatter)
K(reduce)
K(argminmax)
K(cumulative)
K(sort)
K(dot_general)
K(cholesky)
K(qr)
K(lu)
K(lu_pivots)
K(triangular_solve)
K(svd)
K(eigh)
K(eig)
K(conv)
K(reduce_window)
K(fft)
K(top_k)
K(random_seed)
K(random_wrap)
K(random_unwrap)
K(random_split)
K(random_fold_in)
K(random_bits)
K(callback)
K(custom_lin)
K(opaque)
K(collective)
K(qdevice)
K(qalloc)
K(qdealloc)
K(qextract)
K(qinsert)
K(qinst)
K(qunitary)
K(gphase)
K(qmeasure)
K(qrecord)
K(qreverse)
K(namedobs)
K(hermitian)
K(tensorobs)
K(hamiltonian)
K(compbasis)
K(expval)
K(var)
K(probs)
K(state)
K(qturn)
K(expval_jvp)
K(var_jvp)
K(probs_jvp)
K(state_jvp)
K(unbound)
#undef K

// A result array; negative sizes fail with E701.
dbx_status dbx_result(dbx_dtype t, uint32_t rank, const int64_t *dims, dbx_array **ret);
// An integer scalar operand.
int64_t dbx_operand_int(const dbx_kernel_site *s, uint32_t i);
const dbx_param *dbx_kernel_param(const dbx_kernel_site *s, dbx_sym key);
// Sizes of a shape parameter; None takes the next operand.
const int64_t *dbx_kernel_shape(const dbx_kernel_site *s, dbx_sym key, uint32_t *next,
                                uint32_t *rank);
// Row-major strides in elements, in scratch memory.
const int64_t *dbx_strides(const dbx_array *a);
// Advances a multi-index; false after the last.
bool dbx_next_index(int64_t *idx, const int64_t *dims, uint32_t rank);
// x with size-1 axes repeated (and a scalar spread) to the dims; a new reference of x if it fits.
dbx_status dbx_spread(dbx_array *x, uint32_t rank, const int64_t *dims, dbx_array **ret);
dbx_status dbx_convert_array(const dbx_array *x, dbx_dtype to, dbx_array **ret);

#endif
