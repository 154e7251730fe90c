// Two sessions in one process: each has rooms of its own, and one of them is at work.
#include "base/session.h"

#include <criterion/criterion.h>
#include <string.h>

struct state {
  int number;
};
static struct state now_a[1], now_b[1];
static char order[16];

static void note(char c) { order[strlen(order)] = c; }
static void begin_a(void) { now_a->number = 7; }
static void end_a(void) { note('a'); }
static void end_b(void) { note(now_b->number ? 'B' : 'b'); }

static const dbx_room room_a = {now_a, sizeof(struct state), begin_a, end_a};
static const dbx_room room_b = {now_b, sizeof(struct state), NULL, end_b};

Test(session, rooms_begin_as_zeros_or_as_they_say_and_end_in_reverse) {
  dbx_session *before = dbx_session_use(NULL), *s = dbx_session_new();
  dbx_session_add(&room_a), dbx_session_add(&room_b);
  cr_expect(now_a->number == 7 && now_b->number == 0);
  now_a->number = now_b->number = 1;
  dbx_session_add(&room_a);
  cr_expect_eq(now_a->number, 1, "added twice is added once");
  dbx_session_free(s);
  cr_expect_str_eq(order, "Ba");
  cr_expect(!now_a->number && !now_b->number, "nothing is left behind");
  cr_expect_null(dbx_session_use(before), "none was at work");
  dbx_session_free(NULL);
}

Test(session, one_like_another_has_its_rooms_and_not_its_state) {
  dbx_session *before = dbx_session_use(NULL), *none = dbx_session_like();
  dbx_session_use(NULL);
  dbx_session *x = dbx_session_new();
  dbx_session_add(&room_b), dbx_session_add(&room_a);
  now_a->number = now_b->number = 1;
  dbx_session *y = dbx_session_like(); // at work now
  cr_expect(now_a->number == 7 && now_b->number == 0);
  now_a->number = 2;
  dbx_session_use(x);
  cr_expect(now_a->number == 1 && now_b->number == 1);
  order[0] = 0;
  dbx_session_free(y), dbx_session_free(x), dbx_session_free(none);
  cr_expect_str_eq(order, "abaB");
  order[0] = 0;
  dbx_session_use(before);
}

Test(session, each_has_its_own_state) {
  dbx_session *before = dbx_session_use(NULL), *x = dbx_session_new();
  dbx_session_add(&room_a);
  now_a->number = 1;
  dbx_session *y = dbx_session_new(); // at work now
  cr_expect_eq(now_a->number, 0, "a room that it does not have");
  dbx_session_add(&room_b), dbx_session_add(&room_a);
  now_a->number = now_b->number = 2;
  cr_expect_eq(dbx_session_use(x), y);
  cr_expect(now_a->number == 1 && !now_b->number);
  cr_expect_eq(dbx_session_use(y), x);
  cr_expect(now_a->number == 2 && now_b->number == 2);
  dbx_session_free(x); // ends its own rooms
  cr_expect_str_eq(order, "a");
  dbx_session_use(y);
  cr_expect_eq(now_a->number, 2);
  dbx_session_free(y);
  cr_expect_str_eq(order, "aaB");
  dbx_session_use(before);
}
