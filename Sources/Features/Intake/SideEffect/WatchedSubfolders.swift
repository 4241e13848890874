import Domain
import Synchronization

/// The subfolders that the last listing of a watch folder found.
final class WatchedSubfolders: SubfolderSelection {
    private struct Selection {
        var names: Set<FileName> = []
        var isNew = false
        var changed: (@Sendable () -> Void)?
    }

    private let selection = Mutex(Selection())

    /// Replaces the selection. Subfolders that could not be watched before are tried again.
    func select(_ names: Set<FileName>) {
        let changed = selection.withLock { selection in
            selection.names = names
            selection.isNew = true
            return selection.changed
        }
        changed?()
    }

    func observe(_ changed: @escaping @Sendable () -> Void) {
        selection.withLock { selection in
            selection.changed = changed
            selection.isNew = true
        }
        changed()
    }

    func takeChange() -> Set<FileName>? {
        selection.withLock { selection in
            guard selection.isNew else { return nil }
            selection.isNew = false
            return selection.names
        }
    }
}
