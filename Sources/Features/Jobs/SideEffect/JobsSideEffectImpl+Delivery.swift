package import Domain

extension JobsSideEffectImpl {
    /// A part that is there is renamed; one that is gone was delivered before, and perhaps taken away since.
    package func deliver(_ job: Job, utc: Int64) async -> Result<Bool, JobFailure> {
        do throws(FileFailure) {
            if latest.contains(job.folder) { try await showLatest(job) }
            let folder = job.outputs.first?.name.parent
            if let folder { try await files.makeFolder(folder, in: job.outbox) }
            for output in job.outputs { try await give(output, of: job) }
            // What arrived is to last before what left.
            if let folder { try await files.sync(job.outbox.appending(folder)) }
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

    /// Before the parts get their names: what was taken away since was shown before. Until it has its own name each lies
    /// under one that tells of the job, so that what a crash leaves of it is found again.
    private func showLatest(_ job: Job) async throws(FileFailure) {
        for output in job.outputs {
            // `.JOBID.EXT.part`
            let ending = output.part.bytes.dropFirst(job.id.text.utf8.count + 1).dropLast(".part".utf8.count)
            let part = FileName(bytes: Array(".\(job.id).latest".utf8) + ending + Array(".part".utf8))
            do throws(FileFailure) {
                let bytes = try await files.read(output.part, in: job.outbox, limit: 256 << 20)
                try await files.write(bytes, to: part, in: job.outbox)
                try await files.rename(part, over: FileName(bytes: Array("latest".utf8) + ending), in: job.outbox)
            } catch .missing {
                try await files.remove(part, in: job.outbox)
            }
        }
        try await files.sync(job.outbox)
    }

    /// What a job that fails left under temporary names. That they can't be removed must not hide the failure. It is
    /// synced while the job is open: what a power cut brought back later would belong to nobody.
    func removeParts(of job: Job) async {
        // Of a prompt without its picture nothing was rendered, and an outbox may hold very many files.
        if job.picture == nil, job.request.source.task != nil { return }
        let entries = (try? await files.list(job.outbox)) ?? []
        let prefix = Array(("." + job.id.text + ".").utf8)
        let parts = entries.filter { $0.name.bytes.starts(with: prefix) }
        for part in parts { try? await files.remove(part.name, in: job.outbox) }
        if !parts.isEmpty { try? await files.sync(job.outbox) }
    }
}
