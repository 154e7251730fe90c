// See site.h. Markdown is read by cmark-gfm.
#include "learn/site.h"

#include "base/json.h"
#include "viz/text/text.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void site_add(site *s, const char *path, const char *title, const char *section,
              const char *markdown) {
  dbx_push(&s->pages, ((site_page){dbx_strdup(path), dbx_strdup(title), dbx_strdup(section),
                                   dbx_strdup(markdown)}));
}

void site_add_entry(site *s, const char *name, const char *kind, const char *url) {
  dbx_push(&s->entries, ((site_entry){dbx_strdup(name), dbx_strdup(kind), dbx_strdup(url)}));
}

void site_add_heading(site *s, const char *name, const char *kind, const char *path,
                      const char *heading) {
  dbx_buf url = {0};
  dbx_printf(&url, "%s.html#", path);
  site_put_anchor(&url, heading);
  site_add_entry(s, name, kind, dbx_text(&url));
  dbx_buf_free(&url);
}

void site_free(site *s) {
  for (uint32_t i = 0; i < s->pages.n; i++) {
    site_page *p = &s->pages.at[i];
    free(p->path), free(p->title), free(p->section), free(p->markdown);
  }
  for (uint32_t i = 0; i < s->entries.n; i++)
    free(s->entries.at[i].name), free(s->entries.at[i].kind), free(s->entries.at[i].url);
  dbx_vec_free(&s->pages);
  dbx_vec_free(&s->entries);
}

void site_put_anchor(dbx_buf *b, const char *heading) {
  for (const char *c = heading; *c; c++) {
    if (isalnum((unsigned char)*c) || *c == '_' || *c == '-')
      dbx_putc(b, (char)tolower((unsigned char)*c));
    else if (*c == ' ') dbx_putc(b, '-');
  }
}

// ---- links ----

// The path behind a link of the page, without "." and "..", from the folder of docs on.
static void resolve(dbx_buf *b, const char *page, const char *link, size_t n) {
  const char *slash = strrchr(page, '/');
  if (slash) dbx_putn(b, page, (size_t)(slash - page) + 1);
  for (const char *end = link + n; link < end;) {
    size_t part = strcspn(link, "/");
    if (part > (size_t)(end - link)) part = (size_t)(end - link);
    if (part == 2 && !strncmp(link, "..", 2)) {
      if (b->n) b->n--;
      while (b->n && b->at[b->n - 1] != '/') b->n--;
    } else if (part != 1 || *link != '.') {
      dbx_putn(b, link, part);
      if (link + part < end) dbx_putc(b, '/');
    }
    link += part + (link + part < end);
  }
}

static bool has(const site *s, const char *path) {
  for (uint32_t i = 0; i < s->pages.n; i++)
    if (!strcmp(s->pages.at[i].path, path)) return true;
  return false;
}

static void put_up(dbx_buf *b, const char *page) {
  for (; *page; page++)
    if (*page == '/') dbx_put(b, "../");
}

// The page behind a link, from this one on; false: there is none.
static bool put_link(dbx_buf *b, const site *s, const char *page, const char *url) {
  size_t n = strcspn(url, "#");
  dbx_buf to = {0};
  resolve(&to, page, url, n);
  if (!strcmp(dbx_text(&to), "README.md")) dbx_clear(&to), dbx_put(&to, "index.md");
  char *path = (char *)(uintptr_t)dbx_text(&to), *dot = strrchr(path, '.');
  if (dot) *dot = 0;
  bool known = has(s, path);
  if (known) put_up(b, page), dbx_printf(b, "%s.html%s", path, url + n);
  dbx_buf_free(&to);
  return known;
}

// A link that leads nowhere becomes its text.
static void unlink_node(cmark_node *n) {
  for (cmark_node *inner; (inner = cmark_node_first_child(n));) cmark_node_insert_before(n, inner);
  cmark_node_free(n);
}

static void settle_link(cmark_node *n, const site *s, const char *page) {
  dbx_buf url = {0};
  const char *old = cmark_node_get_url(n);
  if (strstr(old, "://") || *old == '#') return;
  if (put_link(&url, s, page, old)) cmark_node_set_url(n, dbx_text(&url));
  else unlink_node(n);
  dbx_buf_free(&url);
}

// ---- headings ----

static void put_words(dbx_buf *b, cmark_node *n) {
  for (cmark_node *c = cmark_node_first_child(n); c; c = cmark_node_next(c)) {
    cmark_node_type t = cmark_node_get_type(c);
    if (t == CMARK_NODE_TEXT || t == CMARK_NODE_CODE) dbx_put(b, cmark_node_get_literal(c));
    put_words(b, c);
  }
}

static void anchor(cmark_node *heading) {
  dbx_buf words = {0}, html = {0};
  cmark_node *a = cmark_node_new(CMARK_NODE_CUSTOM_INLINE);
  put_words(&words, heading);
  dbx_put(&html, "<span id=\"");
  site_put_anchor(&html, dbx_text(&words));
  dbx_put(&html, "\"></span>");
  cmark_node_set_on_enter(a, dbx_text(&html));
  cmark_node_prepend_child(heading, a);
  dbx_buf_free(&words);
  dbx_buf_free(&html);
}

// ---- a page ----

