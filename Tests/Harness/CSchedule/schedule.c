#include "CSchedule.h"

#include <stdlib.h>
#include <unistd.h>

#define SWIFT_CC __attribute__((swiftcall))

// Hooks of the concurrency runtime (swift/Runtime/Concurrency.h, Swift 6.3). The hook for enqueueing on the main
// executor is declared there but never called, so the main executor itself has to be replaced.
typedef SWIFT_CC void (*enqueue_original)(void *job);
typedef SWIFT_CC struct schedule_executor (*main_original)(void);
typedef SWIFT_CC bool (*is_main_original)(struct schedule_executor executor);
typedef SWIFT_CC void (*delay_original)(unsigned long long delay, void *job);

extern SWIFT_CC void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);
extern SWIFT_CC void (*swift_task_enqueueGlobalWithDelay_hook)(
    unsigned long long delay, void *job, delay_original original);
extern SWIFT_CC struct schedule_executor (*swift_task_getMainExecutor_hook)(main_original original);
extern SWIFT_CC bool (*swift_task_isMainExecutor_hook)(struct schedule_executor executor, is_main_original original);
extern SWIFT_CC void swift_job_run(void *job, struct schedule_executor executor);

static struct schedule_executor main_executor;
static void (*tell)(void *job);

static SWIFT_CC void enqueue_global(void *job, enqueue_original original) {
    (void)original;
    tell(job);
}

// Real time would influence the order.
static SWIFT_CC void enqueue_later(unsigned long long delay, void *job, delay_original original) {
    (void)delay;
    (void)job;
    (void)original;
    static const char words[] = "a simulated task slept on the machine's own clock\n";
    (void)!write(2, words, sizeof words - 1);
    abort();
}

static SWIFT_CC struct schedule_executor get_main(main_original original) {
    (void)original;
    return main_executor;
}

static SWIFT_CC bool is_main(struct schedule_executor executor, is_main_original original) {
    (void)original;
    return executor.identity == main_executor.identity;
}

void schedule_install(struct schedule_executor main, void (*enqueue)(void *job)) {
    main_executor = main;
    tell = enqueue;
    swift_task_getMainExecutor_hook = get_main;
    swift_task_isMainExecutor_hook = is_main;
    swift_task_enqueueGlobal_hook = enqueue_global;
    swift_task_enqueueGlobalWithDelay_hook = enqueue_later;
}

void schedule_run(void *job) {
    swift_job_run(job, (struct schedule_executor){0, 0});
}
