// The process that holds a pod's namespaces open: it sleeps, collects orphans when the pod shares
// one process namespace, and leaves at once when asked to.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void leave(int signal_number) {
  (void)signal_number;
  _exit(0);
}

static void collect(int signal_number) {
  (void)signal_number;
  while (waitpid(-1, NULL, WNOHANG) > 0) {
  }
}

static void on(int signal_number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_NOCLDSTOP;
  sigaction(signal_number, &action, NULL);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "-v") == 0) {
    puts("pause 3.10.2 (stand-in)");
    return 0;
  }
  on(SIGINT, leave);
  on(SIGTERM, leave);
  on(SIGCHLD, collect);
  for (;;) pause();
}
