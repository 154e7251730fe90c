// The source of a built library (see library.h): tables for lower/built, and its functions.
#include "lower/library/library.h"

#include "lower/agreed.h"
#include "lower/built/built.h"

#include "prim/exact.h"

#include <inttypes.h>

typedef dbx_vec(const dbx_array *) library_constants;

static void put_string(dbx_buf *b, const char *s) {
  dbx_putc(b, '"');
  for (; *s; s++) {
    unsigned char c = (unsigned char)*s;
    if (c == '"' || c == '\\') dbx_putc(b, '\\'), dbx_putc(b, *s);
    else if (c < ' ' || c > '~' || c == '?') dbx_printf(b, "\\%03o", c);
    else dbx_putc(b, *s);
  }
  dbx_putc(b, '"');
}

// ---- places ----

static void put_place(dbx_buf *b, dbx_span at) {
  dbx_buf text = {0};
  if (at.file) {
    dbx_place p = dbx_source_place(at.file, at.begin);
    dbx_printf(&text, "%s:%u:%u", dbx_source_name(at.file), p.line, p.column);
  }
  put_string(b, dbx_text(&text));
  dbx_buf_free(&text);
}

static void put_sites(dbx_buf *b, const lower_built *made, uint32_t form) {
  dbx_buf size = {0};
  dbx_printf(b, "static const built_site sites_%u[] = {\n", form);
  for (uint32_t i = 0; i < made->sites.n; i++) {
    const lower_place *s = &made->sites.at[i];
    dbx_clear(&size);
    if (s->message == LOWER_SIZE) dbx_exact_put_format(&size, s->eqn);
    dbx_printf(b, "  {%u, ", s->message);
    put_string(b, dbx_text(&size));
    dbx_put(b, ", ");
    put_place(b, s->eqn ? s->eqn->span : (dbx_span){0});
    dbx_put(b, "},\n");
  }
  dbx_put(b, "  {0, \"\", \"\"}};\n");
  dbx_buf_free(&size);
}

// ---- values ----

static int64_t number_of(const library *l, dbx_dim d) {
  if (dbx_dim_is_int(d)) return dbx_dim_value(d);
  for (uint32_t k = 0; k < l->args.n; k++)
    if (dbx_dim_is_var(d) && library_argument(l->jaxpr, k) == (dbx_var)dbx_dim_value(d))
      return -1 - (int64_t)k;
  return 0;
}

static void put_dims(dbx_buf *b, const library *l, const library_value *v, const char *table,
                     uint32_t k) {
  const dbx_aval_info *t = dbx_aval_at(v->aval);
  dbx_printf(b, "static const int64_t %s_%u[] = {", table, k);
  for (uint32_t i = 0; i < t->rank; i++) dbx_printf(b, "%" PRId64 ", ", number_of(l, t->dims[i]));
  dbx_put(b, "0};\n");
}

static void put_values(dbx_buf *b, const library *l, const char *table, const library_value *v,
                       uint32_t n) {
  for (uint32_t k = 0; k < n; k++) put_dims(b, l, &v[k], table, k);
  dbx_printf(b, "static const built_value %s[] = {\n", table);
  for (uint32_t k = 0; k < n; k++) {
    const dbx_aval_info *t = dbx_aval_at(v[k].aval);
    dbx_put(b, "  {");
    put_string(b, v[k].name);
    dbx_put(b, ", ");
    put_string(b, v[k].type);
    dbx_printf(b, ", %s_%u, %u, %u, %u, %u, %d, %d},\n", table, k, t->rank,
               dbx_dtype_bytes(t->dtype), v[k].from, v[k].axis, v[k].given,
               dbx_is_signed(t->dtype));
  }
  dbx_put(b, "  {0}};\n");
}

// ---- constants: one after the other in a file, each at a multiple of 64 bytes ----

enum { ALIGN = 64 };

static size_t bytes_of(const dbx_array *a) { return (size_t)a->size * dbx_dtype_bytes(a->dtype); }

static size_t room_of(const dbx_array *a) { // at least one byte more: no two have one address
  return bytes_of(a) + ALIGN - bytes_of(a) % ALIGN;
}

// Those of all forms, each once.
static void find_constants(const lower_built *made, library_constants *ret) {
  for (; made; made = made->sized)
    for (uint32_t i = 0; i < made->consts.n; i++) {
      uint32_t k = 0;
      while (k < ret->n && ret->at[k] != made->consts.at[i]) k++;
      if (k == ret->n) dbx_push(ret, made->consts.at[i]);
    }
}

void library_put_data(dbx_buf *b, const lower_built *made) {
  static const char nothing[ALIGN];
  library_constants all = {0};
  find_constants(made, &all);
  for (uint32_t i = 0; i < all.n; i++) {
    dbx_putn(b, all.at[i]->data, bytes_of(all.at[i]));
    dbx_putn(b, nothing, room_of(all.at[i]) - bytes_of(all.at[i]));
  }
  dbx_vec_free(&all);
}

static void put_file_of_constants(dbx_buf *b, const char *file) {
  dbx_buf text = {0};
  dbx_printf(&text, ".pushsection .rodata\n.balign %d\ndbx_constants:\n.incbin ", ALIGN);
  put_string(&text, file);
  dbx_put(&text, "\n.popsection\n");
  dbx_put(b, "__asm__(");
  put_string(b, dbx_text(&text));
  dbx_put(b, ");\nextern const char dbx_constants[] __attribute__((visibility(\"hidden\")));\n");
  dbx_buf_free(&text);
}

