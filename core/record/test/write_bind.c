// Binds as lines: a loop's strategy, slots and types, by hand after docs/trace-format.md.
#include "lines.h"

#include <criterion/criterion.h>
#include <string.h>

Test(write_bind, a_loop_and_a_conditional) {
  static const char *const loop[] = {
      "\"prim\": \"for_loop\"",
      "\"resizing\": \"resize\"",
      "\"first_carry\": 1, \"carries\": 1, \"groups\": 1",
      "\"slots\": [[0, 0, \"v1\", 0]]",
      "\"in_type\": [[\"int64[]\", false], [\"~int64[]\", true], [\"float64[DBIdx(0)]\", true]]",
      "\"type\": [[\"int64[]\", false], [\"float64[OutDBIdx(0)]\", true]]"};
  static const char *const fixed[] = {"\"resizing\": \"preserve\"",
                                      "\"slots\": [[0, 0, \"v1\", null]]",
                                      "\"type\": [[\"float64[InDBIdx("};
  const char *all = lines_of(lines_traced());
  for (size_t i = 0; i < sizeof loop / sizeof *loop; i++)
    cr_expect(strstr(lines_find(all, "bind", 0), loop[i]), "%s\n%s", loop[i],
              lines_find(all, "bind", 0));
  for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
    cr_expect(strstr(lines_find(all, "bind", 1), fixed[i]), "%s\n%s", fixed[i],
              lines_find(all, "bind", 1));
  cr_expect(strstr(lines_find(all, "bind", 2), "\"retrace\": {"), "a branch is traced twice");
  cr_expect(strstr(lines_find(all, "bind", 2), "\"retraced\": [["));
}
