// What a recording refers to is defined once, before. The lines are by hand, after
// docs/trace-format.md.
#include "lines.h"

#include <criterion/criterion.h>
#include <string.h>

Test(write, a_recording_begins_with_the_version_and_the_target) {
  const char *all = lines_of_jaxpr("{ lambda ; a:i64[] b:f64[a]. let  in (b,) }");
  cr_expect(!strncmp(all, "{\"dbidx\": 1, \"target\": \"catalyst-0.7\"}\n", 39), "%s", all);
  cr_expect(dbx_ends_in(all, "\n{\"k\": \"end\"}\n"));
  cr_expect_str_eq(lines_find(all, "source", 0),
                   "{\"k\": \"source\", \"id\": 1, \"name\": \"j\", \"line\": 1, \"text\": "
                   "\"{ lambda ; a:i64[] b:f64[a]. let  in (b,) }\"}");
  cr_expect_str_eq(lines_find(all, "source", 1), "");
  cr_expect_str_eq(lines_find(all, "frame", 0),
                   "{\"k\": \"frame\", \"id\": 1, \"is\": \"function\", \"name\": \"f\", "
                   "\"trace\": 1}");
  cr_expect_str_eq(lines_find(all, "var", 0),
                   "{\"k\": \"var\", \"type\": \"int64[]\", \"is\": \"argument\", \"frame\": 1, "
                   "\"birth\": 2, \"name\": \"a\", \"id\": 1}");
  cr_expect_str_eq(lines_find(all, "var", 1),
                   "{\"k\": \"var\", \"type\": \"float64[v1]\", \"is\": \"argument\", \"frame\": "
                   "1, \"birth\": 3, \"name\": \"b\", \"id\": 2}");
}

Test(write, lines_of_the_caller) {
  dbx_buf b = {0};
  dbx_record_writer *w = dbx_record_begin(&b);
  dbx_json *j = dbx_record_open(w, "mine");
  dbx_json_key(j, "at");
  dbx_record_span(w, j, (dbx_span){dbx_source_add("p", "text", 4), 1, 3});
  dbx_json_key(j, "nowhere");
  dbx_record_span(w, j, (dbx_span){0});
  dbx_record_close(w);
  dbx_record_end(w);
  cr_expect_str_eq(lines_find(dbx_text(&b), "mine", 0),
                   "{\"k\": \"mine\", \"at\": [1, 1, 3], \"nowhere\": null}");
  cr_expect_str_eq(lines_find(dbx_text(&b), "source", 0),
                   "{\"k\": \"source\", \"id\": 1, \"name\": \"p\", \"line\": 1, \"text\": "
                   "\"text\"}");
  dbx_buf_free(&b);
}
