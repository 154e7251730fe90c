// Element types, weak types and their promotion (JAX's lattice, x64 on), and scalars.
#ifndef DBX_IR_DTYPE_H
#define DBX_IR_DTYPE_H

#include "base/buf.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum dbx_dtype {
#define T(id, np, sh, kind, bytes) DBX_##id,
#include "ir/dtypes.def"
#undef T
  DBX_DTYPES,
  DBX_NO_DTYPE = DBX_DTYPES
} dbx_dtype;

// What the rows of ir/dtypes.def say; not of DBX_NO_DTYPE.
const char *dbx_dtype_name(dbx_dtype t); // "float64"
// Notes in the pending diagnostic the dtype that an unknown name is like. Returns DBX_FAIL.
dbx_status dbx_dtype_advise(const char *name);
const char *dbx_dtype_short(dbx_dtype t); // "f64", as Jaxprs print it
char dbx_dtype_kind(dbx_dtype t);         // one of b i u f c k q
unsigned dbx_dtype_bytes(dbx_dtype t);    // of an element in memory
// Back from the texts; false: there is no such dtype, and *ret is what it was.
bool dbx_dtype_by_name(const char *numpy_name, dbx_dtype *ret);
bool dbx_dtype_by_short(const char *s, size_t n, dbx_dtype *ret);

// Kinds of dtypes, as numpy groups them: inexact are floats and complex ones; bool and PRNG keys
// are none of these.
static inline bool dbx_is_float(dbx_dtype t) { return t >= DBX_F16 && t <= DBX_F64; }
static inline bool dbx_is_half(dbx_dtype t) { return t == DBX_F16 || t == DBX_BF16; }
static inline bool dbx_is_complex(dbx_dtype t) { return t == DBX_C64 || t == DBX_C128; }
static inline bool dbx_is_inexact(dbx_dtype t) { return t >= DBX_F16 && t <= DBX_C128; }
static inline bool dbx_is_signed(dbx_dtype t) { return t >= DBX_I8 && t <= DBX_I64; }
static inline bool dbx_is_unsigned(dbx_dtype t) { return t >= DBX_U8 && t <= DBX_U64; }
static inline bool dbx_is_integer(dbx_dtype t) { return t >= DBX_I8 && t <= DBX_U64; }
static inline bool dbx_is_numeric(dbx_dtype t) { return t < DBX_KEY; } // bool too
static inline bool dbx_is_quantum(dbx_dtype t) { return t >= DBX_QREG && t <= DBX_OBS; }
dbx_dtype dbx_real_of(dbx_dtype t);    // c128 -> f64; others unchanged
dbx_dtype dbx_complex_of(dbx_dtype t); // f32 -> c64, everything else real -> c128 (f64 -> c128)

// A dtype with its weakness: what promotion sees of a value. Python scalars are weak.
typedef struct dbx_type {
  dbx_dtype dtype;
  bool weak;
} dbx_type;

// The least upper bound in JAX's type promotion lattice; jnp.promote_types for strong types.
// Source: conformance/tables/promotion.tsv.
dbx_type dbx_promote(dbx_type a, dbx_type b);
dbx_type dbx_promote_n(const dbx_type *t, uint32_t n);

// A number of some dtype: i for bool and signed, u for unsigned, c[0] for floats, c for complex.
// Floats narrower than f64 are kept as the f64 of the same value.
typedef union dbx_scalar {
  int64_t i;
  uint64_t u;
  double c[2];
} dbx_scalar;

// The number as an element of an integer dtype, or as one of a float or complex dtype.
static inline dbx_scalar dbx_scalar_int(int64_t i) { return (dbx_scalar){.i = i}; }
static inline dbx_scalar dbx_scalar_f(double f) { return (dbx_scalar){.c = {f, 0}}; }
// C's conversion as numpy and XLA do it: floats truncate toward zero and saturate, NaN gives 0,
// integers wrap, complex drops its imaginary part, anything nonzero is True.
dbx_scalar dbx_scalar_convert(dbx_scalar x, dbx_dtype from, dbx_dtype to);
bool dbx_scalar_is_zero(dbx_scalar x, dbx_dtype t);
// Python's str() of the number as int, float, complex or bool ("1.0", "(1+0j)", "True").
void dbx_put_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t);
// numpy's str() of a scalar of this dtype (numpy 2: "0.1" for float32), as new Jaxpr text has it.
void dbx_put_short_scalar(dbx_buf *b, dbx_scalar x, dbx_dtype t);
// The shortest text that reads back as x: Python's repr of a float ("1e-05", "inf").
void dbx_put_double(dbx_buf *b, double x);
// The finite x as "d.ddde+xx" with the fewest digits that read back as x in the float type t; gives
// their number.
int dbx_shortest(double x, dbx_dtype t, char *out, size_t n);

// The bits of narrow floats, rounded to nearest even (bf16 by way of f32); values too large become
// infinite.
uint16_t dbx_f64_to_f16(double x);
double dbx_f16_to_f64(uint16_t h);
uint16_t dbx_f64_to_bf16(double x);
double dbx_bf16_to_f64(uint16_t h);

// One element in memory (row-major arrays of dtype t) as a scalar, and back.
dbx_scalar dbx_load(const void *at, dbx_dtype t);
void dbx_store(void *at, dbx_dtype t, dbx_scalar x);
// From one element to another; bytes: of one.
void dbx_copy_element(void *to, const void *from, unsigned bytes);

#endif
