import CSystem
import Domain
import Glibc

/// Watches a folder for created and renamed files from its initialisation on, by inotify.
final class FolderWatcher {
    struct FolderEvent {
        /// Whether a file was created; otherwise one was renamed to that name.
        let isNew: Bool
        let name: String
    }

    private let descriptor: Int32
    private var seen: [FolderEvent] = []

    init(_ folder: FolderPath) throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw Failed(call: "inotify_init1", code: errno) }
        guard inotify_add_watch(descriptor, folder.shown, UInt32(IN_CREATE | IN_MOVED_TO)) >= 0 else {
            throw Failed(call: "inotify_add_watch", code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns at the first event that matches, skipping those before it.
    func wait(until isIt: (FolderEvent) -> Bool) throws {
        while true {
            while !seen.isEmpty {
                if isIt(seen.removeFirst()) { return }
            }
            try read()
        }
    }

    /// Reads the next events. Throws after a minute without one.
    private func read() throws {
        var place = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&place, 1, 60_000) > 0 else { throw Failed(call: "poll", code: ETIMEDOUT) }
        var room = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &room, room.count)
        guard count > 0 else { throw Failed(call: "read", code: errno) }
        var rest = room[..<count]
        // An event: watch, mask, cookie and name length, of four bytes each; then the name, padded with zeros.
        while rest.count >= 16 {
            let words = rest.prefix(16).withUnsafeBytes { bytes in
                (0..<4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
            }
            let name = rest.dropFirst(16).prefix(Int(words[3])).prefix { $0 != 0 }
            seen.append(
                FolderEvent(isNew: words[1] & UInt32(IN_CREATE) != 0, name: String(decoding: name, as: UTF8.self)))
            rest = rest.dropFirst(16 + Int(words[3]))
        }
    }
}
