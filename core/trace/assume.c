// Assumed equalities (see assume.h).
#include "trace/assume.h"

#include "trace/trace.h"

typedef struct dbx_origin origin;
typedef struct dbx_assumption assumption;

static bool origin_of(dbx_var v, origin *ret) {
  const dbx_var_info *i = dbx_var_at(v = dbx_referent(v));
  const dbx_frame *f = dbx_frame_by_id(i->frame);
  if (!f || i->birth >= f->trace->events.n) return false;
  const dbx_event *e = &f->trace->events.at[i->birth];
  *ret = (origin){f->trace->function, i->birth,
                  e->kind == DBX_EV_EQUATION ? v - e->u.equation.first : 0};
  return true;
}

static bool same(const origin *a, const origin *b) {
  return a->function == b->function && a->birth == b->birth && a->result == b->result;
}

static bool is(dbx_dim d, const origin *o, const assumption *x) {
  origin of;
  if (!o->function) return d == x->size;
  return dbx_dim_is_var(d) && origin_of((dbx_var)dbx_dim_value(d), &of) && same(&of, o);
}

static bool assumed(dbx_dim a, dbx_dim b) {
  for (uint32_t i = 0; i < trace_now->assumed.n; i++) {
    const assumption *x = &trace_now->assumed.at[i];
    if ((is(a, &x->a, x) && is(b, &x->b, x)) || (is(a, &x->b, x) && is(b, &x->a, x))) return true;
  }
  return false;
}

void dbx_assume_equal(dbx_var a, dbx_var b) {
  assumption x = {0};
  if (!origin_of(a, &x.a) || !origin_of(b, &x.b)) return;
  dbx_push(&trace_now->assumed, x);
  ir_now->dims_assumed = assumed;
}

void dbx_assume_size(dbx_var a, int64_t size) {
  assumption x = {.size = dbx_dim_int(size)};
  if (!origin_of(a, &x.a)) return;
  dbx_push(&trace_now->assumed, x);
  ir_now->dims_assumed = assumed;
}

void dbx_assume_nothing(void) {
  dbx_vec_free(&trace_now->assumed);
  ir_now->dims_assumed = NULL;
}
