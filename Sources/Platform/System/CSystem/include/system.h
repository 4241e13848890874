#pragma once

#include <dirent.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/types.h>

// Shapes shared by all: a call that fails returns a negative errno, so that nobody reads the global.
// Paths end with NUL and are not NULL.

/// Opens `path` beneath the folder without following any link. `path` is relative and never leaves the folder.
/// Kernels and sandboxes without openat2 get the same rule step by step.
int csys_open_beneath(int folder, const char *_Nonnull path, int flags, mode_t mode);

/// The same, by openat alone; kept apart so that a test can hold it against the first.
int csys_open_stepwise(int folder, const char *_Nonnull path, int flags, mode_t mode);

/// Opens what is there at an absolute path. Links are followed within its first `root` bytes, and nowhere behind them.
int csys_open_rooted(const char *_Nonnull path, size_t root, int flags);

/// O_PATH | O_DIRECTORY: the flags that open a folder to know which it is, readable or not.
int csys_place_flags(void);

/// For a message, after `csys_open_rooted` met something that is no folder: how many bytes of the path lead to it; 0 when
/// it is gone by now.
int csys_blocking_step(const char *_Nonnull path, size_t root);

/// Renames without replacing (renameat2 with RENAME_NOREPLACE).
int csys_rename_exclusively(int from, const char *_Nonnull name, int to, const char *_Nonnull new_name);

/// The next name of an open folder, without `.` and `..`; NULL at the end or on failure (`*failure` is then an errno).
/// The name is valid until the next call.
const char *_Nullable csys_next_name(
    DIR *_Nonnull folder, uint64_t *_Nonnull inode, int *_Nonnull failure);

/// 0 when a read lease could be had, so that nobody has the file open for writing; it is given back at once. A negative
/// errno where somebody has (-EAGAIN) or where that can't be told.
int csys_try_read_lease(int file);

/// Sets the time of change, nanoseconds since 1970, and leaves the time of access.
int csys_set_modified(int file, int64_t nanoseconds);

/// A descriptor that becomes readable when eight bytes, the first not 0, are written to it.
int csys_event(void);

/// Lets all threads share so many pools of memory; to be called before there are threads.
void csys_share_pools(int pools);

/// Keeps other processes of the same user from reading this one's memory and environment, and a crash from writing them
/// into a core file (PR_SET_DUMPABLE).
bool csys_hide_process(void);

/// Moves the environment to memory of the program's own and clears the block that the kernel shows as
/// /proc/PID/environ. Only before there are threads. `false` without memory: then all is as it was.
bool csys_move_environment(void);

/// Keeps so many bytes at most at the end of a pool when they are freed; what is larger than `most_each` is always
/// given back.
void csys_keep_freed(int most, int most_each);

/// Gives freed memory back to the system, wherever in the pools it lies.
void csys_give_back_freed(void);

/// Claims a folder until `*claim`, a descriptor, is closed; -1 where it can't be had. `*holder` is then the process that
/// holds it, 0 where that has no say over the folder or nothing can be told. Fails, and blocks, as stat does.
int csys_claim_folder(const char *_Nonnull path, int *_Nonnull claim, pid_t *_Nonnull holder);

/// What statfs calls the kind of file system (not negative).
int64_t csys_file_system_magic(const char *_Nonnull path);

/// A pipe, closed on exec; its writing end does not block.
int csys_pipe(int *_Nonnull reading, int *_Nonnull writing);

/// Takes over SIGTERM, SIGINT and SIGHUP: each one's number is written to `pipe` as one byte.
int csys_catch_signals(int pipe);
/// SIGWINCH and SIGCONT too.
void csys_catch_terminal_signals(void);
/// Gives the signals back to their default.
void csys_release_signals(bool ignored);
/// Ignores SIGPIPE (an answer to write tells) and SIGIO (a lease must not kill).
void csys_ignore_signals(void);

