// Values of the emitter: counted descriptions of scalars and arrays, and their elements.
#include "lower/emit/emit.h"

#include "lower/loops/loops.h"

#include <assert.h>
#include <string.h>

// ---- dims ----

dim dim_known(int64_t n) { return (dim){.known = true, .n = n}; }

dim dim_of(const value *s) {
  if (s->known) return dim_known(s->n);
  return (dim){.root = s->scalar, .flag = s->t == DBX_BOOL || dbx_is_unsigned(s->t)};
}

bool dim_same(dim a, dim b) {
  if (a.known || b.known) return a.known && b.known && a.n == b.n;
  return mlirValueEqual(a.root, b.root);
}

bool dims_same(uint32_t rank, const dim *a, const dim *b) {
  for (uint32_t i = 0; i < rank; i++)
    if (!dim_same(a[i], b[i])) return false;
  return true;
}

MlirValue dim_i64(emitter *e, dim d) {
  if (d.known) return ml_int(e, e->i64, d.n);
  MlirType t = mlirValueGetType(d.root);
  if (d.flag && !mlirTypeEqual(t, e->i64)) return ml_unary(e, "arith.extui", e->i64, d.root);
  return ml_to_i64(e, d.root);
}

MlirValue dim_index(emitter *e, dim d) {
  return d.known ? ml_index(e, d.n) : ml_to_index(e, dim_i64(e, d));
}

bool dims_known(uint32_t rank, const dim *dims, int64_t *size) {
  int64_t n = 1;
  for (uint32_t i = 0; i < rank; i++)
    if (!dims[i].known || __builtin_mul_overflow(n, dims[i].n, &n)) return false;
  return *size = n, true;
}

MlirValue dims_size(emitter *e, uint32_t rank, const dim *dims) {
  int64_t n;
  if (dims_known(rank, dims, &n)) return ml_index(e, n);
  MlirValue size = {0};
  for (uint32_t i = 0; i < rank; i++)
    if (!dims[i].known || dims[i].n != 1) {
      MlirValue d = dim_index(e, dims[i]);
      size = ml_none(size) ? d : ml_mul(e, size, d);
    }
  return size;
}

MlirValue *dims_strides(emitter *e, uint32_t rank, const dim *dims) {
  MlirValue *st = DBX_NEWN(&e->arena, MlirValue, rank + 1);
  for (uint32_t i = rank; i-- > 0;) st[i] = dims_size(e, rank - i - 1, dims + i + 1);
  return st;
}

MlirValue dims_offset(emitter *e, uint32_t rank, MlirValue base, const MlirValue *idx,
                      const MlirValue *stride) {
  MlirValue at = base;
  for (uint32_t i = 0; i < rank; i++) {
    if (index_is_number(idx[i], 0) || index_is_number(stride[i], 0)) continue;
    at = ml_add(e, at, index_is_number(stride[i], 1) ? idx[i] : ml_mul(e, idx[i], stride[i]));
  }
  return ml_none(at) ? ml_index(e, 0) : at;
}

dim *dims_param(emitter *e, const dbx_param *p, value *const *in, uint32_t *next, uint32_t *rank) {
  dim *d = DBX_NEWN(&e->arena, dim, p->n + 1);
  for (uint32_t i = 0; i < p->n; i++)
    d[i] = p->item[i]->kind == DBX_P_INT ? dim_known(p->item[i]->i) : dim_of(in[(*next)++]);
  *rank = p->n;
  return d;
}

// ---- making and dropping ----

value *val_ref(value *v) {
  v->refs++;
  return v;
}

value *val_like(emitter *e, value_kind kind, dbx_dtype t, uint32_t rank, const dim *dims) {
  value *v = DBX_NEW(&e->arena, value);
  v->kind = kind;
  v->t = t;
  v->refs = 1;
  v->rank = rank;
  v->dims = DBX_NEWN(&e->arena, dim, rank + 1);
  if (rank) memcpy(v->dims, dims, rank * sizeof *dims);
  return v;
}

value *val_scalar(emitter *e, dbx_dtype t, MlirValue x) {
  value *v = val_like(e, V_SCALAR, t, 0, NULL);
  v->scalar = x;
  return v;
}

