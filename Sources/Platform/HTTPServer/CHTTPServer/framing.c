// Framing: the boundaries of a request's head and body. libmicrohttpd 0.9.75 accepts much that RFC 9112 rejects because
// a proxy in front could parse the same bytes differently. Its option MHD_OPTION_STRICT_FOR_CLIENT covers none of it:
// it rejects a missing Host, with the doubled response described below, and closes without a response on a space in the
// target.
#include "server.h"

#include <string.h>
#include <strings.h>
#include <sys/socket.h>

typedef struct {
    unsigned lengths, codings, hosts;
    bool is_malformed, is_chunked;
} framing;

// Whether the bytes are a token (RFC 9110, 5.6.2), as header names must be.
static bool is_token(const char *bytes, size_t count) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    for (size_t index = 0; index < count; index++) {
        char byte = bytes[index];
        bool is_word = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
        if (!is_word && (byte == 0 || strchr(marks, byte) == NULL)) return false;
    }
    return count > 0;
}

// Whether the bytes contain no control characters except tab (RFC 9110, 5.5).
static bool is_plain(const char *bytes, size_t count) {
    for (size_t index = 0; index < count; index++) {
        unsigned char byte = (unsigned char)bytes[index];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7f) return false;
    }
    return true;
}

static bool is_named(const char *name, size_t count, const char *wanted) {
    return count == strlen(wanted) && strncasecmp(name, wanted, count) == 0;
}

static enum MHD_Result check_header(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value,
    size_t value_size) {
    (void)kind;
    framing *found = context;
    if (!is_token(name, name_size) || !is_plain(value, value_size)) found->is_malformed = true;
    if (is_named(name, name_size, MHD_HTTP_HEADER_CONTENT_LENGTH)) found->lengths++;
    if (is_named(name, name_size, MHD_HTTP_HEADER_HOST)) found->hosts++;
    if (is_named(name, name_size, MHD_HTTP_HEADER_TRANSFER_ENCODING)) {
        found->codings++;
        found->is_chunked = is_named(value, value_size, "chunked");
    }
    return MHD_YES;
}

// Whether the target consists of visible ASCII or UTF-8 bytes (RFC 9112, 3.2).
static bool is_target(const char *target) {
    return is_plain(target, strlen(target)) && strpbrk(target, " \t") == NULL;
}

http_fault framing_fault(struct MHD_Connection *link, const char *target, const char *version) {
    framing found = {.lengths = 0};
    MHD_get_connection_values_n(link, MHD_HEADER_KIND, check_header, &found);
    if (found.is_malformed || !is_target(target) || found.hosts > 1) return http_malformed;
    // RFC 9112, 6.1 and 6.3: two lengths, or a length together with a transfer coding, are used for request smuggling.
    if (found.lengths + found.codings > 1) return http_malformed;
    if (found.codings == 0) return 0;
    if (strcmp(version, MHD_HTTP_VERSION_1_0) == 0) return http_malformed;
    return found.is_chunked ? 0 : http_unknown_coding;
}

// Returns the only request whose head is complete but was not passed to us: the one that the library is rejecting now.
static request *refused(http_server *server) {
    for (connection *waiting = server->oldest; waiting; waiting = waiting->after) {
        request *begun = waiting->begun;
        if (begun && MHD_get_connection_info(begun->link, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE)) return begun;
    }
    return NULL;
}

// libmicrohttpd 0.9.75 rejects a non-numeric Content-Length itself, with two nested heads: after its error it continues
// as if the head were valid and builds the response head again. Its log callback is the only one called before it
// sends. So the response is sent here, and the socket is shut down for the library's own.
void framing_logged(void *context, const char *format, va_list arguments) {
    (void)format;
    (void)arguments;
    static const char answer[] = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    request *wrong = refused(context);
    if (wrong == NULL) return;
    int fd = wrong->connection->fd;
    wrong->connection->begun = NULL;
    // Best effort: if the socket is full, the client gets no response.
    ssize_t sent = send(fd, answer, sizeof answer - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    (void)sent;
    shutdown(fd, SHUT_WR);
}
