internal import CSystem
internal import Domain
internal import Glibc
internal import PlatformConcurrency
internal import Synchronization

/// One inotify instance with its own thread, shared by all watched folders: the kernel grants each user only 128
/// instances.
final class Inotify: Sendable {
    private let events: FileDescriptor
    private let stop: FileDescriptor
    private let listeners = Mutex<[Int32: [Listener]]>([:])

    /// The queue for reports about a watch, and the watched subfolder (`nil`: the folder itself).
    struct Listener {
        let reports: ReportQueue
        let folder: FileName?
    }

    /// Throws the kernel's error if the user has too many instances.
    init() throws(FileFailure) {
        events = FileDescriptor(
            adopting: try FileFailure.checked { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
        let event = csys_event()
        guard event >= 0 else { throw FileFailure(errno: event) }
        stop = FileDescriptor(adopting: event)
        do throws(ThreadFailure) {
            try Thread.start("inotify") { self.work() }
        } catch {
            throw FileFailure(errno: error.code)
        }
    }

    /// Ends the thread.
    func close() {
        try? stop.write([1, 0, 0, 0, 0, 0, 0, 0])
    }

    /// Starts to watch a folder. The lock is held during the system call, so that every event finds its listener.
    func add(_ listener: Listener, at folder: FolderPath) throws(FileFailure) -> Int32 {
        let number = events.number
        return try listeners.withLock { listeners throws(FileFailure) in
            let watch = try Self.watch(folder, number)
            listeners[watch, default: []].append(listener)
            return watch
        }
    }

    /// inotify accepts only a path, so a folder below a root is opened first and watched through `/proc/self/fd`.
    private static func watch(_ folder: FolderPath, _ events: Int32) throws(FileFailure) -> Int32 {
        guard folder.pathBelowRoot != nil else { return try watch(folder.bytes, events) }
        let opened = try FileDescriptor.folder(folder)
        return try watch(Array("/proc/self/fd/\(opened.number)".utf8), events)
    }

    private static func watch(_ path: [UInt8], _ events: Int32) throws(FileFailure) -> Int32 {
        try unsafe path.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe inotify_add_watch(events, path, InotifyDecoder.interest) }
        }
    }

    /// Removes a listener. The kernel's watch is removed with its last listener.
    func remove(_ listener: Listener, _ watch: Int32) {
        listeners.withLock { listeners in
            listeners[watch]?.removeAll { $0.reports === listener.reports && $0.folder == listener.folder }
            guard listeners[watch]?.isEmpty == true else { return }
            listeners[watch] = nil
            // EINVAL when the folder is gone and the kernel has forgotten the watch.
            _ = inotify_rm_watch(events.number, watch)
        }
    }

    private func work() {
        var decoder = InotifyDecoder()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while waitForEvents() {
            guard let count = try? events.read(into: &buffer) else { continue }
            for hint in decoder.hints(InotifyEvent.parse(buffer.span.extracting(..<count))) { deliver(hint) }
        }
    }

    /// Blocks until there are events. Returns `false` when the thread should end.
    private func waitForEvents() -> Bool {
        var polled = [
            pollfd(fd: events.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&polled, 2, -1) < 0 {}
        return polled[1].revents == 0
    }

    /// Delivers a hint to its listeners. A hint for all watches goes to each queue once, as one for the watched folder
    /// itself.
    private func deliver(_ hint: InotifyDecoder.Hint) {
        let receivers = listeners.withLock { listeners in
            hint.watch.map { listeners[$0] ?? [] } ?? listeners.values.flatMap { $0 }.filter { $0.folder == nil }
        }
        for listener in receivers { listener.reports.put(hint.change, in: listener.folder) }
    }
}

/// An inotify event: a header of 16 bytes, then the name, padded with NULs.
struct InotifyEvent: Equatable {
    let watch: Int32
    let mask: UInt32
    let cookie: UInt32
    let name: FileName

    static let headSize = 16

    /// Parses the result of one read. The kernel never returns a partial event; one would be dropped.
    static func parse(_ bytes: borrowing Span<UInt8>) -> [InotifyEvent] {
        var events: [InotifyEvent] = []
        var start = 0
        while start + headSize <= bytes.count {
            let length = Int(number(bytes, start + 12))
            let end = start + headSize + length
            guard end <= bytes.count else { break }
            var name: [UInt8] = []
            for index in (start + headSize)..<end where bytes[index] != 0 { name.append(bytes[index]) }
            events.append(
                InotifyEvent(
                    watch: Int32(bitPattern: number(bytes, start)), mask: number(bytes, start + 4),
                    cookie: number(bytes, start + 8), name: FileName(bytes: name)))
            start = end
        }
        return events
    }

    func has(_ bits: Int32) -> Bool {
        mask & UInt32(bitPattern: bits) != 0
    }

    // Fields are in native byte order; all supported platforms are little-endian.
    private static func number(_ bytes: borrowing Span<UInt8>, _ start: Int) -> UInt32 {
        var number: UInt32 = 0
        for index in 0..<4 { number |= UInt32(bytes[start + index]) << UInt32(8 * index) }
        return number
    }
}

/// Turns inotify events into hints for each watch.
struct InotifyDecoder {
    static let interest = UInt32(
        bitPattern: IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR)
    private static let end = IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT

    struct Hint: Equatable {
        /// The watch descriptor; `nil` for all watches.
        let watch: Int32?
        let change: FolderChange
    }

    // An IN_MOVED_FROM at the end of a read, whose IN_MOVED_TO may be in the next one.
    private var pending: InotifyEvent?

    /// Returns the hints of one read in order. Consecutive equal hints are merged.
    mutating func hints(_ events: [InotifyEvent]) -> [Hint] {
        let known = (pending.map { [$0] } ?? []) + events
        let departures = Set(known.filter { $0.has(IN_MOVED_FROM) }.map(Departure.init))
        pending = events.last.flatMap { $0.has(IN_MOVED_FROM) ? $0 : nil }
        var hints: [Hint] = []
        for event in events {
            let hint = Self.hint(event, departures)
            if hints.last != hint { hints.append(hint) }
        }
        return hints
    }

    /// Identifies a rename out of a folder by its watch and the cookie that the two events of a rename share.
    private struct Departure: Hashable {
        let watch: Int32
        let cookie: UInt32

        init(_ event: InotifyEvent) {
            watch = event.watch
            cookie = event.cookie
        }
    }

    private static func hint(_ event: InotifyEvent, _ departures: Set<Departure>) -> Hint {
        if event.has(IN_Q_OVERFLOW) { return Hint(watch: nil, change: .lost) }
        if event.has(end) { return Hint(watch: event.watch, change: .lost) }
        let arrived = event.has(IN_MOVED_TO) && !departures.contains(Departure(event))
        if arrived { return Hint(watch: event.watch, change: .arrived(event.name)) }
        let closed = event.has(IN_CLOSE_WRITE) && !event.name.bytes.isEmpty
        return Hint(watch: event.watch, change: closed ? .closed(event.name) : .changed)
    }
}