value *val_known(emitter *e, dbx_dtype t, int64_t n) {
  value *v = val_scalar(e, t, ml_int(e, ml_scalar(e, t), n));
  v->known = true;
  v->n = n;
  return v;
}

value *val_splat(emitter *e, const value *scalar, uint32_t rank, const dim *dims) {
  value *v = val_like(e, rank ? V_SPLAT : V_SCALAR, scalar->t, rank, dims);
  v->scalar = scalar->scalar;
  v->known = scalar->known;
  v->n = scalar->n;
  v->range = scalar->range;
  return v;
}

buffer *val_buffer(emitter *e, MlirValue mem, bool ours) {
  buffer *b = DBX_NEW(&e->arena, buffer);
  b->mem = mem;
  b->ours = ours;
  b->home = e->block;
  return b;
}

value *val_view(emitter *e, dbx_dtype t, buffer *b, uint32_t rank, const dim *dims) {
  value *v = val_like(e, V_VIEW, t, rank, dims);
  v->buf = b;
  v->grown = b->grown;
  b->refs++;
  return v;
}

value *val_op(emitter *e, const dbx_eqn *q, dbx_dtype t, value *const *in, uint32_t n_in,
              uint32_t rank, const dim *dims) {
  value *v = val_like(e, V_OP, t, rank, dims);
  v->eqn = q;
  v->loc = e->loc;
  v->n_in = n_in;
  v->in = DBX_NEWN(&e->arena, value *, n_in + 1);
  for (uint32_t i = 0; i < n_in; i++) {
    v->in[i] = val_ref(in[i]);
    v->weight += in[i]->weight + 1;
  }
  return v;
}

// The operation that frees it, if there has to be one.
static MlirOperation drop_buffer(emitter *e, buffer *b) {
  if (!b || --b->refs || !b->ours || e->finished || !mlirBlockEqual(b->home, e->block))
    return (MlirOperation){0};
  return ml_build(e, &(op_spec){"memref.dealloc", &b->mem, 1});
}

void val_drop(emitter *e, value *v) {
  if (!v || --v->refs) return;
  buffer *b = v->buf;
  MlirOperation op = drop_buffer(e, b);
  if (op.ptr && val_is_dense(v)) e->freed = (freed){op, e->block, b->mem, v->t, v->rank, v->dims};
  v->buf = NULL;
  for (uint32_t i = 0; i < v->n_in; i++) val_drop(e, v->in[i]);
}

value *val_clone(emitter *e, const value *v) {
  value *c = DBX_NEW(&e->arena, value);
  *c = *v;
  c->refs = 1;
  if (c->buf) c->buf->refs++;
  return c;
}

bool val_is_dense(const value *v) { return v->kind == V_VIEW && !v->stride && ml_none(v->base); }

bool val_is_whole(const value *v) { return val_is_dense(v) && v->grown == v->buf->grown; }

bool val_owned(const value *v) {
  return val_is_dense(v) && v->refs == 1 && v->buf->refs == 1 && v->buf->ours;
}

// ---- allocation ----

static MlirValue count_elements(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims) {
  for (uint32_t i = 0; i < rank; i++) ml_scratch_set(e, i, dim_i64(e, dims[i]));
  dbx_push(&e->p->sites, ((lower_site){e->eqn, LOWER_NO_MEMORY}));
  MlirValue in[3] = {ml_int(e, e->i64, e->p->sites.n - 1), ml_int(e, e->i64, rank),
                     ml_int(e, e->i64, dbx_dtype_bytes(t))};
  return ml_to_index(e, ml_call(e, "dbx_elements", e->i64, in, 3));
}

enum { SHAPES_ASKED = 64 }; // the newest ones

static bool shape_known(const emitter *e, uint32_t rank, const dim *dims) {
  uint32_t n = e->shapes.n, least = n > SHAPES_ASKED ? n - SHAPES_ASKED : 0;
  while (n-- > least) {
    const shape *s = &e->shapes.at[n];
    if (s->rank == rank && dims_same(rank, s->dims, dims)) return true;
  }
  return false;
}

void val_shape_exists(emitter *e, uint32_t rank, const dim *dims) {
  if (rank && !shape_known(e, rank, dims)) dbx_push(&e->shapes, ((shape){rank, dims}));
}

