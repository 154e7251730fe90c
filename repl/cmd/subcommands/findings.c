// The formats of findings, one row each (see findings.h). A piece of a document ends with
// SEPARATOR, which no text can hold: all formats escape it.
#include "cmd/subcommands/findings.h"

#include "cmd/host/host.h"
#include "cmd/subcommands/state.h"

#include "base/json.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SEPARATOR = 0x1e };

// Rules that are no diagnostics.
static const struct other {
  const char *rule, *title;
} others[] = {{"worksheet", "a worksheet that prints something else than it shows"},
              {"unchecked", "a file that could not be checked"}};
enum { N_OTHERS = sizeof others / sizeof *others };

// ---- GitHub: workflow commands ----

static void put_escaped(dbx_buf *b, const char *s, const char *which) {
  for (; *s; s++)
    if (strchr(which, *s)) dbx_printf(b, "%%%02X", (unsigned)(unsigned char)*s);
    else dbx_putc(b, *s);
}

static void put_github(dbx_buf *b, const finding *f) {
  static const char *const of_property = "%\r\n:,", *const of_text = "%\r\n";
  dbx_printf(b, "::%s file=", f->warning ? "warning" : "error");
  put_escaped(b, f->file, of_property);
  if (f->line) dbx_printf(b, ",line=%u,endLine=%u", f->line, f->end_line);
  if (f->line && f->line == f->end_line) // it takes columns of one line only
    dbx_printf(b, ",col=%u,endColumn=%u", f->column, f->end_column);
  dbx_printf(b, ",title=%s%s%s::", f->rule, *f->kind ? " " : "", f->kind);
  put_escaped(b, f->message, of_text);
  dbx_putc(b, '\n');
}

// ---- SARIF 2.1.0 ----

static void put_text(dbx_json *j, const char *key, const char *text) { // {"text": ...}
  dbx_json_key(j, key);
  dbx_json_open(j, '{');
  dbx_json_key(j, "text"), dbx_json_str(j, text);
  dbx_json_close(j, '}');
}

static void put_uri(dbx_json *j, const char *path) {
  dbx_buf b = {0};
  if (*path == '/') dbx_put(&b, "file://");
  for (; *path; path++) {
    unsigned c = (unsigned char)*path;
    bool plain = (c | 32) - 'a' < 26 || c - '0' < 10 || (c < 128 && strchr("/._-~", (int)c));
    dbx_printf(&b, plain ? "%c" : "%%%02X", c);
  }
  dbx_json_key(j, "uri"), dbx_json_str(j, dbx_text(&b));
  dbx_buf_free(&b);
}

static void put_region(dbx_json *j, const finding *f) {
  const struct {
    const char *key;
    uint32_t value;
  } ends[] = {{"startLine", f->line},
              {"startColumn", f->column},
              {"endLine", f->end_line},
              {"endColumn", f->end_column}};
  dbx_json_key(j, "region");
  dbx_json_open(j, '{');
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    dbx_json_key(j, ends[i].key), dbx_json_int(j, ends[i].value);
  dbx_json_close(j, '}');
}

static void put_sarif(dbx_buf *b, const finding *f) {
  dbx_json j = {.out = b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "ruleId"), dbx_json_str(&j, f->rule);
  dbx_json_key(&j, "level"), dbx_json_str(&j, f->warning ? "warning" : "error");
  put_text(&j, "message", f->message);
  dbx_json_key(&j, "locations"), dbx_json_open(&j, '[');
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "physicalLocation"), dbx_json_open(&j, '{');
  dbx_json_key(&j, "artifactLocation"), dbx_json_open(&j, '{');
  put_uri(&j, f->file);
  dbx_json_close(&j, '}');
  if (f->line) put_region(&j, f);
  dbx_json_close(&j, '}'), dbx_json_close(&j, '}'), dbx_json_close(&j, ']');
  dbx_json_close(&j, '}');
}

static void put_rule(dbx_json *j, const char *id, const char *title) {
  dbx_json_open(j, '{');
  dbx_json_key(j, "id"), dbx_json_str(j, id);
  put_text(j, "shortDescription", title);
  dbx_json_close(j, '}');
}

static void put_sarif_head(dbx_buf *b) {
  dbx_json j = {.out = b, .indent = -1};
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "$schema"), dbx_json_str(&j, "https://json.schemastore.org/sarif-2.1.0.json");
  dbx_json_key(&j, "version"), dbx_json_str(&j, "2.1.0");
  dbx_json_key(&j, "runs"), dbx_json_open(&j, '[');
  dbx_json_open(&j, '{');
  dbx_json_key(&j, "columnKind"), dbx_json_str(&j, "unicodeCodePoints");
  dbx_json_key(&j, "tool"), dbx_json_open(&j, '{');
  dbx_json_key(&j, "driver"), dbx_json_open(&j, '{');
  dbx_json_key(&j, "name"), dbx_json_str(&j, "dbidx");
  dbx_json_key(&j, "version"), dbx_json_str(&j, DBX_VERSION);
  dbx_json_key(&j, "rules"), dbx_json_open(&j, '[');
  for (int i = 0; i < DBX_CODE_COUNT; i++)
    put_rule(&j, dbx_code_name((dbx_code)i), dbx_code_title((dbx_code)i));
  for (int i = 0; i < N_OTHERS; i++) put_rule(&j, others[i].rule, others[i].title);
  dbx_json_close(&j, ']'), dbx_json_close(&j, '}'), dbx_json_close(&j, '}');
  dbx_put(b, ",\"results\":[");
}

