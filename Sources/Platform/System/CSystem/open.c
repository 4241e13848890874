#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

// A relative path that stays beneath its folder: not empty, no slash at either end (a trailing one would follow a
// link), no `..`.
static int is_beneath(const char *path) {
    if (*path == 0 || *path == '/' || path[strlen(path) - 1] == '/') return 0;
    for (const char *part = path; *part;) {
        size_t length = strcspn(part, "/");
        if (length == 2 && part[0] == '.' && part[1] == '.') return 0;
        part += length;
        while (*part == '/') part++;
    }
    return 1;
}

static int step_into(int folder, const char *part, size_t length) {
    char name[NAME_MAX + 1];
    if (length > NAME_MAX) return -ENAMETOOLONG;
    memcpy(name, part, length);
    name[length] = 0;
    int next = openat(folder, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return next < 0 ? -errno : next;
}

int csys_open_stepwise(int folder, const char *path, int flags, mode_t mode) {
    if (!is_beneath(path)) return -EACCES;
    int current = folder;
    const char *slash;
    while ((slash = strchr(path, '/'))) {
        int next = step_into(current, path, (size_t)(slash - path));
        if (current != folder) close(current);
        if (next < 0) return next;
        current = next;
        path = slash + strspn(slash, "/");
    }
    int opened = openat(current, path, flags | O_NOFOLLOW | O_CLOEXEC, mode);
    int failure = opened < 0 ? -errno : 0;
    if (current != folder) close(current);
    return opened < 0 ? failure : opened;
}

// Opens `path` beneath the folder with openat2. Returns the descriptor, or a negative errno if that fails.
static int open_resolving(int folder, const char *path, int flags, mode_t mode, uint64_t resolve) {
    struct open_how how = {
        .flags = (uint64_t)(unsigned)(flags | O_CLOEXEC),
        .mode = flags & O_CREAT ? mode : 0,
        .resolve = resolve,
    };
    long opened;
    int attempts = 0;
    // openat2 fails with EAGAIN if a concurrent rename disturbed the lookup.
    do opened = syscall(SYS_openat2, folder, path, &how, sizeof how);
    while (opened < 0 && (errno == EINTR || (errno == EAGAIN && ++attempts < 16)));
    return opened < 0 ? -errno : (int)opened;
}

// System call filters that don't know openat2 fail it with EPERM.
static bool is_unknown(int failure) { return failure == -ENOSYS || failure == -EPERM; }

int csys_open_beneath(int folder, const char *path, int flags, mode_t mode) {
    if (!is_beneath(path)) return -EACCES;
    int opened = open_resolving(folder, path, flags, mode, RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS);
    return is_unknown(opened) ? csys_open_stepwise(folder, path, flags, mode) : opened;
}

static int open_following(const char *path, int flags) {
    int opened;
    do opened = open(path, flags | O_CLOEXEC);
    while (opened < 0 && errno == EINTR);
    return opened < 0 ? -errno : opened;
}

// Opens the root, following links, and then the rest beneath it.
static int open_by_root(const char *path, size_t root, const char *rest, int flags) {
    char name[PATH_MAX];
    if (root >= sizeof name) return -ENAMETOOLONG;
    memcpy(name, path, root);
    name[root] = 0;
    int folder = open_following(name, O_PATH | O_DIRECTORY);
    if (folder < 0) return folder;
    int opened = csys_open_beneath(folder, rest, flags, 0);
    close(folder);
    return opened;
}

int csys_open_rooted(const char *path, size_t root, int flags) {
    const char *rest = path + root;
    rest += strspn(rest, "/");
    if (*rest == 0) return open_following(path, flags);
    if (!is_beneath(rest)) return -EACCES;
    // If no part of the path is a link, one call is enough. It can't leave the root, because the rest contains no `..`.
    int opened = open_resolving(AT_FDCWD, path, flags, 0, RESOLVE_NO_SYMLINKS);
    return opened == -ELOOP || is_unknown(opened) ? open_by_root(path, root, rest, flags) : opened;
}

int csys_place_flags(void) { return O_PATH | O_DIRECTORY; }

int csys_blocking_step(const char *path, size_t root) {
    char name[PATH_MAX];
    size_t length = strlen(path);
    if (length >= sizeof name) return 0;
    for (size_t end = root; end < length;) {
        end += strspn(path + end, "/");
        end += strcspn(path + end, "/");
        memcpy(name, path, end);
        name[end] = 0;
        struct stat step;
        if (lstat(name, &step) < 0) return 0;
        if (!S_ISDIR(step.st_mode)) return (int)end;
    }
    return 0;
}

int csys_rename_exclusively(int from, const char *name, int to, const char *new_name) {
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE) == 0 ? 0 : -errno;
}

const char *csys_next_name(DIR *folder, uint64_t *inode, int *failure) {
    for (;;) {
        errno = 0;
        struct dirent *entry = readdir(folder);
        *failure = entry ? 0 : errno;
        if (!entry) return NULL;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        *inode = entry->d_ino;
        return entry->d_name;
    }
}

int csys_try_read_lease(int file) {
    if (fcntl(file, F_SETLEASE, F_RDLCK) != 0) return -errno;
    // Released at once: opening the file for writing blocks while the lease is held.
    fcntl(file, F_SETLEASE, F_UNLCK);
    return 0;
}

int csys_set_modified(int file, int64_t nanoseconds) {
    int64_t part = nanoseconds % 1000000000;
    if (part < 0) part += 1000000000;
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {(nanoseconds - part) / 1000000000, part}};
    return futimens(file, times) == 0 ? 0 : -errno;
}

int csys_event(void) {
    int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return event < 0 ? -errno : event;
}

int64_t csys_file_system_magic(const char *path) {
    struct statfs figures;
    int answer;
    do answer = statfs(path, &figures);
    while (answer < 0 && errno == EINTR);
    return answer < 0 ? -errno : (int64_t)(uint32_t)figures.f_type;
}

int csys_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}
