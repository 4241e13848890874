#pragma once

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/types.h>

// Conventions: a call that fails returns a negative errno, so that callers need not read the global. Paths end with NUL
// and are not NULL.

/// Opens `path` beneath the folder without following any link. `path` is relative and must not contain `..`. Without
/// openat2 (old kernels, some sandboxes) the path is opened step by step with the same result.
int csys_open_beneath(int folder, const char *_Nonnull path, int flags, mode_t mode);

/// The step-by-step variant of `csys_open_beneath`, using openat only; separate so that a test can compare the two.
int csys_open_stepwise(int folder, const char *_Nonnull path, int flags, mode_t mode);

/// Opens an existing entry at an absolute path. Links are followed within the first `root` bytes and not after them.
int csys_open_rooted(const char *_Nonnull path, size_t root, int flags);

/// O_PATH | O_DIRECTORY: opens a folder only to identify it; read permission is not needed.
int csys_place_flags(void);

/// After `csys_open_rooted` met something that is not a folder: the length of the path up to it, for an error message;
/// 0 if it is gone by now.
int csys_blocking_step(const char *_Nonnull path, size_t root);

/// Renames without replacing (renameat2 with RENAME_NOREPLACE).
int csys_rename_exclusively(int from, const char *_Nonnull name, int to, const char *_Nonnull new_name);

/// The next name of an open folder other than `.` and `..`; NULL at the end or on failure (`*failure` is then an
/// errno). The name is valid until the next call.
const char *_Nullable csys_next_name(
    DIR *_Nonnull folder, uint64_t *_Nonnull inode, int *_Nonnull failure);

/// 0 if a read lease was granted, which means that no process has the file open for writing; the lease is released at
/// once. Otherwise a negative errno: -EAGAIN if the file is open for writing, others if that can't be determined.
int csys_try_read_lease(int file);

/// Sets the modification time, in nanoseconds since 1970; the access time stays.
int csys_set_modified(int file, int64_t nanoseconds);

/// An eventfd: it becomes readable when eight bytes, the first of them not 0, are written to it.
int csys_event(void);

/// Limits malloc to `arenas` arenas for all threads. Call it before any thread starts.
void csys_limit_arenas(int arenas);

/// Clears PR_SET_DUMPABLE, so that other processes of the same user can't read this one's memory and environment, and
/// disables core files.
bool csys_hide_process(void);

/// What this process uses.
struct csys_usage {
    /// User and system time.
    int64_t cpu_microseconds;
    int64_t page_bytes;
    /// The soft limit on open descriptors.
    uint64_t max_descriptors;
};

/// Returns 0, or -1 if the system does not tell.
int csys_read_usage(struct csys_usage *_Nonnull usage);

/// Copies the environment to the heap and clears the original, which the kernel exposes as /proc/PID/environ. Call it
/// before any thread starts. Returns `false`, and leaves the environment unchanged, if out of memory.
bool csys_move_environment(void);

/// Keeps up to `most` freed bytes at the end of an arena (M_TRIM_THRESHOLD). Blocks larger than `most_each` are always
/// returned to the system (M_MMAP_THRESHOLD).
void csys_retain_freed(int most, int most_each);

/// Returns freed memory to the system from all parts of the arenas (malloc_trim).
void csys_release_freed(void);

/// Claims a folder until the descriptor `*claim` is closed; -1 if the claim failed. `*holder` is then the process that
/// holds it, or 0 if that process may not claim the folder or can't be determined. Fails and blocks as stat does.
int csys_claim_folder(const char *_Nonnull path, int *_Nonnull claim, pid_t *_Nonnull holder);

/// The file system's magic number from statfs; not negative.
int64_t csys_file_system_magic(const char *_Nonnull path);

/// Creates a close-on-exec pipe with a non-blocking writing end.
int csys_pipe(int *_Nonnull reading, int *_Nonnull writing);

/// Catches SIGTERM, SIGINT and SIGHUP; the handler writes the signal's number to `pipe` as one byte. -EBUSY if they are
/// already caught.
int csys_catch_signals(int pipe);
/// Catches SIGWINCH, SIGCONT and SIGQUIT as well.
void csys_catch_terminal_signals(void);
/// Restores the signals' default actions, or ignores SIGTERM, SIGINT and SIGHUP if `ignored`.
void csys_release_signals(bool ignored);
/// Ignores SIGPIPE and SIGXFSZ, because write reports those errors, and SIGIO, which a broken lease sends and which
/// would kill the process.
void csys_ignore_signals(void);

/// The size of `terminal` in cells and pixels; the pixels are 0 if the terminal doesn't report them.
int csys_terminal_size(int terminal, int *_Nonnull columns, int *_Nonnull rows, int *_Nonnull width, int *_Nonnull height);

/// The characters (UTF-16 units) that the font of a Linux console has. Returns their number, at most `room`, or a
/// negative errno: -ENOTTY if `terminal` isn't a Linux console, -ENOMEM if there are more.
int csys_console_characters(int terminal, uint16_t *_Nonnull characters, int room);

