// dbidx docs: the documentation as pages of HTML, which need no network.
#include "cmd/cli.h"
#include "cmd/host/host.h"
#include "cmd/host/say.h"
#include "cmd/questions/see.h"
#include "cmd/session/settings.h"
#include "cmd/subcommands/reference.h"

#include "base/file.h"
#include "edit/edit.h"
#include "learn/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- which pages ----

static const struct folder {
  page_kind kind;
  const char *path, *section;
} folders[] = {
    {PAGE_GUIDE, "", "Guides"},
    {PAGE_COURSE, "course/", "Course"},
    {PAGE_TERM, "terms/", "Terms"},
    {PAGE_CODE, "errors/", "Errors"},
    {PAGE_EXAMPLE, "examples/", "Examples"},
};

static void put_title(dbx_buf *b, const page *p) {
  const char *words = p->kind == PAGE_EXAMPLE || p->kind == PAGE_CODE ? p->name : p->title;
  for (; *words; words++)
    if (*words != '`') dbx_putc(b, *words);
}

static void add_page(site *s, const struct folder *at, const page *p) {
  dbx_buf path = {0}, title = {0}, text = {0};
  dbx_printf(&path, "%s%s", at->path, p->name);
  put_title(&title, p);
  if (p->kind == PAGE_EXAMPLE) dbx_printf(&text, "# %s\n\n```python\n%s```\n", p->name, p->text);
  site_add(s, dbx_text(&path), dbx_text(&title),
           strcmp(dbx_text(&path), "index") ? at->section : "Start",
           p->kind == PAGE_EXAMPLE ? dbx_text(&text) : p->text);
  dbx_buf_free(&path);
  dbx_buf_free(&title);
  dbx_buf_free(&text);
}

// The first page lists the pages that are made here; those of the repository it has links to.
static void list_reference(site *s) {
  dbx_buf b = {0};
  site_page *index = &s->pages.at[0];
  dbx_printf(&b, "%s\n## Reference\n\n", index->markdown);
  for (uint32_t i = 0; i < s->pages.n; i++)
    if (!strcmp(s->pages.at[i].section, "Reference"))
      dbx_printf(&b, "* [%s](%s.md)\n", s->pages.at[i].title, s->pages.at[i].path);
  free(index->markdown);
  index->markdown = dbx_strdup(dbx_text(&b));
  dbx_buf_free(&b);
}

// The first page begins the navigation, the tables stand behind the course.
static void collect(site *s) {
  const page *index = page_find(PAGE_GUIDE, "index", NULL);
  if (index) add_page(s, &folders[0], index);
  for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
    if (folders[f].kind == PAGE_TERM) reference_add(s);
    for (uint32_t i = 0; i < pages_count; i++)
      if (pages[i].kind == folders[f].kind && &pages[i] != index)
        add_page(s, &folders[f], &pages[i]);
  }
  if (index) list_reference(s);
}

// ---- writing them ----

static dbx_status write_file(const char *folder, const char *name, const char *ending,
                             const dbx_buf *text) {
  dbx_buf path = {0};
  dbx_printf(&path, "%s/%s%s", folder, name, ending);
  dbx_status st = dbx_file_write(dbx_text(&path), text, DBX_WRITE_REPLACE);
  dbx_buf_free(&path);
  return st;
}

static dbx_status make_folder(const char *folder, const char *name) {
  dbx_buf path = {0};
  dbx_status st = DBX_OK;
  dbx_printf(&path, "%s%s%s", folder, *name ? "/" : "", name);
  if (mkdir(dbx_text(&path), 0777) && errno != EEXIST)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "cannot make the folder %s: %s", dbx_text(&path),
                  strerror(errno));
  dbx_buf_free(&path);
  return st;
}

static dbx_status write_site(const site *s, const char *folder) {
  dbx_buf b = {0};
  dbx_status st = make_folder(folder, "");
  for (size_t f = 0; st == DBX_OK && f < sizeof folders / sizeof *folders; f++)
    if (*folders[f].path) st = make_folder(folder, folders[f].path);
  for (uint32_t i = 0; st == DBX_OK && i < s->pages.n; i++, dbx_clear(&b)) {
    site_put_page(&b, s, &s->pages.at[i]);
    st = write_file(folder, s->pages.at[i].path, ".html", &b);
  }
  site_put_search(&b, s);
  if (st == DBX_OK) st = write_file(folder, "search", ".js", &b);
  dbx_clear(&b), dbx_put(&b, site_css);
  if (st == DBX_OK) st = write_file(folder, "style", ".css", &b);
  dbx_clear(&b), dbx_put(&b, site_js);
  if (st == DBX_OK) st = write_file(folder, "script", ".js", &b);
  dbx_buf_free(&b);
  return st;
}

int cmd_docs(const cli *o) {
  site s = {0};
  dbx_buf index = {0};
  char *own = o->output ? NULL : edit_xdg_file("XDG_CACHE_HOME", ".cache", "docs", 1);
  const char *folder = o->output ? o->output : own;
  dbx_status st = settings_start(o, stdout);
  if (st == DBX_OK && !folder)
    st = dbx_fail(DBX_E208, (dbx_span){0}, "there is no home folder; give a folder: -o DIR");
  if (st == DBX_OK) collect(&s), st = write_site(&s, folder);
  if (st == DBX_OK) {
    dbx_printf(&index, "%s/index.html", folder);
    say_to(stdout, "written: %s\n", dbx_text(&index));
    see_open_in_browser(dbx_text(&index));
  } else host_report(dbx_diag_take());
  site_free(&s);
  dbx_buf_free(&index);
  free(own);
  return host_stop(host_flush() && st == DBX_OK ? CLI_OK : CLI_FAILED);
}
