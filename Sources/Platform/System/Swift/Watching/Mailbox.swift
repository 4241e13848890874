internal import Domain
internal import Synchronization

/// What the watching thread has for one listener. A slow listener costs a bounded amount of memory: equal hints melt
/// into one, and too many arrivals become "list again".
final class Mailbox: Sendable {
    private static let room = 4096
    /// So many files that were closed are told by name.
    private static let closedRoom = 32

    private let letters = Mutex<[FolderChange]>([])
    private let bell: AsyncStream<Void>.Continuation
    /// Rings when there is something to take; ends with the listener's task.
    let rings: AsyncStream<Void>

    init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func put(_ change: FolderChange) {
        letters.withLock { letters in
            let change = change.isClosing && letters.count(where: \.isClosing) >= Self.closedRoom ? .changed : change
            if change == .changed, letters.contains(.changed) { return }
            if letters.count >= Self.room { letters = [.lost] } else { letters.append(change) }
        }
        bell.yield()
    }

    func take() -> [FolderChange] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}

extension FolderChange {
    fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
