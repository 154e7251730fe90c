// `:handout FILE`: the lines of the session, and of each function Jaxpr, types, reports and
// drawing, as Markdown, or as pages of PDF that Chromium prints.
#include "cmd/commands.h"
#include "cmd/host/host.h"
#include "cmd/host/say.h"
#include "cmd/questions/see.h"
#include "cmd/session/changes.h"
#include "cmd/session/line.h"
#include "cmd/session/output.h"
#include "cmd/session/program.h"

#include "base/file.h"
#include "base/poll.h"
#include "ir/jaxpr.h"
#include "viz/report/report.h"
#include "viz/text/text.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 96 }; // columns of a page

typedef struct handout {
  bool html; // else Markdown
  dbx_buf text;
  dbx_vec(dbx_buf) pictures; // SVG
  const char *beside;        // what the names of their files begin with
} handout;

static void handout_free(handout *h) {
  for (uint32_t i = 0; i < h->pictures.n; i++) dbx_buf_free(&h->pictures.at[i]);
  dbx_vec_free(&h->pictures);
  dbx_buf_free(&h->text);
}

// ---- the two forms ----

static void put_heading(handout *h, int level, const char *words) {
  if (!h->html) {
    dbx_printf(&h->text, "%.*s %s\n\n", level, "###", words);
    return;
  }
  dbx_printf(&h->text, "<h%d>", level);
  dbx_put_xml(&h->text, words, strlen(words));
  dbx_printf(&h->text, "</h%d>\n", level);
}

// Longer than each row of backquotes in the text.
static void put_fence(dbx_buf *b, const char *text) {
  size_t most = 2;
  for (const char *at = text; (at = strchr(at, '`')); at += strspn(at, "`"))
    if (strspn(at, "`") > most) most = strspn(at, "`");
  for (size_t i = 0; i <= most; i++) dbx_putc(b, '`');
}

// Takes the text.
static void put_block(handout *h, const char *language, dbx_buf *block) {
  dbx_buf folded = {0};
  dbx_put_folded(&folded, dbx_text(block), block->n, h->html ? WIDTH : 0);
  const char *text = dbx_text(&folded);
  if (h->html) dbx_put(&h->text, "<pre>");
  else put_fence(&h->text, text), dbx_printf(&h->text, "%s\n", language);
  for (size_t n; *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    if (h->html) dbx_put_xml(&h->text, text, n);
    else (void)dbx_put_clean(&h->text, text, n, 0);
    dbx_putc(&h->text, '\n');
  }
  if (h->html) dbx_put(&h->text, "</pre>\n");
  else put_fence(&h->text, dbx_text(&folded)), dbx_put(&h->text, "\n\n");
  dbx_buf_free(&folded);
  dbx_buf_free(block);
}

// The name of picture i, counted from 1, as the document says it.
static void put_picture_name(dbx_buf *b, const handout *h, uint32_t i) {
  dbx_printf(b, "%s-%u.svg", h->beside, i);
}

static void put_picture(handout *h, const char *function, dbx_buf *svg) {
  dbx_buf name = {0};
  dbx_push(&h->pictures, *svg);
  put_picture_name(&name, h, h->pictures.n);
  const char *slash = strrchr(dbx_text(&name), '/'), *file = slash ? slash + 1 : dbx_text(&name);
  if (h->html) dbx_printf(&h->text, "<p><img src=\"%s\"></p>\n", file);
  else dbx_printf(&h->text, "![the scopes of %s](<%s>)\n\n", function, file);
  dbx_buf_free(&name);
}

// ---- what it says ----

static void put_lines(handout *h) {
  dbx_buf b = {0};
  for (uint32_t i = 0; i < line_count(); i++) dbx_printf(&b, "%s\n", line_text(i));
  if (!b.n) return;
  put_heading(h, 2, "The session");
  put_block(h, "python", &b);
}

static dbx_report_style style(void) {
  dbx_report_style s = changes_style(DBX_DETAIL_TABLE);
  s.width = WIDTH, s.color = false;
  return s;
}

static void put_reports(handout *h, const dbx_trace *t) {
  dbx_report_style s = style();
  dbx_buf b = {0};
  for (uint32_t i = 0; i < t->binds.n; i++)
    if (!t->binds.at[i]->failed) dbx_put_bind_report(&b, t, t->binds.at[i], &s);
  if (!b.n) return;
  put_heading(h, 3, "Binds");
  put_block(h, "text", &b);
}

