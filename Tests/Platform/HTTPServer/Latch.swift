import Glibc

/// A latch that blocks threads until a test opens it. It stays open.
final class Latch: Sendable {
    private let reading: Int32
    private let writing: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// The byte is polled but never read, so every waiter finds it.
    func wait() {
        var end = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        while poll(&end, 1, -1) < 0, errno == EINTR {}
    }

    func open() {
        _ = write(writing, "o", 1)
    }
}