// Number of elements, checked: negative (E701) and too many (E702) end the run.
static MlirValue checked_size(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims) {
  int64_t n = 0, bytes;
  bool fine = dims_known(rank, dims, &n) &&
              !__builtin_mul_overflow(n, dbx_dtype_bytes(t), &bytes) && bytes < 1 << 30;
  for (uint32_t i = 0; i < rank; i++) fine &= dims[i].n >= 0;
  if (fine) return ml_index(e, n);
  if (shape_known(e, rank, dims)) return dims_size(e, rank, dims);
  if (rank != 1) return count_elements(e, t, rank, dims);
  ml_if f;
  MlirValue few = ml_index(e, 1 << 27), size = dim_index(e, dims[0]);
  ml_if_begin(e, &f, ml_cmpi(e, I_UGT, size, few)); // negative or large: have a closer look
  count_elements(e, t, rank, dims);
  ml_if_end(e, &f, NULL, 0, NULL);
  return size;
}

void val_check_size(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims) {
  checked_size(e, t, rank, dims);
}

static buffer *allocate(emitter *e, dbx_dtype t, MlirValue n) {
  MlirType type = ml_memref(e, t);
  int32_t segments[2] = {1, 0};
  MlirNamedAttribute a =
      op_attr(e->ctx, "operandSegmentSizes", mlirDenseI32ArrayGet(e->ctx, 2, segments));
  MlirOperation op = ml_build(e, &(op_spec){"memref.alloc", &n, 1, &type, 1, &a, 1});
  e->allocs++;
  return val_buffer(e, mlirOperationGetResult(op, 0), true);
}

buffer *val_alloc(emitter *e, dbx_dtype t, uint32_t rank, const dim *dims) {
  return allocate(e, t, checked_size(e, t, rank, dims));
}

void val_grow(emitter *e, value *v, uint32_t rank, const dim *dims) {
  MlirType type = mlirValueGetType(v->buf->mem);
  MlirValue in[2] = {v->buf->mem, checked_size(e, v->t, rank, dims)};
  MlirOperation op = ml_build(e, &(op_spec){"memref.realloc", in, 2, &type, 1});
  e->allocs++;
  v->buf->mem = mlirOperationGetResult(op, 0);
  v->buf->grown++;
}

// A buffer for the elements of a value. Its dims were checked when the value was made, and a check
// leaves so few elements that no element size makes the bytes overflow.
static buffer *buffer_for(emitter *e, const value *v) {
  return allocate(e, v->t, dims_size(e, v->rank, v->dims));
}

// The same where the buffer will be a result of the region, of which LLVM knows no more than of
// one that was there already: one of these dims that was freed here is kept.
static buffer *result_buffer_for(emitter *e, const value *v) {
  freed f = e->freed;
  if (!f.op.ptr || !mlirBlockEqual(f.block, e->block) || f.t != v->t || f.rank != v->rank ||
      !dims_same(f.rank, f.dims, v->dims))
    return buffer_for(e, v);
  mlirOperationDestroy(f.op);
  e->freed = (freed){0};
  return val_buffer(e, f.mem, true);
}

// ---- elements ----

bool val_is_flat(const value *v) {
  switch (v->kind) {
  case V_SCALAR:
  case V_SPLAT: return true;
  case V_VIEW: return !v->stride;
  case V_IOTA: return v->rank == 1;
  case V_JOIN: return false;
  case V_OP: break;
  }
  for (uint32_t i = 0; i < v->n_in; i++)
    if (!val_is_flat(v->in[i])) return false;
  return true;
}

typedef struct place {
  MlirValue flat;       // row-major place, or
  const MlirValue *idx; // an index per axis
} place;

static MlirValue element(emitter *e, const value *v, place at);

static MlirValue op_element(emitter *e, const value *v, place at) {
  MlirValue *x = DBX_TMP(MlirValue, v->n_in + 1);
  dbx_dtype *t = DBX_TMP(dbx_dtype, v->n_in + 1);
  for (uint32_t i = 0; i < v->n_in; i++) {
    t[i] = v->in[i]->t;
    bool again = i && v->in[i] == v->in[i - 1];
    x[i] = again ? x[i - 1] : element(e, v->in[i], at);
  }
  MlirLocation around = e->loc;
  e->loc = v->loc;
  MlirValue r = elem_apply(e, v->eqn, v->t, t, x, v->n_in);
  e->loc = around;
  return r;
}

