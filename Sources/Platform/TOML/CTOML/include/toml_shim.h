#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ctoml_kind {
    CTOML_TEXT,
    CTOML_INTEGER,
    CTOML_NUMBER,
    CTOML_FLAG,
    // A date or time; `text` names the kind.
    CTOML_OTHER,
    CTOML_LIST_BEGIN,
    CTOML_LIST_END,
    CTOML_TABLE_BEGIN,
    CTOML_TABLE_END,
    // A failure, which is the last visit; `text` is the parser's message.
    CTOML_FAILURE,
} ctoml_kind;

// Valid only during the visit. Lines and columns count from 1; 0 means none.
typedef struct ctoml_node {
    ctoml_kind kind;
    // The value of a flag; of a table's begin, whether the table is written in braces.
    bool flag;
    // The key within a table; NULL and 0 elsewhere.
    const char *_Nullable key;
    size_t key_length;
    uint32_t key_line;
    uint32_t key_column;
    uint32_t line;
    uint32_t column;
    const char *_Nullable text;
    size_t text_length;
    int64_t integer;
    double number;
} ctoml_node;

typedef void (*ctoml_visit)(void *_Nonnull context, const ctoml_node *_Nonnull node);

// Parses UTF-8 text and visits every node, depth first, tables in the order of their keys. The root is a table without
// a key. No exception is thrown. The parser frees its tree recursively, and `a.a.a.a…` makes it as deep as the text is
// long: 256 KiB of text need a stack of 256 MiB.
void ctoml_parse(
    const char *_Nonnull bytes, size_t length, void *_Nonnull context, ctoml_visit _Nonnull visit);

#ifdef __cplusplus
}
#endif
