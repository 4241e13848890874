#include "system.h"

#include <getopt.h>
#include <pthread.h>
#include <stdlib.h>

// getopt_long keeps its state in globals, so calls are serialised.
static pthread_mutex_t getopt_lock = PTHREAD_MUTEX_INITIALIZER;

// The first of the values that getopt_long returns for table entries, above all letters.
enum { FIRST = 256 };

static int index_of(const csys_option *options, int count, int value) {
    if (value >= FIRST) return value - FIRST;
    for (int i = 0; i < count; i++)
        if (options[i].letter == value) return i;
    return -1;
}

static void describe(const csys_option *options, int count, struct option *table, char *letters) {
    *letters++ = ':';
    for (int i = 0; i < count; i++) {
        table[i] = (struct option){options[i].name, options[i].argument, NULL, FIRST + i};
        if (!options[i].letter) continue;
        *letters++ = (char)options[i].letter;
        for (int colon = 0; colon < options[i].argument; colon++) *letters++ = ':';
    }
    *letters = 0;
    table[count] = (struct option){0};
}

static void describe_fault(csys_options_result *result, int answer, const csys_option *options, int count, char **argv) {
    result->fault = optopt ? index_of(options, count, optopt) : -1;
    result->fault_letter = optopt && optopt < FIRST ? optopt : 0;
    result->fault_text = argv[optind - 1];
    if (answer == ':') result->verdict = CSYS_OPTION_WANTS_VALUE;
    else if (result->fault >= 0) result->verdict = CSYS_OPTION_TAKES_NONE;
    else result->verdict = CSYS_OPTION_UNKNOWN;
}

csys_options_result csys_parse_options(
    int argc, char **argv, const csys_option *options, int option_count, csys_found *found, int room) {
    csys_options_result result = {.verdict = CSYS_OPTIONS_OK, .fault = -1};
    struct option *table = calloc((size_t)option_count + 1, sizeof *table);
    char *letters = calloc((size_t)option_count * 3 + 2, 1);
    if (!table || !letters) abort();
    describe(options, option_count, table, letters);
    pthread_mutex_lock(&getopt_lock);
    // Zero resets glibc's state from an earlier call.
    optind = 0;
    opterr = 0;
    int answer;
    while (result.verdict == CSYS_OPTIONS_OK && (answer = getopt_long(argc, argv, letters, table, NULL)) != -1) {
        if (answer == '?' || answer == ':') describe_fault(&result, answer, options, option_count, argv);
        else if (result.count < room)
            found[result.count++] = (csys_found){index_of(options, option_count, answer), optarg};
    }
    result.first_positional = optind;
    pthread_mutex_unlock(&getopt_lock);
    free(table);
    free(letters);
    return result;
}
