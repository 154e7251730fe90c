// The commands that show programs and functions: Jaxprs, types, argument lists, names, stages.
#include "cmd/host/show.h"
#include "cmd/commands.h"
#include "cmd/host/compare.h"
#include "cmd/host/host.h"
#include "cmd/questions/subject.h"
#include "cmd/session/changes.h"
#include "cmd/session/program.h"
#include "cmd/session/settings.h"

#include "viz/names/passes.h"
#include "viz/report/report.h"
#include "viz/text/excerpt.h"
#include <string.h>
#include <unistd.h>

// ---- Jaxprs and types ----

static const char *source_name(void *naming, dbx_var v, const char *letter) {
  (void)letter;
  return dbx_shown_name(naming, v);
}

static void put_jaxpr(dbx_buf *b, const dbx_trace *t, const dbx_jaxpr *j) {
  dbx_naming *n =
      settings_by_source() ? dbx_naming_now(t, program_so_far(), DBX_NAMING_SOURCE) : NULL;
  dbx_print_jaxpr(b, j,
                  &(dbx_print_opts){.width = host_options()->width,
                                    .name = n ? source_name : NULL,
                                    .name_ctx = n});
  dbx_naming_free(n);
  dbx_putc(b, '\n');
}

dbx_status cmd_show_jaxpr(const char *rest) {
  subject s;
  dbx_buf b = {0};
  DBX_TRY(subject_find(rest, &s));
  put_jaxpr(&b, s.trace, s.jaxpr);
  show_report(&b);
  return DBX_OK;
}

static void put_bind(dbx_buf *b, const subject *s) {
  dbx_report_style st = changes_style(DBX_DETAIL_TABLE);
  dbx_put_bind_report(b, s->trace, s->bind, &st);
}

// Of a loop or conditional its report, of a function what `put` says.
static dbx_status show_subject(const char *rest, void (*put)(dbx_buf *b, const dbx_trace *t,
                                                             const dbx_report_style *style)) {
  subject s;
  dbx_buf b = {0};
  dbx_report_style st = changes_style(DBX_DETAIL_TABLE);
  DBX_TRY(subject_find(rest, &s));
  if (s.bind) put_bind(&b, &s);
  else put(&b, s.trace, &st);
  show_report(&b);
  return DBX_OK;
}

dbx_status cmd_types(const char *rest) { return show_subject(rest, dbx_put_types); }
dbx_status cmd_args(const char *rest) { return show_subject(rest, dbx_put_args); }

dbx_status cmd_slots(const char *rest) {
  subject s;
  dbx_buf b = {0};
  dbx_report_style st = changes_style(DBX_DETAIL_TABLE);
  DBX_TRY(subject_find(rest, &s));
  if (!s.bind || !s.bind->n_nodes)
    return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is no loop that carries lengths or integers",
                    rest);
  dbx_put_slots(&b, s.trace, s.bind, &st);
  show_report(&b);
  return DBX_OK;
}

dbx_status cmd_sig(const char *rest) { return cmd_types(rest); }

dbx_status cmd_program(const char *rest) {
  if (!program_jaxpr())
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "there is no program; a declaration such as `n: int` begins one");
  DBX_TRY(cmd_show_jaxpr(rest));
  DBX_TRY(cmd_types(rest));
  return cmd_args(rest);
}

// ---- one equation ----

static void put_operand(dbx_buf *b, const char *role, dbx_atom a, const dbx_names *names) {
  dbx_printf(b, "  %-8s ", role);
  if (dbx_is_literal(a)) {
    const dbx_literal *l = dbx_literal_at(a);
    dbx_put_scalar(b, l->value, dbx_aval_at(l->aval)->dtype);
  } else {
    const char *name = dbx_name_of(names, a);
    dbx_put(b, name ? name : "_");
  }
  dbx_putc(b, ':');
  dbx_put_aval(b, dbx_atom_aval(a), names);
  dbx_putc(b, '\n');
}

// In a circuit.
static void put_pass_row(dbx_buf *b, const dbx_trace *t, const dbx_eqn *e) {
  dbx_buf pass = {0};
  if (dbx_put_pass(&pass, t, e->event)) dbx_printf(b, "  made in  %s\n", dbx_text(&pass));
  dbx_buf_free(&pass);
}

dbx_status cmd_eqn(const char *rest) {
  subject s;
  dbx_buf b = {0};
  char *end;
  unsigned long n = strtoul(rest, &end, 10);
  bool number = end > rest && (!*end || *end == ' ');
  end += strspn(end, " ");
  DBX_TRY(subject_find(number ? end : "", &s));
  if (!number || n >= s.jaxpr->n_eqns)
    return dbx_fail(DBX_E208, (dbx_span){0}, "the equations are 0 to %d", (int)s.jaxpr->n_eqns - 1);
  const dbx_eqn *e = &s.jaxpr->eqns[n];
  dbx_names *names = dbx_names_of(s.jaxpr);
  dbx_print_eqn(&b, e, names);
  dbx_putc(&b, '\n');
  for (uint32_t i = 0; i < e->n_in; i++) put_operand(&b, "operand", e->in[i], names);
  for (uint32_t i = 0; i < e->n_out; i++) put_operand(&b, "result", e->out[i], names);
  put_pass_row(&b, s.trace, e);
  dbx_place p = dbx_source_place(e->span.file, e->span.begin);
  if (p.line) {
    dbx_excerpt x = {0};
    dbx_excerpt_mark(&x, e->span, NULL, true);
    dbx_put_excerpt(&b, &x, host_color(STDOUT_FILENO), (uint32_t)host_width());
    dbx_excerpt_free(&x);
  }
  dbx_names_free(names);
  show_report(&b);
  return DBX_OK;
}