/// Writes `question` to a terminal and reads the answer until a primary device attributes report (`ESC [ ? … c`) ends
/// it, `room` is full or `milliseconds` have passed. Returns the number of bytes read, or -ENOTTY without writing if
/// the process is not in the terminal's foreground. The terminal's modes are restored.
int csys_query_terminal(
    int terminal, const char *_Nonnull question, unsigned char *_Nonnull answer, int room, int milliseconds);

/// Waits, suspended, until this process is in the foreground of the terminal of the keys. Returns 0, or a
/// negative errno if it can't get there.
int csys_screen_await(void);

/// Puts the terminal `terminal`, which stays open, into raw mode. Until `csys_screen_close`, which restores it, `csys_screen_wait`
/// reports SIGWINCH, SIGCONT, SIGQUIT, SIGTERM, SIGINT and SIGHUP. Only one can be open (-EBUSY).
int csys_screen_open(int terminal);
void csys_screen_close(void);
/// Restores the terminal's original modes; `csys_screen_raw` sets raw mode again.
void csys_screen_cooked(void);
int csys_screen_raw(void);
/// Reads what was typed into `keys`. Returns the number of bytes, a signal's number as a negative number, or 0 after
/// `milliseconds`, or when `input` (-1 for none) is readable. -SIGHUP if the terminal is gone.
int csys_screen_wait(int milliseconds, int input, unsigned char *_Nonnull keys, int room);

/// The number of terminal cells that a scalar occupies: 0, 1 or 2.
int csys_cells(uint32_t scalar);

/// A child process: a pidfd that becomes readable when it ends, and the parent's non-blocking ends of its streams.
typedef struct {
    pid_t pid;
    int handle;
    int input;
    int output;
    int errors;
} csys_child;

/// The kernel's Landlock version; 0 if Landlock is missing or not permitted.
int csys_sandbox_version(void);

/// Creates a Landlock ruleset that denies all files until `csys_sandbox_allow` adds them and, if the kernel supports
/// it, restricts signals to the sandbox's own processes. Returns its descriptor; -ENOSYS or -EOPNOTSUPP without
/// Landlock.
int csys_sandbox(void);

typedef enum {
    CSYS_READ,
    // Reading, and writing to existing files.
    CSYS_DEVICES,
    CSYS_WRITE,
} csys_sandbox_access;

/// Allows access to a file, or to a folder with everything below it. Links are followed.
int csys_sandbox_allow(int sandbox, const char *_Nonnull path, csys_sandbox_access access);

/// Applies the sandbox to the calling thread and its children, irrevocably. The thread must have set
/// PR_SET_NO_NEW_PRIVS before.
int csys_enter_sandbox(int sandbox);

/// The limits on a child: a sandbox's descriptor or -1, and bytes of memory or 0.
typedef struct {
    int sandbox;
    int64_t memory;
} csys_cage;

/// Starts a program as the leader of a new session in `folder`, with pipes for its three streams and no other
/// descriptors, without inherited signal handlers, core files or new privileges, and with umask 077. It gets SIGTERM
/// when the calling thread ends. `words` holds the program's absolute path and its arguments, `variables` its
/// environment, each entry terminated by NUL. Returns 0 once the program runs, otherwise a negative errno.
int csys_start_child(
    const char *_Nonnull words, int word_count, const char *_Nonnull variables, int variable_count, int folder,
    csys_cage cage, csys_child *_Nonnull child);

/// Kills the remaining processes of an ended child's group and reaps the child. Returns its exit code, or the signal
/// that killed it as a negative number.
int csys_end_child(pid_t pid);

/// A long option. `argument`: 0 none, 1 required, 2 optional.
typedef struct {
    const char *_Nonnull name;
    int letter;
    int argument;
} csys_option;

/// A recognised option: its index in the table, and its value within argv, NULL if it has none.
typedef struct {
    int option;
    const char *_Nullable value;
} csys_found;

typedef enum { CSYS_OPTIONS_OK, CSYS_OPTION_UNKNOWN, CSYS_OPTION_WANTS_VALUE, CSYS_OPTION_TAKES_NONE } csys_verdict;

typedef struct {
    csys_verdict verdict;
    /// The number of entries in `found`.
    int count;
    /// The index in the reordered argv from which on there are only positionals.
    int first_positional;
    /// The invalid option's index in the table, −1 if it is unknown.
    int fault;
    /// The unknown option's letter, 0 for a long one.
    int fault_letter;
    /// The invalid argument, for an unknown long option.
    const char *_Nullable fault_text;
} csys_options_result;

/// Runs getopt_long over `argv` (argc entries and NULL), which it reorders. `found` holds up to `room` options; there
/// are never more options than bytes in argv. Concurrent calls are serialised.
csys_options_result csys_parse_options(
    int argc, char *_Nullable *_Nonnull argv, const csys_option *_Nonnull options, int option_count,
    csys_found *_Nonnull found, int room);