static MlirValue view_element(emitter *e, const value *v, place at) {
  MlirValue i = at.flat;
  if (!ml_none(i)) {
    i = ml_add(e, v->base, i);
  } else {
    const MlirValue *stride = v->stride ? v->stride : dims_strides(e, v->rank, v->dims);
    assert(at.idx);
    i = dims_offset(e, v->rank, v->base, at.idx, stride);
  }
  return ml_load(e, v->t, v->buf->mem, i);
}

// The piece of a join that an index falls into: known now, or selected.
static MlirValue join_element(emitter *e, const value *v, place at) {
  MlirValue *idx = DBX_TMP(MlirValue, v->rank + 1), r = {0};
  assert(at.idx); // a join is not flat
  memcpy(idx, at.idx, v->rank * sizeof *idx);
  MlirValue k = idx[v->axis];
  idx[v->axis] = ml_index(e, 0);
  for (uint32_t i = 0; i < v->n_in; i++)
    if (index_is_number(k, i)) return element(e, v->in[i], (place){.idx = idx});
  for (uint32_t i = 0; i < v->n_in; i++) {
    MlirValue x = element(e, v->in[i], (place){.idx = idx});
    r = i ? ml_select(e, ml_cmpi(e, I_EQ, k, ml_index(e, i)), x, r) : x;
  }
  return r;
}

static MlirValue element(emitter *e, const value *v, place at) {
  switch (v->kind) {
  case V_SCALAR:
  case V_SPLAT: return v->scalar;
  case V_VIEW: return view_element(e, v, at);
  case V_IOTA: {
    assert(at.idx || !ml_none(at.flat));
    MlirValue i = ml_none(at.flat) ? at.idx[v->axis] : at.flat;
    return elem_convert(e, DBX_I64, v->t, ml_to_i64(e, i));
  }
  case V_JOIN: return join_element(e, v, at);
  case V_OP: break;
  }
  return op_element(e, v, at);
}

MlirValue val_at(emitter *e, const value *v, const MlirValue *idx) {
  return element(e, v, (place){.idx = idx});
}

MlirValue val_at_flat(emitter *e, const value *v, MlirValue i) {
  return element(e, v, (place){.flat = i});
}

// ---- writing ----

// Known to have no elements: then no loop may run, however long the other axes are.
bool dims_empty(uint32_t rank, const dim *dims) {
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i].known && !dims[i].n) return true;
  return false;
}

void nest_begin(emitter *e, nest *n, uint32_t rank, const dim *dims) {
  bool empty = dims_empty(rank, dims);
  *n = (nest){.rank = rank};
  n->loop = DBX_TMP(ml_loop, rank + 1);
  n->idx = DBX_TMP(MlirValue, rank + 1);
  for (uint32_t i = 0; i < rank; i++) {
    MlirValue size = empty ? ml_index(e, 0) : dim_index(e, dims[i]);
    ml_loop_begin(e, &n->loop[i], size, 0, NULL);
    n->idx[i] = n->loop[i].at;
    if (dims[i].known && dims[i].n == 1) n->idx[i] = ml_index(e, 0);
  }
}

void nest_end(emitter *e, nest *n) {
  for (uint32_t i = n->rank; i-- > 0; ml_loop_end(e, &n->loop[i], NULL, NULL))
    n->loop[i].apart = n->apart;
}

static void write_flat(emitter *e, const value *v, MlirValue mem, MlirValue base) {
  ml_loop l;
  ml_loop_begin(e, &l, dims_size(e, v->rank, v->dims), 0, NULL);
  ml_store(e, v->t, mem, ml_add(e, base, l.at), val_at_flat(e, v, l.at));
  ml_loop_end(e, &l, NULL, NULL);
}

static void write_elements(emitter *e, const value *v, MlirValue mem, MlirValue base,
                           const MlirValue *stride) {
  if (v->rank == 0) {
    MlirValue at = ml_none(base) ? ml_index(e, 0) : base;
    ml_store(e, v->t, mem, at, v->kind == V_SCALAR ? v->scalar : val_at_flat(e, v, ml_index(e, 0)));
  } else if (!stride && val_is_flat(v)) {
    write_flat(e, v, mem, base);
  } else {
    nest n;
    if (!stride) stride = dims_strides(e, v->rank, v->dims);
    if (val_write_tiled(e, v, mem, base, stride)) return;
    nest_begin(e, &n, v->rank, v->dims);
    MlirValue x = val_at(e, v, n.idx);
    ml_store(e, v->t, mem, dims_offset(e, v->rank, base, n.idx, stride), x);
    n.apart = true;
    nest_end(e, &n);
  }
}

