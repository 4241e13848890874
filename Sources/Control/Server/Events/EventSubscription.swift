internal import ControlAPI
internal import PlatformHTTPServer
internal import Synchronization

/// The events as one listener hears them: each once and in order. One who reads too slowly is told how many he missed,
/// and let go.
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

    /// `last`: the newest event that the listener knows. `nil` when as many listen already as may.
    init?(_ ring: EventRing, after last: String?) {
        guard ring.enter() else { return nil }
        self.ring = ring
        let newest = ring.newest
        guard let last else {
            state = Mutex(State(heard: newest, greeting: EventText.comment))
            return
        }
        if let heard = ring.position(of: last) {
            state = Mutex(State(heard: heard, greeting: EventText.comment))
        } else {
            let reset = EventText.event("reset", id: ring.name(newest), EventGap(missed: nil))
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
                return EventText.event("dropped", EventGap(missed: Int64(count)))
            case .nothing: await ring.change(after: heard)
            case .closed: return nil
            }
        }
        return nil
    }
}
