public import Domain
public import IntakeFeature

/// Whether a file is a drop's own, though it looks like another.
extension IntakeSideEffectImpl {
    public func compare(_ drop: Drop, with identity: FileIdentity) async -> CompareOutcome {
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
}
