package import ControlAPI
package import Domain
internal import PlatformConcurrency
internal import PlatformHTTPServer
internal import Synchronization

/// A ring buffer of the newest events, for current subscribers and for those that reconnect. Event numbers never
/// repeat; together with the service's start time a number is the event's identifier on the wire.
package final class EventRing: Sendable {
    private struct State {
        /// The event with a number is at `(number - 1) % capacity`.
        var kept: [Kept] = []
        /// The number of the newest event; 0 before the first.
        var newest: UInt64 = 0
        var subscribers = 0
        var isClosed = false
    }

    /// An event is built and encoded when the first subscriber reads it: usually there is none.
    private enum Kept {
        case pending(@Sendable () -> ServiceEvent)
        case encoded([UInt8])
    }

    /// The result of reading after an event number.
    enum ReadResult {
        /// Encoded events and the number of the last one.
        case events([UInt8], upTo: UInt64)
        /// The number of events that were overwritten before they were read.
        case missed(UInt64)
        case nothing
        case closed
    }

    /// The maximum number of concurrent subscribers.
    package static var maxSubscribers: Int { 256 }

    private let start: UTCMillis
    private let capacity: Int
    private let state = Mutex(State())
    /// Changes with each new event and at the end, which wakes the subscribers.
    private let changes = AsyncValue(0)

    /// `start`: the service's start time; `capacity`: the number of events kept.
    package init(start: UTCMillis, capacity: Int = 10_000) {
        self.start = start
        self.capacity = max(1, capacity)
    }

    /// Adds an event, which `event` builds when the first subscriber reads it, and at most once.
    package func add(_ event: @escaping @Sendable () -> ServiceEvent) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.newest += 1
            if state.kept.count < capacity {
                state.kept.append(.pending(event))
            } else {
                state.kept[index(of: state.newest)] = .pending(event)
            }
        }
        changes.update { $0 += 1 }
    }

    /// Ends the stream: subscribers receive the remaining events, then the end.
    package func close() {
        state.withLock { $0.isClosed = true }
        changes.update { $0 += 1 }
    }

    /// The events after number `sent`, about 64 KiB of them.
    func read(after sent: UInt64) -> ReadResult {
        state.withLock { state in
            guard sent < state.newest else { return state.isClosed ? .closed : .nothing }
            let oldest = state.newest - UInt64(state.kept.count) + 1
            guard sent + 1 >= oldest else { return .missed(oldest - 1 - sent) }
            var (bytes, last) = ([UInt8](), sent)
            while last < state.newest, bytes.count < 1 << 16 {
                last += 1
                bytes += encoded(last, &state)
            }
            return .events(bytes, upTo: last)
        }
    }

    /// Returns when there is an event after number `sent`, the ring is closed or the task is cancelled.
    func change(after sent: UInt64) async {
        let seen = changes.value
        guard state.withLock({ !$0.isClosed && sent >= $0.newest }) else { return }
        _ = await changes.first { $0 > seen ? true : nil }
    }

    /// The number of the event with that identifier; `nil` when it belongs to another start of the service or is no
    /// longer followed without a gap.
    func position(of name: String) -> UInt64? {
        let parts = name.split(separator: "-")
        guard parts.count == 2, Int64(parts[0]) == start.milliseconds, let number = UInt64(parts[1]) else { return nil }
        return state.withLock { state in
            number <= state.newest && number + UInt64(state.kept.count) >= state.newest ? number : nil
        }
    }

    var newest: UInt64 { state.withLock { $0.newest } }

    func name(_ number: UInt64) -> String { "\(start.milliseconds)-\(number)" }

    /// Registers a subscriber. `false` when `maxSubscribers` is reached.
    func subscribe() -> Bool {
        state.withLock { state in
            guard state.subscribers < Self.maxSubscribers else { return false }
            state.subscribers += 1
            return true
        }
    }

    func unsubscribe() {
        state.withLock { $0.subscribers -= 1 }
    }

    private func encoded(_ number: UInt64, _ state: inout State) -> [UInt8] {
        switch state.kept[index(of: number)] {
        case .encoded(let bytes): return bytes
        case .pending(let build):
            let event = build()
            let bytes = EventEncoder.event(event.code, id: name(number), event)
            state.kept[index(of: number)] = .encoded(bytes)
            return bytes
        }
    }

    private func index(of number: UInt64) -> Int { Int((number - 1) % UInt64(capacity)) }
}

