// See intake.h. The thread that reads uses nothing of a session, whose states move.
#include "cmd/serve/intake.h"

#include "base/poll.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WAITING = 4096, TICK_MS = 50 };

// ---- interrupts ----

static bool is_id(const json_t *request, const json_t *id) {
  const json_t *own = json_object_get(request, "id");
  return own && json_equal(own, id);
}

static asked *waiting(const intake *i, const json_t *id) {
  for (asked *a = i->first; a; a = a->next)
    if (a->json && !a->cancelled && (!id || is_id(a->json, id))) return a;
  return NULL;
}

// The lock is held. Without an id it is what runs, or else what would run next.
static bool interrupt(intake *i, const json_t *id) {
  if (i->running && (!id || is_id(i->running, id))) return !pthread_kill(i->worker, SIGINT);
  asked *a = id || !i->running ? waiting(i, id) : NULL;
  if (a) a->cancelled = true;
  return a != NULL;
}

static bool asks_to_interrupt(const json_t *request) {
  const char *method = json_string_value(json_object_get(request, "method"));
  return method && !strcmp(method, "interrupt");
}

// ---- the thread that reads ----

static void add(intake *i, asked *a) {
  pthread_mutex_lock(&i->lock);
  while (i->waiting >= MOST_WAITING) pthread_cond_wait(&i->changed, &i->lock);
  if (a->json && asks_to_interrupt(a->json))
    a->interrupted = interrupt(i, json_object_get(json_object_get(a->json, "params"), "id"));
  *i->last = a, i->last = &a->next;
  i->waiting++;
  pthread_cond_broadcast(&i->changed);
  pthread_mutex_unlock(&i->lock);
}

static asked *read_json(const char *text, size_t n) {
  json_error_t e;
  asked *a = calloc(1, sizeof *a);
  if (!a) return NULL;
  a->json = json_loadb(text, n, JSON_ALLOW_NUL | JSON_DECODE_ANY, &e);
  if (!a->json && asprintf(&a->why, "no JSON: %s (byte %d)", e.text, e.position) < 0) a->why = NULL;
  return a;
}

static asked *wrong(const char *why) {
  asked *a = calloc(1, sizeof *a);
  if (a) a->why = strdup(why);
  return a;
}

static bool is_idle(intake *i) {
  pthread_mutex_lock(&i->lock);
  bool idle = !i->running && !i->first;
  pthread_mutex_unlock(&i->lock);
  return idle;
}

// What a program prints is sent while it runs. Its thread may be about to do that itself.
static void send_printed(FILE *f) {
  if (ftrylockfile(f)) return;
  (void)fflush_unlocked(f);
  funlockfile(f);
}

static void wait_for_input(void *ctx) {
  intake *i = ctx;
  struct pollfd p = {.fd = i->wire->in, .events = POLLIN};
  for (;;) {
    int n = poll(&p, 1, is_idle(i) ? -1 : TICK_MS);
    if (n > 0 || (n < 0 && errno != EINTR)) return;
    if (n == 0) send_printed(stdout), send_printed(stderr);
  }
}

// After the end of the input what was asked for is carried out, as long as somebody reads it.
static void wait_for_the_rest(intake *i) {
  struct pollfd p = {.fd = i->wire->out};
  while (!is_idle(i)) {
    if (poll(&p, 1, TICK_MS) > 0 && p.revents & (POLLERR | POLLNVAL)) {
      pthread_mutex_lock(&i->lock);
      for (asked *a = i->first; a; a = a->next) a->cancelled = true;
      (void)interrupt(i, NULL);
      pthread_mutex_unlock(&i->lock);
      return;
    }
    send_printed(stdout), send_printed(stderr);
  }
}

static void *read_all(void *ctx) {
  intake *i = ctx;
  const char *text;
  size_t n;
  for (;;) {
    wire_result r = wire_read(i->wire, &text, &n);
    if (r == WIRE_END) break;
    asked *a = r == WIRE_MESSAGE ? read_json(text, n) : wrong(i->wire->why);
    if (a) add(i, a);
  }
  pthread_mutex_lock(&i->lock);
  i->ended = true;
  pthread_cond_broadcast(&i->changed);
  pthread_mutex_unlock(&i->lock);
  wait_for_the_rest(i);
  return NULL;
}

// ---- the thread that works ----

bool intake_start(intake *i, wire *w) {
  sigset_t all, before;
  *i = (intake){.wire = w, .worker = pthread_self()};
  i->last = &i->first;
  pthread_mutex_init(&i->lock, NULL);
  pthread_cond_init(&i->changed, NULL);
  w->wait = wait_for_input, w->ctx = i;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool ok = !pthread_create(&i->reader, NULL, read_all, i);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return ok;
}

asked *intake_next(intake *i) {
  pthread_mutex_lock(&i->lock);
  while (!i->first && !i->ended) pthread_cond_wait(&i->changed, &i->lock);
  asked *a = i->first;
  if (a) {
    i->first = a->next, i->waiting--;
    if (!i->first) i->last = &i->first;
    if (a->json) i->running = a->json;
    pthread_cond_broadcast(&i->changed);
  }
  pthread_mutex_unlock(&i->lock);
  return a;
}

void intake_runs(intake *i, const json_t *request) {
  pthread_mutex_lock(&i->lock);
  i->running = request;
  pthread_mutex_unlock(&i->lock);
}

// A signal that was sent arrives before a call of the system returns; it was for this request.
void intake_done(intake *i, asked *a) {
  sigset_t none;
  intake_runs(i, NULL);
  sigemptyset(&none);
  pthread_sigmask(SIG_BLOCK, &none, NULL);
  dbx_stop_forget(DBX_STOP_INTERRUPT);
  json_decref(a->json);
  free(a->why);
  free(a);
}
