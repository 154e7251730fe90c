// Machine code that is used again: for equal Jaxprs of a session, and from files of other sessions.
#include "base/diag.h"
#include "lower/load.h"
#include "read/read.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static lower_session *engine;
static void open_engine(void) { engine = lower_open(NULL); }
static void close_engine(void) { lower_close(engine); }

// ---- machine code of equal Jaxprs ----

static dbx_jaxpr *read_text(const char *name, const char *text, dbx_arena *arena) {
  dbx_jaxpr *j;
  cr_assert_eq(dbx_read_jaxpr(dbx_source_add(name, text, strlen(text)), arena, &j), DBX_OK);
  return j;
}

static lower_reuse reused(lower_session *s, const dbx_jaxpr *j) {
  lower_report r;
  cr_assert(lower_report_of(s, j, &r));
  return r.times.reused;
}

static dbx_array *of_length(int64_t n, double first) { // first, first + 1, ...
  dbx_array *a;
  cr_assert_eq(dbx_array_new(DBX_F64, 1, &n, &a), DBX_OK);
  for (int64_t i = 0; i < n; i++) ((double *)a->data)[i] = first + (double)i;
  return a;
}

// b + b of `n` elements from 1; the sum of the results.
static double run_doubled(lower_session *s, const dbx_jaxpr *j, int64_t n) {
  dbx_array *args[2] = {dbx_array_scalar(DBX_I64, dbx_scalar_int(n)), of_length(n, 1)}, *out;
  cr_assert_eq(lower_engine_run(s, j, args, &out), DBX_OK);
  double sum = 0;
  for (int64_t i = 0; i < n; i++) sum += dbx_array_at(out, i).c[0];
  dbx_array_unref(args[0]), dbx_array_unref(args[1]), dbx_array_unref(out);
  return sum;
}

static const char doubled[] = "{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = add b b in (c,) }";
static const char squared[] = "{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = mul b b in (c,) }";

Test(reuse, an_equal_jaxpr_has_the_same_code, .init = open_engine, .fini = close_engine) {
  dbx_arena arena = {0};
  dbx_jaxpr *first = read_text("first", doubled, &arena),
            *again = read_text("again", doubled, &arena),
            *other = read_text("other", squared, &arena);
  cr_assert_eq(run_doubled(engine, first, 3), 12);
  cr_assert_eq(run_doubled(engine, again, 4), 20);
  cr_assert_eq(run_doubled(engine, other, 3), 14);
  cr_assert_eq(reused(engine, first), LOWER_REUSE_OFF);
  cr_assert_eq(reused(engine, again), LOWER_REUSE_SESSION);
  cr_assert_eq(reused(engine, other), LOWER_REUSE_OFF);
  lower_engine_forget(engine, first); // the code stays for `again`
  cr_assert_eq(run_doubled(engine, again, 2), 6);
  lower_set_reuse(engine, LOWER_REUSE_OFF, NULL);
  dbx_jaxpr *alone = read_text("alone", doubled, &arena);
  cr_assert_eq(run_doubled(engine, alone, 2), 6);
  cr_assert_eq(reused(engine, alone), LOWER_REUSE_OFF);
  dbx_arena_free(&arena);
}

Test(reuse, an_error_has_the_place_of_its_own_program, .init = open_engine, .fini = close_engine) {
  static const char *const texts[] = {
      "{ lambda ; a:i64[] b:i64[]. let\n    c:i64[] = add a b\n    d:f64[c] = "
      "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 c\n  in (c, d) }",
      "\n\n{ lambda ; x:i64[] y:i64[]. let\n\n    z:i64[] = add x y\n    w:f64[z] = "
      "broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 z\n  in (z, w) }"};
  static const uint32_t lines[] = {3, 6};
  dbx_arena arena = {0};
  for (int i = 0; i < 2; i++) {
    dbx_jaxpr *j = read_text(i ? "second" : "first", texts[i], &arena);
    dbx_array *args[2] = {dbx_array_scalar(DBX_I64, dbx_scalar_int(1)),
                          dbx_array_scalar(DBX_I64, dbx_scalar_int(-3))},
              *out[2];
    cr_assert_eq(lower_engine_run(engine, j, args, out), DBX_FAIL);
    cr_assert_eq(reused(engine, j), i ? LOWER_REUSE_SESSION : LOWER_REUSE_OFF);
    dbx_diag *d = dbx_diag_take();
    cr_assert_str_eq(dbx_source_name(d->span.file), i ? "second" : "first");
    cr_assert_eq(dbx_source_place(d->span.file, d->span.begin).line, lines[i]);
    dbx_diag_free(d);
    dbx_array_unref(args[0]), dbx_array_unref(args[1]);
  }
  dbx_arena_free(&arena);
}

// { lambda a:f64[n] b:f64[n]. a - b } with values of the constants.
static double run_constants(dbx_array *a, dbx_array *b, lower_reuse *ret) {
  dbx_arena arena = {0};
  dbx_jaxpr *j =
      read_text("constants",
                a->rank ? "{ lambda a:f64[2] b:f64[2] ; . let c:f64[2] = sub a b in (c,) }"
                        : "{ lambda a:f64[] b:f64[] ; . let c:f64[] = sub a b in (c,) }",
                &arena);
  dbx_array *values[2] = {a, b}, *out;
  j->consts = values;
  cr_assert_eq(lower_engine_run(engine, j, NULL, &out), DBX_OK);
  *ret = reused(engine, j);
  double first = dbx_array_at(out, 0).c[0];
  lower_engine_forget(engine, j);
  dbx_array_unref(out);
  dbx_arena_free(&arena);
  return first;
}

