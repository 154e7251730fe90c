// Products of arrays: dot, matmul, einsum, tensordot, norms (observed: conformance/reduce_shape).
#include "jnp/table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static dbx_dot_dims contract_one(const int64_t *lhs, const int64_t *rhs) {
  return (dbx_dot_dims){.lhs_contract = lhs, .rhs_contract = rhs, .n_contract = 1};
}

static V incompatible(const char *fn, V x, V y, dbx_dim dx, dbx_dim dy) {
  const char *a = dbx_aval_text(dbx_val_aval(&x)), *b = dbx_aval_text(dbx_val_aval(&y));
  if (!strcmp(fn, "matmul")) {
    dbx_fail_as_(DBX_E303, DBX_S_ValueError, (dbx_span){0},
                 "Incompatible shapes for matmul arguments: %s and %s", a, b);
  } else {
    dbx_fail_(DBX_E303, (dbx_span){0}, "Incompatible shapes for dot: got %s and %s.", a, b);
  }
  dbx_note_dims(dx, dy);
  return FAILED;
}

// The last conversion of a product; inside a jitted function operands with dynamic dims and what is
// computed from them are strong (see jn_type).
static V finish(V r, V x, V y, dbx_type t) {
  if (bad(r) || ((jn_info(x)->dynamic || jn_info(y)->dynamic) && jn_dtype(r) == t.dtype && !t.weak))
    return r;
  return lax_convert(r, t.dtype, t.weak);
}

// The result dtype is asked for only where jax asks: it is that of the promoted operands.
static V dot_general(V x, V y, const dbx_dot_dims *d, dbx_type t) {
  return finish(lax_dot_general(x, y, d, t.dtype), x, y, t);
}

// Arrays for a product; they keep their own dtypes, the result has the promoted one.
static dbx_status operands(V *v, uint32_t n, dbx_type *ret) {
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(v[i]));
  *ret = jn_result_type(v, n);
  for (uint32_t i = 0; i < n; i++) DBX_TRY(status_of(v[i] = lax_asarray(v[i])));
  return DBX_OK;
}

static V dot(V x, V y) {
  V v[] = {jn_check_arraylike("dot", x, 0), jn_check_arraylike("dot", y, 1)};
  if (bad(v[0]) || bad(v[1])) return FAILED;
  bool scalar = !jn_rank(v[0]) || !jn_rank(v[1]);
  if (scalar &&
      (jn_info(v[0])->dynamic || jn_info(v[1])->dynamic) && // one number times a traced size
      !dbx_target_now()->dots_scalars)
    return jn_promote_dtypes(v, 2, JN_ANY) == DBX_OK ? MUL(v[0], v[1]) : FAILED;
  dbx_type t = jn_result_type(v, 2); // a number stays a literal
  if (!(scalar && dbx_target_now()->dots_scalars) && operands(v, 2, &t) != DBX_OK) return FAILED;
  uint32_t m = jn_rank(v[0]), n = jn_rank(v[1]);
  dbx_dot_dims d = {0};
  int64_t last = (int64_t)m - 1, second = n > 1 ? (int64_t)n - 2 : 0;
  if (m && n) {
    d = contract_one(&last, &second);
    dbx_dim x_last = jn_shape(v[0]).d[last], y_second = jn_shape(v[1]).d[second];
    if (!dbx_compare_dims(x_last, y_second))
      return incompatible("dot", v[0], v[1], x_last, y_second);
  }
  return dot_general(v[0], v[1], &d, t);
}
V jnp_fn_dot(const V *a) { return dot(a[0], a[1]); }

static V vdot(V x, V y) {
  x = jn_check_arraylike("vdot", x, 0);
  if (!bad(x) && dbx_is_complex(jn_dtype(x))) x = jnp_fn_conjugate(&x);
  x = jnp_ravel(lax_asarray(x));
  V flat = jnp_ravel(lax_asarray(jn_check_arraylike("vdot", y, 1)));
  return bad(x) || bad(flat) ? FAILED : dot(x, flat);
}
V jnp_fn_vdot(const V *a) { return vdot(a[0], a[1]); }

// ---- matmul: batch axes broadcast, size-1 ones are squeezed ----

