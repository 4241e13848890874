// Omits the source location, which would always be in this file.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include "service_manager.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

int csd_notify(const char *assignments) { return sd_notify(0, assignments); }

int csd_passed(char ***names) {
    *names = NULL;
    return sd_listen_fds_with_names(1, names);
}

void csd_free_names(char **names) {
    for (char **name = names; name && *name; name++) free(*name);
    free(names);
}

bool csd_is_listener(int descriptor) { return sd_is_socket_unix(descriptor, SOCK_STREAM, 1, NULL, 0) > 0; }

uint64_t csd_watchdog(void) {
    uint64_t microseconds = 0;
    return sd_watchdog_enabled(1, &microseconds) > 0 ? microseconds : 0;
}

bool csd_is_journal(int descriptor, const char *stream) {
    uint64_t device, inode;
    char rest;
    struct stat status;
    if (sscanf(stream, "%" SCNu64 ":%" SCNu64 "%c", &device, &inode, &rest) != 2) return false;
    return fstat(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == inode;
}

int csd_journal(const uint8_t *fields, const size_t *ends, int count) {
    struct iovec parts[count > 0 ? count : 1];
    size_t start = 0;
    if (count < 1) return -EINVAL;
    for (int i = 0; i < count; i++) {
        parts[i] = (struct iovec){.iov_base = (void *)(fields + start), .iov_len = ends[i] - start};
        start = ends[i];
    }
    return sd_journal_sendv(parts, count);
}
