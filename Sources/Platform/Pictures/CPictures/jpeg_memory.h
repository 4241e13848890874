// The memory that libjpeg needs; not for Swift.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// The memory that libjpeg needs for a picture (structure.txt and libjpeg.txt, "Memory usage"): for each component the
/// lines of at most ten row groups (jdmainct.c, with the context for smooth upsampling) and the lines that are
/// upsampled together (jdsample.c); with several scans, also the coefficients of the whole picture, 128 bytes per
/// block, with a pointer per row of blocks (jdcoefct.c).
int64_t jpeg_memory(const struct jpeg_decompress_struct *jpeg, bool is_multiscan);
