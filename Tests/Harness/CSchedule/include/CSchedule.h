#ifndef CSCHEDULE_H
#define CSCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

/// A serial executor as the runtime hands it about: who it is, and how it takes jobs.
struct schedule_executor {
    void *identity;
    uintptr_t how;
};

/// From now on every job of this process that has no executor of its own is told to `enqueue`, and `main` is the main
/// actor's executor. There is no way back. Whoever calls it has not run any task before.
void schedule_install(struct schedule_executor main, void (*enqueue)(void *job));

/// Runs a job that was told to `enqueue`, up to where it waits.
void schedule_run(void *job);

#endif
