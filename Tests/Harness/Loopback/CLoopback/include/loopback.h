#pragma once

#include <stddef.h>

/// A key and a certificate, made anew, that a server shows.
typedef struct loopback_identity loopback_identity;

/// `names` as in an extension: `IP:127.0.0.1` or `DNS:example.invalid`. NULL when it can't be made.
loopback_identity *_Nullable loopback_identity_make(const char *_Nonnull names);
void loopback_identity_free(loopback_identity *_Nonnull identity);

/// The certificate as PEM, `*count` bytes of it; valid as long as the identity.
const char *_Nonnull loopback_identity_pem(const loopback_identity *_Nonnull identity, size_t *_Nonnull count);

/// The protocols that the latest client offered (ALPN), each led by its length; `*count` bytes into `room` of 256.
void loopback_identity_offered(loopback_identity *_Nonnull identity, unsigned char *_Nonnull room, size_t *_Nonnull count);

/// Agrees on HTTP/2 and on nothing else; before the first connection.
void loopback_identity_prefer_frames(loopback_identity *_Nonnull identity);

/// Agrees on encryption over a connected socket; NULL when that fails. The socket stays the caller's.
void *_Nullable loopback_tls_accept(loopback_identity *_Nonnull identity, int socket);
/// Like read and write; at most 0 at the end or on failure.
long loopback_tls_read(void *_Nonnull connection, void *_Nonnull bytes, size_t count);
long loopback_tls_write(void *_Nonnull connection, const void *_Nonnull bytes, size_t count);
/// `says_goodbye`: the other side is told that this is the end.
void loopback_tls_end(void *_Nonnull connection, int says_goodbye);

/// Takes the next connection, closed on exec; a negative errno at the end.
int loopback_accept(int listener);

/// Waits until the other side of `socket` is gone (1), or `other` is readable or the time is over (0).
int loopback_wait_until_gone(int socket, int other, int milliseconds);

/// From now on this thread alone is that user to the system, for what it connects to; 0 or a negative errno. Root can, and
/// can go back.
int loopback_become(unsigned user);

/// Connects to a port of this machine's loopback; a negative errno where that fails.
int loopback_connect(unsigned short port);

/// Hands on what either of two sockets sends, until one ends or `most` bytes came from `client`. Returns how many did.
long loopback_relay(int client, int server, long most);

enum loopback_compression { loopback_gzip, loopback_zlib, loopback_bare };

/// `count` bytes compressed into `room`; how many those are, 0 where there is no room.
size_t loopback_compress(
    const void *_Nonnull bytes, size_t count, void *_Nonnull output, size_t room, enum loopback_compression how);
