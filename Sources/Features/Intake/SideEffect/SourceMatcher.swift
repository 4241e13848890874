import Domain
import IntakeFeature

/// Recognises a drop's source, also after its identity has changed.
struct SourceMatcher: Sendable {
    let files: any FileSystem
    let drops: any DropRepository
    let blobs: any BlobRepository
    let pictures: DroppedPictures
    let limits: IntakeLimits

    func compare(_ drop: Drop, with identity: FileIdentity, in source: WatchFolder) async -> CompareOutcome {
        guard let content = drop.content else { return .other }
        let taken: TakenFile
        do throws(TakeFailure) {
            taken = try await blobs.take(identity, from: source.path, limit: limits.fileBytes)
        } catch {
            return .unclear
        }
        await pictures.letGo(taken)
        guard taken.digest == content else { return .other }
        do throws(FileFailure) {
            let sidecar = try await presentSidecar(of: drop, source)
            return await rename(drop, to: identity, sidecar: sidecar)
        } catch {
            return .unclear
        }
    }

    /// The sidecar's current identity. Its inode has changed too, and its size is proof enough.
    private func presentSidecar(
        of drop: Drop, _ source: WatchFolder
    ) async throws(FileFailure) -> FileIdentity? {
        guard let sidecar = drop.sidecar else { return nil }
        let found = try await files.entry(sidecar.name, in: source.path)?.identity
        return found?.size == sidecar.size ? found : sidecar
    }

    private func rename(
        _ drop: Drop, to identity: FileIdentity, sidecar: FileIdentity?
    ) async -> CompareOutcome {
        do throws(RepositoryFailure) {
            try await drops.rename(drop.id, to: identity, sidecar: sidecar)
            return .same(identity, sidecar: sidecar)
        } catch {
            return .unclear
        }
    }

    /// Returns the drop with its source's current identity if the content is the same. A remount, `touch` or a restore
    /// changes the identity, and the file would be picked up as new.
    func recognized(_ drop: Drop, _ source: WatchFolder) async throws(FileFailure) -> Drop {
        guard let entry = try await files.entry(drop.identity.name, in: source.path), entry.kind == .file,
            entry.identity != drop.identity, entry.size == drop.identity.size, drop.content != nil,
            case .same(let identity, let sidecar) = await compare(drop, with: entry.identity, in: source)
        else { return drop }
        var drop = drop
        drop.identity = identity
        drop.sidecar = sidecar
        return drop
    }

    /// What the claimed file has become in place: it is different now but may be the same again in a moment, for example
    /// while `cp -a` restores a backup. `nil` if it is unchanged, gone, or another file.
    func rewritten(_ identity: FileIdentity, _ source: WatchFolder) async throws(FileFailure) -> FileIdentity? {
        guard let entry = try await files.entry(identity.name, in: source.path), entry.kind == .file,
            entry.inode == identity.inode, entry.identity != identity
        else { return nil }
        return entry.identity
    }

    /// The sidecar's name if it is still next to the source.
    func sidecar(of drop: Drop, _ source: WatchFolder) async throws(FileFailure) -> FileName? {
        guard let sidecar = drop.sidecar, try await isThere(sidecar, source) else { return nil }
        return sidecar.name
    }

    /// `true` if the file that was claimed still exists. Another file of the same name is a drop of its own.
    func isThere(_ identity: FileIdentity, _ source: WatchFolder) async throws(FileFailure) -> Bool {
        try await files.entry(identity.name, in: source.path)?.identity == identity
    }
}
