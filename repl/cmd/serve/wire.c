// See wire.h. What is no message is left out up to the next "Content-Length", and told once.
#include "cmd/serve/wire.h"

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/uio.h>
#include <unistd.h>

static const char header[] = "content-length:";
enum { HEADER = sizeof header - 1 };

static const char none[] = "bytes that are no header: a message begins with `Content-Length: N`, "
                           "an empty line behind it";
static const char wrong[] = "the Content-Length is no number of bytes up to 16777216";
static const char cut[] = "the input ends within a message";

void wire_start(wire *w, int in, int out) {
  *w = (wire){.in = in, .out = out, .owner = getpid()};
  pthread_mutex_init(&w->lock, NULL);
}

void wire_stop(wire *w) {
  free(w->at);
  pthread_mutex_destroy(&w->lock);
}

// ---- reading ----

static bool make_room(wire *w, size_t bytes) {
  if (w->from) memmove(w->at, w->at + w->from, w->n - w->from);
  w->n -= w->from, w->from = 0;
  if (w->room >= bytes && w->n < w->room) return true;
  size_t room = bytes > w->room ? bytes : w->room + WIRE_LINE;
  char *at = realloc(w->at, room);
  if (!at) return false;
  w->at = at, w->room = room;
  return true;
}

// After a long message the room is given back.
static void settle(wire *w) {
  enum { KEEP = 1 << 16 };
  if (w->room <= KEEP || w->from < w->n) return;
  free(w->at);
  w->at = NULL, w->from = w->n = w->room = 0;
}

// False at the end of the input, or without memory for what is to come.
static bool fill(wire *w, size_t bytes) {
  if (!make_room(w, bytes)) return false;
  for (;;) {
    if (w->wait) w->wait(w->ctx);
    ssize_t n = read(w->in, w->at + w->n, w->room - w->n);
    if (n > 0) return w->n += (size_t)n, true;
    if (n == 0 || errno != EINTR) return w->ended = true, false;
  }
}

static void skip(wire *w, const char *why) {
  if (!w->skipping) w->why = why;
  w->skipping = true;
}

// A line of header, without its end. One that is too long is no header.
static bool take_line(wire *w, const char **ret, size_t *n) {
  for (;;) {
    char *nl = w->from < w->n ? memchr(w->at + w->from, '\n', w->n - w->from) : NULL;
    if (nl) {
      *ret = w->at + w->from, *n = (size_t)(nl - *ret);
      w->from = (size_t)(nl - w->at) + 1;
      while (*n && (*ret)[*n - 1] == '\r') --*n;
      return true;
    }
    if (w->n - w->from >= WIRE_LINE) skip(w, none), w->from = w->n - HEADER;
    if (w->ended || !fill(w, (size_t)2 * WIRE_LINE)) return false;
  }
}

static const char *find_header(const char *line, size_t n) {
  for (const char *at = line; n >= HEADER && at <= line + n - HEADER; at++)
    if (!strncasecmp(at, header, HEADER)) return at;
  return NULL;
}

static bool is_other_header(const char *line, size_t n) {
  size_t k = 0;
  while (k < n && (isalnum((unsigned char)line[k]) || line[k] == '-')) k++;
  return k && k < n && line[k] == ':';
}

static bool read_length(const char *at, const char *end, size_t *ret) {
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
  if (at == end) return false;
  for (*ret = 0; at < end && isdigit((unsigned char)*at) && *ret <= WIRE_MOST; at++)
    *ret = *ret * 10 + (size_t)(*at - '0');
  return at == end && *ret <= WIRE_MOST;
}

// True: a message follows.
static bool take_header(wire *w, const char *line, size_t n) {
  const char *at = find_header(line, n);
  if (!n) return w->headed;
  if (at) {
    if (at > line) skip(w, none);
    w->headed = read_length(at + HEADER, line + n, &w->length);
    if (!w->headed) skip(w, wrong);
  } else if (!is_other_header(line, n)) {
    skip(w, none);
  }
  return false;
}

static wire_result end(wire *w) {
  bool lost = w->skipping || w->headed || w->from < w->n;
  if (!w->skipping) w->why = cut;
  w->from = w->n, w->headed = w->skipping = false;
  return lost ? WIRE_WRONG : WIRE_END;
}

static wire_result tell_skipped(wire *w) { return w->skipping = false, WIRE_WRONG; }

wire_result wire_read(wire *w, const char **ret, size_t *n) {
  const char *line;
  size_t bytes;
  settle(w);
  while (take_line(w, &line, &bytes)) {
    bool follows = take_header(w, line, bytes);
    if (w->skipping && (w->headed || !bytes)) {
      if (follows) w->from -= (size_t)(w->at + w->from - line); // the empty line is read again
      return tell_skipped(w);
    }
    if (!follows) continue;
    while (w->n - w->from < w->length)
      if (w->ended || !fill(w, w->length)) return end(w);
    *ret = w->at + w->from, *n = w->length;
    w->from += w->length, w->headed = false;
    return WIRE_MESSAGE;
  }
  return end(w);
}

// ---- writing ----

static void write_all(int fd, struct iovec *part, int n) {
  while (n) {
    ssize_t k = writev(fd, part, n);
    if (k < 0 && errno == EINTR) continue;
    if (k < 0) return;
    for (; n && (size_t)k >= part->iov_len; part++, n--) k -= (ssize_t)part->iov_len;
    if (n) part->iov_base = (char *)part->iov_base + k, part->iov_len -= (size_t)k;
  }
}

void wire_send(wire *w, const char *text, size_t n) {
  char head[48];
  if (getpid() != w->owner) return;
  int k = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", n);
  struct iovec parts[] = {{head, (size_t)k}, {(void *)(uintptr_t)text, n}};
  pthread_mutex_lock(&w->lock);
  write_all(w->out, parts, 2);
  pthread_mutex_unlock(&w->lock);
}