static V matmul(V x, V y) {
  V v[] = {jn_check_arraylike("matmul", x, 0), jn_check_arraylike("matmul", y, 1)};
  if (bad(v[0]) || bad(v[1])) return FAILED;
  for (int i = 0; i < 2; i++)
    if (jn_rank(v[i]) < 1)
      return jn_fail_as(DBX_E303, DBX_S_ValueError,
                        "matmul input operand %d must have ndim at least 1, but it has ndim 0", i);
  dbx_type t;
  if (operands(v, 2, &t) != DBX_OK) return FAILED;
  S a = jn_shape(v[0]), b = jn_shape(v[1]);
  bool vec_a = a.n == 1, vec_b = b.n == 1;
  uint32_t ba = vec_a ? 0 : a.n - 2, bb = vec_b ? 0 : b.n - 2, nb = ba > bb ? ba : bb;
  dbx_dim ka = a.d[a.n - 1], kb = b.d[vec_b ? 0 : b.n - 2];
  if (!dbx_compare_dims(ka, kb)) {
    dbx_fail_(DBX_E303, (dbx_span){0},
              "dot_general requires contracting dimensions to have the same shape, got %s and %s.",
              dbx_aval_text(dbx_val_aval(&v[0])), dbx_aval_text(dbx_val_aval(&v[1])));
    dbx_note_dims(ka, kb);
    return FAILED;
  }
  int64_t *la = DBX_TMP(int64_t, nb + 1), *lb = DBX_TMP(int64_t, nb + 1),
          *sa = DBX_TMP(int64_t, a.n), *sb = DBX_TMP(int64_t, b.n);
  uint32_t n_sa = 0, n_sb = 0, n = 0, n_lhs_only = 0, n_rhs_only = 0;
  int64_t *lhs_only = DBX_TMP(int64_t, nb + 1), *rhs_only = DBX_TMP(int64_t, nb + 1);
  for (uint32_t i = 0; i < nb; i++) {
    int64_t ia = (int64_t)i - (nb - ba), ib = (int64_t)i - (nb - bb);
    dbx_dim da = ia < 0 ? 0 : a.d[ia], db = ib < 0 ? 0 : b.d[ib], one = dbx_dim_int(1);
    bool has_a = ia >= 0, has_b = ib >= 0;
    if (has_a && has_b && dbx_compare_dims(da, db)) {
      la[n] = ia - n_sa, lb[n++] = ib - n_sb;
    } else if (!has_b || (has_a && db == one)) {
      if (has_b) sb[n_sb++] = ib;
      lhs_only[n_lhs_only++] = i;
    } else if (!has_a || da == one) {
      if (has_a) sa[n_sa++] = ia;
      rhs_only[n_rhs_only++] = i;
    } else {
      return incompatible("matmul", v[0], v[1], da, db);
    }
  }
  v[0] = lax_squeeze(v[0], sa, n_sa);
  v[1] = lax_squeeze(v[1], sb, n_sb);
  if (bad(v[0]) || bad(v[1])) return FAILED;
  int64_t ca = jn_rank(v[0]) - 1, cb = vec_b ? 0 : jn_rank(v[1]) - 2;
  dbx_dot_dims d = {&ca, &cb, la, lb, 1, n};
  V r = lax_dot_general(v[0], v[1], &d, t.dtype);
  if (bad(r)) return r;
  // the result's axes: common batch, those of x alone, x's rows, those of y alone, y's columns
  uint32_t rank = jn_rank(r), at = 0;
  int64_t *perm = DBX_TMP(int64_t, rank);
  bool *is_lhs = DBX_TMP(bool, nb), *is_rhs = DBX_TMP(bool, nb);
  for (uint32_t i = 0; i < n_lhs_only; i++) is_lhs[lhs_only[i]] = true;
  for (uint32_t i = 0; i < n_rhs_only; i++) is_rhs[rhs_only[i]] = true;
  uint32_t c = 0, l = n, q = n + n_lhs_only + !vec_a;
  for (uint32_t i = 0; i < nb; i++) perm[at++] = is_lhs[i] ? l++ : is_rhs[i] ? q++ : c++;
  if (!vec_a) perm[at++] = n + n_lhs_only;
  if (!vec_b) perm[at++] = rank - 1;
  return finish(lax_transpose(r, perm), v[0], v[1], t);
}
V jnp_fn_matmul(const V *a) { return matmul(a[0], a[1]); }

