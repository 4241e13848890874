package import Domain
package import IntakeFeature

/// Whether a file is a drop's own, though it looks like another.
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

    /// What lies beside it has another inode too; its size tells it well enough.
    private func sidecar(of drop: Drop, _ source: IntakeSource) async throws(FileFailure) -> FileIdentity? {
        guard let sidecar = drop.sidecar else { return nil }
        let found = try await files.entry(sidecar.name, in: source.path)?.identity
        return found?.size == sidecar.size ? found : sidecar
    }

    private func rename(
        _ drop: Drop, to identity: FileIdentity, sidecar: FileIdentity?
    ) async -> CompareOutcome {
        do throws(RepositoryFailure) {
            try await spool.rename(drop.id, to: identity, sidecar: sidecar)
            return .same(identity, sidecar: sidecar)
        } catch {
            return .unclear
        }
    }

    /// The drop with the identity that its source has by now, if that holds the same: a remount, `touch` or a restore
    /// changes what it looks like, and it would be taken for new.
    func recognized(_ drop: Drop, _ source: IntakeSource) async throws(FileFailure) -> Drop {
        guard let entry = try await files.entry(drop.identity.name, in: source.path), entry.kind == .file,
            entry.identity != drop.identity, entry.size == drop.identity.size, drop.content != nil,
            case .same(let identity, let sidecar) = await compare(drop, with: entry.identity)
        else { return drop }
        var drop = drop
        drop.identity = identity
        drop.sidecar = sidecar
        return drop
    }

    /// Whether somebody writes into the very file that was claimed: it is another one for now, and may be the same in a
    /// moment, as where a backup is put back with `cp -a`.
    func isBeingWritten(
        _ identity: FileIdentity, _ source: IntakeSource, _ utc: Int64
    ) async throws(FileFailure) -> Bool {
        guard let entry = try await files.entry(identity.name, in: source.path), entry.kind == .file,
            entry.inode == identity.inode, entry.identity != identity
        else { return false }
        return Self.pause.contains(utc - entry.changed / 1_000_000)
    }

    /// Who wrote last so many milliseconds ago may go on. A clock that was set back makes it seem a moment to come.
    private static var pause: Range<Int64> { -604_800_000..<5_000 }
}
