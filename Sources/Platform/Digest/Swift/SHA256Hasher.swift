internal import CCrypto
package import Domain

/// SHA-256 (FIPS 180-4) as libcrypto computes it, with the processor's own instructions where there are any.
@safe
package struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    package init() {
        // Only a machine without memory, or a libcrypto without SHA-256, fails here: nothing could be named any more.
        guard let made = unsafe EVP_MD_CTX_new(), unsafe EVP_DigestInit_ex(made, EVP_sha256(), nil) == 1 else {
            preconditionFailure("libcrypto gives no SHA-256")
        }
        unsafe context = unsafe made
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Takes the next bytes in.
    package mutating func update(_ bytes: borrowing Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    /// Takes the next bytes in.
    package mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Takes the next bytes in.
    @unsafe
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let taken = unsafe EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(taken == 1, "libcrypto gives no SHA-256")
    }

    /// The digest of all that was taken in.
    package consuming func finalize() -> Digest {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            let made = unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
            precondition(made == 1, "libcrypto gives no SHA-256")
            count = 32
        }
        guard let digest = Digest(bytes: bytes) else { preconditionFailure("a SHA-256 has 32 bytes") }
        return digest
    }
}

/// The SHA-256 of bytes that are all there.
package func sha256(_ bytes: [UInt8]) -> Digest {
    var hasher = SHA256Hasher()
    hasher.update(bytes)
    return hasher.finalize()
}