// The elements of a description are written where its equation stands, whoever asks for them:
// computed and written may become one constant.
void val_write(emitter *e, const value *v, MlirValue mem, MlirValue base, const MlirValue *stride) {
  MlirLocation around = e->loc;
  if (dims_empty(v->rank, v->dims)) return;
  if (v->kind == V_OP) e->loc = v->loc;
  write_elements(e, v, mem, base, stride);
  e->loc = around;
}

// Finds a buffer of the tree that may be overwritten while v is computed: dense, of v's dims and
// element size, and seen by nobody but this tree.
static bool reusable(const value *leaf, const value *root, uint32_t seen) {
  return val_is_dense(leaf) && leaf->refs == seen && leaf->buf->refs == 1 && leaf->buf->ours &&
         leaf->rank == root->rank && leaf->rank && dims_same(leaf->rank, leaf->dims, root->dims) &&
         (leaf->t == root->t || (leaf->t == DBX_I64 && root->t == DBX_U64));
}

static uint32_t times_seen(const value *tree, const value *leaf) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < tree->n_in; i++)
    n += tree->in[i] == leaf ? 1 : tree->in[i]->refs == 1 ? times_seen(tree->in[i], leaf) : 0;
  return n;
}

static const value *find_reusable(const value *root, const value *tree) {
  for (uint32_t i = 0; i < tree->n_in; i++) {
    const value *x = tree->in[i], *r = NULL;
    if (x->kind == V_VIEW && reusable(x, root, times_seen(root, x))) return x;
    if (x->kind == V_OP && x->refs == 1 && (r = find_reusable(root, x))) return r;
  }
  return NULL;
}

static void become_view(emitter *e, value *v, buffer *b) {
  value **in = v->in;
  uint32_t n = v->n_in;
  buffer *old = v->buf;
  b->refs++;
  v->kind = V_VIEW;
  v->buf = b;
  v->grown = b->grown;
  v->base = (MlirValue){0};
  v->stride = NULL;
  v->turned = false;
  v->in = NULL;
  v->n_in = v->weight = 0;
  for (uint32_t i = 0; i < n; i++) val_drop(e, in[i]);
  if (old) drop_buffer(e, old);
}

void val_dense(emitter *e, value *v) {
  if (val_is_dense(v) || v->rank == 0) return;
  dbx_scratch_mark m = dbx_scratch_here();
  const value *reuse = v->kind == V_OP ? find_reusable(v, v) : NULL;
  buffer *b = reuse ? reuse->buf : buffer_for(e, v);
  val_write(e, v, b->mem, (MlirValue){0}, NULL);
  become_view(e, v, b);
  dbx_scratch_release(m);
}

void val_stored(emitter *e, value *v) {
  if (v->kind != V_VIEW) val_dense(e, v);
}

MlirValue val_steal(emitter *e, value *v) {
  if (val_owned(v)) {
    v->buf->ours = false;
    return v->buf->mem;
  }
  buffer *b = result_buffer_for(e, v);
  val_write(e, v, b->mem, (MlirValue){0}, NULL);
  return b->mem;
}

value *val_writable(emitter *e, value **v) {
  value *x = *v;
  val_dense(e, x);
  if (val_owned(x)) return *v = NULL, x;
  buffer *b = buffer_for(e, x);
  val_write(e, x, b->mem, (MlirValue){0}, NULL);
  return val_view(e, x->t, b, x->rank, x->dims);
}

value *val_with_dims(emitter *e, value *v, dim *dims) {
  if (dims_same(v->rank, v->dims, dims)) return v;
  if (v->refs > 1) {
    if (v->kind == V_OP || v->kind == V_JOIN) val_dense(e, v);
    value *c = val_clone(e, v);
    val_drop(e, v);
    v = c;
  }
  v->dims = dims;
  return v;
}

// ---- operands of nested Jaxprs ----
