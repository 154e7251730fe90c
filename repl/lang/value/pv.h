// A value of the host language: a tag and a word. What does not fit is an object of the heap.
#ifndef DBX_LANG_PV_H
#define DBX_LANG_PV_H

#include "ir/aval.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum pv_tag {
  PV_UNBOUND,
  PV_NONE,
  PV_ELLIPSIS,
  PV_NOTIMPLEMENTED,
  PV_BOOL,
  PV_INT,
  PV_FLOAT,
  PV_TRACER,
  PV_OBJ
} pv_tag;

struct obj;
typedef struct pv {
  uint64_t tag; // as wide as a register: what is stored in parts cannot be loaded at once
  union {
    int64_t i;
    double f;
    dbx_var tracer;
    struct obj *o;
  };
} pv;

typedef enum obj_type { // the rows of types.def for objects; behind T_COUNT those for tags
#define TYPE(name, ...) T_##name,
#define VALUE(name, ...)
#include "lang/types.def"
#undef TYPE
#undef VALUE
  T_COUNT
} obj_type;

typedef struct obj {
  uint8_t type;
  bool immortal : 1, shared : 1; // shared: a snapshot may hold what it holds, see heap_own
  bool sub : 1;       // of a built-in type, and an instance of a class below it (lang_instance)
  uint8_t mark, seen; // the collection, the snapshot that came to it last
} obj;

// ---- values ----
#define PV(t) ((pv){.tag = (t)})
// Stores v word by word, as it was made: see pv.
static inline void pv_put(pv *at, pv v) { at->tag = v.tag, at->i = v.i; }
static inline pv pv_none(void) { return PV(PV_NONE); }
static inline pv pv_bool(bool b) { return (pv){.tag = PV_BOOL, .i = b}; }
static inline pv pv_int(int64_t i) { return (pv){.tag = PV_INT, .i = i}; }
static inline pv pv_float(double f) { return (pv){.tag = PV_FLOAT, .f = f}; }
static inline pv pv_tracer(dbx_var v) { return (pv){.tag = PV_TRACER, .tracer = v}; }
static inline pv pv_obj(void *o) { return (pv){.tag = PV_OBJ, .o = o}; }
static inline bool is_obj(pv v, obj_type t) { return v.tag == PV_OBJ && v.o->type == t; }
static inline bool is_instance(pv v) { // of a class of the program
  return v.tag == PV_OBJ && (v.o->type == T_INSTANCE || v.o->sub);
}
static inline bool is_native(pv v) { return is_obj(v, T_NATIVE) || is_obj(v, T_UFUNC); }
static inline bool is_str(pv v) { return is_obj(v, T_STR); }
static inline bool is_seq(pv v) { return is_obj(v, T_TUPLE) || is_obj(v, T_LIST); }
static inline bool is_int(pv v) { return v.tag == PV_INT || v.tag == PV_BOOL; }
static inline bool is_number(pv v) {
  return (v.tag >= PV_BOOL && v.tag <= PV_FLOAT) || is_obj(v, T_BIGINT) || is_obj(v, T_COMPLEX);
}
static inline bool is_numpy(pv v) { return is_obj(v, T_NDARRAY) || is_obj(v, T_GENERIC); }
static inline bool is_array(pv v) {
  return v.tag == PV_TRACER || is_obj(v, T_ARRAY) || is_numpy(v);
}
static inline bool is_none(pv v) { return v.tag == PV_NONE; }
static inline bool pv_same(pv a, pv b) { // Python's "is"
  return a.tag == b.tag &&
         (a.tag <= PV_NOTIMPLEMENTED || (a.tag == PV_FLOAT    ? a.f == b.f
                                         : a.tag == PV_TRACER ? a.tracer == b.tracer
                                                              : a.i == b.i));
}

#endif
