package import Domain
package import IntakeFeature

/// Recognition of a drop's source whose identity has changed.
extension IntakeSideEffectImpl {
    package func compare(_ drop: Drop, with identity: FileIdentity) async -> CompareOutcome {
        guard let source = sources[drop.folder], let content = drop.content else { return .other }
        let taken: TakenFile
        do throws(TakeFailure) {
            taken = try await blobs.take(identity, from: source.path, limit: limits.fileBytes)
        } catch {
            return .unclear
        }
        await letGo(taken)
        guard taken.digest == content else { return .other }
        do throws(FileFailure) {
            let sidecar = try await sidecar(of: drop, source)
            return await rename(drop, to: identity, sidecar: sidecar)
        } catch {
            return .unclear
        }
    }

    /// The sidecar's current identity. Its inode has changed too, and its size is proof enough.
    private func sidecar(of drop: Drop, _ source: WatchFolder) async throws(FileFailure) -> FileIdentity? {
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
            case .same(let identity, let sidecar) = await compare(drop, with: entry.identity)
        else { return drop }
        var drop = drop
        drop.identity = identity
        drop.sidecar = sidecar
        return drop
    }

    /// `true` if the claimed file is being written. It is different now but may be the same again in a moment, for
    /// example while `cp -a` restores a backup.
    func isBeingWritten(
        _ identity: FileIdentity, _ source: WatchFolder, _ utc: Int64
    ) async throws(FileFailure) -> Bool {
        guard let entry = try await files.entry(identity.name, in: source.path), entry.kind == .file,
            entry.inode == identity.inode, entry.identity != identity
        else { return false }
        return Self.pause.contains(utc - entry.changed / 1_000_000)
    }

    /// The age of the last write, in milliseconds, within which writing may continue. Negative ages occur after the
    /// clock was set back.
    private static var pause: Range<Int64> { -604_800_000..<5_000 }
}
