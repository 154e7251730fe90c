// What a loop's result dims are: the soundness rule of docs/semantics.md, Lengths of a loop's
// results, and the checks that carries keep their types.
//
// A node is a number that the loop carries: a slot (one dynamic axis of a carry), an integer
// scalar carry, or a dim of the caller. Nodes of one class are equal after any number of trips.
//
// With dims=symbolic starts and steps are polynomials: a step is one in the classes of what the
// body takes, and a class that holds a dim of the caller is that dim's polynomial.
#include "ir/structure.h"
#include "prim/poly.h"
#include "prim/prim.h"
#include "trace/rounds.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
  dbx_carried_kind kind;
  dbx_atom from;  // the start value
  uint64_t start; // its referent, or a literal
  dbx_atom
      step; // what the body gives for it (nested frame); DBX_CARRIED_OUTER: the referent itself
  uint32_t carry, axis;
  uint32_t result; // position among the expanded results
  uint64_t cls, step_key;
  dbx_dim dim;       // of the result (slots)
  uint32_t equal_to; // the node that gives it
} node;

typedef struct analysis {
  const dbx_bind *b;
  const dbx_part *p;
  dbx_vec(node) nodes;
  dbx_map inner;        // variable of the body -> node + 1 that it is the value of
  dbx_map outer;        // referent -> node + 1
  uint32_t first_carry; // among the collapsed inputs: 1 behind a loop index
} analysis;

static uint64_t start_of(dbx_atom a) {
  if (dbx_dims_symbolic()) return dbx_poly_of(a);
  return dbx_is_literal(a) ? (uint64_t)1 << 40 | (uint64_t)dbx_literal_at(a)->value.i << 41
                           : dbx_referent(a);
}

static void add_outer(analysis *a, dbx_atom v) {
  if (dbx_is_literal(v) || !dbx_aval_is_int_scalar(dbx_atom_aval(v))) return;
  dbx_var root = dbx_referent(v);
  if (dbx_map_find(&a->outer, root)) return;
  dbx_push(
      &a->nodes,
      ((node){.kind = DBX_CARRIED_OUTER, .from = root, .start = start_of(root), .step = root}));
  dbx_map_put(&a->outer, root, a->nodes.n);
}

static void add_slots(analysis *a, uint32_t carry, uint32_t *slot) {
  const dbx_part *p = a->p;
  uint32_t i = carry + a->first_carry, body_pos = p->n_implicit_in + i;
  const dbx_aval_info *start = dbx_aval_at(dbx_atom_aval(p->collapsed_inputs.at[i])),
                      *inner = dbx_aval_at(dbx_atom_aval(p->body_inputs.at[body_pos])),
                      *out = dbx_aval_at(dbx_out_aval(p, carry));
  for (uint32_t k = 0; k < start->rank; k++) {
    if (dbx_dim_is_int(start->dims[k])) continue;
    dbx_atom d0 = dbx_atom_of_dim(start->dims[k]);
    node n = {DBX_CARRIED_SLOT,
              d0,
              start_of(d0),
              dbx_atom_of_dim(out->dims[k]),
              carry,
              k,
              UINT32_MAX,
              0,
              0};
    if (p->n_implicit_out) n.result = a->b->slots[*slot].group; // DBX_FIXED: none
    ++*slot;
    dbx_push(&a->nodes, n);
    dbx_var in = (dbx_var)dbx_dim_value(inner->dims[k]);
    if (dbx_var_at(in)->kind == DBX_VAR_ARG) dbx_map_put(&a->inner, in, a->nodes.n);
    add_outer(a, d0);
  }
}

static void add_scalar(analysis *a, uint32_t carry) {
  const dbx_part *p = a->p;
  uint32_t i = carry + a->first_carry;
  dbx_atom in = p->collapsed_inputs.at[i];
  if (!dbx_aval_is_int_scalar(dbx_atom_aval(in))) return;
  dbx_push(&a->nodes, ((node){DBX_CARRIED_SCALAR, in, start_of(in), p->collapsed_outputs.at[carry],
                              carry, 0, p->n_implicit_out + carry, 0, 0}));
  dbx_map_put(&a->inner, p->body_inputs.at[p->n_implicit_in + i], a->nodes.n);
  add_outer(a, in);
}

