#include "loopback.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct loopback_identity {
    SSL_CTX *context;
    char *pem;
    size_t pem_count;
    pthread_mutex_t lock;
    unsigned char offered[256];
    size_t offered_count;
    int prefers_frames;
};

static int add_extension(X509 *certificate, int kind, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, kind, value);
    int is_added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

// Self-signed, so that clients need to trust nothing else.
static X509 *make_certificate(EVP_PKEY *key, const char *names) {
    X509 *certificate = X509_new();
    if (!certificate) return NULL;
    X509_NAME *name = X509_get_subject_name(certificate);
    int is_made = X509_set_version(certificate, 2) && ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) &&
        X509_gmtime_adj(X509_getm_notBefore(certificate), -3600) &&
        X509_gmtime_adj(X509_getm_notAfter(certificate), 86400) && X509_set_pubkey(certificate, key) &&
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"loopback", -1, -1, 0) &&
        X509_set_issuer_name(certificate, name) && add_extension(certificate, NID_subject_alt_name, names) &&
        add_extension(certificate, NID_basic_constraints, "critical,CA:TRUE") &&
        X509_sign(certificate, key, EVP_sha256());
    if (is_made) return certificate;
    X509_free(certificate);
    return NULL;
}

static int keep_pem(loopback_identity *identity, X509 *certificate) {
    BIO *memory = BIO_new(BIO_s_mem());
    char *text = NULL;
    if (memory && PEM_write_bio_X509(memory, certificate)) {
        identity->pem_count = (size_t)BIO_get_mem_data(memory, &text);
        identity->pem = malloc(identity->pem_count);
        if (identity->pem) memcpy(identity->pem, text, identity->pem_count);
    }
    BIO_free(memory);
    return identity->pem != NULL;
}

static int choose(
    SSL *connection, const unsigned char **chosen, unsigned char *count, const unsigned char *offered,
    unsigned int offered_count, void *argument) {
    static const unsigned char lines[] = "\x08http/1.1", frames[] = "\x02h2";
    loopback_identity *identity = argument;
    (void)connection;
    pthread_mutex_lock(&identity->lock);
    identity->offered_count = offered_count < sizeof identity->offered ? offered_count : sizeof identity->offered;
    memcpy(identity->offered, offered, identity->offered_count);
    pthread_mutex_unlock(&identity->lock);
    const unsigned char *known = identity->prefers_frames ? frames : lines;
    unsigned int known_count = identity->prefers_frames ? sizeof frames - 1 : sizeof lines - 1;
    int answer = SSL_select_next_proto((unsigned char **)chosen, count, known, known_count, offered, offered_count);
    return answer == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

loopback_identity *loopback_identity_make(const char *names) {
    loopback_identity *identity = calloc(1, sizeof *identity);
    if (!identity) return NULL;
    pthread_mutex_init(&identity->lock, NULL);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = key ? make_certificate(key, names) : NULL;
    identity->context = SSL_CTX_new(TLS_server_method());
    int is_made = certificate && identity->context && keep_pem(identity, certificate) &&
        SSL_CTX_use_certificate(identity->context, certificate) == 1 &&
        SSL_CTX_use_PrivateKey(identity->context, key) == 1;
    X509_free(certificate);
    EVP_PKEY_free(key);
    if (is_made) {
        SSL_CTX_set_alpn_select_cb(identity->context, choose, identity);
        return identity;
    }
    loopback_identity_free(identity);
    return NULL;
}

void loopback_identity_free(loopback_identity *identity) {
    SSL_CTX_free(identity->context);
    free(identity->pem);
    pthread_mutex_destroy(&identity->lock);
    free(identity);
}

const char *loopback_identity_pem(const loopback_identity *identity, size_t *count) {
    *count = identity->pem_count;
    return identity->pem;
}

void loopback_identity_offered(loopback_identity *identity, unsigned char *room, size_t *count) {
    pthread_mutex_lock(&identity->lock);
    *count = identity->offered_count;
    memcpy(room, identity->offered, identity->offered_count);
    pthread_mutex_unlock(&identity->lock);
}

void loopback_identity_prefer_frames(loopback_identity *identity) {
    identity->prefers_frames = 1;
}

void *loopback_tls_accept(loopback_identity *identity, int socket) {
    SSL *connection = SSL_new(identity->context);
    if (!connection) return NULL;
    if (SSL_set_fd(connection, socket) == 1 && SSL_accept(connection) == 1) return connection;
    SSL_free(connection);
    return NULL;
}

long loopback_tls_read(void *connection, void *bytes, size_t count) {
    size_t done = 0;
    return SSL_read_ex(connection, bytes, count, &done) == 1 ? (long)done : 0;
}

long loopback_tls_write(void *connection, const void *bytes, size_t count) {
    size_t done = 0;
    return SSL_write_ex(connection, bytes, count, &done) == 1 ? (long)done : 0;
}

void loopback_tls_end(void *connection, int says_goodbye) {
    if (says_goodbye) SSL_shutdown(connection);
    SSL_free(connection);
}
