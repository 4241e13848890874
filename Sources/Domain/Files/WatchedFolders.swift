private import Synchronization

/// The folders below a watched folder that are to be watched too. They change while the watch runs: it is one task and
/// one list, however many they are.
public final class WatchedFolders: Sendable {
    private struct Wish {
        var names: Set<FileName> = []
        var isNew = false
        var wake: (@Sendable () -> Void)?
    }

    private let wish = Mutex(Wish())

    public init() {}

    /// From now on these and no others. Those that could not be watched before are tried again.
    public func want(_ names: Set<FileName>) {
        let wake = wish.withLock { wish in
            wish.names = names
            wish.isNew = true
            return wish.wake
        }
        wake?()
    }

    /// Has `wake` called at each wish from now on, and tells the one that stands.
    public func listen(_ wake: @escaping @Sendable () -> Void) {
        wish.withLock { wish in
            wish.wake = wake
            wish.isNew = true
        }
        wake()
    }

    /// What is wanted, `nil` when nothing was wished since it was last asked for.
    public func takeWish() -> Set<FileName>? {
        wish.withLock { wish in
            guard wish.isNew else { return nil }
            wish.isNew = false
            return wish.names
        }
    }
}
