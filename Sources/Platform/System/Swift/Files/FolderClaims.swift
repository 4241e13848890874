internal import CSystem
package import Domain
internal import Glibc
package import PlatformConcurrency
internal import Synchronization

/// Ensures that only one service on this machine picks up drops from a folder: two services with separate state would
/// pay for every prompt twice. Services in containers with their own network namespace are not detected.
package final class FolderClaims: Sendable {
    /// A claimed folder. The claim lasts for the lifetime of this object.
    private final class Claim: Sendable {
        private let socket: FileDescriptor

        init(_ socket: consuming FileDescriptor) { self.socket = socket }
    }

    private let executor: ThreadExecutor
    private let own: Int32
    private let held = Mutex<[FolderPath: Claim]>([:])

    /// Makes the system calls on `executor`, because a folder on a network file system may block. `own` is the process
    /// whose existing claims don't count as another service's.
    package init(executor: ThreadExecutor, own: Int32 = ProcessFacts.identifier) {
        self.executor = executor
        self.own = own
    }

    /// Claims a folder unless it is already claimed here. Throws `.served` if another service holds it, and `.missing`
    /// or another file error if it is not accessible. If the system can't create a claim, the folder is used without
    /// one.
    package func hold(_ folder: FolderPath) async throws(FileFailure) {
        if held.withLock({ $0[folder] != nil }) { return }
        let claim = try await executor.run { [own] () throws(FileFailure) in try Self.claim(folder, own) }
        if let claim { held.withLock { $0[folder] = claim } }
    }

    /// Releases the claim on a folder whose disk may be gone, so that the next call to `hold` claims what is mounted
    /// there then.
    package func release(_ folder: FolderPath) {
        _ = held.withLock { $0.removeValue(forKey: folder) }
    }

    /// Releases the claims on all folders except these.
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
        // Two of this service's paths may lead to the same folder.
        if holder != 0, holder != own { throw .served(by: holder) }
        return nil
    }
}
