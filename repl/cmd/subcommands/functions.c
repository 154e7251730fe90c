// See functions.h.
#include "cmd/subcommands/functions.h"

#include "cmd/questions/examples.h"

#include "learn/library.h"

#include <string.h>

void functions_put_head(dbx_buf *b, const char *module) {
  dbx_printf(
      b,
      "# %s\n\nSignatures, and an example of each function that was traced with dynamic "
      "lengths and run: the types of its results, its Jaxpr, what it gave. A length "
      "`jnp.concatenate([x, v]).shape[0]` is a new one, which nothing else is known to "
      "equal. Where dynamic lengths are refused it says so, with the reason, and the example "
      "has lengths that are known; where a compiled function refuses it, it is not "
      "compiled.\n\n",
      module);
}

// ---- an example ----

static void put_code(dbx_buf *b, const example_program *e, const examples_result *r) {
  dbx_put(b, "```python\n");
  if (example_has_lines(e)) example_put_lines(b, e, ">>> ");
  else dbx_printf(b, ">>> %s\n", e->text);
  dbx_printf(b, "%s```\n\n", dbx_text(&r->printed));
}

static void put_arguments(dbx_buf *b, const example_program *e) {
  for (const example_argument *a = NULL; (a = example_next(e->text, a));)
    dbx_printf(b, "%s`%s: %s`", a == example_next(e->text, NULL) ? "" : ", ", a->name, a->type);
}

// A message may have backquotes of its own.
static void put_refusal(dbx_buf *b, const dbx_buf *why) {
  dbx_put(b, "``");
  dbx_put(b, why->n ? dbx_text(why) : "it took too long");
  dbx_put(b, " ``");
}

// What dynamic lengths do to it.
static void put_words(dbx_buf *b, const example_program *e, const examples_result *r) {
  bool given = example_next(e->text, NULL) != NULL;
  dbx_put(b, e->circuit ? "In a circuit of four wires" : "");
  if (given) dbx_put(b, e->circuit ? ", with " : "With "), put_arguments(b, e);
  if (r->mode == EXAMPLE_DYNAMIC) {
    dbx_put(b, given || e->circuit ? " the result is " : "The result is ");
  } else {
    dbx_put(b, given || e->circuit ? " it is refused: " : "It is refused: ");
    put_refusal(b, &r->refused);
    dbx_put(b, r->mode == EXAMPLE_KNOWN ? ". With lengths that are known the result is "
                                        : ". It runs where it is not compiled.\n\n");
  }
  if (r->mode == EXAMPLE_PLAIN) return;
  if (r->types.n) dbx_printf(b, "`%s`:\n\n", dbx_text(&r->types));
  else dbx_put(b, "nothing that is traced:\n\n");
  dbx_printf(b, "```text\n%s\n```\n\n", dbx_text(&r->jaxpr));
}

static void put_example(dbx_buf *b, const example_program *e) {
  examples_result r;
  examples_run(e, &r);
  if (r.mode < EXAMPLE_MODES) {
    put_code(b, e, &r);
    put_words(b, e, &r);
  } else {
    dbx_printf(b, "`%s` is refused: ", e->text);
    put_refusal(b, &r.refused);
    dbx_put(b, ".\n\n");
  }
  examples_free(&r);
}

void functions_put(site *s, dbx_buf *b, const functions_entry *f) {
  dbx_printf(b, "## `%s`\n\n", f->head);
  if (*f->example.text) put_example(b, &f->example);
  site_add_heading(s, f->name, "function", f->path, f->head);
}

// ---- the library ----

void functions_put_library(site *s, dbx_buf *b, const char *module, const char *path,
                           const char *signatures) {
  dbx_buf name = {0}, head = {0};
  for (uint32_t i = 0; i < library_count; i++, dbx_clear(&name), dbx_clear(&head)) {
    const library_row *row = &library_rows[i];
    size_t n = strcspn(signatures, "\n");
    if (!strcmp(row->module, module)) {
      dbx_printf(&name, "%s.%s", row->module, row->name);
      dbx_printf(&head, "%s%.*s", dbx_text(&name), (int)n, signatures);
      functions_put(s, b, &(functions_entry){dbx_text(&name), dbx_text(&head), path, row->example});
    }
    signatures += n + (signatures[n] == '\n');
  }
  dbx_buf_free(&name);
  dbx_buf_free(&head);
}
