internal import Domain
internal import Synchronization

/// Reports that wait for one listener. Bounded for slow listeners: equal reports are merged, and too many become one
/// "list again".
final class Mailbox: Sendable {
    struct Letter {
        /// The subfolder concerned, `nil` for the watched folder itself.
        let folder: FileName?
        let change: FolderChange
    }

    private struct Pile {
        var letters: [Letter] = []
        /// Folders with an unread `.changed`.
        var changed: Set<FileName?> = []
        var closings = 0
    }

    private static let room = 4096
    /// How many closed files are reported by name.
    private static let closedRoom = 32

    private let pile = Mutex(Pile())
    private let bell: AsyncStream<Void>.Continuation
    /// Yields when there is something to take; ends with the listener's task.
    let rings: AsyncStream<Void>

    init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the listener without a report.
    func ring() { bell.yield() }

    func put(_ change: FolderChange, in folder: FileName?) {
        pile.withLock { pile in
            var change = change
            if change.isClosing {
                if pile.closings >= Self.closedRoom { change = .changed } else { pile.closings += 1 }
            }
            if change == .changed, !pile.changed.insert(folder).inserted { return }
            if pile.letters.count >= Self.room { pile = Pile(letters: [Letter(folder: nil, change: .lost)]) }
            pile.letters.append(Letter(folder: folder, change: change))
        }
        bell.yield()
    }

    func take() -> [Letter] {
        pile.withLock { pile in
            defer { pile = Pile() }
            return pile.letters
        }
    }
}

extension FolderChange {
    fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
