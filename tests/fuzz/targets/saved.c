// Saved files: what :load, :replay and --recover are given may be anything; what :log and :source
// write of a session can be loaded again.
#include "surround.h"

#include "cmd/commands.h"
#include "cmd/session/journal.h"
#include "cmd/session/journal_form.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const bool fuzz_types_commands = true;

static void write_file(const char *path, const void *data, size_t n) {
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(data, 1, n, f) != n || fclose(f)) fuzz_found("cannot write", path);
}

// The last line of a transcript may leave: that ends only the replaying.
static void say(const char *command) { (void)commands_run(command); }

// ---- journals ----

// Each line "KIND TEXT" as a record; kinds that there are not as they stand, which is damage.
static void put_records(dbx_buf *b, const char *s, const char *end) {
  while (s < end) {
    const char *stop = memchr(s, '\n', (size_t)(end - s));
    if (!stop) stop = end;
    const char *text = memchr(s, ' ', (size_t)(stop - s));
    if (text && text - s < 16) {
      char kind[16] = "";
      memcpy(kind, s, (size_t)(text - s));
      size_t n = (size_t)(stop - ++text);
      dbx_printf(b, "%s %zu %08x\n", kind, n, journal_check(kind, text, n));
      s = text;
    }
    dbx_putn(b, s, (size_t)(stop - s));
    dbx_putc(b, '\n');
    s = stop + 1;
  }
}

static void read_journal(void) {
  journal_past past;
  int fd = open("in", O_RDONLY);
  if (fd < 0) fuzz_found("cannot open", "in");
  bool is_one = journal_read(fd, &past);
  if (is_one && past.count > past.lines.n) fuzz_found("more lines count than there are", "");
  if (is_one) journal_past_free(&past);
  close(fd);
}

static void journal(const uint8_t *data, size_t n) {
  const char *at = (const char *)data;
  dbx_buf b = {0};
  write_file("in", data, n); // damaged as it is
  read_journal();
  const char *head = memchr(at, '\n', n);
  dbx_put(&b, journal_magic);
  if (head) put_records(&b, head + 1, at + n);
  write_file("in", dbx_text(&b), b.n);
  read_journal();
  dbx_buf_free(&b);
}

// ---- sessions ----

static bool has(const uint8_t *data, size_t n, const char *text) {
  return memmem(data, n, text, strlen(text));
}

// Transcripts with commands on other files, and the budget, which is that of the fuzzer as well.
static bool is_left_out(const uint8_t *data, size_t n) {
  return data[0] == '>' && has(data, n, ":") &&
         (has(data, n, "/") || has(data, n, "..") || has(data, n, "memory"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  fuzz_enter_folder();
  if (n > 13 && !memcmp(data, "dbidx journal", 13)) return journal(data, n), 0;
  if (n && is_left_out(data, n)) return 0;
  fuzz_begin_session();
  write_file("in", data, n);
  say(n && data[0] == '>' ? ":replay in" : ":load in");
  say(":log! out");
  say(":source");
  say(":new");
  say(":replay out");
  fuzz_end_session();
  return 0;
}
