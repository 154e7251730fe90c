// The state of the questions, at the end of a session.
#include "cmd/questions/state.h"

#include "cmd/questions/see.h"
#include "cmd/questions/strategies.h"
#include "cmd/questions/tour.h"
#include "cmd/questions/tried.h"

static void end(void) {
  dbx_buf compared = {0};
  quiz_end(), see_stop(), tried_forget();
  (void)strategies_put(&compared);
  dbx_buf_free(&compared), dbx_buf_free(&questions_now->about.error);
  free(questions_now->about.program);
  debug_recording_free(&questions_now->recording);
}

const dbx_room questions_room = {questions_now, sizeof *questions_now, NULL, end};
