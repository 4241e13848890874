#include "system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

// An abstract address: it needs no file, keeps nothing below the folder open, and the kernel frees it with its owner.
static socklen_t claim_address(const struct stat *folder, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int length = snprintf(
        address->sun_path + 1, sizeof address->sun_path - 1, "textifyd/takes/%" PRIx64 "/%" PRIx64,
        (uint64_t)folder->st_dev, (uint64_t)folder->st_ino);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

// Ignores claims by users who can't pick up drops from the folder anyway; otherwise any user could block any folder.
static bool may_claim(const struct stat *folder, uid_t user) {
    return user == 0 || user == geteuid() || user == folder->st_uid || (folder->st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

// The process that listens at the address; 0 if there is none, it may not claim the folder, or it can't be determined.
static pid_t claimant(const struct stat *folder, const struct sockaddr_un *address, socklen_t length) {
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0) return 0;
    struct ucred peer = {0};
    socklen_t room = sizeof peer;
    bool known = connect(probe, (const struct sockaddr *)address, length) == 0
        && getsockopt(probe, SOL_SOCKET, SO_PEERCRED, &peer, &room) == 0;
    close(probe);
    return known && may_claim(folder, peer.uid) ? peer.pid : 0;
}

int csys_claim_folder(const char *path, int *claim, pid_t *holder) {
    struct stat folder;
    *claim = -1;
    *holder = 0;
    if (stat(path, &folder) < 0) return -errno;
    struct sockaddr_un address;
    socklen_t length = claim_address(&folder, &address);
    int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0) return 0;
    // Connections are never accepted: the backlog holds them, and the peer credentials name the holder.
    if (bind(listener, (const struct sockaddr *)&address, length) == 0 && listen(listener, 4096) == 0) {
        *claim = listener;
        return 0;
    }
    bool is_held = errno == EADDRINUSE;
    close(listener);
    if (is_held) *holder = claimant(&folder, &address, length);
    return 0;
}
