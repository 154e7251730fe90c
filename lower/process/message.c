// See message.h.
#include "lower/process/message.h"

#include "base/poll.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Until the descriptor is ready for what `events` says. false: the computation has to end, where
// that counts.
static bool ready(int at, short events, const sigset_t *waiting, bool may_end) {
  struct pollfd p = {.fd = at, .events = events};
  while (!may_end || !dbx_stopping()) {
    if (ppoll(&p, 1, NULL, waiting) < 0 && errno != EINTR) return false;
    if (p.revents) return true;
  }
  return false;
}

// Whoever is to read it may be busy for long: sending does not block.
static bool put_all(int to, const void *from, size_t n, const sigset_t *waiting) {
  for (const char *at = from; n;) {
    if (!ready(to, POLLOUT, waiting, waiting != NULL)) return false;
    ssize_t k = send(to, at, n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (k < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (k <= 0) return false;
    at += k, n -= (size_t)k;
  }
  return true;
}

bool message_send(int to, const dbx_buf *b, const sigset_t *waiting) {
  uint64_t n = b->n;
  return put_all(to, &n, sizeof n, waiting) && put_all(to, dbx_text(b), b->n, waiting);
}

static bool take_all(int from, void *to, size_t n, const sigset_t *waiting) {
  for (char *at = to; n;) {
    if (!ready(from, POLLIN, waiting, true)) return false;
    ssize_t k = read(from, at, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) return false;
    at += k, n -= (size_t)k;
  }
  return true;
}

bool message_receive(int from, dbx_buf *ret, const sigset_t *waiting) {
  enum { PART = 1 << 16 };
  char part[PART];
  uint64_t n;
  if (!take_all(from, &n, sizeof n, waiting)) return false;
  for (size_t k; n; n -= k) {
    k = n < PART ? n : PART;
    if (!take_all(from, part, k, waiting)) return false;
    dbx_putn(ret, part, k);
  }
  return true;
}
