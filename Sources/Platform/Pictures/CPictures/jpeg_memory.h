// What libjpeg holds of a picture; not for Swift.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

/// What libjpeg holds of a picture (structure.txt and libjpeg.txt, "Memory usage"): for each component the lines of ten
/// groups of rows at the most (jdmainct.c, with the context that smooth upsampling needs), the lines that are upsampled
/// together (jdsample.c), and with many scans the coefficients of the whole picture, 128 bytes a block, with a pointer a
/// row of blocks (jdcoefct.c).
int64_t jpeg_memory(const struct jpeg_decompress_struct *jpeg, bool is_multiscan);