// A variable of the body by its class.
static dbx_poly by_class(void *ctx, dbx_var v) {
  const analysis *a = ctx;
  uint64_t *in = dbx_map_find(&a->inner, v), cls = in ? a->nodes.at[*in - 1].cls : 0;
  if (!in) return dbx_poly_of(v);
  for (uint32_t i = 0; i < a->nodes.n; i++)
    if (a->nodes.at[i].kind == DBX_CARRIED_OUTER && a->nodes.at[i].cls == cls)
      return dbx_poly_of(a->nodes.at[i].step);
  return dbx_poly_mark((uint32_t)cls);
}

// A step that is too large to write down equals itself.
static uint64_t polynomial_key(const analysis *a, const node *n) {
  if (n->kind == DBX_CARRIED_OUTER) return dbx_poly_of(n->step);
  dbx_atom r = dbx_frame_subst(a->p->frame, n->step);
  dbx_poly p = dbx_poly_replace(dbx_poly_of(r), by_class, (void *)(uintptr_t)a);
  return p ? p : r | (uint64_t)1 << 63;
}

static uint64_t step_key(const analysis *a, const node *n) {
  if (dbx_dims_symbolic()) return polynomial_key(a, n);
  if (n->kind == DBX_CARRIED_OUTER) return n->cls;
  dbx_atom r = dbx_frame_subst(a->p->frame, n->step);
  if (dbx_is_literal(r)) return start_of(r) | (uint64_t)1 << 62;
  uint64_t *in = dbx_map_find(&a->inner, r);
  if (in) return a->nodes.at[*in - 1].cls;
  dbx_var root = dbx_referent(r);
  uint64_t *out = root != r ? dbx_map_find(&a->outer, root) : NULL;
  return out ? a->nodes.at[*out - 1].cls : root | (uint64_t)1 << 63;
}

// Numbers the distinct pairs (class, key); returns how many there are.
static uint32_t renumber(analysis *a, bool with_key) {
  dbx_map seen = {0};
  uint64_t *fresh = DBX_TMP(uint64_t, a->nodes.n);
  for (uint32_t i = 0; i < a->nodes.n; i++) {
    const node *n = &a->nodes.at[i];
    uint64_t pair[2] = {n->cls, with_key ? n->step_key : 0};
    uint64_t key = dbx_hash(pair, sizeof pair, 3) | 1, *known = dbx_map_find(&seen, key);
    if (!known) dbx_map_put(&seen, key, seen.n + 1);
    fresh[i] = known ? *known : seen.n;
  }
  for (uint32_t i = 0; i < a->nodes.n; i++) a->nodes.at[i].cls = fresh[i];
  uint32_t count = seen.n;
  dbx_map_free(&seen);
  return count;
}

static void refine(analysis *a) {
  for (uint32_t i = 0; i < a->nodes.n; i++) a->nodes.at[i].cls = a->nodes.at[i].start;
  uint32_t count = renumber(a, false), before;
  do {
    before = count;
    for (uint32_t i = 0; i < a->nodes.n; i++)
      a->nodes.at[i].step_key = step_key(a, &a->nodes.at[i]);
    count = renumber(a, true);
  } while (count != before);
  for (uint32_t i = 0; i < a->nodes.n; i++) a->nodes.at[i].step_key = step_key(a, &a->nodes.at[i]);
}

static bool equal_after(const node *x, const node *y, bool runs_once) {
  return runs_once ? x->step_key == y->step_key : x->cls == y->cls;
}

// Position of v among the body's inputs [*K, *D, (index), *X]; -1 if it is none.
static int64_t input_position(const dbx_part *p, dbx_atom v) {
  for (uint32_t i = 0; i < p->jaxpr->n_in; i++)
    if (p->jaxpr->invars[i] == v) return i;
  return -1;
}

