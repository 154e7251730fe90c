// See program.h.
#include "program.h"

#include "base/poll.h"

#include <criterion/criterion.h>
#include <string.h>

static dbx_buf out;

static void keep(void *ctx, const char *s, size_t n) {
  (void)ctx;
  dbx_putn(&out, s, n);
}

void program_start(void) {
  lang_start();
  lang_now->print = keep;
}

void program_collect_always(bool on) { heap_now->stress = on; }

void program_fresh(void) {
  program_collect_always(false);
  lang_forget();
}

void program_stop(void) {
  heap_now->stress = false;
  lang_stop();
  dbx_buf_free(&out);
}

const char *program_run(const char *text) {
  dbx_clear(&out);
  if (lang_run(dbx_source_add("<test>", text, strlen(text)), NULL, NULL) == DBX_OK)
    return dbx_text(&out);
  dbx_diag *d = dbx_diag_take();
  dbx_printf(&out, "%s %s: %s", dbx_code_name(d->code), dbx_sym_text(d->cls), d->message);
  dbx_diag_free(d);
  return dbx_text(&out);
}

pv program_value(const char *expression) {
  pv v;
  cr_assert_eq(lang_eval_text("<test>", expression, &v), DBX_OK, "%s", expression);
  return v;
}
