#ifndef CSCHEDULE_H
#define CSCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/// A serial executor as the runtime passes it: its identity and its implementation.
struct schedule_executor {
    void *identity;
    uintptr_t how;
};

/// Installs the hooks: every job of this process without an executor of its own is passed to `enqueue`, and `main`
/// becomes the main actor's executor. Can't be undone. Call before any task has run.
void schedule_install(struct schedule_executor main, void (*enqueue)(void *job));

/// Runs a job that was passed to `enqueue`, up to its next suspension.
void schedule_run(void *job);

#endif
