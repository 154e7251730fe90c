// Messages with their length in front, as the base protocol of language servers has them:
// "Content-Length: N", an empty line, N bytes. Other header lines are skipped.
#ifndef DBX_CMD_WIRE_H
#define DBX_CMD_WIRE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WIRE_MOST = 16 << 20, WIRE_LINE = 4096 }; // bytes of a message; of a header line

typedef enum wire_result {
  WIRE_MESSAGE,
  WIRE_WRONG, // bytes that are no message were left out; `why` says what is wrong with them
  WIRE_END,
} wire_result;

typedef struct wire {
  int in, out;
  // ---- of this room ----
  char *at; // what was read: bytes [from, n) are not used yet
  size_t from, n, room;
  size_t length; // of the message that follows
  bool headed;   // a length was read
  bool skipping; // bytes were left out since the last message
  bool ended;
  const char *why;
  pthread_mutex_t lock; // of what is written
  pid_t owner;          // other processes, which are copies of this one, write nothing
  // Called before it waits for input; returns when there is some, or the end of it.
  void (*wait)(void *ctx);
  void *ctx;
} wire;

void wire_start(wire *w, int in, int out); // reads and writes these files, which stay the caller's
void wire_stop(wire *w);                   // frees what it has
// The next message: *n bytes at *ret, which are valid until the next call. By one thread.
wire_result wire_read(wire *w, const char **ret, size_t *n);
// Writes a message of n bytes whole; from any thread. Nothing happens in a copy of the process.
// What nobody reads is lost.
void wire_send(wire *w, const char *text, size_t n);

#endif
