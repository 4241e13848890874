// The description of a request for the callbacks.
#include "server.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    http_header *headers;
    size_t count, capacity;
} header_list;

static enum MHD_Result add_header(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    header_list *list = context;
    if (list->count == list->capacity) return MHD_NO;
    list->headers[list->count++] = (http_header){.name = name, .value = value ? value : ""};
    return MHD_YES;
}

http_message message_of(request *request, const char *method, const char *version) {
    int count = MHD_get_connection_values(request->link, MHD_HEADER_KIND, NULL, NULL);
    header_list list = {.headers = NULL, .count = 0, .capacity = 0};
    if (count > 0 && (list.headers = calloc((size_t)count, sizeof(http_header)))) list.capacity = (size_t)count;
    MHD_get_connection_values(request->link, MHD_HEADER_KIND, add_header, &list);
    return (http_message){
        .method = method,
        .target = request->target,
        .is_current = strcmp(version, MHD_HTTP_VERSION_1_0) != 0,
        .headers = list.headers,
        .header_count = list.count,
        .peer = request->connection->peer,
        .body = request->body,
        .body_length = request->length,
    };
}
