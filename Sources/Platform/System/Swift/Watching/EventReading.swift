internal import Domain
internal import Glibc

/// Turns the kernel's events into hints, a watch at a time.
struct EventReading {
    static let interest = UInt32(
        bitPattern: IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)
    private static let end = IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT

    struct Hint: Equatable {
        /// `nil`: it concerns all watches.
        let watch: Int32?
        let change: FolderChange
    }

    // A pair of moves may be cut by the end of a read, the first half being the last event before it.
    private var open: InotifyEvent?

    /// The hints of one read, in order. Runs of the same become one.
    mutating func hints(_ events: [InotifyEvent]) -> [Hint] {
        let known = (open.map { [$0] } ?? []) + events
        let left = Set(known.filter { $0.has(IN_MOVED_FROM) }.map(Departure.init))
        open = events.last.flatMap { $0.has(IN_MOVED_FROM) ? $0 : nil }
        var hints: [Hint] = []
        for event in events {
            let hint = Self.hint(event, left)
            if hints.last != hint { hints.append(hint) }
        }
        return hints
    }

    private struct Departure: Hashable {
        let watch: Int32
        let cookie: UInt32

        init(_ event: InotifyEvent) {
            watch = event.watch
            cookie = event.cookie
        }
    }

    private static func hint(_ event: InotifyEvent, _ left: Set<Departure>) -> Hint {
        if event.has(IN_Q_OVERFLOW) { return Hint(watch: nil, change: .lost) }
        if event.has(end) { return Hint(watch: event.watch, change: .lost) }
        let arrived = event.has(IN_MOVED_TO) && !left.contains(Departure(event))
        if arrived { return Hint(watch: event.watch, change: .arrived(event.name)) }
        let closed = event.has(IN_CLOSE_WRITE) && !event.name.bytes.isEmpty
        return Hint(watch: event.watch, change: closed ? .closed(event.name) : .changed)
    }
}
