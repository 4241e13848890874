// The functions of a library that is loaded on first use.
#pragma once

#include <dlfcn.h>
#include <stdbool.h>

#define FUNCTIONS_MEMBER(name) __typeof__(&name) name;
#define FUNCTIONS_FIND(name)                                                                                           \
    if (!(real.name = (__typeof__(real.name))dlsym(library, #name))) return false;

/// Declares `real`, with a pointer to each function in `NAMES`, and `functions_load`, which resolves them.
#define FUNCTIONS_OF(soname, NAMES)                                                                                    \
    static struct {                                                                                                    \
        NAMES(FUNCTIONS_MEMBER)                                                                                        \
    } real;                                                                                                            \
    static bool functions_load(void) {                                                                                 \
        void *library = dlopen(soname, RTLD_NOW | RTLD_LOCAL);                                                         \
        if (!library) return false;                                                                                    \
        NAMES(FUNCTIONS_FIND)                                                                                          \
        return true;                                                                                                   \
    }
