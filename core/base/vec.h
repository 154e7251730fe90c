// Growing arrays.
#ifndef DBX_BASE_VEC_H
#define DBX_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// dbx_vec(int) v = {0}; dbx_push(&v, 3); v.at[0]; v.n; dbx_vec_free(&v).
#define dbx_vec(T)                                                                                 \
  struct {                                                                                         \
    T *at;                                                                                         \
    uint32_t n, cap;                                                                               \
  }
// Makes room for `need` items at least (twice what there was, if that is more): *at moves, *cap is
// the new room. Private to the macros.
void dbx_vec_grow_(void **at, uint32_t *cap, uint32_t need, size_t item);
#define dbx_reserve(v, more)                                                                       \
  ((v)->n + (more) > (v)->cap                                                                      \
       ? dbx_vec_grow_((void **)&(v)->at, &(v)->cap, (v)->n + (more), sizeof *(v)->at)             \
       : (void)0)
#define dbx_push(v, x) (dbx_reserve(v, 1), (v)->at[(v)->n++] = (x))
#define dbx_vec_sort(v, order) /* qsort takes no NULL, not even of nothing */                      \
  ((v)->n ? qsort((v)->at, (v)->n, sizeof *(v)->at, (order)) : (void)0)
void dbx_vec_free_(void *at, size_t bytes); // private to dbx_vec_free
#define dbx_vec_free(v)                                                                            \
  (dbx_vec_free_((v)->at, (v)->cap * sizeof *(v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

typedef dbx_vec(uint32_t) dbx_u32s;

#endif
