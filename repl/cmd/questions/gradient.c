// :grad, :residuals, :gradcheck: a derivative beside its function, what it keeps, and whether it is
// right.
#include "cmd/questions/gradient.h"

#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/show.h"
#include "cmd/session/undo.h"

#include "base/poll.h"
#include "base/source.h"
#include "ir/names.h"
#include "lang/jax/compiled.h"
#include "lang/object/above.h"
#include "lang/object/call.h"
#include "lang/object/protocol.h"
#include "lang/run/lang.h"
#include "lang/value/heap.h"
#include "prim/prim.h"

#include <string.h>

// ---- a function and its arguments ----

typedef struct asked {
  pv fn, args; // a tuple
} asked;

static dbx_status no_arguments(const char *name) {
  return dbx_fail(DBX_E208, (dbx_span){0},
                  "'%s' has not been called: say with which arguments, as in `%s(2.0)`", name,
                  name);
}

static dbx_status known_arguments(const char *name, asked *ret) {
  if (!is_obj(ret->fn, T_QJIT)) return no_arguments(name);
  const o_qjit *q = (o_qjit *)ret->fn.o;
  pv declared = PV(PV_UNBOUND);
  if (q->args.tag == PV_OBJ) return ret->args = q->args, DBX_OK;
  if (!qjit_declared(q->fn, &declared)) return no_arguments(name);
  return ret->args = declared, DBX_OK;
}

// "f" or "f(ARGS)".
static dbx_status read_asked(const char *text, asked *ret) {
  size_t n = strcspn(text, "(");
  dbx_buf name = {0}, call = {0};
  while (n && text[n - 1] == ' ') n--;
  if (!n) return dbx_fail(DBX_E208, (dbx_span){0}, "of which function? For example `f(2.0)`");
  dbx_putn(&name, text, n);
  dbx_status st = lang_eval_text("<command>", dbx_text(&name), &ret->fn);
  if (st == DBX_OK) lang_pin(ret->fn);
  if (st == DBX_OK && text[strcspn(text, "(")]) {
    dbx_printf(&call, "(lambda *args: args)%s", text + strcspn(text, "("));
    st = lang_eval_text("<command>", dbx_text(&call), &ret->args);
  } else if (st == DBX_OK) {
    st = known_arguments(dbx_text(&name), ret);
  }
  if (st == DBX_OK) lang_pin(ret->args);
  dbx_here = (dbx_span){0};
  dbx_buf_free(&name), dbx_buf_free(&call);
  return st;
}

static dbx_status ask(const char *question, const asked *a, pv third, pv *ret) {
  pv module, fn, args[] = {a->fn, a->args, third};
  DBX_TRY(above()->import("jax._questions", &module));
  DBX_TRY(lang_getattr(module, dbx_intern(question), &fn));
  DBX_TRY(lang_call(fn, args, third.tag == PV_UNBOUND ? 2 : 3, ret));
  return lang_pin(*ret), DBX_OK;
}

// What the question computes changes nothing of the session.
static dbx_status answered(const char *rest, const char *question, pv *ret) {
  asked a;
  undo_open();
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  dbx_status st = read_asked(rest, &a);
  if (st == DBX_OK) st = ask(question, &a, PV(PV_UNBOUND), ret);
  if (st != DBX_OK) undo_rollback();
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  return st;
}

// The traces since are no functions of the program: none that was traced last, and by no such name.
static void put_aside(uint32_t since) {
  uint32_t n = lang_now->traces.n, made = n - since;
  dbx_trace **at = lang_now->traces.at;
  for (uint32_t i = since; i < n; i++) {
    dbx_trace *t = at[i];
    dbx_buf name = {0};
    dbx_printf(&name, "derivative of %s", dbx_sym_text(t->function));
    t->function = dbx_intern(dbx_text(&name));
    dbx_buf_free(&name);
  }
  for (uint32_t k = 0; k < made; k++) { // to the front
    dbx_trace *t = at[n - 1];
    memmove(at + 1, at, (n - 1) * sizeof *at);
    at[0] = t;
  }
}

