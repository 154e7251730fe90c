// Circuits and their regions (see circuit.h).
#include "lang/quantum/circuit.h"

#include "lang/jax/state.h"
#include "lang/jax/tree_call.h"
#include "lang/object/operation.h"

native_fn quantum_find(const char *name) {
  static const struct {
    const char *name;
    native_fn fn;
  } rows[] = {
      {"circuit", quantum_circuit}, {"adjoint", quantum_adjoint},     {"here", quantum_here},
      {"bit", quantum_bit},         {"gates", quantum_gates},         {"enter", quantum_enter},
      {"leave", quantum_leave},     {"tape", quantum_tape},           {"put", quantum_put},
      {"note", quantum_note},       {"asked", quantum_asked},         {"passed", quantum_passed},
      {"result", quantum_result},   {"open", quantum_open},           {"end", quantum_end},
      {"single", quantum_single},   {"terms", quantum_terms},         {"observe", quantum_observe},
      {"basis", quantum_basis},     {"place", quantum_place},         {"fail", quantum_fail},
      {"tracing", quantum_tracing}, {"compiling", quantum_compiling}, {"warn", quantum_warn},
      {"events", quantum_events},   {"placed", quantum_placed}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(rows[i].name, name)) return rows[i].fn;
  return NULL;
}

dbx_status quantum_circuit_now(struct quantum_circuit **ret) {
  *ret = jax_now->circuit;
  return *ret ? DBX_OK : dbx_fail(DBX_E902, (dbx_span){0}, "this is done inside of a circuit only");
}

const char *quantum_text(pv s) { return STR(lang_terminated(s))->s; }

dbx_status quantum_values(pv list, dbx_val **ret, uint32_t *n) {
  *n = SEQ(list)->n;
  *ret = DBX_TMP(dbx_val, *n + 1);
  for (uint32_t i = 0; i < *n; i++) {
    pv v = SEQ(list)->at[i];
    if (!is_number(v) && !is_array(v) && v.tag != PV_TRACER && !is_obj(v, T_NDARRAY) &&
        !is_obj(v, T_GENERIC))
      return dbx_fail(DBX_E903, (dbx_span){0}, "a '%s' is neither a wire nor an angle",
                      lang_type_name(v));
    DBX_TRY(lang_to_owned_val(v, &(*ret)[i]));
  }
  return DBX_OK;
}

// ---- what the regions of a circuit tell the language ----

enum { ENTER, LEAVE, DEFER };

static dbx_status tell(const struct quantum_circuit *k, int hook, const pv *args, uint32_t n) {
  pv none;
  return lang_call(SEQ(k->hooks)->at[hook], args, n, &none);
}

static dbx_status enter(void *ctx, dbx_frame *f) {
  pv frame = pv_int(f->id);
  return tell(ctx, ENTER, &frame, 1);
}

static dbx_status leave(void *ctx, dbx_frame *f) {
  pv frame = pv_int(f->id);
  return tell(ctx, LEAVE, &frame, 1);
}

static void log_region(const dbx_bind *b) {
  dbx_span here = dbx_here;
  dbx_tape_op op = {.kind = DBX_TAPE_REGION, .region = (dbx_bind *)(uintptr_t)b};
  dbx_buf name = {0};
  dbx_put_tape_name(&name, &op);
  dbx_here = b->span;
  dbx_log(tape, .operation = dbx_intern(dbx_text(&name)));
  dbx_here = here;
  dbx_buf_free(&name);
}

static dbx_status defer(void *ctx, dbx_bind *b) {
  struct quantum_circuit *k = ctx;
  log_region(b);
  uint32_t mark = lang_pins();
  dbx_push(&k->regions, b);
  pv frames = list_new(NULL, 0);
  lang_pin(frames);
  for (uint32_t i = 0; i < b->n_parts; i++) list_push(SEQ(frames), pv_int(b->parts[i].frame->id));
  pv args[] = {pv_int(k->regions.n - 1), frames};
  dbx_status st = tell(k, DEFER, args, 2);
  lang_unpin(mark);
  return st;
}

static dbx_status before(void *ctx, dbx_frame *f, const dbx_site *s, dbx_var out) {
  return dbx_bits_before(&((struct quantum_circuit *)ctx)->bits, f, s, out);
}

// ---- circuits ----

dbx_span quantum_program(const call_args *c) { return lang_program_place(c->span); }

// The function of (args, keywords) as a callable, and its leaves.
static dbx_status callable_of(const call_args *c, tree_fn *fn, dbx_callable *callable, dbx_val **in,
                              uint32_t *n) {
  pv both = tuple_new(c->at + 1, 2), structure;
  lang_pin(both);
  DBX_TRY(tree_leaves(both, in, n, &structure));
  const o_treedef *t = tree_def(structure);
  tree_fn_new(c->at[0], c->at[1], c->at[2], 0, fn, callable);
  tree_fn_know(fn, pv_obj(t->kid[0]), pv_obj(t->kid[1]));
  return DBX_OK;
}

static dbx_status call(const call_args *c, struct quantum_circuit *k, pv *ret) {
  tree_fn fn;
  dbx_callable callable;
  dbx_val *in;
  uint32_t n;
  dbx_leaves out;
  DBX_TRY(callable_of(c, &fn, &callable, &in, &n));
  DBX_TRY(dbx_circuit_call(&callable, in, n, &k->device, &k->deferral, &k->remembered, &out));
  return tree_from_leaves(tree_fn_result(&fn), &out, ret);
}