static bool is_index(const analysis *a, dbx_atom r) {
  return a->first_carry && r == a->p->body_inputs.at[a->p->n_implicit_in];
}

// An input of the body whose operand is the dim c: r itself, or, with dims=symbolic, the first
// constant or start of a slot with c's polynomial. -1 if there is none.
static int64_t input_with(const dbx_part *p, dbx_atom r, const node *c) {
  int64_t pos = input_position(p, r);
  if (pos >= 0 || !dbx_dims_symbolic()) return pos;
  for (uint32_t i = 0; i < p->n_constants + p->n_implicit_in; i++) {
    dbx_atom operand =
        i < p->n_constants ? p->constants[i].inner : p->expanded_inputs.at[i - p->n_constants];
    if (dbx_aval_is_int_scalar(dbx_atom_aval(operand)) &&
        dbx_poly_of(operand) == dbx_poly_of(c->step))
      return i;
  }
  return -1;
}

static dbx_dim result_dim(const analysis *a, node *s, bool runs_once) {
  const dbx_part *p = a->p;
  dbx_atom r = dbx_frame_subst(p->frame, s->step);
  for (uint32_t i = 0; i < a->nodes.n; i++) {
    const node *c = &a->nodes.at[i];
    int64_t pos = c->kind == DBX_CARRIED_OUTER ? input_with(p, r, c) : -1;
    if (c->kind == DBX_CARRIED_OUTER && equal_after(c, s, runs_once) && pos >= 0)
      return s->equal_to = i, dbx_dim_make(DBX_DIM_INDB, pos);
  }
  uint32_t array = p->n_implicit_out + s->carry, best = UINT32_MAX;
  for (uint32_t i = 0; i < a->nodes.n; i++) {
    const node *n = &a->nodes.at[i];
    if (n->kind == DBX_CARRIED_OUTER || n->result >= array || !equal_after(n, s, runs_once))
      continue;
    if (best == UINT32_MAX || (n->result > best) != is_index(a, r))
      best = n->result, s->equal_to = i;
  }
  return dbx_dim_make(DBX_DIM_OUTDB, best);
}

static void analyse(analysis *a, const dbx_bind *b) {
  *a = (analysis){.b = b, .p = &b->parts[b->n_parts - 1]};
  a->first_carry = b->first_carry;
  uint32_t slot = 0;
  for (uint32_t i = 0; i < b->n_carries; i++) add_slots(a, i, &slot);
  for (uint32_t i = 0; i < b->n_carries; i++) add_scalar(a, i);
  for (uint32_t i = 0; i < a->p->n_constants; i++)
    if (a->p->constants[i].outer) add_outer(a, a->p->constants[i].outer);
  refine(a);
}

// What it was decided by, for those who ask.
static void record(dbx_bind *b, const analysis *a, bool runs_once) {
  dbx_map steps = {0};
  b->runs_once = runs_once;
  b->n_nodes = a->nodes.n;
  b->nodes = DBX_NEWN(&b->frame->trace->arena, dbx_carried, a->nodes.n);
  for (uint32_t i = 0; i < a->nodes.n; i++) {
    const node *n = &a->nodes.at[i];
    uint64_t key = n->step_key | 1, *known = dbx_map_find(&steps, key);
    if (!known) dbx_map_put(&steps, key, steps.n + 1);
    b->nodes[i] = (dbx_carried){n->kind,
                                n->carry,
                                n->axis,
                                n->from,
                                n->kind == DBX_CARRIED_OUTER ? 0 : n->step,
                                (uint32_t)n->cls,
                                (uint32_t)(known ? *known : steps.n),
                                n->dim,
                                n->equal_to};
  }
  dbx_map_free(&steps);
}

