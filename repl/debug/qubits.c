// The word `state`: the register at a moment of a run. The recorded equations of the circuit up to
// there are run once more on a simulator of their own; what was measured has the outcome that it
// had.
#include "debug/moments.h"
#include "debug/state.h"
#include "debug/words.h"

#include "interp/interp.h"
#include "prim/prim.h"
#include "viz/text/table.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>

// ---- going there again ----

static bool is_of(const debug_step *s, dbx_prim p) { return s->eqn && s->eqn->prim->id == (int)p; }

// The step that opened the device that is there at step i; UINT32_MAX: there is none.
static uint32_t device_at(const debug_segment *s, uint32_t i) {
  for (uint32_t k = i + 1; k-- > 0;) {
    const debug_step *x = debug_step_at(s, k);
    if (is_of(x, DBX_PRIM_qdealloc) && !x->failed) return UINT32_MAX;
    if (is_of(x, DBX_PRIM_qdevice)) return k;
  }
  return UINT32_MAX;
}

static bool changes_state(const dbx_primitive *p) {
  switch (p->id) {
  case DBX_PRIM_qdevice:
  case DBX_PRIM_qalloc:
  case DBX_PRIM_qinst:
  case DBX_PRIM_qunitary:
  case DBX_PRIM_gphase:
  case DBX_PRIM_qrecord:
  case DBX_PRIM_qreverse: return true;
  default: return false;
  }
}

static dbx_status run_again(const debug_segment *s, const debug_step *x) {
  const dbx_eqn *e = x->eqn;
  dbx_array **out = DBX_TMP(dbx_array *, e->n_out + 1);
  dbx_dtype *dtype = DBX_TMP(dbx_dtype, e->n_out + 1);
  for (uint32_t i = 0; i < e->n_out; i++)
    dtype[i] = dbx_aval_at(dbx_var_aval(e->out[i] & DBX_HANDLE))->dtype;
  dbx_kernel_site site = {.prim = e->prim,
                          .in = &s->run->values.at[x->in],
                          .n_in = x->n_in,
                          .params = e->params,
                          .n_params = e->n_params,
                          .out_dtype = dtype,
                          .n_out = e->n_out};
  DBX_TRY(dbx_kernel_run(&site, out));
  for (uint32_t i = 0; i < e->n_out; i++) dbx_array_unref(out[i]);
  return DBX_OK;
}

static dbx_status again(const debug_segment *s, const debug_step *x) {
  bool bit;
  if (x->failed || !x->eqn) return DBX_OK;
  if (is_of(x, DBX_PRIM_adjoint) && x->kind == DEBUG_OPEN)
    return dbx_sim_record(&interp_now->sim), DBX_OK;
  if (is_of(x, DBX_PRIM_adjoint)) return dbx_sim_reverse(&interp_now->sim);
  if (is_of(x, DBX_PRIM_qmeasure))
    return dbx_sim_measure(&interp_now->sim, dbx_array_at(s->run->values.at[x->in], 0).u,
                           dbx_array_at(s->run->values.at[x->out], 0).i != 0, &bit);
  return changes_state(x->eqn->prim) ? run_again(s, x) : DBX_OK;
}

// ---- what is shown ----

static double clean(double x) { return fabs(x) < 5e-7 ? 0 : x; } // no -0.0000

static void put_amplitudes(dbx_buf *b, const sim_vector *v) {
  enum { MOST = 32 };
  static const double nothing = 1e-12;
  dbx_table t = {0};
  uint64_t left = 0;
  dbx_row *r = dbx_table_add(&t);
  dbx_put(&r->cell[0], "state"), dbx_put(&r->cell[1], "amplitude");
  dbx_put(&r->cell[2], "probability");
  for (uint64_t i = 0; i < (uint64_t)1 << v->n; i++) {
    double p = creal(v->at[i] * conj(v->at[i]));
    if (p < nothing) continue;
    if (t.rows.n > MOST) {
      left++;
      continue;
    }
    r = dbx_table_add(&t);
    for (uint32_t k = 0; k < v->n; k++) dbx_putc(&r->cell[0], i >> (v->n - 1 - k) & 1 ? '1' : '0');
    dbx_printf(&r->cell[1], "%.6f%+.6fi", clean(creal(v->at[i])), clean(cimag(v->at[i])));
    dbx_printf(&r->cell[2], "%.6f", p);
  }
  dbx_put_table(b, &t, 2, false);
  if (left) dbx_printf(b, "  and %" PRIu64 " more that are not 0\n", left);
  dbx_table_free(&t);
}