static dbx_status circuit(const call_args *c, pv *ret) {
  enum { TITLE = 3, HOOKS };
  dbx_here = quantum_program(c);
  struct quantum_circuit k = {.outer = jax_now->circuit, .hooks = c->at[HOOKS]};
  k.deferral = (dbx_deferral){enter, leave, defer, before, &k};
  k.device = (dbx_circuit_device){
      .title = quantum_text(c->at[TITLE]),
      .name = "LightningSimulator",
      .lib = "<lib>",
      .kwargs = "{'shots': 0, 'mcmc': False, 'num_burnin': 0, 'kernel_name': None}"};
  jax_now->circuit = &k;
  dbx_status st = call(c, &k, ret);
  jax_now->circuit = k.outer;
  dbx_vec_free(&k.regions), dbx_vec_free(&k.tapes);
  dbx_bits_free(&k.bits), dbx_qubits_free(&k.qubits);
  return st;
}

dbx_status quantum_circuit(const call_args *c, pv *ret) {
  return lang_at_place(c, "circuit", 5, circuit, ret);
}

static dbx_status adjoint(const call_args *c, pv *ret) {
  enum { TREE = 3 };
  dbx_here = quantum_program(c);
  tree_fn fn;
  dbx_callable callable;
  dbx_val *in;
  uint32_t n;
  DBX_TRY(callable_of(c, &fn, &callable, &in, &n));
  DBX_TRY(dbx_bind_adjoint(&callable, in, n, quantum_text(c->at[TREE])));
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_adjoint(const call_args *c, pv *ret) {
  return lang_at_place(c, "adjoint", 4, adjoint, ret);
}

dbx_status quantum_here(const call_args *c, pv *ret) {
  const struct quantum_circuit *k = jax_now->circuit;
  const dbx_frame *f = dbx_trace_frame();
  (void)c;
  *ret = k ? pv_bool(f && f->deferral == &k->deferral) : pv_none();
  return DBX_OK;
}

dbx_status quantum_bit(const call_args *c, pv *ret) {
  struct quantum_circuit *k;
  (void)c;
  DBX_TRY(quantum_circuit_now(&k));
  dbx_val x = dbx_val_tracer(dbx_bit_new(&k->bits, dbx_trace_frame()));
  return lang_from_val(&x, ret);
}

dbx_status quantum_gates(const call_args *c, pv *ret) {
  (void)c;
  *ret = list_new(NULL, 0);
  lang_pin(*ret);
  for (int i = 0; i < DBX_GATES; i++) {
    const dbx_gate *g = dbx_gate_at((dbx_gate_id)i);
    pv row[] = {str_of(g->name),
                pv_int(g->wires),
                pv_int(g->angles),
                pv_int(g->controls),
                str_of(dbx_gate_at(g->base)->name),
                pv_bool(g->own_inverse),
                str_of(g->word)};
    list_push(SEQ(*ret), tuple_new(row, sizeof row / sizeof *row));
  }
  return DBX_OK;
}

dbx_span quantum_span(pv place) {
  const o_seq *at = SEQ(place);
  return (dbx_span){(uint32_t)at->at[0].i, (uint32_t)at->at[1].i, (uint32_t)at->at[2].i};
}

dbx_status quantum_fail(const call_args *c, pv *ret) {
  (void)ret;
  DBX_TRY(args_count(c, "fail", 3, 4));
  static const struct {
    const char *name;
    dbx_code code;
  } codes[] = {{"E218", DBX_E218}, {"E901", DBX_E901}, {"E902", DBX_E902}, {"E903", DBX_E903},
               {"E904", DBX_E904}, {"E905", DBX_E905}, {"E906", DBX_E906}};
  const char *name = quantum_text(c->at[0]);
  size_t i = 0;
  while (i + 1 < sizeof codes / sizeof *codes && strcmp(codes[i].name, name) != 0) i++;
  dbx_span at = {0};
  if (c->n > 3) at = quantum_span(c->at[3]);
  return dbx_fail_as(codes[i].code, dbx_intern(quantum_text(c->at[1])), at, "%s",
                     quantum_text(c->at[2]));
}

dbx_status quantum_warn(const call_args *c, pv *ret) {
  DBX_TRY(args_count(c, "warn", 2, 2));
  dbx_warn(DBX_W105, quantum_span(c->at[1]), "%s", quantum_text(c->at[0]));
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_place(const call_args *c, pv *ret) {
  dbx_span s = quantum_program(c);
  pv at[] = {pv_int(s.file), pv_int(s.begin), pv_int(s.end)};
  return *ret = tuple_new(at, 3), DBX_OK;
}

dbx_status quantum_tracing(const call_args *c, pv *ret) {
  (void)c;
  return *ret = pv_bool(dbx_trace_frame() != NULL), DBX_OK;
}

dbx_status quantum_compiling(const call_args *c, pv *ret) {
  (void)c;
  return *ret = pv_bool(dbx_trace_frame() != NULL && !dbx_trace_plain()), DBX_OK;
}

static dbx_status region_of(pv number, dbx_bind **ret) {
  struct quantum_circuit *k;
  DBX_TRY(quantum_circuit_now(&k));
  return *ret = k->regions.at[number.i], DBX_OK;
}

dbx_status quantum_enter(const call_args *c, pv *ret) {
  dbx_bind *b;
  DBX_TRY(region_of(c->at[0], &b));
  dbx_deferred_visit(b, (uint32_t)c->at[1].i);
  return *ret = pv_none(), DBX_OK;
}

dbx_status quantum_leave(const call_args *c, pv *ret) {
  dbx_bind *b;
  DBX_TRY(region_of(c->at[0], &b));
  dbx_deferred_leave(b, (uint32_t)c->at[1].i);
  return *ret = pv_none(), DBX_OK;
}
