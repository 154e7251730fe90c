// Scalars as texts: each gives itself again, and what is none is refused.
#include "record/words.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
  dbx_dtype dtype;
  const char *text;
} numbers[] = {
    {DBX_BOOL, "1"},        {DBX_I8, "-128"},  {DBX_I64, "-9223372036854775808"},
    {DBX_U8, "255"},        {DBX_F64, "0.1"},  {DBX_U64, "18446744073709551615"},
    {DBX_F32, "nan"},       {DBX_F64, "-inf"}, {DBX_F64, "5e-324"},
    {DBX_C128, "1.0,-2.5"}, {DBX_F16, "1.5"},  {DBX_C64, "0.0,nan"},
    {DBX_KEY, "42"},
};

Test(words, a_number_is_read_as_it_is_written) {
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    const char *s = numbers[i].text;
    dbx_scalar x;
    dbx_buf b = {0};
    cr_assert(record_scalar(s, strlen(s), numbers[i].dtype, &x), "%s", s);
    record_put_scalar(&b, x, numbers[i].dtype);
    cr_expect_str_eq(dbx_text(&b), s);
    dbx_buf_free(&b);
  }
}

static const struct {
  dbx_dtype dtype;
  const char *text;
} others[] = {
    {DBX_BOOL, "2"}, {DBX_I8, "128"},  {DBX_I64, "9223372036854775808"},
    {DBX_I64, ""},   {DBX_I64, "1.5"}, {DBX_F64, "x"},
    {DBX_F64, "1 "}, {DBX_C64, "1.0"}, {DBX_C64, "1,2,3"},
    {DBX_U8, "256"}, {DBX_I64, "1x"},
};

Test(words, what_is_no_number_of_its_dtype_is_refused) {
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    dbx_scalar x = {.i = 7};
    const char *s = others[i].text;
    cr_expect_not(record_scalar(s, strlen(s), others[i].dtype, &x), "%s", s);
    cr_expect_eq(x.i, 7);
  }
}

Test(words, words_and_their_positions) {
  uint32_t i = 9;
  cr_expect(record_word(&record_resizings, "infer", &i) && i == DBX_INFER);
  cr_expect(record_word(&record_var_kinds, "result", &i) && i == DBX_VAR_RESULT);
  cr_expect(record_word(&record_notes, "import", &i) && i == DBX_NOTE_IMPORT);
  cr_expect(!record_word(&record_frame_kinds, "func", &i) && i == DBX_NOTE_IMPORT);
  cr_expect_str_eq(record_position_word(DBX_DIM_OUTDB), "OutDBIdx");
  cr_expect_null(record_position_word(DBX_DIM_VAR));
}