dbx_sig dbx_loop_result_type(dbx_bind *b, bool runs_once) {
  analysis a;
  dbx_scratch_mark m = dbx_scratch_here();
  analyse(&a, b);
  const dbx_part *p = a.p;
  dbx_sig s = dbx_sig_new(&b->frame->trace->arena, p->expanded_outputs.n);
  for (uint32_t i = 0; i < s.n; i++) {
    s.aval[i] = dbx_atom_aval(dbx_jaxpr_atom(p->jaxpr, p->expanded_outputs.at[i]));
    s.expl[i] = i >= p->n_implicit_out;
  }
  for (uint32_t i = 0; i < a.nodes.n; i++) {
    node *n = &a.nodes.at[i];
    if (n->kind != DBX_CARRIED_SLOT) continue;
    uint32_t pos = p->n_implicit_out + n->carry;
    const dbx_aval_info *v = dbx_aval_at(s.aval[pos]);
    dbx_dim *dims = DBX_TMP(dbx_dim, v->rank);
    memcpy(dims, v->dims, v->rank * sizeof *dims);
    dims[n->axis] = n->dim = result_dim(&a, n, runs_once);
    s.aval[pos] = dbx_aval_with_dims(s.aval[pos], dims);
    dbx_log(slot, .slot = i, .index = dbx_dim_kind_of(n->dim),
            .position = (uint32_t)dbx_dim_value(n->dim));
  }
  record(b, &a, runs_once);
  dbx_vec_free(&a.nodes);
  dbx_map_free(&a.inner), dbx_map_free(&a.outer);
  dbx_scratch_release(m);
  return s;
}

// ---- carries keep their types ----

// "for_loop"; where several loops are open also which one: "for_loop 'inner'".
static const char *loop_text(const dbx_bind *b) {
  const char *name = b->name ? dbx_sym_text(b->name) : "<";
  if (!b->depth || *name == '<') return b->prim->name; // alone, or of a lambda
  size_t n = strlen(b->prim->name) + strlen(name) + sizeof " ''";
  char *text = DBX_TMP(char, n);
  snprintf(text, n, "%s '%s'", b->prim->name, name);
  return text;
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

// The parameters of the body, one a line, and how values are nested in them; nothing: not known.
static bool describe(const dbx_part *p, dbx_buf *names, dbx_buf *tree) {
  if (p->of && p->of->describe) p->of->describe(p->of->ctx, names, tree);
  return names->n && tree->n;
}

// "state['pos']" for the place "[1]['pos']" among the parameters.
static bool put_place(dbx_buf *b, const char *names, const char *path) {
  char *rest;
  if (*path != '[') return false;
  for (unsigned long k = strtoul(path + 1, &rest, 10); k; k--) {
    names = strchr(names, '\n');
    if (!names++) return false;
  }
  int n = (int)strcspn(names, "\n");
  if (n == 1 && *names == '_') return false; // the program does not name it
  return dbx_printf(b, "%.*s%s", n, names, rest + 1), true;
}

// What the i-th carry is called: a parameter of the body, or what stands in it.
static bool put_carry_name(dbx_buf *b, const dbx_part *p, uint32_t i) {
  dbx_buf names = {0}, tree = {0}, path = {0};
  bool known = describe(p, &names, &tree) && dbx_put_leaf_path(&path, dbx_text(&tree), i) &&
               put_place(b, dbx_text(&names), dbx_text(&path));
  dbx_buf_free(&names), dbx_buf_free(&tree), dbx_buf_free(&path);
  return known;
}

// "total (carry 0 of the for_loop)"
static void put_carry(dbx_buf *b, const dbx_bind *of, uint32_t i) {
  bool named = put_carry_name(b, &of->parts[of->n_parts - 1], i);
  if (named) dbx_put(b, " (");
  dbx_printf(b, "carry %u of the %s%s", i, loop_text(of), named ? ")" : "");
}

// A carry, and what is wrong with it.
static void refuse(const dbx_bind *b, dbx_code code, uint32_t carry, const char *fmt, ...)
    DBX_PRINTF(4, 5);
static void refuse(const dbx_bind *b, dbx_code code, uint32_t carry, const char *fmt, ...) {
  dbx_buf text = {0};
  va_list ap;
  put_carry(&text, b, carry);
  va_start(ap, fmt);
  dbx_vprintf(&text, fmt, ap);
  va_end(ap);
  dbx_fail_(code, b->span, "%s", dbx_text(&text));
  dbx_buf_free(&text);
}

// " (total, state['pos'])", where all have names
static void put_carry_names(dbx_buf *b, const dbx_part *p, uint32_t n) {
  size_t from = b->n;
  for (uint32_t i = 0; i < n; i++) {
    dbx_put(b, i ? ", " : " (");
    if (put_carry_name(b, p, i)) continue;
    b->n = from;
    return;
  }
  if (n) dbx_putc(b, ')');
}

// Where the results begin to differ from what is carried: one carry comes back as it is, several as
// a tuple.
static void note_structure(const dbx_part *p) {
  dbx_buf names = {0}, tree = {0}, one = {0}, path = {0}, in = {0}, out = {0}, place = {0};
  bool known = describe(p, &names, &tree), single = known && !strchr(dbx_text(&names), '\n');
  if (single) dbx_printf(&one, "PyTreeDef(%s", dbx_text(&tree) + strlen("PyTreeDef(("));
  if (single) dbx_put(&path, "[0]");
  if (known && dbx_structures_differ(dbx_text(single ? &one : &tree), dbx_sym_text(p->out_tree),
                                     &path, &in, &out)) {
    if (!put_place(&place, dbx_text(&names), dbx_text(&path))) dbx_put(&place, "what is carried");
    dbx_diag_note("%s is %s before the body and %s after it", dbx_text(&place), dbx_text(&in),
                  dbx_text(&out));
  }
  dbx_buf_free(&names), dbx_buf_free(&tree), dbx_buf_free(&one), dbx_buf_free(&path);
  dbx_buf_free(&in), dbx_buf_free(&out), dbx_buf_free(&place);
}

static void refuse_count(const dbx_bind *b, uint32_t want, uint32_t have) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  dbx_buf names = {0};
  put_carry_names(&names, p, want);
  dbx_fail_(DBX_E501, b->span, "the body of the %s takes %u carried value%s%s and returns %u",
            loop_text(b), want, plural(want), dbx_text(&names), have);
  dbx_buf_free(&names);
}

