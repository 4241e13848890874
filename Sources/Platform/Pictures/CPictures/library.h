// A library that is loaded when the first picture needs it. Linking it would cost every start of a program time and
// memory, even without such pictures, and the program would not start at all if the library is missing.
#pragma once

#include <pthread.h>

#include "decoder.h"
#include "functions.h"

/// Declares `real`, with a pointer to each function in `FUNCTIONS`, and `library_is_there`, which loads them. A missing
/// library is searched for again the next time, because it may have been installed since.
#define LIBRARY(soname, FUNCTIONS)                                                                                     \
    FUNCTIONS_OF(soname, FUNCTIONS)                                                                                    \
    static bool library_is_there(Decoder *decoder) {                                                                   \
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;                                                       \
        static bool is_loaded;                                                                                         \
        pthread_mutex_lock(&lock);                                                                                     \
        bool is_there = is_loaded = is_loaded || functions_load();                                                     \
        pthread_mutex_unlock(&lock);                                                                                   \
        if (!is_there) decoder_fail(decoder, PictureStatusMissingLibrary, soname);                                     \
        return is_there;                                                                                               \
    }
