// What toJaxpr does to the equations of every context (see definitions.h; docs/semantics.md, What
// toJaxpr changes).
#include "viz/why/definitions.h"

#include "prim/prim.h"
#include "viz/text/text.h"
#include "viz/why/scene.h"

// As it was recorded: labels for what has no variable.
static void put_recorded(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, dbx_atom a) {
  if (dbx_is_literal(a) || dbx_naming_subst(s->names, f, a) == (a & DBX_HANDLE))
    dbx_put_letter(b, s, a);
  else dbx_put_any_label(b, s, a);
}

static void put_recorded_eqn(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_out; i++) {
    if (i) dbx_putc(b, ' ');
    put_recorded(b, s, f, e->out[i]);
    dbx_putc(b, ':');
    dbx_put_type(b, s->names, dbx_var_aval(e->out[i] & DBX_HANDLE), "_", false);
  }
  dbx_printf(b, " = %s", e->prim->name);
  for (uint32_t i = 0; i < e->n_in; i++) {
    dbx_putc(b, ' ');
    put_recorded(b, s, f, e->in[i]);
  }
}

// What toJaxpr made of the frame, NULL if it did not come to that.
static const dbx_jaxpr *jaxpr_of(const dbx_scene *s, const dbx_frame *f) {
  uint32_t part = 0;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  const dbx_part *p = b ? &b->parts[part] : NULL;
  if (p && p->retrace && p->retrace->frame == f) p = p->retrace;
  if (p) return p->jaxpr;
  if (f->kind != DBX_FRAME_FUNCTION) return NULL;
  return dbx_style_jaxpr(s->style, s->t);
}

// Binders that nothing uses print as "_".
static void dropped_binders(dbx_buf *b, const dbx_scene *s, const dbx_jaxpr *j, const dbx_eqn *e) {
  const dbx_eqn *made = NULL;
  for (uint32_t i = 0; j && i < j->n_eqns && !made; i++)
    if (j->eqns[i].event == e->event) made = &j->eqns[i];
  for (uint32_t i = 0, n = 0; made && i < made->n_out; i++) {
    if (!(made->out[i] & DBX_DROPPED)) continue;
    dbx_put(b, n++ ? ", " : "   printed as _: ");
    dbx_put_any_label(b, s, made->out[i]);
  }
}

static void implicit_results(dbx_buf *b, const dbx_scene *s, const dbx_jaxpr *j) {
  bool color = s->style->color;
  for (uint32_t i = 0; i < j->n_implicit_out; i++) {
    dbx_printf(b, "  %s+ implicit result ", dbx_ink_on(color, DBX_INK_GOOD));
    dbx_put_known(b, s, j->outs[i]);
    dbx_printf(b, "%s\n", dbx_ink_off(color, DBX_INK_GOOD));
  }
}

static bool changed(const dbx_scene *s, const dbx_frame *f, const dbx_eqn *e) {
  for (uint32_t i = 0; i < e->n_in; i++)
    if (dbx_naming_subst(s->names, f, e->in[i]) !=
        (dbx_is_literal(e->in[i]) ? e->in[i] : e->in[i] & DBX_HANDLE))
      return true;
  return false;
}

static void eqn_lines(dbx_buf *b, const dbx_scene *s, const dbx_frame *f, const dbx_eqn *e) {
  dbx_atom to = e->n_out == 1 ? dbx_naming_subst(s->names, f, e->out[0]) : 0;
  bool gone = to && to != (e->out[0] & DBX_HANDLE), color = s->style->color;
  if (gone || changed(s, f, e)) {
    dbx_printf(b, "  %s- ", dbx_ink_on(color, DBX_INK_ERROR));
    put_recorded_eqn(b, s, f, e);
    if (gone) {
      dbx_put(b, dbx_is_literal(to) ? "   folded to " : "   changes nothing: stays ");
      put_recorded(b, s, f, to);
    }
    dbx_printf(b, "%s\n", dbx_ink_off(color, DBX_INK_ERROR));
  }
  if (gone) return;
  dbx_printf(b, "  %s", changed(s, f, e) ? dbx_ink_on(color, DBX_INK_GOOD) : "");
  dbx_put(b, changed(s, f, e) ? "+ " : "  ");
  dbx_put_eqn(b, s->names, e);
  dropped_binders(b, s, jaxpr_of(s, f), e);
  dbx_printf(b, "%s\n", changed(s, f, e) ? dbx_ink_off(color, DBX_INK_GOOD) : "");
}

static bool is_kept(const dbx_scene *s, const dbx_frame *f, const dbx_capture *c) {
  uint32_t part = 0;
  const dbx_bind *b = dbx_bind_of_frame(f, &part);
  const dbx_part *p = b ? &b->parts[part] : NULL;
  const dbx_jaxpr *j = jaxpr_of(s, f);
  if (p && p->retrace && p->retrace->frame == f) p = p->retrace;
  for (uint32_t i = 0; p && i < p->n_constants; i++)
    if (p->constants[i].inner == c->inner) return true;
  for (uint32_t i = 0; !p && j && i < j->n_const; i++)
    if (j->constvars[i] == c->inner) return true;
  return !j;
}

static void simplified(dbx_buf *b, const dbx_scene *s, const dbx_frame *f) {
  dbx_put_frame_title(b, s, f);
  for (uint32_t i = 0; i < f->consts.n; i++) {
    if (is_kept(s, f, &f->consts.at[i])) continue;
    dbx_put(b, "  - constant ");
    dbx_put_any_label(b, s, f->consts.at[i].inner);
    dbx_put(b, "   pruned: nothing that remains uses it\n");
  }
  for (uint32_t i = 0; i < f->eqns.n; i++) eqn_lines(b, s, f, &f->eqns.at[i]);
  if (!f->eqns.n) dbx_put(b, "    no equations\n");
  if (f->kind == DBX_FRAME_FUNCTION && jaxpr_of(s, f)) implicit_results(b, s, jaxpr_of(s, f));
}

static bool belongs(const dbx_frame *f, const dbx_bind *bind) {
  for (uint32_t part; f; f = f->parent) {
    const dbx_bind *b = dbx_bind_of_frame(f, &part);
    if (b == bind) return true;
  }
  return false;
}

void dbx_put_simplified(dbx_buf *b, const dbx_trace *t, const dbx_bind *bind,
                        const dbx_report_style *style) {
  dbx_scene s = dbx_scene_open(t, style);
  for (uint32_t i = 0; i < s.frames.n; i++)
    if (!bind || belongs(s.frames.at[i], bind)) simplified(b, &s, s.frames.at[i]);
  dbx_scene_close(&s);
}