static void settle(cmark_node *document, const site *s, const char *page) {
  dbx_vec(cmark_node *) all = {0};
  cmark_iter *i = cmark_iter_new(document);
  for (cmark_event_type e; (e = cmark_iter_next(i)) != CMARK_EVENT_DONE;) {
    cmark_node *n = cmark_iter_get_node(i);
    cmark_node_type t = cmark_node_get_type(n);
    if (e == CMARK_EVENT_ENTER && (t == CMARK_NODE_LINK || t == CMARK_NODE_HEADING))
      dbx_push(&all, n);
  }
  cmark_iter_free(i);
  for (uint32_t k = 0; k < all.n; k++)
    if (cmark_node_get_type(all.at[k]) == CMARK_NODE_HEADING) anchor(all.at[k]);
    else settle_link(all.at[k], s, page);
  dbx_vec_free(&all);
}

// A heading of a column without words is none.
static void put_html(dbx_buf *b, const char *html) {
  for (const char *at = html; (at = strstr(at, "<th"));) {
    const char *end = strchr(at, '>');
    if (end && !strncmp(end, "></th>", 6) && at[3] != 'e') { // nor <thead>
      dbx_putn(b, html, (size_t)(at - html));
      dbx_put(b, "<td></td>");
      html = end + 6;
    }
    at += 3;
  }
  dbx_put(b, html);
}

static void put_markdown(dbx_buf *b, const site *s, const site_page *p) {
  cmark_gfm_core_extensions_ensure_registered();
  cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
  cmark_syntax_extension *tables = cmark_find_syntax_extension("table");
  if (tables) cmark_parser_attach_syntax_extension(parser, tables);
  cmark_parser_feed(parser, p->markdown, strlen(p->markdown));
  cmark_node *document = cmark_parser_finish(parser);
  settle(document, s, p->path);
  char *html =
      cmark_render_html(document, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser));
  put_html(b, html);
  free(html);
  cmark_node_free(document);
  cmark_parser_free(parser);
}

// A list of links a section; that of the page is open.
static void put_navigation(dbx_buf *b, const site *s, const site_page *page) {
  const char *section = "";
  for (uint32_t i = 0; i < s->pages.n; i++) {
    const site_page *p = &s->pages.at[i];
    if (strcmp(p->section, section)) {
      if (*section) dbx_put(b, "</ul></details>\n");
      section = p->section;
      dbx_printf(b, "<details%s><summary>%s</summary><ul>\n",
                 !strcmp(section, page->section) ? " open" : "", section);
    }
    dbx_put(b, "<li><a href=\"");
    put_up(b, page->path);
    dbx_printf(b, "%s.html\"%s>", p->path, p == page ? " aria-current=\"page\"" : "");
    dbx_put_xml(b, p->title, strlen(p->title));
    dbx_put(b, "</a></li>\n");
  }
  if (*section) dbx_put(b, "</ul></details>\n");
}

void site_put_page(dbx_buf *b, const site *s, const site_page *page) {
  dbx_buf up = {0};
  put_up(&up, page->path);
  const char *to = dbx_text(&up);
  dbx_put(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  dbx_put_xml(b, page->title, strlen(page->title));
  dbx_printf(b,
             " - dbidx</title>\n<link rel=\"stylesheet\" href=\"%sstyle.css\">\n</head>\n<body>\n"
             "<a class=\"skip\" href=\"#text\">To the text</a>\n"
             "<header><a class=\"home\" href=\"%sindex.html\">dbidx</a>\n"
             "<form role=\"search\"><input id=\"query\" type=\"search\" autocomplete=\"off\" "
             "aria-label=\"Search\" placeholder=\"Search: a function, a term, a code (/)\">"
             "<ol id=\"found\" hidden></ol></form></header>\n"
             "<nav aria-label=\"Pages\">\n",
             to, to);
  put_navigation(b, s, page);
  dbx_put(b, "</nav>\n<main id=\"text\">\n");
  put_markdown(b, s, page);
  dbx_printf(b,
             "</main>\n<script>const UP = \"%s\";</script>\n<script src=\"%ssearch.js\"></script>\n"
             "<script src=\"%sscript.js\"></script>\n</body>\n</html>\n",
             to, to, to);
  dbx_buf_free(&up);
}

// ---- the search ----

static void put_entry(dbx_json *j, const char *name, const char *kind, const char *url) {
  dbx_json_open(j, '[');
  dbx_json_str(j, name), dbx_json_str(j, kind), dbx_json_str(j, url);
  dbx_json_close(j, ']');
}

void site_put_search(dbx_buf *b, const site *s) {
  dbx_json j = {.out = b, .indent = -1};
  dbx_buf url = {0};
  dbx_put(b, "const ENTRIES = ");
  dbx_json_open(&j, '[');
  for (uint32_t i = 0; i < s->pages.n; i++, dbx_clear(&url)) {
    const site_page *p = &s->pages.at[i];
    dbx_printf(&url, "%s.html", p->path);
    put_entry(&j, p->title, p->section, dbx_text(&url));
  }
  for (uint32_t i = 0; i < s->entries.n; i++)
    put_entry(&j, s->entries.at[i].name, s->entries.at[i].kind, s->entries.at[i].url);
  dbx_json_close(&j, ']');
  dbx_put(b, ";\n");
  dbx_buf_free(&url);
}
