// Equations and Jaxprs of a recording (see record.h). A Jaxpr is one line; those inside of its
// equations come before it.
#include "ir/primitive.h"
#include "record/writer.h"

// ---- parameters ----

static void put_param(dbx_record_writer *w, dbx_json *j, const dbx_param *p);

static void put_items(dbx_record_writer *w, dbx_json *j, const dbx_param *p) {
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < p->n; i++) put_param(w, j, p->item[i]);
  dbx_json_close(j, ']');
}

static void put_fields(dbx_record_writer *w, dbx_json *j, const dbx_param *p) {
  record_sym(j, "record", p->text);
  dbx_json_key(j, "fields");
  dbx_json_open(j, '{');
  for (uint32_t i = 0; i < p->n; i++) {
    dbx_json_key(j, dbx_sym_text(p->keys[i]));
    put_param(w, j, p->item[i]);
  }
  dbx_json_close(j, '}');
}

static void put_number(dbx_json *j, const dbx_param *p) {
  dbx_buf b = {0};
  record_put_scalar(&b, p->scalar, p->dtype);
  record_text(j, "scalar", dbx_text(&b));
  record_text(j, "dtype", dbx_dtype_name(p->dtype));
  dbx_buf_free(&b);
}

// What JSON has no value of its own for: an object with the kind as its first key.
static void put_object(dbx_record_writer *w, dbx_json *j, const dbx_param *p) {
  dbx_json_open(j, '{');
  switch (p->kind) {
  case DBX_P_SCALAR: put_number(j, p); break;
  case DBX_P_DTYPE: record_text(j, "dtype", dbx_dtype_name(p->dtype)); break;
  case DBX_P_LIST: dbx_json_key(j, "list"), put_items(w, j, p); break;
  case DBX_P_RECORD: put_fields(w, j, p); break;
  case DBX_P_JAXPR: record_int(j, "jaxpr", (int64_t)record_jaxpr(w, p->jaxpr)); break;
  case DBX_P_AVAL: dbx_json_key(j, "type"), record_put_type(w, j, p->aval); break;
  default: record_sym(j, "host", p->text), record_int(j, "number", p->i);
  }
  dbx_json_close(j, '}');
}

static void put_param(dbx_record_writer *w, dbx_json *j, const dbx_param *p) {
  switch (p->kind) {
  case DBX_P_NONE: return dbx_json_null(j);
  case DBX_P_BOOL: return dbx_json_bool(j, p->i != 0);
  case DBX_P_INT: return dbx_json_int(j, p->i);
  case DBX_P_TEXT: return dbx_json_strn(j, dbx_sym_text(p->text), dbx_sym_len(p->text));
  case DBX_P_TUPLE: return put_items(w, j, p);
  default: put_object(w, j, p);
  }
}

// ---- equations and Jaxprs ----

void record_eqn(dbx_record_writer *w, dbx_json *j, const dbx_eqn *e) {
  record_text(j, "prim", e->prim->name);
  record_atoms(w, j, "in", e->in, e->n_in);
  record_atoms(w, j, "out", e->out, e->n_out);
  if (e->n_params) {
    dbx_json_key(j, "params");
    dbx_json_open(j, '{');
    for (uint32_t i = 0; i < e->n_params; i++) {
      dbx_json_key(j, dbx_sym_text(e->params[i].key));
      put_param(w, j, e->params[i].val);
    }
    dbx_json_close(j, '}');
  }
  if (e->event) record_int(j, "event", e->event);
  record_at(w, j, e->span);
}

static void constants(dbx_record_writer *w, dbx_json *j, const dbx_jaxpr *x) {
  record_atoms(w, j, "constvars", x->constvars, x->n_const);
  if (!x->consts) return;
  dbx_json_key(j, "consts");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < x->n_const; i++)
    x->consts[i] ? dbx_json_int(j, (int64_t)record_array(w, x->consts[i])) : dbx_json_null(j);
  dbx_json_close(j, ']');
}

void dbx_record_jaxpr(dbx_record_writer *w, dbx_json *j, const dbx_jaxpr *x) {
  dbx_json_int(j, (int64_t)record_jaxpr(w, x));
}

uint64_t record_jaxpr(dbx_record_writer *w, const dbx_jaxpr *x) {
  const uint64_t *known = dbx_map_find(&w->jaxprs, (uint64_t)(uintptr_t)x);
  if (known) return *known;
  record_line l;
  dbx_json *j = &l.json;
  record_open(&l, "jaxpr");
  if (x->frame) record_int(j, "frame", (int64_t)record_frame(w, x->frame));
  constants(w, j, x);
  record_atoms(w, j, "invars", x->invars, x->n_in);
  record_atoms(w, j, "outs", x->outs, x->n_out);
  record_int(j, "implicit_in", x->n_implicit_in);
  record_int(j, "implicit_out", x->n_implicit_out);
  record_flag(j, "from_text", x->from_text);
  if (x->subst.n) record_pairs(w, j, "became", &x->subst);
  dbx_json_key(j, "eqns");
  dbx_json_open(j, '[');
  for (uint32_t i = 0; i < x->n_eqns; i++) {
    dbx_json_open(j, '{');
    record_eqn(w, j, &x->eqns[i]);
    dbx_json_close(j, '}');
  }
  dbx_json_close(j, ']');
  dbx_map_put(&w->jaxprs, (uint64_t)(uintptr_t)x, w->jaxprs.n + 1); // those inside come first
  record_int(j, "id", w->jaxprs.n);
  record_close(w, &l);
  return w->jaxprs.n;
}
