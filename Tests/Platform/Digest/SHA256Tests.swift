import Domain
import PlatformDigest
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    /// The examples of FIPS 180-4 (NIST, "Secure Hash Standard", example values).
    private static let vectors = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test("gives the published digests", arguments: vectors)
    func vector(text: String, hex: String) {
        #expect(sha256(Array(text.utf8)).hex == hex)
    }

    @Test("gives the published digest of a million letters a, in uneven pieces")
    func million() {
        var hasher = SHA256Hasher()
        let piece = [UInt8](repeating: 97, count: 997)
        for _ in 0..<1003 { hasher.update(piece.span) }
        hasher.update(piece.span.extracting(..<9))
        #expect(hasher.finalize().hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("digests of pieces and of the whole agree")
    func pieces() {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var hasher = SHA256Hasher()
        hasher.update(bytes.span.extracting(..<100))
        hasher.update(bytes.span.extracting(..<0))
        hasher.update(bytes.span.extracting(100..<200))
        hasher.update(bytes.span.extracting(200...))
        #expect(hasher.finalize() == sha256(bytes))
    }
}
