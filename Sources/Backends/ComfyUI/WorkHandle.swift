import BackendKit
import Domain

/// What is stored of work that was handed over: `{"prompt_id":"…"}`.
struct WorkHandle: Equatable {
    /// The longest name of a piece of work that is believed, in bytes.
    private static let longest = 200

    let id: String

    /// `nil` for a name that can't stand in an address as it is.
    init?(id: String) {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
        guard isPlain, 1...Self.longest ~= id.utf8.count else { return nil }
        self.id = id
    }

    init?(_ handle: JobHandle) {
        guard let id = JSONBody.value(Array(handle.text.utf8))?["prompt_id"]?.text else { return nil }
        self.init(id: id)
    }

    var handle: JobHandle? { JobHandle(#"{"prompt_id":""# + id + #""}"#) }
}
