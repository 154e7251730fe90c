// See session.h.
#include "base/session.h"

#include "base/mem.h"

#include <assert.h>

struct dbx_session {
  dbx_vec(struct owned {
    const dbx_room *room;
    void *state;
  }) rooms;
};

static dbx_session *now;

static void set(const dbx_room *room, void *state) { memcpy(room->now, &state, sizeof state); }

dbx_session *dbx_session_use(dbx_session *s) {
  dbx_session *before = now;
  if (before)
    for (uint32_t i = 0; i < before->rooms.n; i++) set(before->rooms.at[i].room, NULL);
  if (s)
    for (uint32_t i = 0; i < s->rooms.n; i++) set(s->rooms.at[i].room, s->rooms.at[i].state);
  now = s;
  return before;
}

dbx_session *dbx_session_new(void) {
  dbx_session *s = dbx_alloc(sizeof *s);
  dbx_session_use(s);
  return s;
}

void dbx_session_add(const dbx_room *room) {
  assert(now);
  for (uint32_t i = 0; i < now->rooms.n; i++)
    if (now->rooms.at[i].room == room) return;
  struct owned o = {room, dbx_alloc(room->bytes)};
  dbx_push(&now->rooms, o);
  set(room, o.state);
  if (room->begin) room->begin();
}

void dbx_session_free(dbx_session *s) {
  if (!s) return;
  dbx_session_use(s);
  while (s->rooms.n) {
    struct owned o = s->rooms.at[s->rooms.n - 1];
    if (o.room->end) o.room->end();
    set(o.room, NULL);
    free(o.state);
    s->rooms.n--;
  }
  dbx_vec_free(&s->rooms);
  now = NULL;
  free(s);
}