// ---- stages of the back end ----

static dbx_status lowered(const char *name, subject *ret) {
  DBX_TRY(subject_find(name, ret));
  if (!ret->bind) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "'%s' is a loop; its code is part of '%s'", name,
                  dbx_sym_text(ret->trace->function));
}

static dbx_status stage(const subject *s, const char *name, dbx_buf *b) {
  const dbx_engine *e = host_jit();
  return e->text(e->ctx, s->jaxpr, name, b);
}

static dbx_status show_stage(const char *name, const char *which) {
  subject s;
  dbx_buf b = {0};
  DBX_TRY(lowered(name, &s));
  dbx_status st = stage(&s, which, &b);
  show_listing(&b);
  return st;
}

// What one pass changes: the difference of the stages before and after it.
static dbx_status show_pass(const char *pass, size_t n, const char *name) {
  subject s;
  dbx_buf names = {0}, was = {0}, is = {0}, before = {0}, after = {0}, diff = {0};
  DBX_TRY(lowered(name, &s));
  dbx_printf(&is, "mlir:%.*s", (int)n, pass);
  dbx_put(&was, "mlir");
  dbx_status st = stage(&s, "passes", &names);
  for (const char *at = dbx_text(&names), *end; st == DBX_OK && *at; at = end + (*end != 0)) {
    end = at + strcspn(at, "\n");
    if ((size_t)(end - at) == n && !memcmp(at, pass, n)) break;
    dbx_clear(&was);
    dbx_printf(&was, "mlir:%.*s", (int)(end - at), at);
  }
  if (st == DBX_OK) st = stage(&s, dbx_text(&is), &after);
  if (st == DBX_OK) st = stage(&s, dbx_text(&was), &before);
  if (st == DBX_OK) compare_put_diff(&diff, &before, dbx_text(&was), &after, dbx_text(&is));
  if (st == DBX_OK && !diff.n) dbx_printf(&diff, "%.*s changes nothing\n", (int)n, pass);
  show_listing(&diff);
  dbx_buf_free(&names), dbx_buf_free(&was), dbx_buf_free(&is);
  dbx_buf_free(&before), dbx_buf_free(&after);
  return st;
}

dbx_status cmd_mlir(const char *rest) {
  static const char option[] = "--pass";
  if (strncmp(rest, option, sizeof option - 1)) return show_stage(rest, "mlir");
  rest += sizeof option - 1;
  rest += strspn(rest, "= ");
  size_t n = strcspn(rest, " ");
  if (!n) return show_stage(rest, "passes");
  return show_pass(rest, n, rest + n + strspn(rest + n, " "));
}

dbx_status cmd_llvm(const char *rest) { return show_stage(rest, "llvm"); }
dbx_status cmd_asm(const char *rest) { return show_stage(rest, "asm"); }

// ---- names ----

// A value in one line of limited length.
static dbx_status put_value(dbx_buf *b, pv v) {
  enum { MOST = 60 };
  dbx_buf text = {0};
  if (v.tag == PV_TRACER && program_trace() && program_jaxpr()) {
    changes_put_binder(b, v.tracer);
    return DBX_OK;
  }
  dbx_status st = lang_repr(v, &text);
  size_t n = 0;
  for (size_t columns = 0; n < text.n && columns < MOST && text.at[n] != '\n'; n++)
    columns += (text.at[n + 1] & 0xC0) != 0x80;
  dbx_putn(b, dbx_text(&text), n);
  if (n < text.n) dbx_put(b, " ...");
  dbx_buf_free(&text);
  return st;
}

static bool is_shown(const dict_entry *e) {
  return is_str(e->key) && strncmp(STR(e->key)->s, "__", 2) && !is_obj(e->val, T_MODULE);
}

dbx_status cmd_vars(const char *rest) {
  (void)rest;
  uint32_t i = 0, n = 0, pins = lang_pins();
  dict_entry *e;
  dbx_status st = DBX_OK;
  dbx_buf b = {0};
  // a __repr__ of the user's may change the names
  while (dict_next(lang_now->globals, &i, &e))
    if (is_shown(e)) lang_pin(e->key), lang_pin(e->val), n++;
  for (i = 0; st == DBX_OK && i < n; i++) {
    pv v = lang_pinned(pins + 2 * i + 1);
    dbx_printf(&b, "%-12s %-12s ", STR(lang_pinned(pins + 2 * i))->s,
               v.tag == PV_TRACER ? "traced" : lang_type_name(v));
    st = put_value(&b, v);
    dbx_putc(&b, '\n');
  }
  lang_unpin(pins);
  show_report(&b);
  return st;
}