static dbx_status put_function(handout *h, const dbx_trace *t, const dbx_jaxpr *j) {
  const char *name = t == program_trace() ? "The program" : dbx_sym_text(t->function);
  dbx_report_style s = style();
  dbx_buf title = {0}, jaxpr = {0}, types = {0}, svg = {0};
  dbx_printf(&title, h->html || t == program_trace() ? "%s" : "`%s`", name);
  put_heading(h, 2, dbx_text(&title));
  dbx_buf_free(&title);
  dbx_print_jaxpr(&jaxpr, j, &(dbx_print_opts){.width = WIDTH});
  dbx_putc(&jaxpr, '\n');
  put_heading(h, 3, "Jaxpr");
  put_block(h, "text", &jaxpr);
  dbx_put_types(&types, t, &s);
  put_heading(h, 3, "Types");
  put_block(h, "text", &types);
  put_reports(h, t);
  DBX_TRY(see_drawing(t, j, NULL, "svg", &svg));
  put_heading(h, 3, "Scopes and lengths");
  put_picture(h, name, &svg);
  return dbx_poll();
}

// The trace of a function that counts is its last one.
static bool is_traced_again(uint32_t i) {
  for (uint32_t k = i + 1; k < lang_now->traces.n; k++)
    if (lang_now->traces.at[k]->function == lang_now->traces.at[i]->function) return true;
  return false;
}

static dbx_status put_all(handout *h) {
  put_heading(h, 1, "dbidx: a session");
  put_lines(h);
  for (uint32_t i = 0; i < lang_now->traces.n; i++) {
    const dbx_trace *t = lang_now->traces.at[i];
    if (t->jaxpr && !is_traced_again(i)) DBX_TRY(put_function(h, t, t->jaxpr));
  }
  const dbx_jaxpr *open = program_jaxpr();
  if (open) DBX_TRY(put_function(h, program_trace(), open));
  if (h->pictures.n || line_count()) return DBX_OK;
  return dbx_fail(DBX_E208, (dbx_span){0}, "nothing has been typed yet");
}

// ---- Markdown ----

// Pictures of a handout that is written again are its own.
static dbx_status write_pictures(const handout *h, output *o, bool replace) {
  for (uint32_t i = 0; i < h->pictures.n; i++) {
    dbx_buf name = {0};
    put_picture_name(&name, h, i + 1);
    output p = {dbx_text(&name), o->force || replace, o->way_out};
    dbx_status st = output_allowed(&p);
    if (st == DBX_OK) st = output_write(&p, &h->pictures.at[i]);
    dbx_buf_free(&name);
    DBX_TRY(st);
  }
  return DBX_OK;
}

static dbx_status write_markdown(handout *h, output *o) {
  dbx_buf beside = {0};
  dbx_putn(&beside, o->path, strlen(o->path) - strlen(".md"));
  h->beside = dbx_text(&beside);
  dbx_status st = put_all(h);
  if (st == DBX_OK) st = write_pictures(h, o, false);
  if (st == DBX_OK) st = output_write(o, &h->text);
  dbx_buf_free(&beside);
  return st;
}

// ---- PDF ----

static const char page_begin[] =
    "<!doctype html><meta charset=\"utf-8\"><title>dbidx: a session</title><style>"
    "@page{size:A4;margin:16mm 15mm}body{font:10pt sans-serif}h1{font-size:18pt}h2{font-size:14pt;"
    "border-bottom:1px solid #999}h3{font-size:11pt;margin-bottom:2mm}h2,h3{break-after:avoid}"
    "pre{font:7.8pt/1.35 monospace;background:#f4f4f4;padding:2mm;margin:0 0 4mm;"
    "white-space:pre-wrap}img{max-width:100%;max-height:230mm}</style>\n";

static int take_away(const char *path, const struct stat *s, int type, struct FTW *at) {
  (void)s, (void)type, (void)at;
  (void)remove(path);
  return 0;
}

