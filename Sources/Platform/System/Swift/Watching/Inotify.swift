internal import CSystem
internal import Domain
internal import Glibc
internal import Synchronization

/// One inotify instance with a thread of its own, for all watched folders (the kernel grants a user only 128 of them).
final class Inotify: Sendable {
    private let events: FileDescriptor
    private let stop: FileDescriptor
    private let listeners = Mutex<[Int32: [Listener]]>([:])

    /// A mailbox to notify about a watch, and the subfolder that is watched (`nil`: the folder itself).
    struct Listener {
        let mailbox: Mailbox
        let folder: FileName?
    }

    /// Throws what the kernel says when there are too many instances.
    init() throws(FileFailure) {
        events = FileDescriptor(
            adopting: try FileFailure.checked { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) })
        let event = csys_event()
        guard event >= 0 else { throw FileFailure(errno: event) }
        stop = FileDescriptor(adopting: event)
        try Thread.start("inotify") { self.work() }
    }

    /// Lets the thread end.
    func close() {
        try? stop.write([1, 0, 0, 0, 0, 0, 0, 0])
    }

    /// Begins to watch a folder. The lock is held over the system call, so that no event finds its listener missing.
    func add(_ listener: Listener, at folder: FolderPath) throws(FileFailure) -> Int32 {
        let number = events.number
        let answer = listeners.withLock { listeners -> Result<Int32, FileFailure> in
            Result { () throws(FileFailure) in
                let watch = try Self.watch(folder, number)
                listeners[watch, default: []].append(listener)
                return watch
            }
        }
        return try answer.get()
    }

    /// The kernel takes a path alone, so a folder below a root is opened first and named by its descriptor.
    private static func watch(_ folder: FolderPath, _ events: Int32) throws(FileFailure) -> Int32 {
        guard folder.wayBelowRoot != nil else { return try watch(folder.bytes, events) }
        let opened = try FileDescriptor.folder(folder)
        return try watch(Array("/proc/self/fd/\(opened.number)".utf8), events)
    }

    private static func watch(_ path: [UInt8], _ events: Int32) throws(FileFailure) -> Int32 {
        try unsafe path.withCPath { path throws(FileFailure) in
            try FileFailure.checked { unsafe inotify_add_watch(events, path, EventReading.interest) }
        }
    }

    /// Ends a listener. The kernel's watch goes with its last one.
    func remove(_ listener: Listener, _ watch: Int32) {
        listeners.withLock { listeners in
            listeners[watch]?.removeAll { $0.mailbox === listener.mailbox && $0.folder == listener.folder }
            guard listeners[watch]?.isEmpty == true else { return }
            listeners[watch] = nil
            // EINVAL when the folder is gone and the kernel has forgotten the watch.
            _ = inotify_rm_watch(events.number, watch)
        }
    }

    private func work() {
        var reading = EventReading()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while awaitsEvents() {
            guard let count = try? events.read(into: &buffer) else { continue }
            for hint in reading.hints(InotifyEvent.parse(buffer.span.extracting(..<count))) { tell(hint) }
        }
    }

    /// Blocks until there are events; `false` when it is time to stop.
    private func awaitsEvents() -> Bool {
        var polled = [
            pollfd(fd: events.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&polled, 2, -1) < 0 {}
        return polled[1].revents == 0
    }

    /// Delivers a hint. One about all watches goes to each mailbox once, as a hint about the folder itself.
    private func tell(_ hint: EventReading.Hint) {
        let told = listeners.withLock { listeners in
            hint.watch.map { listeners[$0] ?? [] } ?? listeners.values.flatMap { $0 }.filter { $0.folder == nil }
        }
        for listener in told { listener.mailbox.put(hint.change, in: listener.folder) }
    }
}