V jnp_fn_tensordot(const V *a) { // a, b, axes
  V v[] = {jn_check_arraylike("tensordot", a[0], 0), jn_check_arraylike("tensordot", a[1], 1)};
  dbx_type t;
  if (operands(v, 2, &t) != DBX_OK) return FAILED;
  uint32_t m = jn_rank(v[0]), n = jn_rank(v[1]), nc, nd;
  const int64_t *l, *r;
  int64_t k;
  if (!dbx_is_seq(&a[2])) {
    if (jn_int_arg(a[2], "tensordot axes", &k) != DBX_OK) return FAILED;
    if (k < 0 || k > m || k > n)
      return jn_fail_as(DBX_E303, DBX_S_TypeError,
                        "Number of tensordot axes (axes %" PRId64 ") exceeds input ranks", k);
    int64_t *lhs = DBX_TMP(int64_t, k), *rhs = DBX_TMP(int64_t, k);
    for (int64_t i = 0; i < k; i++) lhs[i] = m - k + i, rhs[i] = i;
    l = lhs, r = rhs, nc = (uint32_t)k;
  } else {
    if (a[2].n != 2) return jn_fail(DBX_E303, "tensordot axes must be an int or a pair");
    if (jn_axes(a[2].item[0], m, &l, &nc) != DBX_OK || jn_axes(a[2].item[1], n, &r, &nd) != DBX_OK)
      return FAILED;
    if (nc != nd) return jn_fail(DBX_E303, "tensordot requires axes lists to have equal length");
  }
  dbx_dot_dims d = {.lhs_contract = l, .rhs_contract = r, .n_contract = nc};
  return dot_general(v[0], v[1], &d, t);
}

V jnp_fn_inner(const V *a) {
  V x = jn_check_arraylike("inner", a[0], 0), y = jn_check_arraylike("inner", a[1], 1);
  if (bad(x) || bad(y)) return FAILED;
  if (!jn_rank(x) || !jn_rank(y)) return jnp_multiply(x, y);
  V last = jn_int(-1), axes[] = {last, last}, in[] = {x, y, dbx_val_tuple(axes, 2)};
  return jnp_fn_tensordot(in);
}

V jnp_fn_outer(const V *a) {
  V v[] = {jn_check_arraylike("outer", a[0], 0), jn_check_arraylike("outer", a[1], 1)};
  if (jn_promote_dtypes(v, 2, JN_ANY) != DBX_OK) return FAILED;
  V x = jnp_ravel(v[0]);
  V whole[3] = {dbx_val_none(), dbx_val_none(), dbx_val_none()};
  V all = {.kind = DBX_V_SLICE, .item = whole, .n = 3};
  V column[] = {all, dbx_val_none()}, row[] = {dbx_val_none(), all};
  x = jnp_getitem(x, dbx_val_tuple(column, 2));
  V y = jnp_ravel(v[1]);
  y = jnp_getitem(y, dbx_val_tuple(row, 2));
  return jnp_multiply(x, y);
}

// ---- einsum ----

typedef struct term {
  V v;
  char *names; // one letter an axis
  uint32_t n;
} term;

typedef struct einsum {
  term *terms;
  uint32_t n;
  char *out;
  uint32_t n_out;
} einsum;

static bool has(const char *s, uint32_t n, char c) { return memchr(s, c, n) != NULL; }

static dbx_status malformed(const char *what) {
  return dbx_fail(DBX_E313, (dbx_span){0}, "einsum: %s", what);
}

// Letters for the axes of "...": from the end of the alphabet backwards, aligned at the right.
static dbx_status read_term(const char *s, size_t len, V v, uint32_t dots, term *t) {
  uint32_t rank = jn_rank(v), letters = 0;
  bool ellipsis = false;
  *t = (term){.v = v, .names = DBX_TMP(char, rank + len + 1)};
  for (size_t i = 0; i < len; i++) letters += s[i] != '.' && s[i] != ' ';
  for (size_t i = 0; i < len; i++) {
    if (s[i] == ' ') continue;
    if (s[i] == '.') {
      if (ellipsis || i + 2 >= len || s[i + 1] != '.' || s[i + 2] != '.' || letters > rank)
        return malformed("malformed ellipsis");
      ellipsis = true;
      for (uint32_t k = 0; k < rank - letters; k++)
        t->names[t->n++] = (char)('0' + (dots - (rank - letters)) + k);
      i += 2;
      continue;
    }
    if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z')))
      return malformed("subscripts are letters");
    t->names[t->n++] = s[i];
  }
  if (t->n != rank)
    return malformed("the number of subscripts does not match the number of dimensions");
  return DBX_OK;
}