dbx_status gradient_of(const char *function, int order, const dbx_jaxpr **ret) {
  pv made;
  uint32_t since = lang_now->traces.n;
  asked a = {.fn = lang_compiled(dbx_intern(function))};
  if (a.fn.tag == PV_UNBOUND)
    return dbx_fail(DBX_E208, (dbx_span){0}, "no function '%s' has been compiled", function);
  lang_pin(a.fn);
  DBX_TRY(known_arguments(function, &a));
  dbx_status st = ask("derivative", &a, pv_int(order), &made);
  put_aside(since);
  DBX_TRY(st);
  return *ret = ((o_jaxpr *)made.o)->jaxpr, DBX_OK;
}

// ---- forward and backward ----

typedef struct both {
  const dbx_jaxpr *j;
  uint32_t n_forward;
  dbx_names *names;
} both;

static dbx_status both_ways(const char *rest, both *ret) {
  pv made;
  DBX_TRY(answered(rest, "both_ways", &made));
  const o_seq *pair = SEQ(made);
  ret->j = ((o_jaxpr *)pair->at[0].o)->jaxpr;
  ret->n_forward = (uint32_t)pair->at[1].i;
  if (ret->n_forward > ret->j->n_eqns) ret->n_forward = ret->j->n_eqns;
  ret->names = dbx_names_of(ret->j);
  return DBX_OK;
}

static bool same_place(dbx_span a, dbx_span b) {
  return a.file == b.file && a.begin == b.begin && a.end == b.end;
}

static void put_place(dbx_buf *b, dbx_span s) {
  dbx_place p = dbx_source_place(s.file, s.begin);
  if (!p.line) return;
  const char *name = dbx_source_name(s.file), *slash = strrchr(name, '/');
  dbx_printf(b, "%s:%u:%u", slash ? slash + 1 : name, p.line, p.column);
}

static void put_row(dbx_buf *b, const both *w, const dbx_eqn *left, const dbx_eqn *right,
                    uint32_t width) {
  dbx_buf text = {0};
  if (left) dbx_print_eqn(&text, left, w->names);
  size_t n = strlen(dbx_text(&text));
  dbx_printf(b, "  %s", dbx_text(&text));
  if (right && n > width) dbx_putc(b, '\n'), n = 0, dbx_put(b, "  ");
  for (; right && n < width; n++) dbx_putc(b, ' ');
  dbx_buf_free(&text);
  if (right) dbx_put(b, " | "), dbx_print_eqn(b, right, w->names);
  dbx_putc(b, '\n');
}

// Which equations of [first, end) are of this place, in their order.
static uint32_t of_place(const both *w, dbx_span s, uint32_t first, uint32_t end, uint32_t *ret) {
  uint32_t n = 0;
  for (uint32_t i = first; i < end; i++)
    if (same_place(w->j->eqns[i].span, s)) ret[n++] = i;
  return n;
}

static uint32_t left_width(const both *w) {
  uint32_t most = 0, half = (uint32_t)host_width() / 2;
  for (uint32_t i = 0; i < w->n_forward; i++) {
    dbx_buf b = {0};
    dbx_print_eqn(&b, &w->j->eqns[i], w->names);
    uint32_t n = (uint32_t)strlen(dbx_text(&b));
    if (n > most && n <= half) most = n;
    dbx_buf_free(&b);
  }
  return most;
}

