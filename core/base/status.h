// The result of every fallible function. The compiler forbids to ignore it.
//
// Contract: on DBX_FAIL a diagnostic has been pushed (base/diag.h) and the caller's outputs are
// untouched. On DBX_OK the outputs hold.
#ifndef DBX_BASE_STATUS_H
#define DBX_BASE_STATUS_H

typedef enum [[nodiscard]] dbx_status { DBX_OK = 0, DBX_FAIL = 1 } dbx_status;

// Returns DBX_FAIL from the enclosing function if the expression failed.
#define DBX_TRY(expr)                                                                              \
  do {                                                                                             \
    if ((expr) != DBX_OK) return DBX_FAIL;                                                         \
  } while (0)

#define DBX_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

#endif
