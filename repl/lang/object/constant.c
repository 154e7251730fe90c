// Constants of the text as values.
#include "lang/object/protocol.h"

pv lang_constant(const dbx_node *n) {
  switch (n->constant) {
  case DBX_C_NONE: return pv_none();
  case DBX_C_TRUE: return pv_bool(true);
  case DBX_C_FALSE: return pv_bool(false);
  case DBX_C_ELLIPSIS: return PV(PV_ELLIPSIS);
  case DBX_C_INT: return pv_int(n->value->i);
  case DBX_C_FLOAT: return pv_float(n->value->f);
  default: break;
  }
  if (n->value->cached) return pv_obj(n->value->cached);
  pv v;
  if (n->constant == DBX_C_STR) {
    v = str_new(n->value->str, n->value->str_n);
  } else if (n->constant == DBX_C_BYTES) {
    v = bytes_new(n->value->str, n->value->str_n);
  } else if (n->constant == DBX_C_COMPLEX) {
    v = complex_new(0, n->value->f);
  } else {
    mpz_t z;
    mpz_init_set_str(z, n->flag == 10 ? n->value->str : n->value->str + 2, n->flag);
    v = bigint_take(z);
    if (v.tag != PV_OBJ) return v;
  }
  heap_keep(v.o); // the text keeps it
  n->value->cached = v.o;
  return v;
}