static void put_side_by_side(dbx_buf *b, const both *w) {
  uint32_t *left = dbx_alloc((w->j->n_eqns + 1) * sizeof *left),
           *right = dbx_alloc((w->j->n_eqns + 1) * sizeof *right), width = left_width(w);
  bool *shown = dbx_alloc((w->j->n_eqns + 1) * sizeof *shown);
  for (uint32_t i = 0; i < w->j->n_eqns; i++) shown[i] = false;
  for (uint32_t i = 0; i < w->j->n_eqns; i++) {
    dbx_span s = w->j->eqns[i].span;
    if (shown[i]) continue;
    uint32_t n = of_place(w, s, 0, w->n_forward, left),
             m = of_place(w, s, w->n_forward, w->j->n_eqns, right);
    dbx_put(b, n ? "" : "beside the function, ");
    put_place(b, s);
    dbx_putc(b, '\n');
    for (uint32_t k = 0; k < n || k < m; k++) {
      if (k < n) shown[left[k]] = true;
      if (k < m) shown[right[k]] = true;
      put_row(b, w, k < n ? &w->j->eqns[left[k]] : NULL, k < m ? &w->j->eqns[right[k]] : NULL,
              width);
    }
  }
  free(left), free(right), free(shown);
}

static void put_atom(dbx_buf *b, const both *w, dbx_atom a) {
  const char *name = dbx_is_literal(a) ? NULL : dbx_name_of(w->names, a);
  if (!dbx_is_literal(a)) {
    dbx_put(b, name ? name : "_");
  } else {
    const dbx_literal *l = dbx_literal_at(a);
    dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
  }
  dbx_putc(b, ':');
  dbx_put_aval(b, dbx_atom_aval(a), w->names);
}

static void put_atoms(dbx_buf *b, const both *w, const dbx_atom *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) dbx_putc(b, ' '), put_atom(b, w, at[i]);
}

// Shows what `put` says of a function and its derivative.
static dbx_status show_both(const char *rest, void (*put)(dbx_buf *b, const both *w)) {
  both w;
  dbx_buf b = {0};
  uint32_t pins = lang_pins();
  dbx_status st = both_ways(rest, &w);
  if (st == DBX_OK) {
    put(&b, &w);
    show_listing(&b);
    dbx_names_free(w.names);
  }
  lang_unpin(pins);
  dbx_buf_free(&b);
  return st;
}

static void put_grad(dbx_buf *b, const both *w) {
  dbx_put(b, "forward, from the first equation down | backward, the adjoints, from the last "
             "place up\narguments");
  put_atoms(b, w, w->j->constvars, w->j->n_const);
  put_atoms(b, w, w->j->invars, w->j->n_in);
  dbx_putc(b, '\n');
  put_side_by_side(b, w);
  dbx_put(b, "value and derivatives");
  put_atoms(b, w, w->j->outs, w->j->n_out);
  dbx_putc(b, '\n');
}

dbx_status cmd_grad(const char *rest) { return show_both(rest, put_grad); }

// ---- what is kept ----

// The first equation of the backward part that uses v; NULL: none does.
static const dbx_eqn *user_of(const both *w, dbx_var v) {
  for (uint32_t i = w->n_forward; i < w->j->n_eqns; i++)
    for (uint32_t k = 0; k < w->j->eqns[i].n_in; k++) {
      dbx_atom a = w->j->eqns[i].in[k];
      if (!dbx_is_literal(a) && dbx_tracer_of(a & DBX_HANDLE) == dbx_tracer_of(v & DBX_HANDLE))
        return &w->j->eqns[i];
    }
  return NULL;
}

typedef struct kept {
  uint32_t values;
  int64_t bytes; // of those whose lengths are numbers
  bool more;     // there are others
} kept;

// "24 bytes", "8*a bytes".
static void put_bytes(dbx_buf *b, const both *w, dbx_aval a, kept *sum) {
  const dbx_aval_info *t = dbx_aval_at(a);
  int64_t n = (int64_t)dbx_dtype_bytes(t->dtype);
  for (uint32_t i = 0; i < t->rank; i++)
    if (dbx_dim_is_int(t->dims[i])) n *= dbx_dim_value(t->dims[i]);
  dbx_printf(b, "%lld", (long long)n);
  for (uint32_t i = 0; i < t->rank; i++) {
    if (dbx_dim_is_int(t->dims[i])) continue;
    dbx_putc(b, '*');
    dbx_put_dim(b, t->dims[i], w->names);
  }
  dbx_put(b, n == 1 && !t->dynamic ? " byte" : " bytes");
  sum->values++;
  if (t->dynamic) sum->more = true;
  else sum->bytes += n;
}