static uint32_t dot_axes(const char *s, const V *v,
                         uint32_t n) { // the most axes that "..." stands for
  uint32_t most = 0;
  for (uint32_t i = 0; i < n; i++) {
    const char *end = s + strcspn(s, ",-");
    uint32_t letters = 0;
    bool dots = false;
    for (const char *p = s; p < end; p++) {
      letters += *p != '.' && *p != ' ';
      dots |= *p == '.';
    }
    if (dots && jn_rank(v[i]) >= letters && jn_rank(v[i]) - letters > most)
      most = jn_rank(v[i]) - letters;
    s = *end == ',' ? end + 1 : end;
  }
  return most;
}

static dbx_status read_einsum(const char *spec, const V *v, uint32_t n, einsum *e) {
  uint32_t dots = dot_axes(spec, v, n);
  const char *s = spec, *arrow = strstr(spec, "->");
  *e = (einsum){.terms = DBX_TMP(term, n), .n = n, .out = DBX_TMP(char, strlen(spec) + dots + 64)};
  for (uint32_t i = 0; i < n; i++) {
    const char *end = s + strcspn(s, ",-");
    DBX_TRY(read_term(s, (size_t)(end - s), v[i], dots, &e->terms[i]));
    if (i + 1 < n && *end != ',') return malformed("fewer subscripts than operands");
    if (i + 1 == n && *end == ',') return malformed("more subscripts than operands");
    s = *end == ',' ? end + 1 : end;
  }
  if (arrow) {
    for (const char *p = arrow + 2; *p; p++) {
      if (*p == ' ') continue;
      if (*p == '.') {
        for (uint32_t k = 0; k < dots; k++) e->out[e->n_out++] = (char)('0' + k);
        p += strspn(p, ".") - 1;
        continue;
      }
      e->out[e->n_out++] = *p;
    }
    for (uint32_t i = 0; i < e->n_out; i++) {
      bool known = false;
      for (uint32_t k = 0; k < n; k++) known |= has(e->terms[k].names, e->terms[k].n, e->out[i]);
      if (!known || has(e->out, i, e->out[i]))
        return malformed("an output subscript that is repeated or not an input");
    }
    return DBX_OK;
  }
  // implicit output: "..." first, then the letters that occur once, in alphabetical order
  for (uint32_t k = 0; k < dots; k++) e->out[e->n_out++] = (char)('0' + k);
  for (int c = 'A'; c <= 'z'; c++) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < e->terms[i].n; k++) count += e->terms[i].names[k] == c;
    if (count == 1) e->out[e->n_out++] = (char)c;
  }
  return DBX_OK;
}

static void drop_axis(term *t, uint32_t axis) {
  memmove(t->names + axis, t->names + axis + 1, t->n - axis - 1);
  t->n--;
}

// Sums over the axes of letters that occur nowhere else.
static void sum_unique(term *t, const char *keep, uint32_t n_keep) {
  int64_t *axes = DBX_TMP(int64_t, t->n);
  uint32_t n = 0;
  for (uint32_t i = 0; i < t->n; i++) {
    bool once = !has(t->names, i, t->names[i]) && !has(t->names + i + 1, t->n - i - 1, t->names[i]);
    if (once && !has(keep, n_keep, t->names[i])) axes[n++] = i;
  }
  if (!n) return;
  t->v = lax_reduce(DBX_PRIM_reduce_sum, t->v, axes, n);
  for (uint32_t i = n; i-- > 0;) drop_axis(t, (uint32_t)axes[i]);
}

