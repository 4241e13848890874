// Decoding in a child process with limits on memory and time; not for Swift.
#pragma once

#include "decoder.h"

/// Runs `decode` in a child process and forwards its results, as if it had run here. If the child crashes, or allocates
/// more than its head declared, the picture counts as damaged. The child decodes nothing before `begin` has returned
/// here.
void decode_in_child(Decoder *decoder, void (*decode)(Decoder *));
/// In the child, before the head is sent: sends the profile to the parent, which converts the rows to sRGB.
void child_tell_profile(Decoder *decoder, const uint8_t *profile, size_t count);
