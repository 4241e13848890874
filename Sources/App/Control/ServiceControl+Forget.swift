import Configuration
import ControlAPI
import Domain
import PlatformSystem
import Repositories

extension ServiceControl {
    /// The files are removed first: after an interruption the job still exists and can be forgotten again.
    func forget(_ id: JobID) async throws(ControlFailure) -> ForgetAnswer {
        _ = try await working()
        let job = try await job(id).job
        guard job.state.isEnd else { throw .notForgettable(id, state: job.state.word) }
        let drop = try await stored { () throws(RepositoryFailure) in try await base.spool.erasure.soleDrop(of: id) }
        var answer = try await removeFiles(of: job, drop)
        let outcome = try await stored { () throws(RepositoryFailure) in
            try await base.spool.erasure.forget(id, at: wallClockMilliseconds())
        }
        switch outcome {
        case .failure(.noSuchJob): throw .noSuchJob(id.text)
        case .failure(.notEnded(let state)): throw .notForgettable(id, state: state)
        case .success(let left): try await clear(left)
        }
        answer.backups = await backups(since: job.created)
        return answer
    }

    /// `drop`: the job's drop, if no other job came from it. A failed source stays where the user was told to find
    /// it.
    private func removeFiles(of job: Job, _ drop: Drop?) async throws(ControlFailure) -> ForgetAnswer {
        let forgetting = ForgettingFiles(
            files: base.files, contents: base.spool.contents, roots: current.settings.watches.map(\.path))
        let watch = current.settings.watches.first { $0.name == job.folder }
        var answer = ForgetAnswer(id: job.id.text)
        do throws(FileFailure) {
            answer.removed = try await forgetting.removeOutputs(of: job)
            if let drop, let watch, drop.failure != nil {
                answer.source = watch.failed.shown
            } else if let drop, let watch, watch.after == .archive {
                answer.removed += try await forgetting.removeSource(drop, of: job, from: watch.archive)
            }
        } catch {
            throw .storage(error)
        }
        return answer
    }

    /// The number of database backups made since then.
    private func backups(since created: Int64) async -> Int {
        let folder = current.settings.service.state.appending(SpoolDatabase.backups).asRoot
        let copies = (try? await base.files.list(folder)) ?? []
        return copies.count { $0.kind == .file && $0.modified >= created * 1_000_000 }
    }

    /// A picture that another job needs is kept.
    private func clear(_ left: ForgottenJob) async throws(ControlFailure) {
        await base.renderer.cache.removeAll()
        let contents = base.spool.contents
        do throws(FileFailure) {
            try await base.blobs.remove(left.pictures) { digests in
                // If the database can't say which are needed, all are kept.
                (try? await contents.neededPictures(among: digests)) ?? Set(digests)
            }
        } catch {
            throw .storage(error)
        }
    }

    func clear(cache name: String) async throws(ControlFailure) {
        // Purchases were paid for, so this is no cache that may be emptied.
        guard name == Self.renderings else { throw .noSuchCache(name, known: [Self.renderings]) }
        await base.renderer.cache.removeAll()
    }

    private static let renderings = "renderings"
}
