import BackendKit
import FoundationEssentials

/// What is stored of work that goes on at a service: enough to ask for it after a crash.
struct WorkHandle: Equatable, Codable {
    /// The service's own number.
    var id: String?
    /// Addresses as the service wrote them.
    var poll: String?
    var result: String?
    var cancel: String?
    /// Milliseconds since 1970.
    var started: Int64

    /// `nil` when it is longer than a handle may be.
    var handle: JobHandle? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self) else { return nil }
        return JobHandle(String(decoding: bytes, as: UTF8.self))
    }

    init(id: String? = nil, poll: String? = nil, result: String? = nil, cancel: String? = nil, started: Int64) {
        self.id = id
        self.poll = poll
        self.result = result
        self.cancel = cancel
        self.started = started
    }

    init?(_ handle: JobHandle) {
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(handle.text.utf8)) else { return nil }
        self = read
    }
}
