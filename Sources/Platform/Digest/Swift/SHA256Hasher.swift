internal import CCrypto
package import Domain

/// SHA-256 (FIPS 180-4) by libcrypto, which uses the processor's SHA instructions if available.
@safe
package struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    package init() {
        // Fails only if out of memory or if libcrypto lacks SHA-256; the service can't work without digests.
        guard let made = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto cannot compute SHA-256")
        }
        unsafe context = unsafe made
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: borrowing Span<UInt8>) {
        let result = unsafe bytes.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        precondition(result == 1, "libcrypto cannot compute SHA-256")
    }

    /// Returns the digest of all bytes added.
    package consuming func finalize() -> Digest {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let result = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(result == 1, "libcrypto cannot compute SHA-256")
            count = 32
        }
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("a SHA-256 has 32 bytes") }
        return digest
    }
}

/// Returns the SHA-256 of `bytes`.
package func sha256(_ bytes: [UInt8]) -> Digest {
    var hasher = SHA256Hasher()
    hasher.update(bytes.span)
    return hasher.finalize()
}

/// HMAC-SHA-256 (RFC 2104) of a message, 32 bytes.
package func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
        // Fails only if out of memory or if libcrypto lacks SHA-256.
        let made = unsafe HMAC(
            EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, nil)
        guard unsafe made != nil else { preconditionFailure("libcrypto cannot compute an HMAC") }
        count = 32
    }
}
