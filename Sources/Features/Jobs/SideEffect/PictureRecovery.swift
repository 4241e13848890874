package import Domain

/// Restores stored pictures that are missing or damaged, from files with the same content: the dropped file, which
/// exists until its drop has ended, its archived copy, or a delivered picture.
package struct PictureRecovery: Sendable {
    /// The largest picture, in bytes.
    private static let largest: Int64 = 256 << 20
    let jobs: any JobRepository
    let contents: any ContentRepository
    let drops: any DropRepository
    let blobs: any BlobRepository
    let jobFiles: JobFiles
    let restoreFromDrop: JobRestore

    typealias JobRestore = @Sendable (Digest, DropID) async throws(JobFailure) -> Bool

    /// Returns whether the picture is stored whole, if necessary after it was restored from files of the job. A picture
    /// of an ended job that was removed because it need not be kept is not restored. Throws if that can't be determined
    /// now.
    package func ensure(_ picture: Digest, of job: Job) async throws(JobFailure) -> Bool {
        do throws(FileFailure) { if try await blobs.isWhole(picture) { return true } } catch { throw .delivery(error) }
        if job.state.isEnd, try await isRemoved(picture) { return false }
        return try await restore(picture, of: job)
    }

    private func isRemoved(_ picture: Digest) async throws(JobFailure) -> Bool {
        do throws(RepositoryFailure) { return try await contents.removal(of: picture) != nil } catch {
            throw .storage(error)
        }
    }

    /// Returns whether the picture was restored from files of one of the jobs.
    package func restore(_ picture: Digest, of jobs: [JobID]) async throws(JobFailure) -> Bool {
        for id in jobs {
            let job: Job?
            do throws(RepositoryFailure) { job = try await self.jobs.job(id) } catch { throw .storage(error) }
            if let job, try await restore(picture, of: job) { return true }
        }
        return false
    }

    private func restore(_ picture: Digest, of job: Job) async throws(JobFailure) -> Bool {
        if try await restoreFromDrop(picture, job.drop) { return true }
        let drop: Drop?
        do throws(RepositoryFailure) { drop = try await drops.drop(job.drop) } catch { throw .storage(error) }
        let copies: [(folder: FolderPath, identity: FileIdentity)]
        do throws(FileFailure) { copies = try await jobFiles.copies(of: picture, job, drop) } catch {
            throw .delivery(error)
        }
        for copy in copies where try await restore(picture, from: copy.identity, in: copy.folder) { return true }
        return false
    }

    /// A delivered copy may have parameters that the stored picture doesn't have. A copy that can't be read is as good
    /// as none.
    private func restore(
        _ picture: Digest, from copy: FileIdentity, in folder: FolderPath
    ) async throws(JobFailure) -> Bool {
        do throws(TakeFailure) {
            if try await blobs.renew(picture, from: copy, in: folder, limit: Self.largest) { return true }
            let delivered = try await blobs.peek(copy, from: folder, limit: Self.largest).bytes ?? []
            guard let made = PNGParameters.removed(from: delivered) else { return false }
            do throws(FileFailure) { return try await blobs.renew(picture, with: made) } catch { throw .store(error) }
        } catch .source {
            return false
        } catch {
            throw .delivery(error.failure)
        }
    }
}
