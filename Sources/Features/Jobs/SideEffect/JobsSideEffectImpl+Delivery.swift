public import Domain

extension JobsSideEffectImpl {
    /// A part that is there is renamed; one that is gone was delivered before, and perhaps taken away since.
    public func deliver(_ job: Job, utc: Int64) async -> Result<Bool, JobFailure> {
        do throws(FileFailure) {
            for output in job.outputs { try await give(output, in: job.outbox) }
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

    private func give(_ output: OutputFile, in outbox: FolderPath) async throws(FileFailure) {
        var number = 1
        while true {
            let name = number == 1 ? output.name : OutputName.numbered(output.name, number)
            do throws(FileFailure) {
                try await files.move(output.part, from: outbox, to: name, in: outbox)
                return
            } catch .exists {
                // Somebody else's file came in between: nothing is ever written over.
                number += 1
            } catch .missing {
                return
            }
        }
    }

    /// What a job that fails left under temporary names. That they can't be removed must not hide the failure.
    func removeParts(of job: Job) async {
        let entries = (try? await files.list(job.outbox)) ?? []
        let prefix = Array(("." + job.id.text + ".").utf8)
        for entry in entries where entry.name.bytes.starts(with: prefix) {
            try? await files.remove(entry.name, in: job.outbox)
        }
    }
}
