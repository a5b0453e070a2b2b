// Two busybox applets that Debian's busybox-static is built without, chosen by the program's name:
//   nmeter [-d MSEC] FORMAT   prints FORMAT again and again; of its fields only %[N]t is known,
//                             the time of day with N decimals
//   fsync [-d] FILE...        writes the files' buffers to disk
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void print_time(int decimals) {
  struct timespec now;
  struct tm parts;
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &parts);
  printf("%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec);
  if (decimals > 0) {
    char digits[16];
    snprintf(digits, sizeof digits, "%09ld", now.tv_nsec);
    printf(".%.*s", decimals, digits);
  }
}

static void print_line(const char *format) {
  for (const char *c = format; *c; c++) {
    if (c[0] == '%' && c[1] == 't') {
      print_time(0);
      c += 1;
    } else if (c[0] == '%' && c[1] >= '0' && c[1] <= '9' && c[2] == 't') {
      print_time(c[1] - '0');
      c += 2;
    } else {
      putchar(*c);
    }
  }
  putchar('\n');
}

static int nmeter(int argc, char **argv) {
  long delay = 1000;
  int option;
  while ((option = getopt(argc, argv, "d:")) != -1) {
    if (option != 'd') return 1;
    delay = atol(optarg);
  }
  if (optind >= argc) {
    fputs("usage: nmeter [-d MSEC] FORMAT\n", stderr);
    return 1;
  }
  for (;;) {
    print_line(argv[optind]);
    if (fflush(stdout) != 0) return 1;
    if (delay < 0) return 0;
    if (delay > 0) usleep((useconds_t)delay * 1000);
  }
}

static int sync_files(int argc, char **argv) {
  int status = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-d") == 0) continue;
    int file = open(argv[i], O_RDONLY | O_NOCTTY);
    if (file < 0 || fsync(file) != 0) {
      perror(argv[i]);
      status = 1;
    }
    if (file >= 0) close(file);
  }
  return status;
}

int main(int argc, char **argv) {
  const char *slash = strrchr(argv[0], '/');
  const char *name = slash ? slash + 1 : argv[0];
  return strcmp(name, "fsync") == 0 ? sync_files(argc, argv) : nmeter(argc, argv);
}
