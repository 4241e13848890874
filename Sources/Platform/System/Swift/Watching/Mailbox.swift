internal import Domain
internal import Synchronization

/// What the watching thread has for one listener. A slow listener costs a bounded amount of memory: equal hints melt
/// into one, and too many become "list again".
final class Mailbox: Sendable {
    struct Letter {
        /// The folder below the watched one that it is about, `nil` for that itself.
        let folder: FileName?
        let change: FolderChange
    }

    private struct Pile {
        var letters: [Letter] = []
        /// The folders of which a change lies there already.
        var changed: Set<FileName?> = []
        var closings = 0
    }

    private static let room = 4096
    /// So many files that were closed are told by name.
    private static let closedRoom = 32

    private let pile = Mutex(Pile())
    private let bell: AsyncStream<Void>.Continuation
    /// Rings when there is something to take; ends with the listener's task.
    let rings: AsyncStream<Void>

    init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Rings without a letter.
    func ring() { bell.yield() }

    func put(_ change: FolderChange, in folder: FileName?) {
        pile.withLock { pile in
            var change = change
            if change.isClosing {
                if pile.closings >= Self.closedRoom { change = .changed } else { pile.closings += 1 }
            }
            if change == .changed, !pile.changed.insert(folder).inserted { return }
            if pile.letters.count >= Self.room { pile.letters = [Letter(folder: nil, change: .lost)] }
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