// from: what it is before that.
static void put_kept(dbx_buf *b, const both *w, dbx_var v, const char *from, const dbx_eqn *made,
                     kept *sum) {
  const dbx_eqn *user = user_of(w, v);
  if (!user) return;
  put_atom(b, w, v);
  dbx_put(b, "  ");
  put_bytes(b, w, dbx_var_aval(v), sum);
  dbx_printf(b, "\n  %s", from);
  if (made) dbx_print_eqn(b, made, w->names), dbx_put(b, "  "), put_place(b, made->span);
  dbx_put(b, "\n  for ");
  dbx_print_eqn(b, user, w->names);
  dbx_putc(b, '\n');
}

// ---- what is computed again (jax.checkpoint) ----

static bool is_given(const both *w, dbx_atom a) { // is it no cotangent?
  for (uint32_t i = w->n_forward; i < w->j->n_eqns; i++)
    for (uint32_t k = 0; k < w->j->eqns[i].n_out; k++)
      if (dbx_tracer_of(w->j->eqns[i].out[k] & DBX_HANDLE) == dbx_tracer_of(a & DBX_HANDLE))
        return false;
  return !dbx_is_literal(a);
}

static bool is_known(const dbx_set *known, const dbx_eqn *e) {
  bool all = true;
  for (uint32_t i = 0; i < e->n_in; i++)
    all &= dbx_is_literal(e->in[i]) || dbx_set_has(known, dbx_tracer_of(e->in[i] & DBX_HANDLE));
  return all;
}

static void put_computed(dbx_buf *b, const both *w, const dbx_eqn *e, kept *sum) {
  dbx_put(b, "  "), dbx_print_eqn(b, e, w->names);
  for (uint32_t k = 0; k < e->n_out; k++)
    if (!(e->out[k] & DBX_DROPPED)) dbx_put(b, "  "), put_bytes(b, w, dbx_var_aval(e->out[k]), sum);
  dbx_put(b, "  "), put_place(b, e->span), dbx_putc(b, '\n');
}

// The equations of j, of e, that are no part of the way back: those of known inputs alone.
static void put_known(dbx_buf *b, const both *w, const dbx_eqn *e, dbx_set *known, kept *sum) {
  const dbx_jaxpr *j = dbx_eqn_param(e, DBX_S_jaxpr)->jaxpr;
  for (uint32_t i = 0; i < j->n_in && i < e->n_in; i++)
    if (!dbx_is_literal(e->in[i]) && dbx_set_has(known, dbx_tracer_of(e->in[i] & DBX_HANDLE)))
      dbx_set_add(known, dbx_tracer_of(j->invars[i]));
  for (uint32_t i = 0; i < j->n_eqns; i++) {
    const dbx_eqn *q = &j->eqns[i];
    if (is_known(known, q)) {
      put_computed(b, w, q, sum);
      for (uint32_t k = 0; k < q->n_out; k++)
        dbx_set_add(known, dbx_tracer_of(q->out[k] & DBX_HANDLE));
    } else if (q->prim->id == DBX_PRIM_remat2) {
      put_known(b, w, q, known, sum);
    }
  }
}

