// See built.h: what a library is linked with in place of lower/run/runtime.c. Nothing here changes
// but what belongs to the library, which its own source has (built_state).
#include "lower/built/built.h"

#include "lower/run/calls.h"
#include "lower/run/threads.h"

#include "base/poll.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// A pool and the words of a call; calls of several threads have one each.
typedef struct built_room {
  struct built_room *next;
  lower_pool *pool;
  void *returned; // while the pool was in use: each begins with the address of the next
  bool busy;
  int64_t words[]; // numbers that arguments are, results, scratch; then addresses
} room;

typedef struct calling {
  lower_call call;
  const built_form *f;
  built_error *e;
} calling;

// ---- errors ----

static const struct {
  const char *code, *text;
} messages[] = {
#define M(id, code, text) {#code, text},
#include "lower/messages.def"
#undef M
};

static int code_of(const char *code) { return (int)strtol(code + 1, NULL, 10); }

static int say(built_error *e, const char *code, const char *place, const char *text) {
  const char *open = *place ? " (" : "", *shut = *place ? ")" : "";
  if (!e) return code_of(code);
  e->code = code_of(code);
  (void)snprintf(e->text, sizeof e->text, "%s: %s%s%s%s", code, text, open, place, shut);
  return e->code;
}

static int say_numbers(built_error *e, lower_message m, const built_site *s, const int64_t *n) {
  char text[BUILT_TEXT];
  // NOLINTNEXTLINE(clang-diagnostic-format-nonliteral) of messages.def, or of the library's source
  (void)snprintf(text, sizeof text, m == LOWER_SIZE ? s->size : messages[m].text, n[0], n[1], n[2]);
  return say(e, messages[m].code, s->place, text);
}

static void fail(lower_call *c, int64_t site, lower_message m, const int64_t *numbers) {
  calling *k = (calling *)c;
  const built_site *s = &k->f->sites[site];
  if (m == LOWER_MESSAGES) m = (lower_message)s->message;
  if (m == LOWER_INTERRUPTED) dbx_stop_forget(DBX_STOP_INTERRUPT);
  say_numbers(k->e, m, s, numbers);
}

// ---- rooms ----

static size_t words_of(const built_program *p, const built_form *f) {
  return (size_t)f->n_words + f->n_scratch + 2UL * p->n_args + f->n_consts + 2;
}

static room *new_room(const built_program *p) {
  size_t words = 0;
  for (uint32_t i = 0; i < p->n_forms; i++)
    if (words_of(p, &p->forms[i]) > words) words = words_of(p, &p->forms[i]);
  room *r = calloc(1, sizeof *r + words * sizeof *r->words);
  if (r && !(r->pool = pool_new())) free(r), r = NULL;
  return r;
}

static room *take_room(const built_program *p, built_state *s) {
  pthread_mutex_lock(&s->lock);
  if (!s->started) threads_set(p->threads);
  s->started = 1;
  room *r = s->rooms;
  while (r && r->busy) r = r->next;
  if (!r && (r = new_room(p))) r->next = s->rooms, s->rooms = r;
  if (r) r->busy = true;
  pthread_mutex_unlock(&s->lock);
  return r;
}

static void leave_room(built_state *s, room *r) {
  pthread_mutex_lock(&s->lock);
  for (void *next; r->returned; r->returned = next) {
    memcpy(&next, r->returned, sizeof next);
    pool_return(r->returned, r->pool);
  }
  r->busy = false;
  pthread_mutex_unlock(&s->lock);
}

void built_free(built_state *s, void *data) {
  if (!data) return;
  pthread_mutex_lock(&s->lock);
  room *r = s->rooms;
  while (r && r->pool != pool_of(data)) r = r->next;
  if (r && r->busy) memcpy(data, &r->returned, sizeof r->returned), r->returned = data;
  else if (r) pool_return(data, r->pool);
  pthread_mutex_unlock(&s->lock);
}