// Of one qubit, the others left out: <X>, <Y>, <Z>.
static void bloch(const sim_vector *v, uint32_t wire, double *ret) {
  uint64_t bit = (uint64_t)1 << (v->n - 1 - wire);
  dbx_complex off = 0;
  ret[2] = 0;
  for (uint64_t i = 0; i < (uint64_t)1 << v->n; i++) {
    double p = creal(v->at[i] * conj(v->at[i]));
    ret[2] += i & bit ? -p : p;
    if (!(i & bit)) off += conj(v->at[i]) * v->at[i | bit];
  }
  ret[0] = 2 * creal(off), ret[1] = 2 * cimag(off);
}

static void put_qubits(dbx_buf *b, const sim_vector *v) {
  dbx_table t = {0};
  dbx_row *r = dbx_table_add(&t);
  dbx_put(&r->cell[0], "wire"), dbx_put(&r->cell[1], "P(1)");
  dbx_put(&r->cell[2], "Bloch x, y, z"), dbx_put(&r->cell[3], "theta, phi, length");
  for (uint32_t w = 0; w < v->n; w++) {
    double x[3];
    bloch(v, w, x);
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    r = dbx_table_add(&t);
    dbx_printf(&r->cell[0], "%u", w);
    dbx_printf(&r->cell[1], "%.6f", clean((1 - x[2]) / 2));
    dbx_printf(&r->cell[2], "%.4f, %.4f, %.4f", clean(x[0]), clean(x[1]), clean(x[2]));
    if (length < 1e-6) dbx_put(&r->cell[3], "none: it is mixed, length 0");
    else
      dbx_printf(&r->cell[3], "%.4f, %.4f, %.4f", acos(fmax(-1, fmin(1, x[2] / length))),
                 atan2(clean(x[1]), clean(x[0])), length);
  }
  dbx_put_table(b, &t, 2, false);
  dbx_table_free(&t);
}

static dbx_status put_state(dbx_buf *b, const debug_segment *s, uint32_t from, uint32_t to) {
  dbx_sim own = interp_now->sim;
  dbx_status st = DBX_OK;
  interp_now->sim = (dbx_sim){0};
  for (uint32_t k = from; st == DBX_OK && k <= to; k++) {
    dbx_scratch_mark m = dbx_scratch_here();
    st = again(s, debug_step_at(s, k));
    dbx_scratch_release(m);
  }
  if (st == DBX_OK) st = dbx_sim_settle(&interp_now->sim);
  const sim_vector *v = &interp_now->sim.vector;
  if (st == DBX_OK && v->at) put_amplitudes(b, v), put_qubits(b, v);
  else if (st == DBX_OK)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "the circuit has no register yet at this moment");
  dbx_sim_free(&interp_now->sim);
  interp_now->sim = own;
  return st;
}

dbx_status debug_do_state(const char *rest) {
  uint32_t i;
  dbx_buf b = {0};
  (void)rest;
  const debug_segment *s = debug_segment_at(&debug_now->view.recording, debug_now->view.at, &i);
  uint32_t from = s->run ? device_at(s, i) : UINT32_MAX;
  if (from == UINT32_MAX)
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "no circuit runs at this moment: a state is there from its qalloc to its "
                    "qdealloc, in a run");
  dbx_status st = put_state(&b, s, from, i);
  if (st == DBX_OK) debug_print(&b);
  dbx_buf_free(&b);
  return st;
}