/// Starts a detached thread with every signal blocked, so that signals reach the main thread.
int csys_start_thread(
    const char *_Nonnull name, void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// Waits for a semaphore until so many nanoseconds of CLOCK_MONOTONIC, whatever interrupts it. `false` when nobody posted.
bool csys_wait_until(sem_t *_Nonnull semaphore, int64_t nanoseconds);

/// Notes for whom the calling thread works, and tells it; NULL where that was never noted.
void csys_work_for(const void *_Nullable crew);
const void *_Nullable csys_works_for(void);

/// The size of the terminal behind `terminal`; the pixels are 0 where it doesn't tell.
int csys_terminal_size(int terminal, int *_Nonnull columns, int *_Nonnull rows, int *_Nonnull width, int *_Nonnull height);

/// Writes `question` to a terminal and reads its answer until a primary device attributes report (`ESC [ ? … c`) ends it,
/// `room` is full or `milliseconds` are over. Returns the bytes read. Nothing is asked (-ENOTTY) where the process is not
/// in the terminal's foreground. The terminal's modes are given back.
int csys_ask_terminal(
    int terminal, const char *_Nonnull question, unsigned char *_Nonnull answer, int room, int milliseconds);

/// Waits until this program is in front at the terminal of standard input, stopped until then; 0, or a negative errno when
/// it can never be.
int csys_screen_await(void);

/// Takes over the terminal on standard input: raw keys, and SIGWINCH, SIGCONT, SIGTERM, SIGINT and SIGHUP are told by
/// `csys_screen_wait` until `csys_screen_close`, which gives all back as it was. One at a time (-EBUSY).
int csys_screen_open(void);
void csys_screen_close(void);
/// The terminal's modes as they were, and raw again.
void csys_screen_cooked(void);
int csys_screen_raw(void);
/// The next key (its first byte), a signal's number made negative, or 0 when `milliseconds` are over. A terminal that is
/// gone is -SIGHUP.
int csys_screen_wait(int milliseconds);

/// How many cells of a terminal a scalar takes: 0, 1 or 2.
int csys_cells(uint32_t scalar);

/// A child process: a handle that becomes readable when it ends, and this side's ends of its streams, which do not block.
typedef struct {
    pid_t pid;
    int handle;
    int input;
    int output;
    int errors;
} csys_child;

/// Which version of Landlock the kernel has; 0 when it has none, or refuses it.
int csys_sandbox_version(void);

/// A descriptor of a sandbox in which no file can be reached until `csys_sandbox_allow` says which, and from which only
/// its own processes can be signalled where the kernel can refuse that. -ENOSYS or -EOPNOTSUPP when there is no Landlock.
int csys_sandbox(void);

typedef enum {
    CSYS_READ,
    // Reads, and writes to what is there.
    CSYS_DEVICES,
    CSYS_WRITE,
} csys_sandbox_access;

/// Allows a file, or a folder with all below it; a link is followed.
int csys_sandbox_allow(int sandbox, const char *_Nonnull path, csys_sandbox_access access);

/// Puts the calling thread, and what it starts, into the sandbox for good. It must have given up new privileges before.
int csys_enter_sandbox(int sandbox);

/// What a child can't get beyond: a sandbox's descriptor or -1, and bytes of memory or 0.
typedef struct {
    int sandbox;
    int64_t memory;
} csys_cage;

/// Starts a program as the leader of a session of its own, in `folder`, with three pipes for streams and no other
/// descriptor, without handlers, core files or new privileges, under umask 077. It gets SIGTERM when the calling thread
/// ends. `words` are the program's absolute path and its arguments, `variables` its environment, each one NUL-terminated
/// behind the other. Returns once the program runs, or why it does not.
int csys_start_child(
    const char *_Nonnull words, int word_count, const char *_Nonnull variables, int variable_count, int folder,
    csys_cage cage, csys_child *_Nonnull child);

/// Kills what is left of the group of a child that has ended, and takes its code, or the signal that killed it as a
/// negative number.
int csys_end_child(pid_t pid);

/// One long option. `argument`: 0 none, 1 required, 2 optional.
typedef struct {
    const char *_Nonnull name;
    int letter;
    int argument;
} csys_option;

/// One recognised option: its place in the table, and its value inside argv, NULL when it has none.
typedef struct {
    int option;
    const char *_Nullable value;
} csys_found;

typedef enum { CSYS_OPTIONS_OK, CSYS_OPTION_UNKNOWN, CSYS_OPTION_WANTS_VALUE, CSYS_OPTION_TAKES_NONE } csys_verdict;

typedef struct {
    csys_verdict verdict;
    /// How many of `found` are filled.
    int count;
    /// argv is sorted: from here on there are positionals alone.
    int first_positional;
    /// The option at fault: its place in the table, or −1 when it is unknown.
    int fault;
    /// The unknown option's letter, 0 for a long one.
    int fault_letter;
    /// The argument at fault, for an unknown long option.
    const char *_Nullable fault_text;
} csys_options_result;

/// getopt_long over `argv` (argc entries and NULL), which it sorts. `found` has room for `room` options; there are never
/// more than bytes in argv. Threads wait for each other.
csys_options_result csys_parse_options(
    int argc, char *_Nullable *_Nonnull argv, const csys_option *_Nonnull options, int option_count,
    csys_found *_Nonnull found, int room);
