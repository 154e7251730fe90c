// The header of a built library (see library.h).
#include "lower/library/library.h"

#include <ctype.h>

// A type of C for elements; %s is the library's name.
static const struct {
  dbx_dtype dtype;
  const char *name;
} c_types[] = {
    {DBX_BOOL, "bool"},    {DBX_I8, "int8_t"},    {DBX_I16, "int16_t"},   {DBX_I32, "int32_t"},
    {DBX_I64, "int64_t"},  {DBX_U8, "uint8_t"},   {DBX_U16, "uint16_t"},  {DBX_U32, "uint32_t"},
    {DBX_U64, "uint64_t"}, {DBX_F16, "uint16_t"}, {DBX_BF16, "uint16_t"}, {DBX_F32, "float"},
    {DBX_F64, "double"},   {DBX_C64, "%s_c64"},   {DBX_C128, "%s_c128"},  {DBX_KEY, "%s_key"},
};

static void put_c_type(dbx_buf *b, const library *l, dbx_dtype t) {
  for (size_t i = 0; i < sizeof c_types / sizeof *c_types; i++)
    if (c_types[i].dtype == t && c_types[i].name[0] == '%')
      dbx_printf(b, "%s%s", l->name, c_types[i].name + 2);
    else if (c_types[i].dtype == t) dbx_put(b, c_types[i].name);
}

static bool has_dtype(const library *l, dbx_dtype t) {
  for (uint32_t i = 0; i < l->args.n; i++)
    if (dbx_aval_at(l->args.at[i].aval)->dtype == t) return true;
  for (uint32_t i = 0; i < l->results.n; i++)
    if (dbx_aval_at(l->results.at[i].aval)->dtype == t) return true;
  return false;
}

static void put_own_types(dbx_buf *b, const library *l) {
  static const struct {
    dbx_dtype dtype;
    const char *members, *name;
  } own[] = {{DBX_C64, "float re, im;", "c64"},
             {DBX_C128, "double re, im;", "c128"},
             {DBX_KEY, "uint32_t words[2];", "key"}};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (has_dtype(l, own[i].dtype))
      dbx_printf(b, "typedef struct %s_%s { %s } %s_%s;\n\n", l->name, own[i].name, own[i].members,
                 l->name, own[i].name);
}

static void put_member(dbx_buf *b, const library *l, const library_value *v, bool in) {
  const dbx_aval_info *t = dbx_aval_at(v->aval);
  dbx_put(b, t->rank ? "  struct { " : "  ");
  if (t->rank && in) dbx_put(b, "const ");
  put_c_type(b, l, t->dtype);
  if (t->rank) dbx_printf(b, " *data; int64_t shape[%u];", t->rank);
  if (t->rank) dbx_put(b, l->lends && !in ? " bool lent; }" : " }");
  dbx_printf(b, " %s; // %s\n", v->name, v->type);
}

static void put_struct(dbx_buf *b, const library *l, bool in, const library_value *v, uint32_t n) {
  const char *what = in ? "in" : "out";
  uint32_t members = 0;
  dbx_printf(b, "typedef struct %s_%s {\n", l->name, what);
  for (uint32_t i = 0; i < n; i++)
    if (v[i].given) put_member(b, l, &v[i], in), members++;
  if (!members) dbx_put(b, "  char nothing;\n");
  dbx_printf(b, "} %s_%s;\n\n", l->name, what);
}

void library_put_signature(dbx_buf *b, const library *l) {
  const char *between = "";
  dbx_printf(b, "%s(", l->name);
  for (uint32_t i = 0; i < l->args.n; i++)
    if (l->args.at[i].given)
      dbx_printf(b, "%s%s: %s", between, l->args.at[i].name, l->args.at[i].type), between = ", ";
  dbx_put(b, ") -> (");
  for (uint32_t i = 0; i < l->results.n; i++)
    dbx_printf(b, "%s%s", i ? ", " : "", l->results.at[i].type);
  dbx_put(b, ")");
}

static void put_guard(dbx_buf *b, const library *l) {
  dbx_put(b, "DBIDX_BUILT_");
  for (const char *s = l->name; *s; s++) dbx_putc(b, (char)toupper((unsigned char)*s));
  dbx_put(b, "_H\n");
}

static const char types_text[] =
    "// Elements lie one after the other, the last axis first. A letter in a type is a length that "
    "a\n"
    "// call decides; one letter is one length. float16 and bfloat16 are given as their bits.\n";

static const char own_text[] = "none of them are those of an argument. Otherwise the code of the "
                               "error (705 is",
                  lent_text[] = "but where `lent` is true they are those of an argument, of an\n"
                                "// earlier result or of the library, are only read, and stay as "
                                "long as these.\n// Otherwise the code of the error (705 is";

// n: the name of the library.
static void put_functions(dbx_buf *b, const char *n, bool lends) {
  dbx_printf(
      b,
      "typedef struct %s_error {\n  int code;\n  char text[256];\n} %s_error;\n\n"
      "// 0: the results are in *out. Their elements are the caller's, who gives them back by\n"
      "// %s_free; %s\n"
      "// explained by `dbidx explain E705`): *out is as it was, and *error says what is wrong\n"
      "// (error may be NULL). Arguments are only read. Threads may call at the same time.\n"
      "int %s_call(const %s_in *in, %s_out *out, %s_error *error);\n\n",
      n, n, n, lends ? lent_text : own_text, n, n, n, n);
  dbx_printf(
      b,
      "// Gives back the elements of the results, in any thread, and sets their addresses to\n"
      "// NULL. Of NULL: memory that is kept for later calls goes back to the system.\n"
      "void %s_free(%s_out *out);\n\n"
      "// The calls that are under way, or the next one, fail with 704. A signal handler or\n"
      "// another thread may do it.\nvoid %s_stop(void);\n\n",
      n, n, n);
}

void library_put_header(dbx_buf *b, const library *l, const char *about) {
  dbx_printf(b, "// %s, built by dbidx for the processor of this machine:\n//     ", about);
  library_put_signature(b, l);
  dbx_put(b, "\n#ifndef ");
  put_guard(b, l);
  dbx_put(b, "#define ");
  put_guard(b, l);
  dbx_put(b, "\n#include <stdbool.h>\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n"
             "#endif\n\n");
  put_own_types(b, l);
  dbx_put(b, types_text);
  put_struct(b, l, true, l->args.at, l->args.n);
  put_struct(b, l, false, l->results.at, l->results.n);
  put_functions(b, l->name, l->lends);
  dbx_put(b, "#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
