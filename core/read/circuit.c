// Types and parameters of circuits in Jaxpr text (see circuit.h).
#include "read/circuit.h"

#include <string.h>

static bool is_type(const dbx_scan *s, dbx_dtype *ret) {
  for (int t = DBX_QREG; t <= DBX_OBS; t++)
    if (dbx_scan_is_name(s, dbx_dtype_short((dbx_dtype)t))) return *ret = (dbx_dtype)t, true;
  return false;
}

// "num_qubits=2,primitive=compbasis"; None for both: no length.
static dbx_status read_observable(dbx_scan *s, dbx_aval *ret) {
  dbx_dim n = 0;
  DBX_TRY(dbx_scan_expect_name(s, "num_qubits"));
  DBX_TRY(dbx_scan_expect(s, '='));
  bool basis = s->tok == DBX_TOK_INT;
  if (basis) n = dbx_dim_int(s->i);
  DBX_TRY(basis ? dbx_scan_next(s) : dbx_scan_expect_name(s, "None"));
  DBX_TRY(dbx_scan_expect(s, ','));
  DBX_TRY(dbx_scan_expect_name(s, "primitive"));
  DBX_TRY(dbx_scan_expect(s, '='));
  DBX_TRY(dbx_scan_expect_name(s, basis ? "compbasis" : "None"));
  return *ret = dbx_aval_of(DBX_OBS, false, basis ? 1 : 0, &n), DBX_OK;
}

dbx_status read_quantum_type(dbx_scan *s, dbx_aval *ret, bool *known) {
  dbx_dtype t;
  *known = is_type(s, &t);
  if (!*known) return DBX_OK;
  DBX_TRY(dbx_scan_next(s));
  DBX_TRY(dbx_scan_expect(s, '('));
  if (t == DBX_OBS) DBX_TRY(read_observable(s, ret));
  else *ret = dbx_aval_scalar(t, false);
  return dbx_scan_expect(s, ')');
}

dbx_status read_line_param(dbx_scan *s, dbx_sym key, const dbx_param **ret, bool *known) {
  *known =
      key == DBX_S_rtd_kwargs || key == DBX_S_rtd_lib || key == DBX_S_fn || key == DBX_S_args_tree;
  if (!*known) return DBX_OK;
  uint32_t end = s->begin;
  while (end < s->n && s->text[end] != '\n') end++;
  while (end > s->begin && s->text[end - 1] == ' ') end--;
  *ret = dbx_p_sym(dbx_intern_n(s->text + s->begin, end - s->begin));
  s->end = end;
  return dbx_scan_next(s);
}
