// What core/base keeps in a session: two sessions share none of it.
#include "base/state.h"

#include "base/diag.h"
#include "base/mem.h"

#include <criterion/criterion.h>

static dbx_session *other(void) {
  dbx_session *s = dbx_session_new();
  dbx_session_add(&base_room);
  return s;
}

Test(state, symbols_of_two_sessions) {
  dbx_session *a = dbx_session_use(NULL);
  dbx_session_use(a);
  dbx_sym before = dbx_intern("a name of the first session");
  dbx_session *b = other();
  cr_assert_str_eq(dbx_sym_text(DBX_S_ValueError), "ValueError", "fixed ones are there at once");
  cr_assert_eq(dbx_intern("ValueError"), DBX_S_ValueError);
  dbx_sym x = dbx_intern("a name of the second session");
  cr_assert_str_eq(dbx_sym_text(x), "a name of the second session");
  dbx_session_use(a);
  cr_assert_str_eq(dbx_sym_text(before), "a name of the first session");
  cr_assert_eq(dbx_intern("a name of the first session"), before);
  dbx_session_use(b);
  cr_assert_eq(dbx_intern("a name of the second session"), x);
  dbx_session_free(b);
  dbx_session_use(a);
  cr_assert_str_eq(dbx_sym_text(before), "a name of the first session");
}

static uint32_t warned;
static void count(dbx_diag *d) { warned += d->code == DBX_E301; }

Test(state, failures_sources_and_hooks_of_two_sessions) {
  size_t n;
  dbx_session *a = dbx_session_use(NULL);
  dbx_session_use(a);
  base_now->warn_sink = count;
  dbx_here = (dbx_span){dbx_source_add("first.py", "x = 1\n", 6), 0, 5};
  dbx_fail_(DBX_E301, (dbx_span){0}, "of the first");
  dbx_session *b = other();
  cr_assert_null(dbx_diag_pending());
  cr_assert_eq(dbx_here.file, 0);
  dbx_warn(DBX_E301, (dbx_span){0}, "nobody listens");
  uint32_t file = dbx_source_add("second.py", "y", 1);
  cr_assert_str_eq(dbx_source_name(file), "second.py");
  dbx_fail_(DBX_E306, (dbx_span){0}, "of the second");
  dbx_session_use(a);
  cr_assert_eq(dbx_diag_pending()->code, DBX_E301);
  cr_assert_eq(dbx_diag_pending()->span.end, 5);
  cr_assert_str_eq(dbx_source_name(dbx_here.file), "first.py");
  cr_assert_str_eq(dbx_source_text(dbx_here.file, &n), "x = 1\n");
  cr_assert_eq(warned, 0);
  dbx_warn(DBX_E301, (dbx_span){0}, "heard");
  cr_assert_eq(warned, 1);
  dbx_session_free(b); // with what is pending there
  dbx_session_use(a);
  dbx_diag_free(dbx_diag_take());
}

Test(state, temporaries_of_two_sessions) {
  dbx_session *a = dbx_session_use(NULL);
  dbx_session_use(a);
  dbx_scratch_mark m = dbx_scratch_here();
  char *mine = DBX_TMP(char, 64);
  memset(mine, 1, 64);
  dbx_session *b = other();
  dbx_scratch_mark k = dbx_scratch_here();
  for (int i = 0; i < 100; i++) memset(DBX_TMP(char, 10000), 2, 10000);
  dbx_scratch_release(k);
  dbx_session_free(b);
  dbx_session_use(a);
  for (int i = 0; i < 64; i++) cr_assert_eq(mine[i], 1);
  dbx_scratch_release(m);
}