// Chromium has no sandbox of its own where it runs as root; the page has no script.
static int print_page(const char *folder) {
  dbx_buf b[3] = {{0}};
  dbx_printf(&b[0], "--user-data-dir=%s/profile", folder);
  dbx_printf(&b[1], "--print-to-pdf=%s/handout.pdf", folder);
  dbx_printf(&b[2], "file://%s/handout.html", folder);
  const char *argv[] = {"chromium",
                        "--headless",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-dev-shm-usage",
                        "--no-pdf-header-footer",
                        dbx_text(&b[0]),
                        dbx_text(&b[1]),
                        dbx_text(&b[2]),
                        geteuid() ? NULL : "--no-sandbox",
                        NULL};
  FILE *nowhere = host_nowhere();
  int status = see_run_program((char *const *)(uintptr_t)argv, nowhere, nowhere, nowhere);
  int why = errno;
  if (nowhere) fclose(nowhere);
  for (int i = 0; i < 3; i++) dbx_buf_free(&b[i]);
  return errno = why, status;
}

static dbx_status read_pages(const char *folder, dbx_buf *pdf) {
  dbx_buf path = {0};
  dbx_printf(&path, "%s/handout.pdf", folder);
  FILE *f = fopen(dbx_text(&path), "rb");
  bool ok = f && dbx_read_all(f, pdf) && pdf->n;
  if (f) fclose(f);
  dbx_buf_free(&path);
  return ok ? DBX_OK
            : dbx_fail(DBX_E208, (dbx_span){0}, "Chromium printed nothing; .md needs no program");
}

static dbx_status print_in(const char *folder, handout *h, output *o, dbx_buf *pdf) {
  dbx_buf page = {0}, beside = {0};
  dbx_printf(&page, "%s/handout.html", folder);
  dbx_printf(&beside, "%s/handout", folder);
  h->beside = dbx_text(&beside), h->html = true;
  dbx_put(&h->text, page_begin);
  dbx_status st = put_all(h);
  if (st == DBX_OK) st = write_pictures(h, o, true);
  if (st == DBX_OK) st = dbx_file_write(dbx_text(&page), &h->text, DBX_WRITE_NEW);
  int status = st == DBX_OK ? print_page(folder) : 0, why = errno;
  if (st == DBX_OK) st = dbx_poll();
  if (st == DBX_OK && status)
    st = dbx_fail(DBX_E208, (dbx_span){0},
                  status < 0 && why == ENOENT
                      ? "%s needs Chromium: there is no program `chromium` in the PATH; .md needs "
                        "nothing"
                      : "Chromium could not print %s; .md needs no program",
                  o->path);
  if (st == DBX_OK) st = read_pages(folder, pdf);
  dbx_buf_free(&page), dbx_buf_free(&beside);
  return st;
}

static dbx_status write_pdf(handout *h, output *o) {
  enum { OPEN_FOLDERS = 16 };
  char folder[] = "/tmp/dbidx-XXXXXX";
  dbx_buf pdf = {0};
  if (!mkdtemp(folder))
    return dbx_fail(DBX_E208, (dbx_span){0}, "no folder for the pages could be made: %s",
                    strerror(errno));
  dbx_status st = print_in(folder, h, o, &pdf);
  (void)nftw(folder, take_away, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
  if (st == DBX_OK) st = output_write(o, &pdf);
  dbx_buf_free(&pdf);
  return st;
}

static bool ends_with(const char *path, const char *ending) {
  size_t n = strlen(path), k = strlen(ending);
  return n > k && !strcmp(path + n - k, ending) && path[n - k - 1] != '/';
}

static dbx_status write_handout(output *o) {
  handout h = {0};
  bool pdf = ends_with(o->path, ".pdf");
  if (!pdf && !ends_with(o->path, ".md"))
    return dbx_fail(DBX_E208, (dbx_span){0},
                    "the ending of the file says what to write: .md or .pdf, not '%s'", o->path);
  DBX_TRY(output_allowed(o));
  dbx_status st = pdf ? write_pdf(&h, o) : write_markdown(&h, o);
  if (st == DBX_OK)
    say_to(stdout, "written: %s%s\n", o->path, pdf || !h.pictures.n ? "" : ", drawings beside it");
  handout_free(&h);
  return st;
}

dbx_status cmd_handout(const char *rest) { return output_by("handout", rest, write_handout); }