static void put_constants(dbx_buf *b, const lower_built *made, const library_constants *all,
                          uint32_t form) {
  dbx_printf(b, "static const void *const constants_%u[] = {", form);
  for (uint32_t i = 0; i < made->consts.n; i++) {
    size_t at = 0;
    for (uint32_t k = 0; all->at[k] != made->consts.at[i]; k++) at += room_of(all->at[k]);
    dbx_printf(b, "dbx_constants + %zu, ", at);
  }
  dbx_put(b, "0};\n");
}

// ---- the program and its functions ----

static void put_lengths(dbx_buf *b, const lower_built *made, uint32_t form) {
  dbx_printf(b, "static const int64_t lengths_%u[] = {", form);
  for (uint32_t i = 0; i < made->lengths.n; i++)
    dbx_printf(b, "%" PRId64 ", ", made->lengths.at[i]);
  dbx_put(b, "0};\n");
}

static uint32_t put_forms(dbx_buf *b, const lower_built *made, const char *constants) {
  library_constants all = {0};
  dbx_buf table = {0};
  uint32_t n = 0;
  find_constants(made, &all);
  if (all.n) put_file_of_constants(b, constants);
  for (; made; made = made->sized, n++) {
    dbx_printf(b, "void %s(void **slots);\n", dbx_text(&made->entry));
    put_sites(b, made, n);
    put_constants(b, made, &all, n);
    put_lengths(b, made, n);
    dbx_printf(&table, "  {%s, sites_%u, constants_%u, lengths_%u, %u, %u, %u, %u},\n",
               dbx_text(&made->entry), n, n, n, made->consts.n, made->lengths.n, made->n_slots,
               made->n_scratch);
  }
  dbx_printf(b, "static const built_form forms[] = {\n%s};\n", dbx_text(&table));
  dbx_buf_free(&table);
  dbx_vec_free(&all);
  return n;
}

static void put_program(dbx_buf *b, const library *l, uint32_t n_forms, unsigned threads) {
  dbx_printf(b,
             "static const built_program program = {forms, args, results,\n"
             "  %u, %u, %u, %u, %u, %u};\n"
             "static built_state state = {PTHREAD_MUTEX_INITIALIZER, 0, 0};\n\n",
             n_forms, l->args.n, l->results.n, 2 * l->jaxpr->n_implicit_out, built_extensions(),
             threads);
}

static void put_call(dbx_buf *b, const library *l) {
  const char *n = l->name;
  dbx_printf(b, "int %s_call(const %s_in *in, %s_out *out, %s_error *error) {\n", n, n, n, n);
  dbx_put(b, "  const built_in given[] = {\n");
  for (uint32_t i = 0; i < l->args.n; i++) {
    const library_value *v = &l->args.at[i];
    bool array = dbx_aval_at(v->aval)->rank > 0;
    if (!v->given) continue;
    if (array) dbx_printf(b, "    {in->%s.data, in->%s.shape},\n", v->name, v->name);
    else dbx_printf(b, "    {&in->%s, 0},\n", v->name);
  }
  dbx_put(b, "    {in, 0}};\n  const built_out wanted[] = {\n");
  for (uint32_t i = 0; i < l->results.n; i++) {
    const library_value *v = &l->results.at[i];
    bool array = dbx_aval_at(v->aval)->rank > 0;
    if (array && l->lends)
      dbx_printf(b, "    {&out->%s.data, out->%s.shape, &out->%s.lent},\n", v->name, v->name,
                 v->name);
    else if (array) dbx_printf(b, "    {&out->%s.data, out->%s.shape, 0},\n", v->name, v->name);
    else dbx_printf(b, "    {&out->%s, 0, 0},\n", v->name);
  }
  dbx_put(b, "    {out, 0, 0}};\n  return built_call(&program, &state, given, wanted, "
             "(built_error *)error);\n}\n\n");
}

static void put_free(dbx_buf *b, const library *l) {
  dbx_printf(
      b, "void %s_free(%s_out *out) {\n  if (!out) {\n    built_shed(&state);\n    return;\n  }\n",
      l->name, l->name);
  for (uint32_t i = 0; i < l->results.n; i++) {
    const library_value *v = &l->results.at[i];
    if (!dbx_aval_at(v->aval)->rank) continue;
    if (l->lends)
      dbx_printf(b, "  if (!out->%s.lent) built_free(&state, out->%s.data);\n", v->name, v->name);
    else dbx_printf(b, "  built_free(&state, out->%s.data);\n", v->name);
    dbx_printf(b, "  out->%s.data = 0;\n", v->name);
  }
  dbx_put(b, "}\n\n");
}

void library_put_source(dbx_buf *b, const library *l, const lower_built *made, unsigned threads,
                        const char *header, const char *constants) {
  dbx_put(b, "#include \"built.h\"\n#include ");
  put_string(b, header);
  dbx_put(b, "\n\nunsigned dbx_stop; // asked by loops\n");
  put_values(b, l, "args", l->args.at, l->args.n);
  put_values(b, l, "results", l->results.at, l->results.n);
  put_program(b, l, put_forms(b, made, constants), threads);
  put_call(b, l);
  put_free(b, l);
  dbx_printf(
      b,
      "void %s_stop(void) { built_stop(); }\n\n"
      "__attribute__((destructor)) static void close_library(void) { built_close(&state); }\n",
      l->name);
}

void library_put_exports(dbx_buf *b, const library *l) {
  dbx_printf(b, "{ global: %s_call; %s_free; %s_stop; local: *; };\n", l->name, l->name, l->name);
}
