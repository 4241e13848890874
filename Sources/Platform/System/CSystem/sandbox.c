#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Landlock's interface and the rights added by each version: https://docs.kernel.org/userspace-api/landlock.html. The
// headers of older systems lack the newer constants.
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEV (1ULL << 15)
#define SCOPE_SIGNAL (1ULL << 1)
// The rights of version 1: EXECUTE to MAKE_SYM.
#define ACCESS_FIRST_VERSION ((1ULL << 13) - 1)

#define ACCESS_READ (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
// Devices such as /dev/null are written to, never created.
#define ACCESS_DEVICES (ACCESS_READ | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_IOCTL_DEV)
// The rights that apply to a file that is not a folder.
#define ACCESS_OF_FILE (LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE \
    | ACCESS_TRUNCATE | ACCESS_IOCTL_DEV)

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

// The attributes as of version 6; older kernels get a smaller size.
struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scope;
};

int csys_sandbox_version(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, 1u);
    return version < 0 ? 0 : (int)version;
}

static uint64_t handled(int version) {
    uint64_t access = ACCESS_FIRST_VERSION;
    if (version >= 2) access |= ACCESS_REFER;
    if (version >= 3) access |= ACCESS_TRUNCATE;
    if (version >= 5) access |= ACCESS_IOCTL_DEV;
    return access;
}

int csys_sandbox(void) {
    int version = csys_sandbox_version();
    if (version == 0) return -ENOSYS;
    struct ruleset rules = {.files = handled(version), .scope = version >= 6 ? SCOPE_SIGNAL : 0};
    size_t size = version >= 6 ? sizeof rules : sizeof rules.files;
    long sandbox = syscall(SYS_landlock_create_ruleset, &rules, size, 0u);
    return sandbox < 0 ? -errno : (int)sandbox;
}

int csys_sandbox_allow(int sandbox, const char *path, csys_sandbox_access access) {
    static const uint64_t requested[] = {ACCESS_READ, ACCESS_DEVICES, ~0ULL};
    uint64_t allowed = requested[access] & handled(csys_sandbox_version());
    int opened = open(path, O_PATH | O_CLOEXEC);
    if (opened < 0) return -errno;
    struct stat status;
    if (fstat(opened, &status) == 0 && !S_ISDIR(status.st_mode)) allowed &= ACCESS_OF_FILE;
    struct landlock_path_beneath_attr rule = {.allowed_access = allowed, .parent_fd = opened};
    long done = syscall(SYS_landlock_add_rule, sandbox, LANDLOCK_RULE_PATH_BENEATH, &rule, 0u);
    int failure = done < 0 ? -errno : 0;
    close(opened);
    return failure;
}

int csys_enter_sandbox(int sandbox) {
    return syscall(SYS_landlock_restrict_self, sandbox, 0u) < 0 ? -errno : 0;
}
