// A decode in a process of its own, with bounds on memory and time; not for Swift.
#pragma once

#include "decoder.h"

/// Runs `decode` in a child process and hands on what it tells, as if it had run here. A child that breaks down, or that
/// asks for more than its head says it takes, makes the picture damaged. Nothing is
/// decoded there before `begin` has answered here.
void decode_in_child(Decoder *decoder, void (*decode)(Decoder *));
/// In the child, before the head is told: the parent brings the rows to sRGB.
void child_tell_profile(Decoder *decoder, const uint8_t *profile, size_t count);
