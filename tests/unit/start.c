// Before the first test of a process, what every program that uses core begins with.
__attribute__((constructor)) static void start(void) {
  // nothing yet: the tables of core are filled at their first use
}
