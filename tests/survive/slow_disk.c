// A disk that takes its time, for the tests: no call of fdatasync ends before there is the file
// that the environment names in SLOW_DISK.
#include <stdlib.h>
#include <unistd.h>

int fdatasync(int fd) {
  (void)fd;
  const char *done = getenv("SLOW_DISK");
  while (done && access(done, F_OK)) usleep(1000);
  return 0;
}
