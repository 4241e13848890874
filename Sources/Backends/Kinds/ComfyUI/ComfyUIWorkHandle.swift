import BackendKit
import Domain

/// The stored handle of a submitted prompt: `{"prompt_id":"…"}`.
struct ComfyUIWorkHandle {
    let id: String

    /// Returns `nil` for an ID that would need escaping in a URL.
    init?(id: String) {
        guard id.isPathSafe else { return nil }
        self.id = id
    }

    init?(_ handle: JobHandle) {
        guard let id = JSONBody.value(handle.text)?["prompt_id"]?.text else { return nil }
        self.init(id: id)
    }

    var handle: JobHandle? { JobHandle(#"{"prompt_id":""# + id + #""}"#) }
}

/// The prompt ID, chosen by the client: the same key always gives the same ID, so work whose response was lost can be
/// found again.
enum PromptID {
    /// Returns a UUID of version 8 (RFC 9562, 5.8) with the key's 128-bit FNV-1a hash, in lower case: newer servers
    /// accept nothing but UUIDs.
    static func text(of key: String) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in key.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        hash = hash & ~(0xF << 76) | 8 << 76
        hash = hash & ~(3 << 62) | 2 << 62
        let digits = String(hash, radix: 16)
        let whole = Array(String(repeating: "0", count: 32 - digits.count) + digits)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(whole[$0]) }.joined(separator: "-")
    }
}
