#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libsystemd behind annotated pointers. A call that fails returns a negative errno.

/// Sends one datagram of assignments to the service manager. Positive: sent; 0: nobody manages this process.
int csd_notify(const char *_Nonnull assignments);

/// How many descriptors, from 3 on, the manager passed to this process. They are closed on exec from here on, and the
/// variables that told of them are taken out of the environment. `*names` has a name for each; free it.
int csd_passed(char *_Nullable *_Nullable *_Nonnull names);
void csd_free_names(char *_Nullable *_Nullable names);

/// Whether a descriptor is a Unix stream socket that listens.
bool csd_is_listener(int descriptor);

/// Microseconds within which the manager wants to hear of life, 0 when it doesn't watch; takes the variables out of the
/// environment.
uint64_t csd_watchdog(void);

/// Whether a descriptor is what `JOURNAL_STREAM` names by device and inode.
bool csd_is_journal(int descriptor, const char *_Nonnull stream);

/// Sends one entry in the journal's own protocol. `fields` are `NAME=value`, one after the other; `ends` says where each
/// ends. Values may hold any byte. A journal that isn't there counts as told.
int csd_journal(const uint8_t *_Nonnull fields, const size_t *_Nonnull ends, int count);
