// See streams.h. Writing allocates nothing: it also happens in the thread that reads requests.
#include "cmd/serve/streams.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

enum { PIECE = 8192, MOST_NAME = 512 };

size_t streams_valid(const char *s, size_t n, bool *cut) {
  size_t at = 0;
  utf8proc_int32_t c;
  *cut = false;
  while (at < n) {
    utf8proc_ssize_t k =
        utf8proc_iterate((const utf8proc_uint8_t *)s + at, (utf8proc_ssize_t)(n - at), &c);
    if (k <= 0) {
      *cut = n - at < 4 && (unsigned char)s[at] >= 0xC2;
      for (size_t i = at + 1; i < n; i++) *cut &= ((unsigned char)s[i] & 0xC0) == 0x80;
      return at;
    }
    at += (size_t)k;
  }
  return at;
}

// ---- one notification ----

typedef struct piece {
  char text[6 * PIECE + 2 * MOST_NAME + 256];
  size_t n;
} piece;

static void put(piece *p, const char *s, size_t n) { memcpy(p->text + p->n, s, n), p->n += n; }
static void put_text(piece *p, const char *s) { put(p, s, strlen(s)); }

static void put_quoted(piece *p, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\') put(p, "\\", 1), put(p, s + i, 1);
    else if (c == '\n') put_text(p, "\\n");
    else if (c < 0x20 || c == 0x7F) p->n += (size_t)snprintf(p->text + p->n, 8, "\\u%04x", c);
    else put(p, s + i, 1);
  }
}

static void begin(piece *p, const stream *st) {
  const server *s = st->server;
  p->n = 0;
  put_text(p, "{\"jsonrpc\": \"2.0\", \"method\": \"output\", \"params\": {\"session\": ");
  if (s->session_name.n <= MOST_NAME) put_text(p, dbx_text(&s->session_name));
  else put_text(p, "null");
  put_text(p, ", \"request\": ");
  if (s->request_id.n <= MOST_NAME) put_text(p, dbx_text(&s->request_id));
  else put_text(p, "null");
  put_text(p, ", \"stream\": \"");
  put_text(p, st->name);
  put_text(p, "\", \"text\": \"");
}

static void send(const stream *st, piece *p) {
  put_text(p, "\"}}");
  wire_send(&st->server->wire, p->text, p->n);
}

// Text that is UTF-8 but for single bytes, for each of which there is a U+FFFD. Gives how much was
// taken; what is left may be the beginning of a character.
static size_t put_valid(piece *p, const char *s, size_t n) {
  size_t at = 0;
  bool cut;
  while (at < n) {
    size_t k = streams_valid(s + at, n - at, &cut);
    put_quoted(p, s + at, k);
    at += k;
    if (cut) return at;
    if (at < n) put_text(p, "\xEF\xBF\xBD"), at++;
  }
  return at;
}

static void send_piece(stream *st, const char *s, size_t n) {
  piece p;
  char all[PIECE + sizeof st->tail];
  memcpy(all, st->tail, st->n_tail);
  memcpy(all + st->n_tail, s, n);
  n += st->n_tail;
  begin(&p, st);
  size_t taken = put_valid(&p, all, n);
  st->n_tail = n - taken;
  memcpy(st->tail, all + taken, st->n_tail);
  if (taken) send(st, &p);
}

static ssize_t write_stream(void *cookie, const char *s, size_t n) {
  stream *st = cookie;
  for (size_t at = 0; at < n; at += PIECE) send_piece(st, s + at, n - at < PIECE ? n - at : PIECE);
  return (ssize_t)n;
}

// ---- the streams ----

// Output waits for the reading thread's tick, or the end of the request; errors do not wait.
static bool open_stream(server *s, stream *st, const char *name, FILE **place, int mode) {
  *st = (stream){.server = s, .name = name, .before = *place};
  st->file = fopencookie(st, "w", (cookie_io_functions_t){.write = write_stream});
  if (!st->file) return false;
  setvbuf(st->file, NULL, mode, (size_t)1 << 16);
  *place = st->file;
  return true;
}

static int put_apart(int fd, int instead) {
  int apart = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  return apart < 0 || dup2(instead, fd) < 0 ? -1 : apart;
}

bool streams_start(server *s) {
  int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  int in = nothing < 0 ? -1 : put_apart(STDIN_FILENO, nothing);
  int out = in < 0 ? -1 : put_apart(STDOUT_FILENO, STDERR_FILENO);
  if (nothing >= 0) close(nothing);
  if (out < 0) return perror("dbidx: serve"), false;
  wire_start(&s->wire, in, out);
  if (open_stream(s, &s->out, "stdout", &stdout, _IOFBF) &&
      open_stream(s, &s->err, "stderr", &stderr, _IOLBF))
    return true;
  return perror("dbidx: serve"), false;
}

static void close_stream(stream *st, FILE **place) {
  if (st->file) *place = st->before, fclose(st->file);
  st->file = NULL;
}

void streams_stop(server *s) {
  close_stream(&s->out, &stdout), close_stream(&s->err, &stderr);
  wire_stop(&s->wire);
}

void streams_flush(void) { (void)fflush(stdout), (void)fflush(stderr); }
