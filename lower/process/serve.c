// See serve.h.
#include "lower/process/serve.h"

#include "lower/emit/emit.h"
#include "lower/process/answer.h"
#include "lower/process/child.h"
#include "lower/process/message.h"

#include "base/budget.h"
#include "base/poll.h"

#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

typedef struct made {
  lower_times times;
  code_facts facts;
  uint32_t sites, arrays;
} made;

// ---- there ----

static void put_made(dbx_buf *b, const lower_code *c, const lower_times *t, const dbx_buf *object) {
  made m = {*t, c->facts, c->sites.n, c->arrays.n};
  dbx_putn(b, (const char *)&m, sizeof m);
  dbx_putn(b, (const char *)c->sites.at, c->sites.n * sizeof *c->sites.at);
  dbx_putn(b, (const char *)c->arrays.at, c->arrays.n * sizeof *c->arrays.at);
  dbx_putn(b, dbx_text(object), object->n);
}

// A library has no interpreter, and nothing of Python.
static dbx_status kernel_missing(lower_program *p) {
  const char *name = p->kernel->prim->name;
  bool calls = strstr(name, "callback") != NULL;
  p->failed = p->kernel;
  if (calls)
    return dbx_fail(DBX_E801, (dbx_span){0},
                    "a built library cannot call Python, which %s does: leave the call out of the "
                    "function, or run it by `dbidx run`",
                    name);
  return dbx_fail(DBX_E801, (dbx_span){0},
                  "a built library has no %s of this kind, which the interpreter computes: compute "
                  "it outside of "
                  "the function and pass the result as an argument, or run it by `dbidx run`",
                  name);
}

static dbx_status compile(machine *m, lower_program *p, const char *name, dbx_buf *ret) {
  MlirModule module;
  lower_key k;
  lower_code c = {0};
  dbx_buf object = {0};
  uint64_t begin = machine_clock();
  DBX_TRY(emit_program(p, p->jaxpr, machine_context(m), NULL, &module));
  p->times.emit = machine_clock() - begin;
  if (p->built && p->kernel) return mlirModuleDestroy(module), kernel_missing(p);
  DBX_TRY(machine_compile(m, module, p, name, &object));
  bool described = key_of(p->jaxpr, &p->form, &k) && code_describe(&c, &k, p);
  if (described) put_made(ret, &c, &p->times, &object);
  dbx_vec_free(&c.sites);
  dbx_vec_free(&c.arrays);
  dbx_buf_free(&object);
  key_free(&k);
  return described ? DBX_OK
                   : dbx_fail(DBX_E803, (dbx_span){0},
                              "the back end failed: a place of the code is not in the program");
}

static uint32_t failed_equation(const lower_program *p) {
  lower_key k;
  uint32_t n = ANSWER_NONE;
  if (p->failed && key_of(p->jaxpr, &p->form, &k)) n = key_eqn(&k, p->failed), key_free(&k);
  return n;
}

static void fill(machine *m, const dbx_buf *order, dbx_buf *ret) {
  serve_order o;
  lower_program p = {0};
  dbx_arena arena = {0};
  memcpy(&o, order->at, sizeof o);
  if (o.most_bytes && o.most_bytes != dbx_budget()) dbx_budget_set(o.most_bytes);
  p.built = o.built;
  p.jaxpr = key_read(order->at + sizeof o, order->n - sizeof o, &arena, &p.form);
  answer_begin(ret);
  dbx_status st = p.jaxpr ? compile(m, &p, o.name, ret)
                          : dbx_fail(DBX_E803, (dbx_span){0}, "the order cannot be read");
  if (st != DBX_OK) {
    dbx_diag *d = dbx_diag_take();
    answer_fail(ret, &(answer_head){DBX_FAIL, d->code, {0}, failed_equation(&p)}, d->message);
    dbx_diag_free(d);
  }
  dbx_vec_free(&p.sites);
  dbx_vec_free(&p.consts);
  dbx_arena_free(&arena);
}

// Ends this process when the session ends: also in the middle of an order.
static void *watch(void *ctx) {
  struct pollfd p = {.fd = *(const int *)ctx};
  while (poll(&p, 1, -1) < 1) continue;
  _exit(0);
}

// Tables that only grow, of names, types and variables: another process begins anew.
enum { MOST_ORDERED = 64 << 20 };

void serve(int socket) {
  char *problem = NULL;
  pthread_t watcher;
  child_prepare(socket);
  if (pthread_create(&watcher, NULL, watch, &socket)) _exit(1);
  machine *m = machine_new(&problem);
  if (!m) _exit(1);
  machine_warm(m);
  for (size_t ordered = 0; ordered < MOST_ORDERED;) {
    dbx_buf order = {0}, answer = {0};
    if (dbx_budget_is) dbx_budget_recover();
    dbx_stop_forget(DBX_STOP_MEMORY); // of the order before, or of the beginning
    if (!message_receive(socket, &order, NULL)) break;
    fill(m, &order, &answer);
    if (!message_send(socket, &answer, NULL)) break;
    ordered += order.n;
    dbx_buf_free(&order);
    dbx_buf_free(&answer);
  }
  _exit(0);
}

// ---- here ----

void serve_take(const char *at, size_t n, lower_code *c, lower_times *times, dbx_buf *ret_object) {
  const char *end = at + n;
  made m;
  memcpy(&m, at, sizeof m);
  at += sizeof m;
  *times = m.times;
  c->facts = m.facts;
  for (uint32_t i = 0; i < m.sites; i++, at += sizeof(code_site)) {
    code_site s;
    memcpy(&s, at, sizeof s);
    dbx_push(&c->sites, s);
  }
  for (uint32_t i = 0; i < m.arrays; i++, at += sizeof(uint32_t)) {
    uint32_t a;
    memcpy(&a, at, sizeof a);
    dbx_push(&c->arrays, a);
  }
  dbx_putn(ret_object, at, (size_t)(end - at));
}
