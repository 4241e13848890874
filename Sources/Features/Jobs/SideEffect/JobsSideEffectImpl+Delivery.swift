public import Domain

extension JobsSideEffectImpl {
    /// A part that is there is renamed; one that is gone was delivered before, and perhaps taken away since.
    public func deliver(_ job: Job, utc: Int64) async -> Result<Bool, JobFailure> {
        do throws(FileFailure) {
            for output in job.outputs { try await give(output, of: job) }
            try await files.sync(job.outbox)
        } catch {
            return .failure(.delivery(error))
        }
        do throws(RepositoryFailure) {
            return .success(
                try await spool.move(job.id, to: .done, picture: job.picture, token: job.token, at: self.utc()))
        } catch {
            return .failure(.storage(error))
        }
    }

    private func give(_ output: OutputFile, of job: Job) async throws(FileFailure) {
        // `.JOBID.EXT.part` tells where `NAME.EXT` has its number.
        let ending = output.part.bytes.count - job.id.text.utf8.count - ".".utf8.count - ".part".utf8.count
        var number = 1
        while true {
            let name = OutputName.numbered(output.name, number, ending: ending)
            do throws(FileFailure) {
                try await files.move(output.part, from: job.outbox, to: name, in: job.outbox)
                return
            } catch .exists {
                // Somebody else's file came in between: nothing is ever written over.
                number += 1
            } catch .missing {
                return
            }
        }
    }

    /// What a job that fails left under temporary names. That they can't be removed must not hide the failure. It is
    /// synced while the job is open: what a power cut brought back later would belong to nobody.
    func removeParts(of job: Job) async {
        let entries = (try? await files.list(job.outbox)) ?? []
        let prefix = Array(("." + job.id.text + ".").utf8)
        let parts = entries.filter { $0.name.bytes.starts(with: prefix) }
        for part in parts { try? await files.remove(part.name, in: job.outbox) }
        if !parts.isEmpty { try? await files.sync(job.outbox) }
    }
}
