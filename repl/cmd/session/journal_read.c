// Reading a journal: its records in order, up to the first one that is damaged (see journal.h).
#include "cmd/session/journal.h"

#include "cmd/session/journal_form.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct record {
  char kind[16];
  const char *text;
  size_t n;
} record;

// ---- what each record does ----

static char *copy(const record *r) {
  char *s = dbx_alloc(r->n + 1);
  return r->n ? memcpy(s, r->text, r->n) : s;
}

static void forget_running(journal_past *p) {
  free(p->running);
  p->running = NULL;
}

static void on_open(journal_past *p, const record *r) {
  p->began = (time_t)strtoll(r->text, NULL, 10);
}

// A line that is typed takes the place of those that were taken back.
static void add_line(journal_past *p, const record *r, bool pasted) {
  while (p->lines.n > p->count) free(p->lines.at[--p->lines.n].text);
  for (uint32_t i = 0; i < p->settings.n; i++)
    if (p->settings.at[i].at > p->count) p->settings.at[i].at = p->count;
  dbx_push(&p->lines, ((journal_line){.text = copy(r), .pasted = pasted}));
  p->count++;
}
static void on_step(journal_past *p, const record *r) { add_line(p, r, false); }
static void on_pasted(journal_past *p, const record *r) { add_line(p, r, true); }
static void on_undo(journal_past *p, const record *r) { (void)r, p->count -= p->count > 0; }
static void on_redo(journal_past *p, const record *r) {
  (void)r, p->count += p->count < p->lines.n;
}
static void on_again(journal_past *p, const record *r) { (void)r, p->count = 0; }

static void on_set(journal_past *p, const record *r) {
  dbx_push(&p->settings, ((journal_line){.text = copy(r), .at = p->count}));
}

static void on_rerun(journal_past *p, const record *r) {
  forget_running(p);
  p->running = copy(r);
}
static void on_run(journal_past *p, const record *r) { on_rerun(p, r), dbx_clear(&p->typing); }
static void on_ran(journal_past *p, const record *r) { (void)r, forget_running(p); }
static void on_more(journal_past *p, const record *r) { dbx_putn(&p->typing, r->text, r->n); }
static void on_drop(journal_past *p, const record *r) { (void)r, dbx_clear(&p->typing); }

static const struct kind {
  const char *name;
  void (*act)(journal_past *p, const record *r);
} kinds[] = {{"open", on_open},   {"step", on_step},   {"pasted", on_pasted}, {"undo", on_undo},
             {"redo", on_redo},   {"again", on_again}, {"set", on_set},       {"run", on_run},
             {"rerun", on_rerun}, {"ran", on_ran},     {"more", on_more},     {"drop", on_drop}};

static bool act(journal_past *p, const record *r) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].name, r->kind)) return kinds[i].act(p, r), true;
  return false;
}

// ---- the file ----

// The record at s; how many bytes it has, 0 if it is damaged.
static size_t take(const char *s, size_t n, record *r) {
  unsigned check;
  int head = 0;
  const char *end = memchr(s, '\n', n);
  if (!end || end - s > 64) return 0;
  // NOLINTNEXTLINE(cert-err34-c,bugprone-*) what does not fit is too long, and the check differs
  if (sscanf(s, "%15[a-z] %zu %8x%n", r->kind, &r->n, &check, &head) != 3 || s + head != end)
    return 0;
  r->text = end + 1;
  size_t left = n - (size_t)(r->text - s);
  if (r->n >= left || r->text[r->n] != '\n' || check != journal_check(r->kind, r->text, r->n))
    return 0;
  return (size_t)(r->text - s) + r->n + 1;
}

static bool read_all(int fd, dbx_buf *b) {
  char part[1 << 14];
  struct stat st;
  if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > (off_t)2 * JOURNAL_BYTES) return false;
  for (ssize_t n; (n = pread(fd, part, sizeof part, (off_t)b->n)) > 0;)
    dbx_putn(b, part, (size_t)n);
  return true;
}

static void read_records(const dbx_buf *b, journal_past *p) {
  record r;
  size_t at = sizeof journal_magic - 1;
  for (size_t k; at < b->n && (k = take(b->at + at, b->n - at, &r)) && act(p, &r);) at += k;
  p->good = (off_t)at;
}

bool journal_read(int fd, journal_past *ret) {
  static const char any[] = "dbidx journal ";
  dbx_buf b = {0};
  *ret = (journal_past){0};
  bool ok =
      read_all(fd, &b) && b.n >= sizeof journal_magic - 1 && !memcmp(b.at, any, sizeof any - 1);
  if (ok && memcmp(b.at, journal_magic, sizeof journal_magic - 1)) ret->foreign = true;
  else if (ok) read_records(&b, ret);
  dbx_buf_free(&b);
  return ok;
}

void journal_past_free(journal_past *p) {
  for (uint32_t i = 0; i < p->lines.n; i++) free(p->lines.at[i].text);
  for (uint32_t i = 0; i < p->settings.n; i++) free(p->settings.at[i].text);
  dbx_vec_free(&p->lines), dbx_vec_free(&p->settings);
  forget_running(p);
  dbx_buf_free(&p->typing);
  *p = (journal_past){0};
}

bool journal_is_empty(const journal_past *p) {
  return !p->foreign && !p->lines.n && !p->running && !p->typing.n;
}
