// Partial evaluation of a scan (see split.h).
#include "grad/scan.h"
#include "grad/split.h"

dbx_status grad_split_scan(const splitting *s) {
  scan c = scan_of(s->e);
  const dbx_jaxpr *j = c.body;
  bool *unknown = DBX_TMP(bool, j->n_in + 1), *unknown_out = DBX_TMP(bool, j->n_out + 1),
       *keep = DBX_TMP(bool, j->n_out + 1), *linear = DBX_TMP(bool, j->n_in + 1);
  V *ops = DBX_TMP(V, s->e->n_in + 1);
  uint32_t n = 0, consts = 0, carries = 0;
  grad_split parts;
  grad_jaxpr known;
  dbx_frame *top = grad_frame_leave(s->g);
  dbx_status st = scan_unknown(&c, s->in, unknown);
  if (st == DBX_OK) st = grad_split_of(j, dbx_intern("body"), unknown, &parts);
  for (uint32_t i = 0; st == DBX_OK && i < j->n_out; i++) {
    unknown_out[i] = i < c.n_carries ? unknown[c.n_consts + i] : parts.unknown[i];
    keep[i] = !unknown_out[i];
  }
  if (st == DBX_OK) st = grad_known_part(j, unknown, keep, &known);
  for (uint32_t i = 0; st == DBX_OK && i < known.n_captures; i++)
    linear[n] = false, ops[n++] = known.captures[i], consts++;
  for (uint32_t i = 0; i < s->e->n_in; i++) {
    if (i < j->n_in && unknown[i]) continue;
    consts += i < c.n_consts, carries += i >= c.n_consts && i < c.n_consts + c.n_carries;
    linear[n] = false, ops[n++] = s->in[i];
  }
  if (st == DBX_OK) {
    dbx_eqn e = *s->e;
    e.n_in = n;
    e.params = scan_params(&c, known.j, consts, carries, linear, n - (s->e->n_in - j->n_in));
    st = grad_put_known(s, &e, ops, unknown_out);
  }
  s->g->frame->trace->top = top;
  return st == DBX_OK ? grad_keep_whole(s, unknown_out) : st;
}
