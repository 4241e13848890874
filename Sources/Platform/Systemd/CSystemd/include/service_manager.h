#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libsystemd with nullability annotations. A call that fails returns a negative errno.

/// Sends assignments to the service manager in one datagram. Returns a positive number if sent, 0 if there is no
/// service manager.
int csd_notify(const char *_Nonnull assignments);

/// Returns the number of descriptors, from 3 on, that the service manager passed. Sets them close-on-exec and removes
/// their variables from the environment. `*names` receives a name for each; free it with `csd_free_names`.
int csd_passed(char *_Nullable *_Nullable *_Nonnull names);
void csd_free_names(char *_Nullable *_Nullable names);

/// Whether a descriptor is a listening Unix stream socket.
bool csd_is_listener(int descriptor);

/// Returns the watchdog interval in microseconds, 0 if the watchdog is off. Removes its variables from the environment.
uint64_t csd_watchdog(void);

/// Whether a descriptor is the one that `JOURNAL_STREAM` identifies by device and inode.
bool csd_is_journal(int descriptor, const char *_Nonnull stream);

/// Sends an entry in the journal's native protocol. `fields` holds `NAME=value` concatenated; `ends` holds the end of
/// each field. Values may contain any byte. A missing journal counts as success.
int csd_journal(const uint8_t *_Nonnull fields, const size_t *_Nonnull ends, int count);