// A letter that occurs twice in one term: its diagonal, by a mask; kept or summed.
static void take_diagonals(term *t, const char *keep, uint32_t n_keep) {
  for (uint32_t i = 0; i < t->n; i++)
    for (uint32_t k = i + 1; k < t->n && !bad(t->v); k++) {
      if (t->names[k] != t->names[i]) continue;
      S s = jn_shape(t->v), square = {2, DBX_TMP(dbx_dim, 2)};
      square.d[0] = s.d[i], square.d[1] = s.d[k];
      V mask = JN_SEQ2(jn_eq, lax_iota(DBX_U32, square, 0), lax_iota(DBX_U32, square, 1));
      int64_t axes[] = {i, k}, one = i, both[] = {i, k};
      mask = lax_broadcast_in_dim(mask, s, axes, 2);
      t->v = lax_select(mask, t->v, lax_full_like(t->v, jn_int(0), DBX_NO_DTYPE, NULL));
      bool kept = has(keep, n_keep, t->names[i]);
      t->v = lax_reduce(DBX_PRIM_reduce_sum, t->v, kept ? &one : both, kept ? 1 : 2);
      if (!kept) drop_axis(t, k);
      drop_axis(t, i);
      i = UINT32_MAX; // start again
      break;
    }
}

static int64_t where_is(const term *t, char c) {
  return (char *)memchr(t->names, c, t->n) - t->names;
}

// Contracts two terms; `later` are the letters that the output or other terms still need.
static void contract(term *x, term *y, const char *later, uint32_t n_later, const char *out,
                     uint32_t n_out, dbx_dtype t) {
  term *side[] = {x, y};
  for (int i = 0; i < 2; i++) {
    const term *other = side[1 - i];
    char *keep = DBX_TMP(char, n_later + other->n + 1);
    memcpy(keep, later, n_later);
    memcpy(keep + n_later, other->names, other->n);
    take_diagonals(side[i], keep, n_later + other->n);
    sum_unique(side[i], keep, n_later + other->n);
  }
  if (bad(x->v) || bad(y->v)) {
    x->v = FAILED;
    return;
  }
  int64_t *lc = DBX_TMP(int64_t, x->n), *rc = DBX_TMP(int64_t, x->n), *lb = DBX_TMP(int64_t, x->n),
          *rb = DBX_TMP(int64_t, x->n);
  char *batch = DBX_TMP(char, x->n + 1), *cont = DBX_TMP(char, x->n + 1),
       *names = DBX_TMP(char, x->n + y->n + 1);
  uint32_t nc = 0, nb = 0, n = 0;
  for (uint32_t i = 0; i < n_out; i++) // batch letters in the order of the output
    if (has(x->names, x->n, out[i]) && has(y->names, y->n, out[i])) batch[nb++] = out[i];
  for (uint32_t i = 0; i < x->n; i++) {
    char c = x->names[i];
    if (!has(y->names, y->n, c) || has(batch, nb, c)) continue;
    if (has(later, n_later, c)) batch[nb++] = c;
    else cont[nc++] = c;
  }
  for (uint32_t i = 1; i < nc; i++) // contracted letters in alphabetical order
    for (uint32_t k = i; k && cont[k] < cont[k - 1]; k--) {
      char swap = cont[k];
      cont[k] = cont[k - 1], cont[k - 1] = swap;
    }
  for (uint32_t i = 0; i < nb; i++) lb[i] = where_is(x, batch[i]), rb[i] = where_is(y, batch[i]);
  for (uint32_t i = 0; i < nc; i++) lc[i] = where_is(x, cont[i]), rc[i] = where_is(y, cont[i]);
  for (int swap = 0; swap < 2; swap++) { // as they stand if that gives the output's letters
    const term *l = swap ? y : x, *r = swap ? x : y;
    n = 0;
    for (uint32_t i = 0; i < nb; i++) names[n++] = batch[i];
    for (uint32_t i = 0; i < l->n; i++)
      if (!has(batch, nb, l->names[i]) && !has(cont, nc, l->names[i])) names[n++] = l->names[i];
    for (uint32_t i = 0; i < r->n; i++)
      if (!has(batch, nb, r->names[i]) && !has(cont, nc, r->names[i])) names[n++] = r->names[i];
    if (!swap && (n != n_out || memcmp(names, out, n))) continue;
    dbx_dot_dims d = {swap ? rc : lc, swap ? lc : rc, swap ? rb : lb, swap ? lb : rb, nc, nb};
    x->v = lax_dot_general(l->v, r->v, &d, t);
    break;
  }
  x->names = names;
  x->n = n;
}