Test(reuse, constants, .init = open_engine, .fini = close_engine) {
  dbx_array *x = of_length(2, 10), *y = of_length(2, 3), *z = of_length(2, 100),
            *p = dbx_array_scalar(DBX_F64, dbx_scalar_f(7)),
            *q = dbx_array_scalar(DBX_F64, dbx_scalar_f(2));
  lower_reuse r;
  cr_assert_eq(run_constants(x, y, &r), 7);
  cr_assert_eq(r, LOWER_REUSE_OFF);
  cr_assert_eq(run_constants(z, x, &r), 90); // arrays are arguments of the code
  cr_assert_eq(r, LOWER_REUSE_SESSION);
  cr_assert_eq(run_constants(x, x, &r), 0); // one array, not two
  cr_assert_eq(r, LOWER_REUSE_OFF);
  cr_assert_eq(run_constants(y, z, &r), -97);
  cr_assert_eq(r, LOWER_REUSE_SESSION);
  cr_assert_eq(run_constants(p, q, &r), 5); // scalars are a part of it
  cr_assert_eq(run_constants(q, p, &r), -5);
  cr_assert_eq(r, LOWER_REUSE_OFF);
  cr_assert_eq(run_constants(p, q, &r), 5);
  cr_assert_eq(r, LOWER_REUSE_SESSION);
  dbx_array_unref(x), dbx_array_unref(y), dbx_array_unref(z), dbx_array_unref(p),
      dbx_array_unref(q);
}

// ---- machine code in files ----

static char folder[64];

static void make_folder(void) {
  snprintf(folder, sizeof folder, "/tmp/dbidx-test-XXXXXX");
  cr_assert(mkdtemp(folder));
}

// Each file of the folder; gives their number.
static int each_file(void (*f)(const char *path)) {
  DIR *d = opendir(folder);
  int n = 0;
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[512];
    if (e->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
    if (f) f(path);
    n++;
  }
  if (d) closedir(d);
  return n;
}

static void unlink_file(const char *path) { cr_assert_eq(unlink(path), 0); }

static void remove_folder(void) {
  each_file(unlink_file);
  rmdir(folder);
}

// Where the code of an equal Jaxpr comes from in a session of its own; the result must be right.
static lower_reuse in_new_session(const char *text, double sum) {
  dbx_arena arena = {0};
  lower_session *s = lower_open(NULL);
  lower_set_reuse(s, LOWER_REUSE_DISK, folder);
  dbx_jaxpr *j = read_text("file", text, &arena);
  cr_assert_eq(run_doubled(s, j, 3), sum);
  lower_reuse r = reused(s, j);
  lower_close(s);
  dbx_arena_free(&arena);
  return r;
}

Test(reuse, another_session_finds_the_code, .init = make_folder, .fini = remove_folder) {
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_DISK);
  cr_assert_eq(in_new_session(squared, 14), LOWER_REUSE_OFF);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_DISK);
  cr_assert_eq(in_new_session(squared, 14), LOWER_REUSE_DISK);
  cr_assert_eq(each_file(NULL), 2);
  each_file(unlink_file);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
}

static int damage_at; // per mille of the length
static bool damage_cuts;

static void damage(const char *path) {
  struct stat st;
  cr_assert_eq(stat(path, &st), 0);
  off_t at = (st.st_size - 1) * damage_at / 1000;
  if (damage_cuts) {
    cr_assert_eq(truncate(path, at), 0);
    return;
  }
  char c;
  FILE *f = fopen(path, "r+b");
  cr_assert(f && !fseeko(f, at, SEEK_SET) && fread(&c, 1, 1, f) == 1);
  c ^= 0x10;
  cr_assert(!fseeko(f, at, SEEK_SET) && fwrite(&c, 1, 1, f) == 1 && !fclose(f));
}

Test(reuse, a_damaged_file_is_no_file, .init = make_folder, .fini = remove_folder) {
  for (damage_at = 0; damage_at <= 1000; damage_at += 125)
    for (int cut = 0; cut < 2; cut++) {
      (void)in_new_session(doubled, 12);
      damage_cuts = cut;
      cr_assert_eq(each_file(damage), 1);
      cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF, "damage at %d", damage_at);
      cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_DISK);
    }
}

Test(reuse, a_folder_that_others_can_write_is_not_used, .init = make_folder,
     .fini = remove_folder) {
  cr_assert_eq(chmod(folder, 0777), 0);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
  cr_assert_eq(each_file(NULL), 0);
}

Test(reuse, a_folder_that_cannot_be_made_is_not_used, .init = make_folder, .fini = remove_folder) {
  char file[80];
  snprintf(file, sizeof file, "%s/file", folder);
  FILE *f = fopen(file, "w");
  cr_assert(f && !fclose(f));
  strcat(folder, "/file");
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
  cr_assert_eq(in_new_session(doubled, 12), LOWER_REUSE_OFF);
  *strrchr(folder, '/') = 0;
}
