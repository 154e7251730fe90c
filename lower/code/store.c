// See store.h. A file: head, target, key, numbers, object. It is written beside its place and moved
// there, so that another process sees all of it or nothing.
#include "lower/code/store.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 64 << 20 }; // of all files, about: every 32nd file looks

struct lower_store {
  char *folder;
  dbx_buf target; // what the code depends on besides the key
};

// ---- which build ----

typedef struct note_search {
  const void *inside; // an address of this module
  dbx_buf *ret;
} note_search;

static void put_build_id(dbx_buf *b, const ElfW(Nhdr) * note, size_t bytes) {
  const char *at = (const char *)note, *end = at + bytes;
  while (at + sizeof *note < end) {
    const ElfW(Nhdr) *n = (const ElfW(Nhdr) *)at;
    const char *name = at + sizeof *n, *text = name + ((n->n_namesz + 3u) & ~3u);
    if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4))
      dbx_putn(b, text, n->n_descsz);
    at = text + ((n->n_descsz + 3u) & ~3u);
  }
}

// The build ids of the program, which comes first and has no name, of this module, and of libMLIR
// and libLLVM if they are not a part of it.
static int find_notes(struct dl_phdr_info *info, size_t size, void *ctx) {
  note_search *s = ctx;
  bool library = !*info->dlpi_name || strstr(info->dlpi_name, "/libMLIR") ||
                 strstr(info->dlpi_name, "/libLLVM");
  for (int i = 0; i < info->dlpi_phnum && !library; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    const char *begin = (const char *)(info->dlpi_addr + h->p_vaddr), *at = s->inside;
    library = h->p_type == PT_LOAD && at >= begin && at < begin + h->p_memsz;
  }
  for (int i = 0; i < info->dlpi_phnum && library; i++) {
    const ElfW(Phdr) *h = &info->dlpi_phdr[i];
    if (h->p_type == PT_NOTE)
      put_build_id(s->ret, (const ElfW(Nhdr) *)(info->dlpi_addr + h->p_vaddr), h->p_memsz);
  }
  return 0;
}

// ---- the folder ----

static bool owned(const struct stat *st) {
  return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

// Makes the folder and at most two above it (~/.cache/dbidx/code): a home that is not there stays
// so.
static bool make_folder(const char *path, int above) {
  struct stat st;
  const char *slash = strrchr(path, '/');
  if (mkdir(path, 0700) && errno == ENOENT && above && slash > path) {
    char *parent = dbx_strdup(path);
    parent[slash - path] = 0;
    (void)make_folder(parent, above - 1);
    (void)mkdir(path, 0700);
    free(parent);
  }
  return !lstat(path, &st) && S_ISDIR(st.st_mode) && owned(&st);
}

lower_store *store_open(const char *folder, const char *target) {
  lower_store *s = dbx_alloc(sizeof *s);
  note_search search = {(const void *)(uintptr_t)&store_open, &s->target};
  (void)dl_iterate_phdr(find_notes, &search);
  if (!s->target.n || !make_folder(folder, 2)) return store_close(s), NULL;
  dbx_printf(&s->target, " %s %s", target, gnu_get_libc_version());
  s->folder = dbx_strdup(folder);
  return s;
}

void store_close(lower_store *s) {
  if (!s) return;
  dbx_buf_free(&s->target);
  free(s->folder);
  free(s);
}

// ---- files ----

typedef struct head {
  char magic[8];
  uint64_t check; // of all that follows
  uint64_t bytes; // of the file
  uint32_t target, key, sites, arrays;
  code_facts facts;
  uint64_t object;
} head;
static const char magic[8] = "dbxcode";

static uint64_t check_of(const dbx_buf *file) {
  size_t from = offsetof(head, bytes);
  return dbx_hash(file->at + from, file->n - from, 0x636f6465);
}

static void path_of(const lower_store *s, const lower_key *k, dbx_buf *ret) {
  uint64_t target = dbx_hash(s->target.at, s->target.n, 0);
  dbx_printf(ret, "%s/%016llx%016llx.code", s->folder, (unsigned long long)(k->hash[0] ^ target),
             (unsigned long long)k->hash[1]);
}

static bool read_file(const char *path, dbx_buf *ret) {
  struct stat st;
  int f = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC); // a FIFO has no writer
  if (f < 0) return false;
  bool ok = !fstat(f, &st) && S_ISREG(st.st_mode) && owned(&st) && st.st_size < MOST_BYTES;
  char *part = ok ? dbx_alloc((size_t)st.st_size + 1) : NULL;
  ok = ok && read(f, part, (size_t)st.st_size) == st.st_size;
  if (ok) dbx_putn(ret, part, (size_t)st.st_size);
  if (ok) (void)futimens(f, NULL); // used now
  free(part);
  close(f);
  return ok;
}

// The parts of a file one after another.
typedef struct reader {
  const char *at;
  size_t left;
} reader;

static const char *take(reader *r, size_t bytes) {
  if (bytes > r->left) return NULL;
  const char *at = r->at;
  r->at += bytes, r->left -= bytes;
  return at;
}

