// A failure is one diagnostic: pending, added to, taken by whoever answers for it.
#include "base/diag.h"

#include "base/buf.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_status fails(int n) {
  return dbx_fail(DBX_E306, (dbx_span){1, 2, 3}, "axis %d is out of bounds", n);
}

Test(diag, every_code_has_a_name_a_class_and_a_title) {
  for (int c = 0; c < DBX_CODE_COUNT; c++) {
    const char *name = dbx_code_name((dbx_code)c), *title = dbx_code_title((dbx_code)c);
    cr_expect(*name == 'E' || *name == 'W', "%s", name);
    cr_expect(strlen(name) == 4 && strspn(name + 1, "0123456789") == 3, "%s", name);
    if (c) cr_expect(strcmp(dbx_code_name((dbx_code)(c - 1)), name), "%s twice", name);
    cr_expect_neq(dbx_code_class((dbx_code)c), 0, "%s", name);
    cr_expect(*title && title[strlen(title) - 1] != '.' && !strchr(title, '\n'), "%s", name);
  }
  cr_expect_eq(dbx_code_class(DBX_E301), DBX_S_ValueError);
}

Test(diag, what_fails_leaves_one_pending) {
  cr_expect_null(dbx_diag_take());
  cr_assert_eq(fails(7), DBX_FAIL);
  cr_assert_eq(fails(8), DBX_FAIL); // takes the place of the first
  dbx_diag *d = dbx_diag_pending();
  cr_expect_str_eq(d->message, "axis 8 is out of bounds");
  cr_expect(d->code == DBX_E306 && d->cls == dbx_code_class(DBX_E306));
  cr_expect(d->span.file == 1 && d->span.begin == 2 && d->span.end == 3);
  cr_assert_eq(dbx_diag_take(), d);
  cr_expect_null(dbx_diag_pending());
  dbx_diag_put(d);
  cr_expect_eq(dbx_diag_pending(), d, "a re-raise");
  cr_expect_null(dbx_diag_free(dbx_diag_take()));
  cr_expect_null(dbx_diag_free(NULL));
}

Test(diag, another_class_than_the_codes) {
  cr_assert_eq(dbx_fail_as(DBX_E214, dbx_intern("Mine"), (dbx_span){0}, "no"), DBX_FAIL);
  dbx_diag *d = dbx_diag_take();
  cr_expect_str_eq(dbx_sym_text(d->cls), "Mine");
  dbx_diag_free(d);
}

Test(diag, without_a_place_it_is_here) {
  dbx_here = (dbx_span){4, 5, 6};
  cr_assert_eq(dbx_fail(DBX_E306, (dbx_span){0}, "x"), DBX_FAIL);
  dbx_diag *d = dbx_diag_take();
  cr_expect(d->span.file == 4 && d->span.begin == 5 && d->span.end == 6);
  dbx_diag_free(d);
}

Test(diag, what_is_added_keeps_its_order_and_its_own_texts) {
  char text[8] = "a";
  dbx_span at = {1, 1, 2};
  cr_assert_eq(fails(0), DBX_FAIL);
  for (int i = 0; i < 20; i++) {
    text[0] = (char)('a' + i);
    dbx_diag_label(at, "label %s", text);
    dbx_diag_note("note %d", i);
    dbx_diag_fix(text, "traces");
    dbx_diag_call(at, text);
    dbx_diag_operand(at, text, "f64[n]", (uint32_t)i);
  }
  text[0] = '?'; // the diagnostic has copies
  dbx_diag *d = dbx_diag_take();
  cr_assert(d->n_labels == 20 && d->n_notes == 20 && d->n_fixes == 20);
  cr_assert(d->frames_n == 20 && d->n_operands == 20);
  cr_expect_str_eq(d->labels[19].text, "label t");
  cr_expect_str_eq(d->notes[10].subject, "note 10");
  cr_expect_str_eq(d->fixes[1].text, "b");
  cr_expect_null(d->fixes[1].replacement, "not an edit");
  cr_expect_str_eq(d->frames[2].name, "c");
  cr_expect(!strcmp(d->operands[3].role, "d") && d->operands[3].tracer == 3);
  dbx_diag_edit(d, "write n", "", at, "n");
  cr_expect_str_eq(d->fixes[20].replacement, "n");
  dbx_diag_free(d);
}

Test(diag, a_length_is_born_once) {
  cr_assert_eq(fails(0), DBX_FAIL);
  dbx_diag_birth("n", 5, (dbx_span){0}, "argument");
  dbx_diag_birth("m", 5, (dbx_span){0}, "another text of the same tracer");
  dbx_diag_birth("3", 0, (dbx_span){0}, "a number");
  dbx_diag_birth("3", 0, (dbx_span){0}, "a number");
  dbx_diag_birth("4", 0, (dbx_span){0}, "a number");
  dbx_diag *d = dbx_diag_take();
  cr_expect_eq(d->n_births, 3);
  cr_expect_str_eq(d->births[0].length, "n");
  dbx_diag_free(d);
}

Test(diag, nothing_is_added_where_nothing_is_pending) {
  dbx_diag_label((dbx_span){0}, "x"), dbx_diag_note("x"), dbx_diag_fix("x", "y");
  dbx_diag_call((dbx_span){0}, "x"), dbx_diag_operand((dbx_span){0}, "x", "y", 0);
  dbx_diag_birth("x", 0, (dbx_span){0}, "y");
  cr_expect_null(dbx_diag_pending());
}

Test(diag, messages_may_be_long) {
  for (int n = 250; n < 260; n++) { // about the length of the usual ones
    cr_assert_eq(dbx_fail(DBX_E306, (dbx_span){0}, "%*d", n, 1), DBX_FAIL);
    dbx_diag *d = dbx_diag_take();
    cr_expect_eq(strlen(d->message), (size_t)n);
    dbx_diag_free(d);
  }
}

// ---- further ones, and warnings ----

static dbx_buf warned;
static void sink(dbx_diag *d) { dbx_printf(&warned, "%s %s;", dbx_code_name(d->code), d->message); }

Test(diag, warnings_go_to_the_sink_and_leave_what_is_pending) {
  cr_assert_eq(fails(1), DBX_FAIL);
  base_now->warn_sink = NULL;
  dbx_warn(DBX_E301, (dbx_span){0}, "to nobody");
  base_now->warn_sink = sink;
  dbx_warn(DBX_E301, (dbx_span){0}, "%d", 2);
  cr_expect_str_eq(dbx_text(&warned), "E301 2;");
  dbx_diag *d = dbx_diag_take();
  cr_expect_str_eq(d->message, "axis 1 is out of bounds");
  d->next = dbx_diag_new(DBX_E302, (dbx_span){0}, "a further one, freed with the first");
  dbx_diag_free(d);
  dbx_buf_free(&warned);
}
