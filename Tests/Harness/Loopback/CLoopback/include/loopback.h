#pragma once

#include <stddef.h>

/// A server's freshly generated key and self-signed certificate.
typedef struct loopback_identity loopback_identity;

/// Creates an identity. `names` as in the subjectAltName extension: `IP:127.0.0.1` or `DNS:example.invalid`. NULL on
/// failure.
loopback_identity *_Nullable loopback_identity_make(const char *_Nonnull names);
void loopback_identity_free(loopback_identity *_Nonnull identity);

/// The certificate as PEM of `*count` bytes, valid as long as the identity.
const char *_Nonnull loopback_identity_pem(const loopback_identity *_Nonnull identity, size_t *_Nonnull count);

/// Copies the protocols offered by the latest client (ALPN), each preceded by its length, into `room` of 256 bytes;
/// `*count` is their size.
void loopback_identity_offered(loopback_identity *_Nonnull identity, unsigned char *_Nonnull room, size_t *_Nonnull count);

/// Negotiates only HTTP/2. Call before the first connection.
void loopback_identity_prefer_frames(loopback_identity *_Nonnull identity);

/// Performs the TLS handshake on a connected socket; NULL on failure. The caller keeps the socket.
void *_Nullable loopback_tls_accept(loopback_identity *_Nonnull identity, int socket);
/// Like read and write; 0 at the end and on failure.
long loopback_tls_read(void *_Nonnull connection, void *_Nonnull bytes, size_t count);
long loopback_tls_write(void *_Nonnull connection, const void *_Nonnull bytes, size_t count);
/// Ends the connection; `says_goodbye` sends close_notify.
void loopback_tls_end(void *_Nonnull connection, int says_goodbye);

/// Accepts the next connection with close-on-exec; a negative errno at the end.
int loopback_accept(int listener);

/// Waits until the peer of `socket` disconnects (1), or until `other` is readable or the time is up (0).
int loopback_wait_until_gone(int socket, int other, int milliseconds);

/// Sets the user ID of this thread only, as seen by the peers it connects to. Returns 0 or a negative errno. Root can,
/// and can switch back.
int loopback_become(unsigned user);

/// Connects to a loopback port; a negative errno on failure.
int loopback_connect(unsigned short port);

/// Copies data between two sockets until one of them ends or `most` bytes came from `client`. Returns the number of
/// bytes from `client`.
long loopback_relay(int client, int server, long most);

enum loopback_compression { loopback_gzip, loopback_zlib, loopback_bare };

/// Compresses `count` bytes into `output` of `room` bytes. Returns the compressed size, or 0 if there isn't enough
/// room.
size_t loopback_compress(
    const void *_Nonnull bytes, size_t count, void *_Nonnull output, size_t room, enum loopback_compression how);
