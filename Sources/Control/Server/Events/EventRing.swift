package import ControlAPI
internal import Domain
internal import Synchronization

/// The newest events, for those who listen and those who come back. Each has a number that never comes again; together
/// with when the service started it is an event's name on the wire.
package final class EventRing: Sendable {
    private struct State {
        /// At `number % capacity`.
        var kept: [Kept] = []
        /// How many there were: the newest event's number.
        var newest: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastTicket: UInt64 = 0
        var listeners = 0
        var isClosed = false
    }

    /// Written out when somebody first hears it: mostly nobody listens.
    private enum Kept {
        case later(@Sendable () -> ServiceEvent)
        case event(ServiceEvent)
        case written([UInt8])
    }

    /// What is there for somebody who has heard all up to a number.
    enum News {
        /// Some events, and the number of the last of them.
        case events([UInt8], upTo: UInt64)
        /// So many are gone already.
        case missed(UInt64)
        case nothing
        case closed
    }

    /// As many as may listen at the same time.
    package static var mostListeners: Int { 256 }

    private let start: Int64
    private let capacity: Int
    private let state = Mutex(State())

    /// `start`: when the service started, in milliseconds since 1970; `capacity`: how many events are kept.
    package init(start: Int64, capacity: Int = 10_000) {
        self.start = start
        self.capacity = max(1, capacity)
    }

    package func add(_ event: ServiceEvent) {
        keep(.event(event))
    }

    /// `event` is asked for once, when somebody first hears it.
    package func add(later event: @escaping @Sendable () -> ServiceEvent) {
        keep(.later(event))
    }

    private func keep(_ event: Kept) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard !state.isClosed else { return [] }
            state.newest += 1
            if state.kept.count < capacity {
                state.kept.append(event)
            } else {
                state.kept[place(state.newest)] = event
            }
            return Self.awake(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Nothing more comes: whoever listens hears what there is, then the end.
    package func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            return Self.awake(&state)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// What is there after a number, about `most` bytes of it.
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

    /// Returns when there is something after a number, or nothing will come, or the task is cancelled.
    func change(after heard: UInt64) async {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    if state.isClosed || heard < state.newest || Task.isCancelled { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isNow { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }

    /// Where somebody begins who heard all up to the event of that name; `nil` where that is of another start, or gone.
    func position(of name: String) -> UInt64? {
        let parts = name.split(separator: "-")
        guard parts.count == 2, Int64(parts[0]) == start, let number = UInt64(parts[1]) else { return nil }
        return state.withLock { state in
            number <= state.newest && number + UInt64(state.kept.count) >= state.newest ? number : nil
        }
    }

    var newest: UInt64 { state.withLock { $0.newest } }

    func name(_ number: UInt64) -> String { "\(start)-\(number)" }

    /// `false` when as many listen already as may.
    func enter() -> Bool {
        state.withLock { state in
            guard state.listeners < Self.mostListeners else { return false }
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
        let bytes = EventText.event(event.code, id: name(number), event)
        state.kept[place(number)] = .written(bytes)
        return bytes
    }

    private func place(_ number: UInt64) -> Int { Int((number - 1) % UInt64(capacity)) }

    private static func awake(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.waiting = [:] }
        return Array(state.waiting.values)
    }
}