// ---- JUnit ----

static void put_xml(dbx_buf *b, const char *s) {
  for (; *s; s++) switch (*s) {
    case '&': dbx_put(b, "&amp;"); break;
    case '<': dbx_put(b, "&lt;"); break;
    case '>': dbx_put(b, "&gt;"); break;
    case '"': dbx_put(b, "&quot;"); break;
    case '\n': dbx_put(b, "&#10;"); break;
    default: dbx_putc(b, (unsigned char)*s < ' ' && *s != '\t' ? '?' : *s); // XML has no others
    }
}

static void put_case(dbx_buf *b, const char *file, const char *name) {
  dbx_put(b, "  <testcase classname=\"");
  put_xml(b, file);
  dbx_put(b, "\" name=\"");
  put_xml(b, name);
}

static void put_junit(dbx_buf *b, const finding *f) {
  dbx_buf name = {0};
  dbx_put(&name, f->rule);
  if (f->line) dbx_printf(&name, " at %u:%u", f->line, f->column);
  put_case(b, f->file, dbx_text(&name));
  dbx_buf_free(&name);
  dbx_put(b, "\">\n    <failure type=\"");
  put_xml(b, *f->kind ? f->kind : f->rule);
  dbx_put(b, "\" message=\"");
  put_xml(b, f->message);
  dbx_put(b, "\"/>\n  </testcase>\n");
}

static void put_junit_good(dbx_buf *b, const char *file) {
  put_case(b, file, "check");
  dbx_put(b, "\"/>\n");
}

static void put_junit_head(dbx_buf *b) {
  dbx_put(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"dbidx "
             "check\">\n");
}

// ---- the formats ----

static const struct findings_format {
  const char *name;
  void (*put)(dbx_buf *b, const finding *f);      // NULL: plain text
  void (*head)(dbx_buf *b);                       // NULL: no document, a line each
  void (*put_good)(dbx_buf *b, const char *file); // of a file without a finding; NULL: nothing
  const char *between, *foot;
} formats[] = {
    {.name = "text"},
    {"github", put_github, NULL, NULL, "", ""},
    {"sarif", put_sarif, put_sarif_head, NULL, ",", "]}]}\n"},
    {"junit", put_junit, put_junit_head, put_junit_good, "", "</testsuite>\n</testsuites>\n"}};

// Pieces of a document are written by the processes of the files and read by this one.
static void keep(dbx_buf *b) {
  dbx_putc(b, SEPARATOR);
  for (size_t at = 0; at < b->n;) {
    ssize_t n = write(subcommands_now->findings.pieces, b->at + at, b->n - at);
    if (n <= 0) break;
    at += (size_t)n;
  }
}

static void read_pieces(dbx_buf *b) {
  char part[1 << 14];
  int fd = subcommands_now->findings.pieces;
  lseek(fd, 0, SEEK_SET);
  for (ssize_t n; (n = read(fd, part, sizeof part)) > 0;) dbx_putn(b, part, (size_t)n);
}

bool findings_begin(const cli *o) {
  struct findings_state *w = &subcommands_now->findings;
  *w = (struct findings_state){.format = formats, .pieces = -1};
  for (size_t i = 0; o->format && i < sizeof formats / sizeof *formats; i++)
    if (!strcmp(formats[i].name, o->format)) w->format = &formats[i];
  if (!w->format->put) return true;
  w->told = mmap(NULL, sizeof *w->told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (w->told == MAP_FAILED) w->told = NULL;
  if (w->format->head) w->pieces = memfd_create("findings", MFD_CLOEXEC);
  if (w->told && (w->pieces >= 0 || !w->format->head)) return true;
  return perror("dbidx: the findings"), false;
}

bool findings_formatted(void) {
  const struct findings_format *f = subcommands_now->findings.format;
  return f && f->put;
}

bool findings_tell(const finding *f, FILE *to) {
  struct findings_state *w = &subcommands_now->findings;
  dbx_buf b = {0};
  if (!findings_formatted()) return false;
  ++*w->told;
  w->format->put(&b, f);
  if (w->format->head) keep(&b);
  else fwrite(b.at, 1, b.n, to);
  dbx_buf_free(&b);
  return true;
}

void findings_checked(const char *file, bool good) {
  struct findings_state *w = &subcommands_now->findings;
  dbx_buf b = {0};
  if (!w->format->put) return;
  const finding none = {.file = file, .rule = "unchecked", .kind = "", .message = others[1].title};
  if (*w->told == w->before && !good) (void)findings_tell(&none, stdout);
  if (*w->told == w->before && w->format->put_good) w->format->put_good(&b, file), keep(&b);
  w->before = *w->told;
  dbx_buf_free(&b);
}

void findings_end(void) {
  struct findings_state *w = &subcommands_now->findings;
  dbx_buf pieces = {0}, b = {0};
  if (w->format->head) {
    read_pieces(&pieces);
    w->format->head(&b);
    for (size_t i = 0; i < pieces.n; i++)
      if (pieces.at[i] != SEPARATOR) dbx_putc(&b, pieces.at[i]);
      else if (i + 1 < pieces.n) dbx_put(&b, w->format->between);
    dbx_put(&b, w->format->foot);
    fwrite(b.at, 1, b.n, stdout);
    close(w->pieces);
  }
  if (w->told) munmap(w->told, sizeof *w->told);
  *w = (struct findings_state){.pieces = -1};
  dbx_buf_free(&pieces), dbx_buf_free(&b);
}
