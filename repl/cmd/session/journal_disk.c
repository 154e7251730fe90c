// fdatasync in a thread (see journal_disk.h). A lock of fcntl goes when any descriptor of the file
// is closed, so the thread has the journal's own, and nobody closes that before the thread has
// ended.
#include "cmd/session/journal_disk.h"

#include "base/mem.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct journal_disk {
  pthread_t thread;
  pthread_mutex_t lock; // of what follows
  pthread_cond_t asked;
  int fd;
  bool wanted, over;
  int why; // errno
};

// With the lock held, but for the call that takes long.
static void sync_once(journal_disk *d) {
  d->wanted = false;
  pthread_mutex_unlock(&d->lock);
  int why = fdatasync(d->fd) ? errno : 0;
  pthread_mutex_lock(&d->lock);
  if (why) d->why = why;
}

static void *sync_all(void *ctx) {
  journal_disk *d = ctx;
  pthread_mutex_lock(&d->lock);
  while (d->wanted || !d->over) {
    if (d->wanted) sync_once(d);
    else pthread_cond_wait(&d->asked, &d->lock);
  }
  pthread_mutex_unlock(&d->lock);
  return NULL;
}

// Signals are the evaluator's.
static bool start(journal_disk *d) {
  sigset_t all, before;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &before)) return false;
  bool started = !pthread_create(&d->thread, NULL, sync_all, d);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

static journal_disk *make(int fd) {
  journal_disk *d = dbx_alloc(sizeof *d);
  *d = (journal_disk){
      .fd = fd, .lock = PTHREAD_MUTEX_INITIALIZER, .asked = PTHREAD_COND_INITIALIZER};
  if (start(d)) return d;
  free(d);
  return NULL;
}

int journal_disk_sync(journal_disk **d, int fd) {
  if (!*d) *d = make(fd);
  if (!*d) return fdatasync(fd) ? errno : 0; // there are no threads
  pthread_mutex_lock(&(*d)->lock);
  int why = (*d)->why;
  (*d)->wanted = true;
  pthread_cond_signal(&(*d)->asked);
  pthread_mutex_unlock(&(*d)->lock);
  return why;
}

void journal_disk_end(journal_disk **d) {
  if (!*d) return;
  pthread_mutex_lock(&(*d)->lock);
  (*d)->over = true;
  pthread_cond_signal(&(*d)->asked);
  pthread_mutex_unlock(&(*d)->lock);
  pthread_join((*d)->thread, NULL);
  free(*d);
  *d = NULL;
}
