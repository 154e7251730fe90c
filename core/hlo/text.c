// Lines of StableHLO text: names, types, constants, places.
#include "hlo/emit.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef struct shared_text {
  const char *text, *name;
} shared_text;

static const char *kept(hlo_emitter *e, dbx_buf *b) {
  const char *s = dbx_arena_copy(&e->arena, dbx_text(b), b->n + 1);
  dbx_buf_free(b);
  return s;
}

static const char *format(hlo_emitter *e, const char *fmt, va_list ap) {
  dbx_buf b = {0};
  dbx_vprintf(&b, fmt, ap);
  dbx_text(&b);
  return kept(e, &b);
}

const char *hlo_printf(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *s = format(e, fmt, ap);
  va_end(ap);
  return s;
}

const char *hlo_list(hlo_emitter *e, uint32_t n, const char *const *names) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < n; i++) dbx_printf(&b, "%s%s", i ? ", " : "", names[i]);
  const char *r = dbx_arena_copy(&e->arena, dbx_text(&b), b.n + 1);
  dbx_buf_free(&b);
  return r;
}

// ---- types ----

const char *hlo_element(dbx_dtype t) {
  switch (t) {
  case DBX_BOOL: return "i1";
  case DBX_U8: return "ui8";
  case DBX_U16: return "ui16";
  case DBX_U32: return "ui32";
  case DBX_U64: return "ui64";
  case DBX_C64: return "complex<f32>";
  case DBX_C128: return "complex<f64>";
  default: return dbx_dtype_short(t);
  }
}

const char *hlo_type_of(hlo_emitter *e, dbx_dtype t, uint32_t rank, const hlo_dim *dims) {
  dbx_buf b = {0};
  dbx_put(&b, "tensor<");
  for (uint32_t i = 0; i < rank; i++)
    if (dims[i].known) dbx_printf(&b, "%" PRId64 "x", dims[i].n);
    else dbx_put(&b, "?x");
  dbx_printf(&b, "%s>", hlo_element(t));
  return kept(e, &b);
}

const char *hlo_type(hlo_emitter *e, const hlo *v) {
  return hlo_type_of(e, v->t, v->rank, v->dims);
}

// ---- lines ----

static void put_place(hlo_emitter *e) {
  dbx_span s = e->eqn ? e->eqn->span : (dbx_span){0};
  if (!s.file) return dbx_putc(&e->body, '\n');
  dbx_place p = dbx_source_place(s.file, s.begin);
  dbx_put(&e->body, " loc(\"");
  for (const char *c = dbx_source_name(s.file); *c; c++) {
    if (*c == '"' || *c == '\\') dbx_putc(&e->body, '\\');
    dbx_putc(&e->body, *c);
  }
  dbx_printf(&e->body, "\":%u:%u)\n", p.line, p.column);
}

void hlo_line(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_pad(&e->body, e->indent);
  dbx_vprintf(&e->body, fmt, ap);
  dbx_putc(&e->body, '\n');
  va_end(ap);
}

const char *hlo_fresh(hlo_emitter *e) { return hlo_printf(e, "%%%u", e->next++); }

static const char *named_line(hlo_emitter *e, const char *text) {
  const char *name = hlo_fresh(e);
  dbx_pad(&e->body, e->indent);
  dbx_printf(&e->body, "%s = %s", name, text);
  put_place(e);
  return name;
}

const char *hlo_op(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(e, fmt, ap);
  va_end(ap);
  return named_line(e, text);
}

void hlo_close(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  dbx_pad(&e->body, e->indent);
  dbx_vprintf(&e->body, fmt, ap);
  put_place(e);
  va_end(ap);
}

static const char *known_in(const hlo_region *r, uint64_t key, const char *text) {
  for (; r; r = r->outer) {
    uint64_t *at = dbx_map_find(&r->seen, key);
    const shared_text *s = at ? (const shared_text *)(uintptr_t)*at : NULL;
    if (s && !strcmp(s->text, text)) return s->name;
  }
  return NULL;
}

static void know(hlo_emitter *e, hlo_region *r, uint64_t key, const char *text, const char *name) {
  shared_text *s = DBX_NEW(&e->arena, shared_text);
  *s = (shared_text){text, name};
  dbx_map_put(&r->seen, key, (uint64_t)(uintptr_t)s);
}

static uint64_t key_of(const char *text) { return dbx_hash(text, strlen(text), 0) | 1; }

// The name of the text where r or a region around it has it, else of a new line: in the head, or of
// the region that is open.
static const char *once(hlo_emitter *e, hlo_region *r, const char *text) {
  uint64_t key = key_of(text);
  const char *name = known_in(r, key, text);
  if (name) return name;
  if (r == &e->head_region) {
    name = hlo_fresh(e);
    dbx_printf(&e->head, "    %s = %s\n", name, text);
  } else {
    name = named_line(e, text);
  }
  know(e, r, key, text, name);
  return name;
}

const char *hlo_shared(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(e, fmt, ap);
  va_end(ap);
  return once(e, e->region, text);
}

const char *hlo_constant(hlo_emitter *e, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const char *text = format(e, fmt, ap);
  va_end(ap);
  return once(e, &e->head_region, text);
}

void hlo_open(hlo_emitter *e, hlo_region *r) {
  *r = (hlo_region){.outer = e->region};
  e->region = r;
  e->indent += 2;
}

void hlo_shut(hlo_emitter *e, hlo_region *r) {
  e->region = r->outer;
  e->indent -= 2;
  dbx_map_free(&r->seen);
}

// ---- constants ----

static void put_bits(dbx_buf *b, dbx_dtype t, double x) {
  uint64_t bits;
  float f = (float)x;
  uint32_t narrow;
  memcpy(&bits, &x, sizeof bits);
  memcpy(&narrow, &f, sizeof narrow);
  switch (t) {
  case DBX_F16: dbx_printf(b, "0x%04X", dbx_f64_to_f16(x)); break;
  case DBX_BF16: dbx_printf(b, "0x%04X", dbx_f64_to_bf16(x)); break;
  case DBX_F32: dbx_printf(b, "0x%08" PRIX32, narrow); break;
  default: dbx_printf(b, "0x%016" PRIX64, bits); break;
  }
}

static void put_float(dbx_buf *b, dbx_dtype t, double x) {
  double whole;
  bool plain = isfinite(x) && fabs(x) < 1e6 && modf(x * 8, &whole) == 0 && !(x == 0 && signbit(x));
  if (plain) dbx_printf(b, "%.*f", modf(x, &whole) == 0 ? 1 : 3, x);
  else put_bits(b, t, x);
}

void hlo_put_element(dbx_buf *b, dbx_dtype t, dbx_scalar x) {
  if (t == DBX_BOOL) return dbx_put(b, x.i ? "true" : "false");
  if (dbx_is_unsigned(t)) return dbx_printf(b, "%" PRIu64, x.u);
  if (dbx_is_integer(t)) return dbx_printf(b, "%" PRId64, x.i);
  if (!dbx_is_complex(t)) return put_float(b, t, x.c[0]);
  dbx_putc(b, '(');
  put_float(b, dbx_real_of(t), x.c[0]);
  dbx_put(b, ", ");
  put_float(b, dbx_real_of(t), x.c[1]);
  dbx_putc(b, ')');
}
