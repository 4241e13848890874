internal import CSystem
internal import Domain
internal import Glibc
internal import Synchronization

/// What the owner of a child and the thread that attends it share.
final class ChildLine: Sendable {
    private struct State {
        /// The child's number while it has not been reaped: only then does it mean this child.
        var pid: Int32?
        var queue: [UInt8] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let bell: FileDescriptor

    init() throws(FileFailure) {
        let event = csys_event()
        guard event >= 0 else { throw FileFailure(errno: event) }
        bell = FileDescriptor(adopting: event)
    }

    /// Readable when there is something to send.
    var bellNumber: Int32 { bell.number }

    func began(_ pid: Int32) {
        state.withLock { $0.pid = pid }
    }

    /// Nobody is signalled from here on.
    func ended() {
        state.withLock { $0.pid = nil }
    }

    func queue(_ bytes: [UInt8]) {
        let isTaken = state.withLock { state in
            guard !state.isFinished else { return false }
            state.queue += bytes
            return true
        }
        if isTaken { ring() }
    }

    func finish() {
        state.withLock { $0.isFinished = true }
        ring()
    }

    /// What is to be sent, and whether nothing comes after it.
    func taken() -> (bytes: [UInt8], isLast: Bool) {
        var counted = [UInt8](repeating: 0, count: 8)
        _ = try? bell.read(into: &counted)
        return state.withLock { state in
            defer { state.queue = [] }
            return (state.queue, state.isFinished)
        }
    }

    func signal(_ number: Int32) {
        state.withLock { state in
            if let pid = state.pid { _ = kill(-pid, number) }
        }
    }

    private func ring() {
        try? bell.write([1, 0, 0, 0, 0, 0, 0, 0])
    }
}