static V einsum_body(const V *a, uint32_t n, const void *statics) {
  einsum e;
  V *v = DBX_TMP(V, n);
  memcpy(v, a, n * sizeof *v);
  dbx_type t;
  if (operands(v, n, &t) != DBX_OK) return FAILED;
  if (read_einsum(statics, v, n, &e) != DBX_OK) return FAILED;
  term acc = e.terms[0];
  if (n == 1) {
    take_diagonals(&acc, e.out, e.n_out);
    sum_unique(&acc, e.out, e.n_out);
  }
  for (uint32_t i = 1; i < n && !bad(acc.v); i++) {
    uint32_t n_later = e.n_out;
    for (uint32_t k = i + 1; k < n; k++) n_later += e.terms[k].n;
    char *later = DBX_TMP(char, n_later + 1);
    memcpy(later, e.out, e.n_out);
    uint32_t at = e.n_out;
    for (uint32_t k = i + 1; k < n; k++) {
      memcpy(later + at, e.terms[k].names, e.terms[k].n);
      at += e.terms[k].n;
    }
    contract(&acc, &e.terms[i], later, n_later, e.out, e.n_out, t.dtype);
  }
  if (bad(acc.v)) return acc.v;
  int64_t *perm = DBX_TMP(int64_t, e.n_out);
  for (uint32_t i = 0; i < e.n_out; i++) perm[i] = where_is(&acc, e.out[i]);
  return finish(lax_transpose(acc.v, perm), v[0], v[n - 1], t);
}

V jnp_fn_einsum(const V *a) { // subscripts, *operands
  uint32_t n = a[1].n;
  if (a[0].kind != DBX_V_STR) return jn_fail(DBX_E313, "einsum: the subscripts must be a string");
  if (!n) return jn_fail(DBX_E313, "einsum needs at least one operand");
  for (uint32_t i = 0; i < n; i++)
    if (bad(jn_check_arraylike("einsum", a[1].item[i], (int)i))) return FAILED;
  const char *spec = dbx_sym_text(a[0].str);
  return einsum_body(a[1].item, n, spec);
}

// ---- norms ----

typedef struct norm_args {
  int64_t axis, second; // second: the column axis of a matrix
  double order;
  bool flat, keepdims, two, matrix;
} norm_args;

// The greatest or least sum of magnitudes of the columns (order 1) or rows (infinity).
static V matrix_norm(V x, const norm_args *w) {
  bool rows = isinf(w->order);
  int64_t inner = rows ? w->second : w->axis, outer = rows ? w->axis : w->second;
  V sums = jnp_sum(ABS(x), jn_int(inner), DBX_NO_DTYPE, w->keepdims);
  V in[] = {sums,           jn_int(outer - (!w->keepdims && outer > inner)),
            dbx_val_none(), dbx_val_bool(w->keepdims),
            dbx_val_none(), dbx_val_none()};
  return bad(sums) ? sums : w->order > 0 ? jnp_fn_max(in) : jnp_fn_min(in);
}

static V singular_body(const V *a, uint32_t n, const void *statics) {
  V in[] = {a[0], dbx_val_bool(true), dbx_val_bool(false)};
  return (void)n, (void)statics, linalg_fn_svd(in);
}

// The greatest or least singular value, or the sum of all.
static V spectral_norm(V x, const norm_args *w) {
  int64_t last = (int64_t)jn_rank(x) - 1, from[] = {w->axis, w->second}, to[] = {last - 1, last};
  V s = jn_call("svd", singular_body, (V[]){jnp_moveaxis(x, from, to, 2)}, 1, NULL, 0);
  if (bad(s)) return s;
  V in[] = {s, jn_int(-1), dbx_val_none(), dbx_val_bool(false), dbx_val_none(), dbx_val_none()};
  V r = isnan(w->order) ? jnp_sum(s, jn_int(-1), DBX_NO_DTYPE, false)
        : w->order > 0  ? jnp_fn_max(in)
                        : jnp_fn_min(in);
  int64_t low = w->axis < w->second ? w->axis : w->second, high = w->axis + w->second - low,
          both[] = {low, high};
  return bad(r) || !w->keepdims ? r : lax_expand_dims(r, both, 2);
}

