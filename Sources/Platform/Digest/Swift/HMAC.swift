internal import CCrypto

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
