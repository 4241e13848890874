import Domain
import PlatformSystem
import Repositories

extension ServiceControl {
    /// What it delivered goes first: who is interrupted finds the job there still, and forgets it again.
    func forget(_ id: JobID) async throws(ControlFailure) {
        _ = try await working()
        let job = try await job(id).job
        guard job.state.isEnd else { throw .notForgettable(id, state: job.state.word) }
        for output in job.outputs { try await remove(output.name, in: job.outbox) }
        let outcome = try await stored { () throws(RepositoryFailure) in
            try await base.spool.forget(id, at: wallClockMilliseconds())
        }
        switch outcome {
        case .failure(.noSuchJob): throw .noSuchJob(id.text)
        case .failure(.notEnded(let state)): throw .notForgettable(id, state: state)
        case .success(let left): try await clear(left)
        }
    }

    /// Somebody may have taken it away.
    private func remove(_ name: FileName, in folder: FolderPath) async throws(ControlFailure) {
        do throws(FileFailure) { try await base.files.remove(name, in: folder) } catch .missing {} catch {
            throw .storage(error)
        }
    }

    /// A picture that another job needs stays.
    private func clear(_ left: ForgottenJob) async throws(ControlFailure) {
        await base.renderer.cache.removeAll()
        let spool = base.spool
        do throws(FileFailure) {
            try await base.blobs.remove(left.pictures) { digests in
                // Where nobody can say which are needed, all are.
                (try? await spool.neededPictures(among: digests)) ?? Set(digests)
            }
        } catch {
            throw .storage(error)
        }
    }

    func clear(cache name: String) async throws(ControlFailure) {
        // Purchases were paid for: they are no cache to be emptied.
        guard name == Self.renderings else { throw .noSuchCache(name, known: [Self.renderings]) }
        await base.renderer.cache.removeAll()
    }

    private static let renderings = "renderings"
}
