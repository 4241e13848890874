internal import Domain
internal import Synchronization

/// Who keeps a blob from being removed. A removal first condemns, then asks the database, then removes: a blob that is
/// held at any moment between stays, and one that is taken while its file goes is written again.
final class BlobHolds: Sendable {
    private struct State {
        var holds: [Digest: Int] = [:]
        var condemned: Set<Digest> = []
    }

    private let state = Mutex(State())

    func hold(_ digest: Digest) {
        state.withLock { state in
            state.holds[digest, default: 0] += 1
            state.condemned.remove(digest)
        }
    }

    func release(_ digest: Digest) {
        state.withLock { state in
            let left = (state.holds[digest] ?? 0) - 1
            state.holds[digest] = left > 0 ? left : nil
        }
    }

    /// Gives back those that nobody holds.
    func condemn(_ digests: [Digest]) -> [Digest] {
        state.withLock { state in
            let free = digests.filter { state.holds[$0] == nil }
            state.condemned.formUnion(free)
            return free
        }
    }

    func spare(_ digests: [Digest]) {
        state.withLock { $0.condemned.subtract(digests) }
    }

    /// Runs `remove`, which must be short, when the blob is still condemned. Nobody can take hold of it meanwhile.
    func end(_ digest: Digest, _ remove: () throws(FileFailure) -> Void) throws(FileFailure) {
        let outcome = state.withLock { state in
            guard state.condemned.remove(digest) != nil else { return Result<Void, FileFailure>.success(()) }
            return Result { () throws(FileFailure) in try remove() }
        }
        try outcome.get()
    }
}
