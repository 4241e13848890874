package import Domain
import IntakeFeature

/// Reads refused drops again when a user retries their jobs.
package struct RefusedDrops: Sendable {
    let sources: [String: WatchFolder]
    let drops: any DropRepository
    let blobs: any BlobRepository
    let reader: DropReader
    let explanations: FailureExplanations

    /// Reads the file of the job's drop where it was kept. The job gets the first request that it contains; a batch
    /// makes more jobs. The file's explanation is removed. Returns the drop as it is then, and its jobs.
    package func readAgain(
        _ job: Job, token: Int64, at utc: UTCMillis
    ) async -> Result<(drop: Drop, jobs: [Job]), RetryRefusal> {
        do throws(RetryRefusal) {
            let (drop, source) = try await drop(of: job)
            let read = try await read(drop, source, utc)
            let jobs = try await store(read.drop, read.jobs, token, utc)
            if read.taken.bytes == nil { await blobs.release(read.taken.digest) }
            if let kept = drop.kept { await explanations.remove(ofKept: kept, source) }
            return .success((read.drop, jobs))
        } catch {
            return .failure(error)
        }
    }

    private func drop(of job: Job) async throws(RetryRefusal) -> (Drop, WatchFolder) {
        let found: Drop?
        do throws(RepositoryFailure) { found = try await drops.drop(job.drop) } catch { throw .repository(error) }
        guard let found, let source = sources[found.folder] else { throw .sourceGone }
        guard found.phase == .gone else { throw .sourceMoving }
        guard found.kept != nil || found.isObserved else { throw .sourceGone }
        return (found, source)
    }

    private func read(
        _ drop: Drop, _ source: WatchFolder, _ utc: UTCMillis
    ) async throws(RetryRefusal) -> (taken: TakenFile, drop: Drop, jobs: [Job]) {
        do throws(ReadStop) { return try await reader.readAgain(drop, in: source, at: utc) } catch {
            switch error {
            case .failed(let failure): throw .refused(failure)
            case .vanished: throw .sourceGone
            case .changed, .cut: throw .storage(.changing)
            case .away: throw .storage(.unmounted)
            case .postponed(.storage(let failure)): throw .storage(failure)
            case .postponed(.repository(let failure)): throw .repository(failure)
            case .postponed(.lowDisk): throw .storage(.full)
            }
        }
    }

    private func store(
        _ drop: Drop, _ jobs: [Job], _ token: Int64, _ utc: UTCMillis
    ) async throws(RetryRefusal) -> [Job] {
        do throws(RepositoryFailure) {
            guard let stored = try await drops.readmit(drop, jobs: jobs, token: token, at: utc) else {
                throw RepositoryFailure.busy
            }
            return stored
        } catch {
            throw .repository(error)
        }
    }
}