void built_shed(built_state *s) {
  pthread_mutex_lock(&s->lock);
  for (room *r = s->rooms; r; r = r->next)
    if (!r->busy) pool_shed(r->pool);
  pthread_mutex_unlock(&s->lock);
}

void built_close(built_state *s) {
  threads_stop();
  pthread_mutex_lock(&s->lock);
  for (room **at = &s->rooms, *r; (r = *at);) {
    if (r->busy) at = &r->next;
    else *at = r->next, pool_close(r->pool), free(r);
  }
  pthread_mutex_unlock(&s->lock);
}

void built_stop(void) { dbx_stop_ask(DBX_STOP_INTERRUPT); }

// ---- arguments ----

static int64_t number(const built_value *v, const void *at) {
  uint64_t x = 0;
  unsigned unused = 64 - 8 * v->bytes;
  if (v->bytes > sizeof x) return 0;
  memcpy(&x, at, v->bytes);
  return v->is_signed ? (int64_t)(x << unused) >> unused : (int64_t)x;
}

// What lengths are compared with: of each argument without axes the number that it is.
static void find_numbers(const built_program *p, const built_in *in, int64_t *ret) {
  for (uint32_t k = 0, at = 0; k < p->n_args; k++) {
    const built_value *v = &p->args[k];
    ret[k] = v->given ? v->rank ? 0 : number(v, in[at].data) : in[v->from].shape[v->axis];
    at += v->given;
  }
}

static int check_argument(const built_value *v, const built_in *in, const int64_t *numbers,
                          built_error *e) {
  char text[BUILT_TEXT];
  bool empty = false;
  for (uint32_t i = 0; i < v->rank; i++) {
    int64_t want = v->dims[i] < 0 ? numbers[-1 - v->dims[i]] : v->dims[i], is = in->shape[i];
    empty |= is == 0;
    if (is >= 0 && is == want) continue;
    if (is < 0)
      (void)snprintf(text, sizeof text, "argument '%s': axis %u has a length of %" PRId64, v->name,
                     i, is);
    else
      (void)snprintf(text, sizeof text,
                     "argument '%s': axis %u has length %" PRId64 ", its type %s says %" PRId64,
                     v->name, i, is, v->type, want);
    return say(e, is < 0 ? "E701" : "E705", "", text);
  }
  if (in->data || empty) return BUILT_OK;
  (void)snprintf(text, sizeof text, "argument '%s' has no elements: data is NULL", v->name);
  return say(e, "E705", "", text);
}

static int check_arguments(const built_program *p, const built_in *in, const int64_t *numbers,
                           built_error *e) {
  for (uint32_t k = 0, at = 0; k < p->n_args; k++) {
    const built_value *v = &p->args[k];
    int code = v->given ? check_argument(v, &in[at], numbers, e) : BUILT_OK;
    if (code) return code;
    at += v->given;
  }
  return BUILT_OK;
}

static bool has_lengths(const built_form *f, const int64_t *numbers) {
  for (uint32_t i = 0; i < f->n_lengths; i++)
    if (f->lengths[i] != numbers[i]) return false;
  return true;
}

static const built_form *form_for(const built_program *p, const int64_t *numbers) {
  uint32_t i = p->n_forms - 1;
  while (!has_lengths(&p->forms[i], numbers)) i--;
  return &p->forms[i];
}

static void put_slots(const built_program *p, const built_form *f, const built_in *in,
                      int64_t *words, int64_t *numbers, void **slots) {
  *slots++ = words;
  *slots++ = words + f->n_words;
  for (uint32_t k = 0, at = 0; k < p->n_args; k++) {
    *slots++ = p->args[k].given ? (void *)(uintptr_t)in[at].data : &numbers[k];
    at += p->args[k].given;
  }
  for (uint32_t i = 0; i < f->n_consts; i++) *slots++ = (void *)(uintptr_t)f->consts[i];
}

// ---- results ----

static size_t bytes_of(const built_value *v, const int64_t *w) {
  size_t n = v->bytes;
  for (uint32_t i = 0; i < v->rank; i++) n *= (size_t)w[2 + i];
  return n;
}

