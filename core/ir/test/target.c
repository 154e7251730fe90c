// The rows of the table of targets, and the one that a session mirrors.
#include "ir/target.h"

#include <criterion/criterion.h>

Test(target, names_are_of_one_row_each) {
  for (int i = 0; i < DBX_TARGETS; i++) {
    dbx_target_id found = DBX_TARGETS;
    cr_assert(dbx_target_by_name(dbx_target_row((dbx_target_id)i)->name, &found));
    cr_assert_eq(found, (dbx_target_id)i);
    cr_assert(*dbx_target_row(found)->releases);
    cr_assert_neq(dbx_target_row(found)->jaxprs, DBX_STYLE_DEFAULT);
  }
  dbx_target_id kept = DBX_TARGET_CATALYST_0_15;
  cr_assert_not(dbx_target_by_name("catalyst-0.1", &kept));
  cr_assert_eq(kept, DBX_TARGET_CATALYST_0_15);
}

Test(target, a_session_begins_with_the_first_row) {
  cr_assert_eq(dbx_target_in_use(), DBX_TARGET_CATALYST_0_7);
  cr_assert_str_eq(dbx_target_now()->name, "catalyst-0.7");
  dbx_target_use(DBX_TARGET_CATALYST_0_15);
  cr_assert_str_eq(dbx_target_now()->name, "catalyst-0.15");
  cr_assert(dbx_target_now()->jax_results);
  dbx_session *a = dbx_session_use(NULL), *b = dbx_session_new();
  dbx_session_add(&base_room);
  dbx_session_add(&ir_room);
  cr_assert_eq(dbx_target_in_use(), DBX_TARGET_CATALYST_0_7);
  dbx_session_free(b);
  dbx_session_use(a);
  cr_assert_eq(dbx_target_in_use(), DBX_TARGET_CATALYST_0_15);
}