// Is the length an implicit argument of the body?
static bool is_argument(const dbx_bind *b, dbx_var v) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  for (uint32_t i = 0; i < p->n_implicit_in; i++)
    if (p->body_inputs.at[i] == v) return true;
  return false;
}

// kinds: only that what is static stays so.
static dbx_status check_axis(const dbx_bind *b, bool kinds, uint32_t carry, uint32_t axis,
                             dbx_dim in, dbx_dim out) {
  bool static_in = dbx_dim_is_int(in), static_out = dbx_dim_is_int(out);
  if (static_in && static_out && in == out) return DBX_OK;
  if (static_in && static_out)
    refuse(b, DBX_E503, carry,
           " has length %" PRId64 " on axis %u before the body and %" PRId64 " after it",
           dbx_dim_value(in), axis, dbx_dim_value(out));
  else if (static_in != static_out)
    refuse(b, DBX_E503, carry, ": axis %u has a %s length before the body and a %s one after it",
           axis, static_in ? "static" : "dynamic", static_out ? "static" : "dynamic");
  if (static_in || static_out) return dbx_note_dims(in, out), DBX_FAIL;
  bool argument = dbx_dim_is_var(in) && is_argument(b, (dbx_var)dbx_dim_value(in));
  if (kinds || argument || dbx_compare_dims(in, out)) return DBX_OK;
  refuse(b, DBX_E504, carry,
         " comes back with another length on axis %u, but its dimensions are constants "
         "(allow_array_resizing=False)",
         axis);
  dbx_note_dims(in, out);
  dbx_diag_advise(DBX_NOTE_STRATEGIES, "");
  return DBX_FAIL;
}