static V norm_body(const V *a, uint32_t n, const void *statics) {
  const norm_args *w = statics;
  (void)n;
  V x = a[0];
  if (jn_promote_dtypes(&x, 1, JN_INEXACT) != DBX_OK) return FAILED;
  if (w->matrix && !w->two && (isnan(w->order) || fabs(w->order) == 2)) return spectral_norm(x, w);
  if (w->matrix && !w->two) return matrix_norm(x, w);
  V pair[] = {jn_int(w->axis), jn_int(w->second)};
  V axis = w->flat ? dbx_val_none() : w->matrix ? dbx_val_tuple(pair, 2) : pair[0];
  if (w->two) {
    V sq = dbx_is_complex(jn_dtype(x)) ? REAL(MUL(x, jnp_fn_conjugate(&x))) : MUL(x, x);
    return lax1(DBX_PRIM_sqrt, jnp_sum(sq, axis, DBX_NO_DTYPE, w->keepdims));
  }
  V in[] = {ABS(x),         axis,          dbx_val_none(), dbx_val_bool(w->keepdims),
            dbx_val_none(), dbx_val_none()};
  if (isinf(w->order)) return w->order > 0 ? jnp_fn_max(in) : jnp_fn_min(in);
  if (w->order == 1) return jnp_sum(in[0], axis, DBX_NO_DTYPE, w->keepdims);
  if (w->order == 0)
    return jnp_sum(lax_convert_strong(jnp_not_equal(x, jn_int(0)), jn_dtype(in[0])), axis,
                   DBX_NO_DTYPE, w->keepdims);
  V p[] = {in[0], jn_float(w->order)}, q[] = {FAILED, jn_float(1 / w->order)};
  q[0] = jnp_sum(jnp_fn_power(p), axis, DBX_NO_DTYPE, w->keepdims);
  return jnp_fn_power(q);
}

// Which axes are reduced: all without an order, else one (a vector) or two (a matrix).
static dbx_status read_norm_axes(V x, V ord, V axis, norm_args *w) {
  const int64_t *at;
  uint32_t n;
  if (is_none(axis) && is_none(ord)) return w->flat = true, DBX_OK;
  DBX_TRY(jn_axes(axis, jn_rank(x), &at, &n));
  if (n != 1 && n != 2)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "Invalid axis values (%u of them) for jnp.linalg.norm.", n);
  w->axis = at[0];
  w->second = at[n - 1];
  w->matrix = n == 2;
  return DBX_OK;
}

static dbx_status read_norm_order(V ord, norm_args *w) {
  if (is_none(ord)) return w->two = true, DBX_OK;
  if (ord.kind == DBX_V_STR) {
    w->two = w->matrix && !strcmp(dbx_sym_text(ord.str), "fro");
    bool nuclear = w->matrix && !strcmp(dbx_sym_text(ord.str), "nuc");
    if (nuclear) w->order = NAN; // of all norms of matrices the one without a number
    return w->two || nuclear ? DBX_OK
                             : dbx_fail(DBX_E208, (dbx_span){0}, "Invalid order '%s' for %s norm.",
                                        dbx_sym_text(ord.str), w->matrix ? "matrix" : "vector");
  }
  w->order = ord.kind == DBX_V_INT ? (double)ord.i : ord.kind == DBX_V_FLOAT ? ord.c[0] : NAN;
  if (!w->matrix) return w->two = w->order == 2, DBX_OK;
  if (fabs(w->order) == 1 || fabs(w->order) == 2 || isinf(w->order)) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "Invalid order '%g' for matrix norm.", w->order);
}

V jnp_fn_norm(const V *a) { // x, ord, axis, keepdims
  norm_args w;
  memset(&w, 0, sizeof w);
  V x = jn_check_arraylike("norm", a[0], 0);
  if (bad(x) || read_norm_axes(x, a[1], a[2], &w) != DBX_OK || read_norm_order(a[1], &w) != DBX_OK)
    return FAILED;
  w.keepdims = jn_bool_arg(a[3]);
  return jn_call("norm", norm_body, &x, 1, &w, sizeof w);
}

V jnp_fn_polyval(const V *a) { // p, x
  V p = jnp_array(a[0], DBX_NO_DTYPE, false), x = jn_check_arraylike("polyval", a[1], 1);
  const V *c;
  uint32_t n;
  V v[] = {p, x};
  if (bad(p) || bad(x) || jn_promote_dtypes(v, 2, JN_INEXACT) != DBX_OK ||
      jn_items(v[0], &c, &n) != DBX_OK)
    return FAILED;
  V r = lax_full_like(v[1], jn_int(0), DBX_NO_DTYPE, NULL);
  for (uint32_t i = 0; i < n; i++) r = jnp_add(jnp_multiply(r, v[1]), c[i]);
  return r;
}
