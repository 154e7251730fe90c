// Equations and Jaxprs as lines, which are by hand, after docs/trace-format.md.
#include "lines.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  const char *equation, *line; // how the object ends, from the primitive on
} rows[] = {
    {"neg b", "\"prim\": \"neg\", \"in\": [\"v2\"], \"out\": [\"v3\"], \"event\": 4, \"at\": [1, "},
    {"broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 1.0 a",
     "\"prim\": \"broadcast_in_dim\", \"in\": [\"1.0:float64[]\", \"v1\"], \"out\": [\"v2\"], "
     "\"params\": {\"broadcast_dimensions\": [], \"shape\": [null]}, \"event\": 4"},
    {"convert_element_type[new_dtype=float64 weak_type=True] b",
     "\"params\": {\"new_dtype\": {\"dtype\": \"float64\"}, \"weak_type\": true}"},
};

Test(write_jaxpr, parameters_are_values_of_json) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    dbx_buf b = {0};
    dbx_printf(&b, "{ lambda ; a:i64[] b:f64[a]. let c:f64[a] = %s in (c,) }", rows[i].equation);
    const char *all = lines_of_jaxpr(dbx_text(&b));
    cr_expect(strstr(lines_find(all, "eqn", 0), rows[i].line), "%s", lines_find(all, "eqn", 0));
    cr_expect(strstr(lines_find(all, "jaxpr", 0), rows[i].line), "%s", lines_find(all, "jaxpr", 0));
    dbx_buf_free(&b);
  }
}

Test(write_jaxpr, a_jaxpr_comes_behind_those_in_it) {
  const char *all = lines_of(lines_traced());
  cr_expect(strstr(all, "\"body_jaxpr\": {\"jaxpr\": 1}"), "%s", all);
  cr_expect(strstr(lines_find(all, "jaxpr", 0), "\"id\": 1}"));
  cr_expect(strstr(lines_find(all, "jaxpr", 0), "\"frame\": 2"));
}
