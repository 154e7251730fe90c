// See session.h.
#include "base/session.h"

#include "base/mem.h"

#include <assert.h>

struct dbx_session {
  dbx_vec(struct owned {
    const dbx_room *room;
    void *apart; // the state while another session is at work; NULL: it never was
  }) rooms;
};

static dbx_session *now;

static void put_away(struct owned *o) {
  if (!o->apart) o->apart = dbx_alloc(o->room->bytes);
  memcpy(o->apart, o->room->now, o->room->bytes);
  memset(o->room->now, 0, o->room->bytes);
}

static void end(struct owned *o) {
  if (o->room->end) o->room->end();
  memset(o->room->now, 0, o->room->bytes);
  free(o->apart);
}

dbx_session *dbx_session_use(dbx_session *s) {
  dbx_session *before = now;
  if (before == s) return s;
  for (uint32_t i = before ? before->rooms.n : 0; i > 0; i--) put_away(&before->rooms.at[i - 1]);
  now = s;
  for (uint32_t i = 0; s && i < s->rooms.n; i++)
    memcpy(s->rooms.at[i].room->now, s->rooms.at[i].apart, s->rooms.at[i].room->bytes);
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
  struct owned o = {room, NULL};
  dbx_push(&now->rooms, o);
  if (room->begin) room->begin();
}

dbx_session *dbx_session_like(void) {
  const dbx_session *model = now;
  dbx_session *s = dbx_session_new();
  for (uint32_t i = 0; model && i < model->rooms.n; i++) dbx_session_add(model->rooms.at[i].room);
  return s;
}

void dbx_session_free(dbx_session *s) {
  if (!s) return;
  dbx_session_use(s);
  while (s->rooms.n) end(&s->rooms.at[--s->rooms.n]);
  dbx_vec_free(&s->rooms);
  now = NULL;
  free(s);
}
