internal import CSystem
package import Domain
internal import Glibc
internal import Synchronization

/// Sees to it that of the services on this machine one alone takes drops from a folder: two that each have their own state
/// would buy every prompt twice. Services in containers with networks of their own are not seen.
package final class FolderClaims: Sendable {
    /// Held as long as it lives.
    private final class Claim: Sendable {
        private let socket: FileDescriptor

        init(_ socket: consuming FileDescriptor) { self.socket = socket }
    }

    private let executor: ThreadExecutor
    private let own: Int32
    private let held = Mutex<[FolderPath: Claim]>([:])

    /// Asks on `executor`, since a folder that lies elsewhere may not answer.
    package convenience init(executor: ThreadExecutor) {
        self.init(executor: executor, own: getpid())
    }

    /// `own`: whose claims are not another service's.
    init(executor: ThreadExecutor, own: Int32) {
        self.executor = executor
        self.own = own
    }

    /// Claims a folder, unless it is held already. Throws `.served` when another service holds it, `.missing` and its kind
    /// when it is not there. Where the system gives nothing to claim with, the folder is used as if it were held.
    package func hold(_ folder: FolderPath) async throws(FileFailure) {
        if held.withLock({ $0[folder] != nil }) { return }
        let claim = try await executor.run { [own] () throws(FileFailure) in try Self.claim(folder, own) }
        if let claim { held.withLock { $0[folder] = claim } }
    }

    /// Lets a folder go, whose disk may have gone: what lies there next is claimed anew.
    package func release(_ folder: FolderPath) {
        _ = held.withLock { $0.removeValue(forKey: folder) }
    }

    /// Lets all go but these.
    package func keep(_ folders: Set<FolderPath>) {
        held.withLock { held in held = held.filter { folders.contains($0.key) } }
    }

    private static func claim(_ path: FolderPath, _ own: Int32) throws(FileFailure) -> Claim? {
        var (claim, holder): (Int32, pid_t) = (-1, 0)
        let answer = try unsafe path.bytes.withCPath { path throws(FileFailure) in
            unsafe csys_claim_folder(path, &claim, &holder)
        }
        guard answer == 0 else { throw FileFailure(errno: answer) }
        if claim >= 0 { return Claim(FileDescriptor(adopting: claim)) }
        // One of this service's folders may be another one by a second name.
        if holder != 0, holder != own { throw .served(by: holder) }
        return nil
    }
}
