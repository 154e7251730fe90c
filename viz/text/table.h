// Aligned columns of text.
#ifndef DBX_VIZ_TABLE_H
#define DBX_VIZ_TABLE_H

#include "base/buf.h"
#include "base/mem.h"

enum { DBX_TABLE_COLUMNS = 4 }; // of every table; unused ones stay empty

// Rows of cells; the last cell may have several lines, which stay in its column.
typedef struct dbx_row {
  dbx_buf cell[DBX_TABLE_COLUMNS];
} dbx_row;
typedef struct dbx_table {
  dbx_vec(dbx_row) rows;
} dbx_table;

dbx_row *dbx_table_add(dbx_table *t);         // valid until the next one
uint32_t dbx_table_width(const dbx_table *t); // columns of its widest line, without an indent
// Rows indented by `indent`. With `stacked`, the lines of the last cell stand below the others.
void dbx_put_table(dbx_buf *b, const dbx_table *t, uint32_t indent, bool stacked);
void dbx_table_free(dbx_table *t);

#endif