/// One subscriber's view of the events: each once and in order. A subscriber that falls too far behind receives the
/// number of lost events in a `dropped` event, then the end of the stream.
///
/// After twenty seconds without an event it gets a comment, so that it can tell silence from a lost connection.
final class EventSubscription<Timer: Clock>: BodySource where Timer.Duration == Duration {
    private struct State {
        /// The number of the last event that was sent.
        var last: UInt64
        /// Sent before the first event.
        var greeting: [UInt8]?
        var isOver = false
    }

    private let ring: EventRing
    private let timeout: Timeout<Timer>
    private let state: Mutex<State>

    /// `last`: the newest event that the subscriber has. `nil` when there are too many subscribers.
    init?(_ ring: EventRing, after last: String?, _ timeout: Timeout<Timer>) {
        guard ring.subscribe() else { return nil }
        self.ring = ring
        self.timeout = timeout
        let newest = ring.newest
        var start = State(last: newest, greeting: EventEncoder.comment)
        if let last {
            if let position = ring.position(of: last) {
                start.last = position
            } else {
                start.greeting = EventEncoder.event("reset", id: ring.name(newest), EventGap(missed: nil))
            }
        }
        state = Mutex(start)
    }

    deinit {
        ring.unsubscribe()
    }

    func next() async -> [UInt8]? {
        if let greeting = state.withLock({ $0.greeting.take() }) { return greeting }
        while !Task.isCancelled {
            let (sent, isOver) = state.withLock { ($0.last, $0.isOver) }
            if isOver { return nil }
            switch ring.read(after: sent) {
            case .events(let bytes, let last):
                state.withLock { $0.last = last }
                return bytes
            case .missed(let count):
                state.withLock { $0.isOver = true }
                return EventEncoder.event("dropped", EventGap(missed: Int64(count)))
            case .nothing:
                await timeout.wait(.seconds(20)) { [ring] in await ring.change(after: sent) }
                if case .nothing = ring.read(after: sent), !Task.isCancelled { return EventEncoder.silence }
            case .closed: return nil
            }
        }
        return nil
    }
}

/// Encodes server-sent events (WHATWG HTML, 9.2).
enum EventEncoder {
    /// One event whose data is a single line of JSON.
    static func event(_ kind: String, id: String? = nil, _ data: some Encodable) -> [UInt8] {
        let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(kind)\ndata: "
        let json = (try? ControlJSON.encode(data)) ?? Array("{}".utf8)
        return Array(head.utf8) + json + [10, 10]
    }

    /// A comment line that begins the response, so that clients see the connection is open.
    static let comment = Array(": textifyd\n\n".utf8)
    /// A comment line that says nothing.
    static let silence = Array(":\n\n".utf8)
}

/// `GET /v1/events`: the event stream.
enum EventRoute {
    static func route(_ plane: ControlPlane, _ timeout: Timeout<some Clock<Duration>>) -> Route {
        Route("GET", "/v1/events", .read, types: [MediaType.events]) { exchange throws(Rejection) in
            guard let events = EventSubscription(plane.events, after: exchange.head["Last-Event-ID"], timeout) else {
                throw .refused(.tooManyListeners(limit: EventRing.maxSubscribers))
            }
            let headers = ServerResponse.bytes([], type: MediaType.events).headers
            return ServerResponse(status: 200, headers: headers, source: events)
        }
    }
}