static bool read_code(const lower_store *s, const lower_key *k, const dbx_buf *file, lower_code *c,
                      dbx_buf *ret_object) {
  head h;
  if (file->n < sizeof h) return false;
  memcpy(&h, file->at, sizeof h);
  if (memcmp(h.magic, magic, sizeof magic) || h.bytes != file->n || h.check != check_of(file))
    return false;
  reader r = {file->at + sizeof h, file->n - sizeof h};
  const char *target = take(&r, h.target), *key = take(&r, h.key);
  if (!target || h.target != s->target.n || memcmp(target, s->target.at, h.target)) return false;
  if (!key || h.key != k->bytes.n || memcmp(key, k->bytes.at, h.key)) return false;
  const char *sites = take(&r, h.sites * sizeof(code_site)), *arrays = take(&r, h.arrays * 4ull);
  if (!sites || !arrays || r.left != h.object) return false;
  for (uint32_t i = 0; i < h.sites; i++) {
    code_site site;
    memcpy(&site, sites + i * sizeof site, sizeof site);
    if ((site.eqn >= k->eqns.n && site.eqn != KEY_NONE) || site.message >= LOWER_MESSAGES)
      return false;
    dbx_push(&c->sites, site);
  }
  for (uint32_t i = 0; i < h.arrays; i++) {
    uint32_t n;
    memcpy(&n, arrays + i * sizeof n, sizeof n);
    if (n >= k->arrays.n) return false;
    dbx_push(&c->arrays, n);
  }
  c->facts = h.facts;
  dbx_putn(ret_object, r.at, r.left);
  return true;
}

bool store_find(const lower_store *s, const lower_key *k, lower_code *c, dbx_buf *ret_object) {
  dbx_buf path = {0}, file = {0};
  path_of(s, k, &path);
  bool ok = read_file(dbx_text(&path), &file) && read_code(s, k, &file, c, ret_object);
  dbx_buf_free(&path);
  dbx_buf_free(&file);
  return ok;
}

// ---- writing, and the bound ----

typedef struct entry {
  char *path;
  int64_t used;
  size_t bytes;
} entry;

static int by_use(const void *x, const void *y) {
  const entry *a = x, *b = y;
  return (a->used > b->used) - (a->used < b->used);
}

// Removes the files that were used longest ago until half of the room is free.
static void make_room(const char *folder) {
  dbx_vec(entry) all = {0};
  size_t bytes = 0;
  DIR *d = opendir(folder);
  for (struct dirent *e; d && (e = readdir(d));) {
    dbx_buf path = {0};
    struct stat st;
    dbx_printf(&path, "%s/%s", folder, e->d_name);
    if (!lstat(dbx_text(&path), &st) && S_ISREG(st.st_mode)) {
      bytes += (size_t)st.st_size;
      dbx_push(&all, ((entry){dbx_strdup(dbx_text(&path)), st.st_mtime, (size_t)st.st_size}));
    }
    dbx_buf_free(&path);
  }
  if (d) closedir(d);
  bool full = bytes > MOST_BYTES;
  if (full) dbx_vec_sort(&all, by_use);
  for (uint32_t i = 0; i < all.n; i++) {
    if (full && bytes > MOST_BYTES / 2 && !unlink(all.at[i].path)) bytes -= all.at[i].bytes;
    free(all.at[i].path);
  }
  dbx_vec_free(&all);
}

static bool write_all(int f, const dbx_buf *b) {
  size_t at = 0;
  while (at < b->n) {
    ssize_t n = write(f, b->at + at, b->n - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += (size_t)n;
  }
  return true;
}

static void write_file(const char *path, const dbx_buf *file) {
  dbx_buf beside = {0};
  dbx_printf(&beside, "%s.%ld", path, (long)getpid());
  int f = open(dbx_text(&beside), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  bool ok = f >= 0 && write_all(f, file);
  if (f >= 0) ok = !close(f) && ok;
  if (ok) ok = !rename(dbx_text(&beside), path);
  if (f >= 0 && !ok) (void)unlink(dbx_text(&beside));
  dbx_buf_free(&beside);
}

void store_put(const lower_store *s, const lower_key *k, const lower_code *c,
               const dbx_buf *object) {
  dbx_buf path = {0}, file = {0};
  head h = {.target = (uint32_t)s->target.n,
            .key = (uint32_t)k->bytes.n,
            .sites = c->sites.n,
            .arrays = c->arrays.n,
            .facts = c->facts,
            .object = object->n};
  memcpy(h.magic, magic, sizeof magic);
  dbx_putn(&file, (const char *)&h, sizeof h);
  dbx_putn(&file, s->target.at, s->target.n);
  dbx_putn(&file, k->bytes.at, k->bytes.n);
  dbx_putn(&file, (const char *)c->sites.at, c->sites.n * sizeof *c->sites.at);
  dbx_putn(&file, (const char *)c->arrays.at, c->arrays.n * sizeof *c->arrays.at);
  dbx_putn(&file, object->at, object->n);
  h.bytes = file.n;
  memcpy(file.at, &h, sizeof h);
  h.check = check_of(&file);
  memcpy(file.at, &h, sizeof h);
  if (file.n < MOST_BYTES / 8) {
    path_of(s, k, &path);
    write_file(dbx_text(&path), &file);
    if (k->hash[1] % 64 < 2) make_room(s->folder);
  }
  dbx_buf_free(&path);
  dbx_buf_free(&file);
}
