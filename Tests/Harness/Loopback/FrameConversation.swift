/// Serves one HTTP/2 connection (RFC 9113), as far as a scripted server needs it. Of the compressed request headers
/// only the method is read, and only from the static table (RFC 7541, appendix A), as every client encodes it.
struct FrameConversation {
    private enum Kind: UInt8 {
        case data = 0
        case headers = 1
        case resetStream = 3
        case settings = 4
        case ping = 6
        case goAway = 7
        case windowUpdate = 8
    }

    private struct Frame {
        let kind: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: [UInt8]

        func isFlagged(_ flag: UInt8) -> Bool { flags & flag != 0 }
    }

    private static let preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
    private static let endOfStream: UInt8 = 1
    private static let acknowledged: UInt8 = 1
    private static let endOfHeaders: UInt8 = 4

    private let wire: Wire
    private var unread: [UInt8] = []
    private var methods: [UInt32: String] = [:]
    private var bodies: [UInt32: [UInt8]] = [:]
    private var lastStream: UInt32 = 0

    init(_ wire: Wire) {
        self.wire = wire
    }

    /// Serves requests. Returns when the connection should be closed.
    mutating func run(answering: (_ head: String, _ body: [UInt8]) -> FrameAnswer) {
        guard let preface = take(Self.preface.utf8.count), preface == Array(Self.preface.utf8) else { return }
        guard send(.settings) else { return }
        while let frame = nextFrame() {
            guard let stream = heard(frame) else { continue }
            let method = methods.removeValue(forKey: stream) ?? "?"
            let head = "\(method) / HTTP/2"
            guard perform(answering(head, bodies.removeValue(forKey: stream) ?? []), on: stream) else { return }
        }
    }

    /// Handles a frame. Returns the stream whose request is now complete.
    private mutating func heard(_ frame: Frame) -> UInt32? {
        switch Kind(rawValue: frame.kind) {
        case .settings:
            if !frame.isFlagged(Self.acknowledged) { _ = send(.settings, flags: Self.acknowledged) }
        case .ping:
            if !frame.isFlagged(Self.acknowledged) {
                _ = send(.ping, flags: Self.acknowledged, frame.payload)
            }
        case .headers:
            lastStream = frame.stream
            // Five bytes of priority may precede the header block.
            methods[frame.stream] = Self.method(frame.payload.dropFirst(frame.isFlagged(0x20) ? 5 : 0).first)
        case .data:
            bodies[frame.stream, default: []] += frame.payload
            if !frame.payload.isEmpty {
                let room = Self.bytes(UInt32(frame.payload.count))
                _ = send(.windowUpdate, room) && send(.windowUpdate, on: frame.stream, room)
            }
        default: return nil
        }
        let carries = frame.kind == Kind.headers.rawValue || frame.kind == Kind.data.rawValue
        return carries && frame.isFlagged(Self.endOfStream) ? frame.stream : nil
    }

    private static func method(_ field: UInt8?) -> String? {
        switch field {
        case 0x82: "GET"
        case 0x83: "POST"
        default: nil
        }
    }

    /// Sends the answer. Returns whether the connection stays open.
    private func perform(_ answer: FrameAnswer, on stream: UInt32) -> Bool {
        // `:status 200`, entry 8 of the static table.
        let head: [UInt8] = [0x88]
        switch answer {
        case .body(let bytes):
            return send(.headers, flags: Self.endOfHeaders, on: stream, head)
                && send(.data, flags: Self.endOfStream, on: stream, bytes)
        case .half(let bytes):
            _ = send(.headers, flags: Self.endOfHeaders, on: stream, head) && send(.data, on: stream, bytes)
            return false
        case .reset(let code): return send(.resetStream, on: stream, Self.bytes(code))
        case .goAway(let isTaken):
            let last = isTaken ? lastStream : max(lastStream, 2) - 2
            _ = send(.goAway, Self.bytes(last) + Self.bytes(0))
            return false
        case .end: return false
        }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    private func send(_ kind: Kind, flags: UInt8 = 0, on stream: UInt32 = 0, _ payload: [UInt8] = []) -> Bool {
        let head = Array(Self.bytes(UInt32(payload.count)).dropFirst()) + [kind.rawValue, flags] + Self.bytes(stream)
        return wire.write(head + payload)
    }

    private mutating func nextFrame() -> Frame? {
        guard let head = take(9) else { return nil }
        let length = head[..<3].reduce(0) { $0 << 8 | Int($1) }
        guard let payload = take(length) else { return nil }
        let stream = head[5...].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return Frame(kind: head[3], flags: head[4], stream: stream, payload: payload)
    }

    /// The next `count` bytes; `nil` if the client disconnects first.
    private mutating func take(_ count: Int) -> [UInt8]? {
        while unread.count < count {
            let more = wire.read()
            if more.isEmpty { return nil }
            unread += more
        }
        defer { unread.removeFirst(count) }
        return Array(unread.prefix(count))
    }
}
