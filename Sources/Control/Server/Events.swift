package import ControlAPI
package import Domain
internal import PlatformConcurrency
internal import PlatformHTTPServer
internal import Synchronization

/// A ring buffer of the newest events, for current subscribers and for those that reconnect. Event numbers never
/// repeat; together with the service's start time a number is the event's identifier on the wire.
package final class EventRing: Sendable {
    private struct State {
        /// At `(number - 1) % capacity`.
        var kept: [Kept] = []
        /// The number of the newest event; 0 before the first.
        var newest: UInt64 = 0
        var listeners = 0
        var isClosed = false
    }

    /// Encoded when the first subscriber reads it: usually there is none.
    private enum Kept {
        case later(@Sendable () -> ServiceEvent)
        case event(ServiceEvent)
        case written([UInt8])
    }

    /// The result of reading after an event number.
    enum News {
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

    package func add(_ event: ServiceEvent) {
        keep(.event(event))
    }

    /// Adds an event that is built once, when the first subscriber reads it.
    package func add(later event: @escaping @Sendable () -> ServiceEvent) {
        keep(.later(event))
    }

    private func keep(_ event: Kept) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.newest += 1
            if state.kept.count < capacity {
                state.kept.append(event)
            } else {
                state.kept[place(state.newest)] = event
            }
        }
        changes.update { $0 += 1 }
    }

    /// Ends the stream: subscribers receive the remaining events, then the end.
    package func close() {
        state.withLock { $0.isClosed = true }
        changes.update { $0 += 1 }
    }

    /// The events after a number, about `most` bytes of them.
    func news(after heard: UInt64, most: Int = 1 << 16) -> News {
        state.withLock { state in
            guard heard < state.newest else { return state.isClosed ? .closed : .nothing }
            let oldest = state.newest - UInt64(state.kept.count) + 1
            guard heard + 1 >= oldest else { return .missed(oldest - 1 - heard) }
            var (bytes, last) = ([UInt8](), heard)
            while last < state.newest, bytes.count < most {
                last += 1
                bytes += written(last, &state)
            }
            return .events(bytes, upTo: last)
        }
    }

    /// Returns when there is an event after a number, the ring is closed or the task is cancelled.
    func change(after heard: UInt64) async {
        let seen = changes.value
        guard state.withLock({ !$0.isClosed && heard >= $0.newest }) else { return }
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
    func enter() -> Bool {
        state.withLock { state in
            guard state.listeners < Self.maxSubscribers else { return false }
            state.listeners += 1
            return true
        }
    }

    func leave() {
        state.withLock { $0.listeners -= 1 }
    }

    private func written(_ number: UInt64, _ state: inout State) -> [UInt8] {
        switch state.kept[place(number)] {
        case .written(let bytes): return bytes
        case .event(let event): return write(event, number, &state)
        case .later(let event): return write(event(), number, &state)
        }
    }

    private func write(_ event: ServiceEvent, _ number: UInt64, _ state: inout State) -> [UInt8] {
        let bytes = EventEncoder.event(event.code, id: name(number), event)
        state.kept[place(number)] = .written(bytes)
        return bytes
    }

    private func place(_ number: UInt64) -> Int { Int((number - 1) % UInt64(capacity)) }
}

/// One subscriber's view of the events: each once and in order. A subscriber that falls too far behind receives the
/// number of lost events in a `dropped` event, then the end of the stream.
final class EventSubscription: BodySource {
    private struct State {
        var heard: UInt64
        var greeting: [UInt8]
        var isOver = false

        mutating func takeGreeting() -> [UInt8]? {
            guard !greeting.isEmpty else { return nil }
            defer { greeting = [] }
            return greeting
        }
    }

    private let ring: EventRing
    private let state: Mutex<State>

    /// `last`: the newest event that the subscriber has. `nil` when there are too many subscribers.
    init?(_ ring: EventRing, after last: String?) {
        guard ring.enter() else { return nil }
        self.ring = ring
        let newest = ring.newest
        guard let last else {
            state = Mutex(State(heard: newest, greeting: EventEncoder.comment))
            return
        }
        if let heard = ring.position(of: last) {
            state = Mutex(State(heard: heard, greeting: EventEncoder.comment))
        } else {
            let reset = EventEncoder.event("reset", id: ring.name(newest), EventGap(missed: nil))
            state = Mutex(State(heard: newest, greeting: reset))
        }
    }

    deinit {
        ring.leave()
    }

    func next() async -> [UInt8]? {
        if let greeting = state.withLock({ $0.takeGreeting() }) { return greeting }
        while !Task.isCancelled {
            let (heard, isOver) = state.withLock { ($0.heard, $0.isOver) }
            if isOver { return nil }
            switch ring.news(after: heard) {
            case .events(let bytes, let last):
                state.withLock { $0.heard = last }
                return bytes
            case .missed(let count):
                state.withLock { $0.isOver = true }
                return EventEncoder.event("dropped", EventGap(missed: Int64(count)))
            case .nothing: await ring.change(after: heard)
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
}

/// `GET /v1/events`: the event stream.
enum EventRoute {
    static func route(_ plane: ControlPlane) -> Route {
        Route("GET", "/v1/events", .read, types: [MediaType.events]) { exchange throws(Rejection) in
            guard let events = EventSubscription(plane.events, after: exchange.head["Last-Event-ID"]) else {
                throw .refused(.tooManyListeners(limit: EventRing.maxSubscribers))
            }
            let headers = ServerResponse.bytes([], type: MediaType.events).headers
            return ServerResponse(status: 200, headers: headers, source: events)
        }
    }
}