static void put_again(dbx_buf *b, const both *w, const dbx_eqn *e, kept *sum) {
  const dbx_param *policy = dbx_eqn_param(e, DBX_S_policy);
  dbx_set known = {0};
  dbx_buf rows = {0};
  for (uint32_t i = 0; i < e->n_in; i++)
    if (is_given(w, e->in[i])) dbx_set_add(&known, dbx_tracer_of(e->in[i] & DBX_HANDLE));
  put_known(&rows, w, e, &known, sum);
  dbx_set_free(&known);
  if (!rows.n) return dbx_buf_free(&rows);
  dbx_put(b, "computed again");
  if (e->span.file) dbx_put(b, " at "), put_place(b, e->span);
  dbx_put(b, ", as jax.checkpoint keeps ");
  if (policy && policy->kind == DBX_P_HOST) dbx_put(b, "what "), dbx_put_param(b, policy);
  dbx_put(b, policy && policy->kind == DBX_P_HOST ? " says\n" : "none of its values\n");
  dbx_put(b, dbx_text(&rows));
  dbx_buf_free(&rows);
}

static void put_sum(dbx_buf *b, const kept *sum, const char *what) {
  dbx_printf(b, "%u value%s %s", sum->values, sum->values == 1 ? "" : "s", what);
  if (sum->values && (sum->bytes || !sum->more))
    dbx_printf(b, ", %lld bytes%s", (long long)sum->bytes, sum->more ? " and" : "");
  else if (sum->more) dbx_putc(b, ',');
  if (sum->more) dbx_put(b, sum->bytes ? " those of traced lengths" : " of traced lengths");
  dbx_putc(b, '\n');
}

static void put_residuals(dbx_buf *b, const both *w) {
  kept sum = {0}, again = {0};
  for (uint32_t i = 0; i < w->j->n_const; i++)
    put_kept(b, w, w->j->constvars[i], "a constant", NULL, &sum);
  for (uint32_t i = 0; i < w->j->n_in; i++)
    put_kept(b, w, w->j->invars[i], "an argument", NULL, &sum);
  for (uint32_t i = 0; i < w->n_forward; i++)
    for (uint32_t k = 0; k < w->j->eqns[i].n_out; k++)
      put_kept(b, w, w->j->eqns[i].out[k], "from ", &w->j->eqns[i], &sum);
  for (uint32_t i = w->n_forward; i < w->j->n_eqns; i++)
    if (w->j->eqns[i].prim->id == DBX_PRIM_remat2) put_again(b, w, &w->j->eqns[i], &again);
  put_sum(b, &sum, "kept");
  if (again.values) put_sum(b, &again, "computed again");
}

dbx_status cmd_residuals(const char *rest) { return show_both(rest, put_residuals); }

// ---- against differences ----

static dbx_status put_checked(const char *engine, pv made, int64_t *differ) {
  const o_seq *r = SEQ(made);
  const o_seq *wrong = SEQ(r->at[3]);
  *differ += wrong->n;
  printf("%-11s %lld derivative%s compared with central differences", engine, (long long)r->at[0].i,
         r->at[0].i == 1 ? "" : "s");
  if (wrong->n) printf(", %u differ\n", wrong->n);
  else printf("; they differ by less than %s\n", STR(r->at[2])->s);
  for (uint32_t i = 0; i < wrong->n; i++) printf("  %s\n", STR(wrong->at[i])->s);
  if (r->at[1].i)
    printf("  %lld left out: the function is not smooth there\n", (long long)r->at[1].i);
  return DBX_OK;
}

dbx_status cmd_gradcheck(const char *rest) {
  const dbx_engine *engine[] = {host_interpreter(), host_jit()};
  dbx_engine before = lang_now->engine;
  uint32_t pins = lang_pins();
  int64_t differ = 0;
  dbx_status st = DBX_OK;
  for (int i = 0; st == DBX_OK && i < 2; i++) {
    pv made;
    lang_now->engine = *engine[i];
    st = answered(rest, "check", &made);
    lang_now->engine = before;
    if (st == DBX_OK) st = put_checked(i ? "jit" : "interpreter", made, &differ);
  }
  lang_unpin(pins);
  if (st == DBX_OK && differ)
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  "of both engines %lld derivatives are not what differences say",
                  (long long)differ);
  return st;
}
