// Reads a recording line by line (see record.h).
#include "ir/target.h"
#include "record/reader.h"

#include <string.h>

// ---- lines ----

static dbx_status read_end(record_reader *r, const json_t *o) {
  (void)o;
  return r->ended = true, DBX_OK;
}

static const struct {
  const char *kind;
  dbx_status (*read)(record_reader *r, const json_t *o);
} kinds[] = {{"event", record_read_event},
             {"eqn", record_read_eqn},
             {"var", record_read_var},
             {"jaxpr", record_read_jaxpr},
             {"frame", record_read_frame},
             {"framed", record_read_framed},
             {"bind", record_read_bind},
             {"array", record_read_array},
             {"source", record_read_source},
             {"trace", record_read_trace},
             {"traced", record_read_traced},
             {"error", record_read_error},
             {"end", read_end}};

static dbx_status read_kind(record_reader *r, const json_t *o) {
  const char *kind;
  if (r->ended) return record_bad(r, "the recording has ended before");
  DBX_TRY(dbx_record_take_text(r, o, "k", &kind));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].kind, kind)) return kinds[i].read(r, o);
  return r->take(r->ctx, r, kind, o);
}

static dbx_status read_first(record_reader *r, const json_t *o) {
  const char *target;
  uint32_t version;
  dbx_target_id id;
  DBX_TRY(record_take_id(r, o, "dbidx", &version));
  if (version != DBX_RECORD_VERSION)
    return record_bad(r, "the format has version %u, and this program reads version %u", version,
                      DBX_RECORD_VERSION);
  DBX_TRY(dbx_record_take_text(r, o, "target", &target));
  if (!dbx_target_by_name(target, &id))
    return record_bad(r, "the target \"%s\" is not known", target);
  return dbx_target_use(id), DBX_OK;
}

static dbx_status read_line(record_reader *r, const char *s, size_t n) {
  json_error_t why;
  json_t *o = json_loadb(s, n, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &why);
  if (!o) return record_bad(r, "%s", why.text);
  dbx_status st = !json_is_object(o) ? record_bad(r, "a line is an object")
                  : r->line == 1     ? read_first(r, o)
                                     : read_kind(r, o);
  json_decref(o);
  return st;
}

static dbx_status read_lines(record_reader *r) {
  size_t n;
  const char *s = dbx_source_text(r->file, &n), *all = s + n;
  dbx_status st = DBX_OK;
  while (st == DBX_OK && s < all) {
    const char *end = memchr(s, '\n', (size_t)(all - s));
    r->line++;
    if (!end) st = record_bad(r, "the line is cut short");
    else st = read_line(r, s, (size_t)(end - s)), s = end + 1;
  }
  if (st == DBX_OK && !r->ended) st = record_bad(r, "the recording is cut short: it has no end");
  for (uint32_t i = 0; st == DBX_OK && i < r->traces.n; i++)
    st = record_check_trace(r, r->traces.at[i]);
  return st;
}

// ---- the whole ----

bool dbx_is_recording(const char *text, size_t n) {
  static const char head[] = "{\"dbidx\":";
  return n >= sizeof head - 1 && !memcmp(text, head, sizeof head - 1);
}

static void drop_tables(record_reader *r) {
  for (uint32_t i = 0; i < r->arrays.n; i++) dbx_array_unref(r->arrays.at[i]);
  dbx_vec_free(&r->arrays), dbx_vec_free(&r->sources), dbx_map_free(&r->vars);
  dbx_vec_free(&r->traces), dbx_vec_free(&r->frames), dbx_vec_free(&r->jaxprs);
}

static bool is_shown(const dbx_recording *all, const dbx_trace *t) {
  for (uint32_t i = 0; i < all->traces.n; i++)
    if (all->traces.at[i] == t) return true;
  return false;
}

static void add_others(record_reader *r) {
  for (uint32_t i = 0; i < r->traces.n; i++)
    if (!is_shown(r->ret, r->traces.at[i])) dbx_push(&r->ret->others, r->traces.at[i]);
}

dbx_status dbx_record_read(uint32_t file, dbx_record_taker take, void *ctx, dbx_recording *ret) {
  dbx_recording all = {0};
  record_reader r = {.file = file, .take = take, .ctx = ctx, .ret = &all};
  dbx_target_id before = dbx_target_in_use();
  dbx_span here = dbx_here;
  dbx_here = (dbx_span){0};
  dbx_status st = read_lines(&r);
  dbx_here = here;
  if (st == DBX_OK) add_others(&r);
  if (st != DBX_OK) {
    for (uint32_t i = 0; i < r.traces.n; i++) dbx_trace_free(r.traces.at[i]);
    dbx_vec_free(&all.traces);
    dbx_diag_free(all.error);
    dbx_target_use(before);
  } else *ret = all;
  drop_tables(&r);
  return st;
}
