// See linked.h.
#include "lower/code/linked.h"

#include <stdlib.h>
#include <string.h>

static void append(MlirStringRef s, void *ctx) { dbx_putn(ctx, s.data, s.length); }

// ---- places ----

typedef struct place {
  uint32_t line, column; // 0: not known
} place;

// "...  name.py:12:5" at the end of a line printed with its location.
static place place_of(const char *s, size_t n) {
  place p = {0};
  size_t column = n, line;
  while (column && s[column - 1] >= '0' && s[column - 1] <= '9') column--;
  if (column == n || !column || s[column - 1] != ':') return p;
  line = column - 1;
  while (line && s[line - 1] >= '0' && s[line - 1] <= '9') line--;
  if (line == column - 1 || !line || s[line - 1] != ':') return p;
  p.line = (uint32_t)strtoul(s + line, NULL, 10);
  p.column = (uint32_t)strtoul(s + column, NULL, 10);
  return p;
}

typedef dbx_vec(place) places;

// The place of an operation with regions is behind its last line: its first line has it too.
static void find_places(places *all, const char *s) {
  dbx_u32s open = {0};
  for (; *s; s += *s == '\n') {
    size_t n = strcspn(s, "\n"), blank = strspn(s, " ");
    place p = place_of(s, n);
    if (*s == '#') { // a name for a location
      s += n;
      continue;
    }
    if (s[blank] == '}' && open.n) {
      uint32_t first = open.at[--open.n];
      if (p.line) all->at[first] = p;
      if (n && s[n - 1] == '{') dbx_push(&open, first);
    } else if (n && s[n - 1] == '{') {
      dbx_push(&open, all->n);
    }
    dbx_push(all, p);
    s += n;
  }
  dbx_vec_free(&open);
}

static uint32_t count_lines(const char *s) {
  uint32_t n = 0;
  for (; *s; s += *s == '\n') n++, s += strcspn(s, "\n");
  return n;
}

static void put_placed(dbx_buf *ret, const char *s, const places *all) {
  bool known = count_lines(s) == all->n;
  for (uint32_t i = 0; *s; i++, s += *s == '\n') {
    size_t n = strcspn(s, "\n");
    place p = known ? all->at[i] : (place){0};
    dbx_printf(ret, "%u %u %.*s\n", p.line, p.column, (int)n, s);
    s += n;
  }
}

// ---- values ----

static void put_value(dbx_buf *ret, MlirValue v, const emit_links *links) {
  uint64_t *variable = dbx_map_find(&links->variable_of, (uint64_t)(uintptr_t)v.ptr);
  dbx_printf(ret, "%u\n", variable ? (uint32_t)*variable : 0);
}

static void put_values(dbx_buf *ret, MlirOperation op, const emit_links *links);

static void put_values_inside(dbx_buf *ret, MlirBlock block, const emit_links *links) {
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(block); i++)
    put_value(ret, mlirBlockGetArgument(block, i), links);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op))
    put_values(ret, op, links);
}

// As they are defined in the text: the results of an operation, then what its regions define.
static void put_values(dbx_buf *ret, MlirOperation op, const emit_links *links) {
  for (intptr_t i = 0; i < mlirOperationGetNumResults(op); i++)
    put_value(ret, mlirOperationGetResult(op, i), links);
  for (intptr_t i = 0; i < mlirOperationGetNumRegions(op); i++)
    for (MlirBlock b = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, i)); !mlirBlockIsNull(b);
         b = mlirBlockGetNextInRegion(b))
      put_values_inside(ret, b, links);
}

void linked_put(dbx_buf *ret, MlirModule m, const emit_links *links) {
  MlirOperation module = mlirModuleGetOperation(m);
  dbx_buf plain = {0}, located = {0};
  places all = {0};
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  mlirOpPrintingFlagsEnableDebugInfo(flags, true, true);
  mlirOperationPrintWithFlags(module, flags, append, &located);
  mlirOperationPrint(module, append, &plain);
  find_places(&all, dbx_text(&located));
  put_values(ret, module, links);
  dbx_putc(ret, '\n');
  put_placed(ret, dbx_text(&plain), &all);
  mlirOpPrintingFlagsDestroy(flags);
  dbx_vec_free(&all);
  dbx_buf_free(&plain), dbx_buf_free(&located);
}