// Whether the elements at w are an argument's, a constant's or an earlier result's.
static bool is_lent(const built_program *p, const built_form *f, const built_in *in,
                    const int64_t *all, const int64_t *w) {
  const void *data = (const void *)(uintptr_t)w[0];
  for (uint32_t k = 0, at = 0; k < p->n_args; k++) {
    if (p->args[k].given && p->args[k].rank && in[at].data == data) return true;
    at += p->args[k].given;
  }
  for (uint32_t i = 0; i < f->n_consts; i++)
    if (f->consts[i] == data) return true;
  for (const built_value *v = p->results; all < w; all += 2 + v->rank, v++)
    if (v->rank && all[0] == w[0]) return true;
  return false;
}

// Elements that are somebody else's are copied, unless the caller takes them as they are.
static int own_results(const built_program *p, const calling *c, const built_in *in,
                       const built_out *out, int64_t *all, built_error *e) {
  int64_t *w = all;
  for (uint32_t k = 0; k < p->n_results; w += 2 + p->results[k].rank, k++) {
    if (!p->results[k].rank || out[k].lent || !is_lent(p, c->f, in, all, w)) continue;
    size_t bytes = bytes_of(&p->results[k], w);
    void *to = pool_alloc(c->call.pool, bytes);
    if (!to)
      return say_numbers(e, LOWER_NO_MEMORY, &(built_site){.place = ""},
                         (int64_t[3]){(int64_t)bytes});
    if (bytes) memcpy(to, (void *)(uintptr_t)w[0], bytes);
    w[0] = (int64_t)(uintptr_t)to;
  }
  return BUILT_OK;
}

static void give_results(const built_program *p, const built_form *f, const built_in *in,
                         const built_out *out, const int64_t *all) {
  const int64_t *w = all;
  for (uint32_t k = 0; k < p->n_results; w += 2 + p->results[k].rank, k++) {
    const built_value *v = &p->results[k];
    memcpy(out[k].data, w, v->rank ? sizeof(void *) : v->bytes);
    if (!v->rank) continue;
    bool lent = out[k].lent && is_lent(p, f, in, all, w);
    if (out[k].lent) *out[k].lent = lent;
    if (!lent) pool_give((void *)(uintptr_t)w[0]);
    memcpy(out[k].shape, w + 2, v->rank * sizeof *w);
  }
}

// ---- calls ----

static int run(calling *c, void **slots) {
  int code = setjmp(c->call.out);
  if (!code) c->f->entry(slots);
  return code;
}

static int call_in(room *r, const built_program *p, const built_in *in, const built_out *out,
                   built_error *e) {
  int64_t *numbers = r->words, *words = numbers + p->n_args;
  built_error failed = {0};
  find_numbers(p, in, numbers);
  int code = check_arguments(p, in, numbers, e);
  if (code) return code;
  const built_form *f = form_for(p, numbers);
  int64_t *results = words + p->skipped, *scratch = words + f->n_words;
  void **slots = (void **)(scratch + f->n_scratch);
  calling c = {{.pool = r->pool, .scratch = scratch, .fail = fail}, f, &failed};
  put_slots(p, f, in, words, numbers, slots);
  int64_t mark = pool_mark(r->pool);
  lower_call *before = call_now;
  call_now = &c.call;
  code = run(&c, slots) ? failed.code : BUILT_OK;
  call_now = before;
  if (code && e) *e = failed;
  if (!code) code = own_results(p, &c, in, out, results, e);
  if (!code) give_results(p, f, in, out, results);
  pool_sweep(r->pool, mark, NULL, 0);
  return code;
}

int built_call(const built_program *p, built_state *s, const built_in *in, const built_out *out,
               built_error *e) {
  if (e) *e = (built_error){0};
  if (p->needs & ~built_extensions())
    return say(e, "E802", "", "the library was built for another processor than this one");
  room *r = take_room(p, s);
  if (!r) return say(e, "E702", "", "no memory for the call");
  int code = call_in(r, p, in, out, e);
  leave_room(s, r);
  return code;
}
