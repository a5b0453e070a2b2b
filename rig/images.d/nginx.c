// A stand-in for nginx: a process of that name which writes /var/run/nginx.pid and answers every
// request on port 80 with one page. Its arguments are accepted and ignored.
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static const char page[] = "<html><head><title>Welcome to nginx!</title></head>"
                           "<body><h1>Welcome to nginx!</h1></body></html>\n";

static void leave(int signal_number) {
  (void)signal_number;
  _exit(0);
}

static void write_pid(void) {
  FILE *file = fopen("/var/run/nginx.pid", "w");
  if (file == NULL) return; // a read-only root file system is no reason to stop
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
}

static int listener(void) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(80)};
  struct sockaddr_in old = {.sin_family = AF_INET, .sin_port = htons(80)};
  int one = 1;
  int file = socket(AF_INET6, SOCK_STREAM, 0);
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (file >= 0 && bind(file, (struct sockaddr *)&address, sizeof address) == 0) return file;
  if (file >= 0) close(file);
  file = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  if (file < 0 || bind(file, (struct sockaddr *)&old, sizeof old) != 0) {
    perror("nginx: bind to port 80");
    exit(1);
  }
  return file;
}

static void answer(int connection) {
  char buffer[4096];
  struct timeval patience = {.tv_sec = 5};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (read(connection, buffer, sizeof buffer) <= 0) return;
  int length = snprintf(buffer, sizeof buffer,
                        "HTTP/1.1 200 OK\r\nServer: nginx\r\nContent-Type: text/html\r\n"
                        "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
                        sizeof page - 1, page);
  if (write(connection, buffer, (size_t)length) < 0) perror("nginx: write");
}

int main(void) {
  signal(SIGTERM, leave);
  signal(SIGQUIT, leave);
  signal(SIGINT, leave);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_IGN);
  int file = listener();
  if (listen(file, 128) != 0) {
    perror("nginx: listen");
    return 1;
  }
  write_pid();
  for (;;) {
    int connection = accept(file, NULL, NULL);
    if (connection < 0) continue;
    if (fork() == 0) {
      close(file);
      answer(connection);
      _exit(0);
    }
    close(connection);
  }
}
