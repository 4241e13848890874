#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

bool csys_hide_process(void) {
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0;
}

bool csys_move_environment(void) {
    size_t count = 0;
    while (environ && environ[count]) count++;
    char **moved = calloc(count + 1, sizeof *moved);
    if (!moved) return false;
    for (size_t i = 0; i < count; i++) {
        moved[i] = strdup(environ[i]);
        if (!moved[i]) return false;
    }
    for (size_t i = 0; i < count; i++) explicit_bzero(environ[i], strlen(environ[i]));
    environ = moved;
    return true;
}
