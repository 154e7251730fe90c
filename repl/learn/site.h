// Documentation as a folder of HTML pages that need no server: Markdown in, pages with a navigation
// and a search out. The caller writes the files.
#ifndef DBX_LEARN_SITE_H
#define DBX_LEARN_SITE_H

#include "base/buf.h"
#include "base/mem.h"

typedef struct site_page {
  char *path;     // below the site's folder, without ending: "terms/out_type"
  char *title;    // of the navigation
  char *section;  // pages of a section stand together
  char *markdown; // links lead to files of the repository, relative to the page's place in docs
} site_page;

typedef struct site_entry {
  char *name, *kind, *url; // what is searched for, what it is, where it stands
} site_entry;

typedef struct site {
  dbx_vec(site_page) pages; // in the order of the navigation
  dbx_vec(site_entry) entries;
} site;

// Texts are copied.
void site_add(site *s, const char *path, const char *title, const char *section,
              const char *markdown);
// Something that the search finds; the pages themselves are found by their titles.
void site_add_entry(site *s, const char *name, const char *kind, const char *url);
// The same for a heading of a page.
void site_add_heading(site *s, const char *name, const char *kind, const char *path,
                      const char *heading);
void site_free(site *s);

// A page as HTML. Headings have their words as anchors ("what-happened"); a link to what is no page
// of the site is its text.
void site_put_page(dbx_buf *b, const site *s, const site_page *page);
// What the search searches, as the script search.js.
void site_put_search(dbx_buf *b, const site *s);
// The words of a heading as an anchor: letters and digits, small, "-" for blanks.
void site_put_anchor(dbx_buf *b, const char *heading);

extern const char site_css[], site_js[];

#endif
