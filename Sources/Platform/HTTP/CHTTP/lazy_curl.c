/* Loads libcurl when the first client is made. Linking it, with its forty libraries, would cost every start of a
 * program some milliseconds, even if it never makes a request. Each function has the name and type of libcurl's own
 * and forwards to it. */
#define CURL_DISABLE_TYPECHECK
#include "shim.h"

#include <dlfcn.h>
#include <stdarg.h>

/* The soname of libcurl 7.16 and later; its ABI has not changed since. */
#define LIBRARY "libcurl.so.4"

/* All libcurl functions in use. */
#define FUNCTIONS(use)                                                                                                 \
    use(curl_global_init) use(curl_easy_init) use(curl_easy_cleanup) use(curl_easy_setopt) use(curl_easy_getinfo)      \
    use(curl_easy_perform)                                                                                             \
    use(curl_multi_init) use(curl_multi_cleanup) use(curl_multi_add_handle) use(curl_multi_remove_handle)              \
    use(curl_multi_socket_action) use(curl_multi_info_read)                                                            \
    use(curl_multi_setopt) use(curl_slist_append) use(curl_slist_free_all) use(curl_url) use(curl_url_cleanup)         \
    use(curl_url_get) use(curl_url_set) use(curl_free)

#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } real;

/* Returns 1 if all functions were found. */
static int load(void) {
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND(name)                                                                                                     \
    if (!(real.name = (__typeof__(real.name))dlsym(library, #name))) return 0;
    FUNCTIONS(FIND)
    return 1;
}

/* Must be called once, before any other function. */
CURLcode curl_global_init(long flags) { return load() ? real.curl_global_init(flags) : CURLE_FAILED_INIT; }

CURL *curl_easy_init(void) { return real.curl_easy_init(); }
void curl_easy_cleanup(CURL *easy) { real.curl_easy_cleanup(easy); }
CURLcode curl_easy_perform(CURL *easy) { return real.curl_easy_perform(easy); }

/* Every kind of argument (long, curl_off_t, pointer) has the size of a pointer and is passed on as one. */
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *), "made for 64 bits");

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...) {
    va_list list;
    va_start(list, option);
    void *value = va_arg(list, void *);
    va_end(list);
    return real.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...) {
    va_list list;
    va_start(list, info);
    void *value = va_arg(list, void *);
    va_end(list);
    return real.curl_easy_getinfo(easy, info, value);
}

CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...) {
    va_list list;
    va_start(list, option);
    void *value = va_arg(list, void *);
    va_end(list);
    return real.curl_multi_setopt(multi, option, value);
}

CURLM *curl_multi_init(void) { return real.curl_multi_init(); }
CURLMcode curl_multi_cleanup(CURLM *multi) { return real.curl_multi_cleanup(multi); }
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) { return real.curl_multi_add_handle(multi, easy); }
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) { return real.curl_multi_remove_handle(multi, easy); }
CURLMsg *curl_multi_info_read(CURLM *multi, int *left) { return real.curl_multi_info_read(multi, left); }

CURLMcode curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int what, int *running) {
    return real.curl_multi_socket_action(multi, socket, what, running);
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
    return real.curl_slist_append(list, text);
}

void curl_slist_free_all(struct curl_slist *list) {
    if (list) real.curl_slist_free_all(list);
}

CURLU *curl_url(void) { return real.curl_url(); }
void curl_url_cleanup(CURLU *url) { real.curl_url_cleanup(url); }
void curl_free(void *memory) { real.curl_free(memory); }

/* Under another name, because newer headers declare the first parameter const. */
CURLUcode chttp_url_get(CURLU *url, CURLUPart what, char **part, unsigned int flags) {
    return real.curl_url_get(url, what, part, flags);
}

CURLUcode curl_url_set(CURLU *url, CURLUPart what, const char *part, unsigned int flags) {
    return real.curl_url_set(url, what, part, flags);
}