static dbx_status check_carry(const dbx_bind *b, bool kinds, uint32_t i, dbx_aval in,
                              dbx_aval out) {
  const dbx_aval_info *x = dbx_aval_at(in), *y = dbx_aval_at(out);
  if (x->dtype != y->dtype)
    return refuse(b, DBX_E502, i, " has dtype %s before the body and %s after it",
                  dbx_dtype_name(x->dtype), dbx_dtype_name(y->dtype)),
           DBX_FAIL;
  if (x->rank != y->rank)
    return refuse(b, DBX_E503, i, " has rank %u before the body and %u after it", x->rank, y->rank),
           DBX_FAIL;
  for (uint32_t k = 0; k < x->rank; k++)
    DBX_TRY(check_axis(b, kinds, i, k, x->dims[k], y->dims[k]));
  return DBX_OK;
}

// jax's own loops keep every type.
static dbx_status check_type(const dbx_bind *b, uint32_t i, dbx_aval in, dbx_aval out) {
  const dbx_aval_info *x = dbx_aval_at(in), *y = dbx_aval_at(out);
  bool same = x->dtype == y->dtype && x->rank == y->rank;
  uint32_t k = 0;
  while (same && k < x->rank && dbx_compare_dims(x->dims[k], y->dims[k])) k++;
  if (same && k == x->rank) return DBX_OK;
  refuse(b, DBX_E515, i, " has the type %s before the body and %s after it, and they must be equal",
         dbx_aval_text(in), dbx_aval_text(out));
  if (!same) return DBX_FAIL;
  dbx_note_dims(x->dims[k], y->dims[k]);
  if (dbx_dim_is_var(y->dims[k]))
    dbx_diag_note("catalyst's for_loop and while_loop carry lengths that change, with "
                  "allow_array_resizing=True");
  return DBX_FAIL;
}

// The i-th carry as an operand, with its place among the arguments, " at [0]['pos']".
static void note_before(const dbx_bind *b, const dbx_part *p, uint32_t i) {
  dbx_buf names = {0}, tree = {0}, path = {0};
  if (describe(p, &names, &tree)) dbx_put_leaf_path(&path, dbx_text(&tree), i);
  dbx_note_atom(p->collapsed_inputs.at[b->first_carry + i], "carry %u before the body%s%s", i,
                path.n ? " at " : "", dbx_text(&path));
  dbx_buf_free(&names), dbx_buf_free(&tree), dbx_buf_free(&path);
}

// The same of what the body returns for it, with its place there.
static void note_after(const dbx_part *p, uint32_t i) {
  dbx_buf path = {0};
  dbx_put_leaf_path(&path, dbx_sym_text(p->out_tree), i);
  dbx_note_atom(p->collapsed_outputs.at[i], "carry %u after the body%s%s", i, path.n ? " at " : "",
                dbx_text(&path));
  dbx_buf_free(&path);
}

static dbx_status check_carries(const dbx_bind *b, bool kinds) {
  const dbx_part *p = &b->parts[b->n_parts - 1];
  uint32_t first = b->first_carry, carries = b->n_carries;
  uint32_t n = p->collapsed_outputs.n; // behind the carries a scan has rows
  if (n < carries || (n > carries && b->prim->id != DBX_PRIM_scan)) {
    refuse_count(b, carries, p->collapsed_outputs.n);
    for (uint32_t i = 0; i < carries; i++) note_before(b, p, i);
    for (uint32_t i = 0; i < p->collapsed_outputs.n; i++) note_after(p, i);
    return note_structure(p), DBX_FAIL;
  }
  for (uint32_t i = 0; i < carries; i++) {
    dbx_atom in = p->body_inputs.at[p->n_implicit_in + first + i];
    dbx_aval given = dbx_out_aval(p, i);
    dbx_status st = dbx_is_of_jax(b->prim) ? check_type(b, i, dbx_atom_aval(in), given)
                                           : check_carry(b, kinds, i, dbx_atom_aval(in), given);
    if (st == DBX_OK) continue;
    note_before(b, p, i), note_after(p, i);
    return DBX_FAIL;
  }
  return DBX_OK;
}

dbx_status dbx_check_carry_kinds(const dbx_bind *b) { return check_carries(b, true); }

dbx_status dbx_check_carries(const dbx_bind *b) {
  DBX_TRY(check_carries(b, false));
  return b->resizing == DBX_SHARED ? dbx_check_sharing(b) : DBX_OK;
}
