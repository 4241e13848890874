import ControlServer
import Domain
import JobsSideEffect

/// Checks what the service has stored, in steps that are short enough to be asked for one by one.
struct Verification: Sendable {
    /// What one step checks of blobs. A step's disk thread does nothing else for about as long as that takes to read.
    private static let stepBytes: Int64 = 128 << 20
    private static let stepBlobs = 500
    private static let stepRows = 2_000
    /// The number of jobs that a finding names.
    private static let mostJobs = 10
    /// Blobs that nothing needs are reported from this age on. Younger ones may belong to work in progress.
    private static let orphanAge: Int64 = 24 * 60 * 60 * 1_000

    let repository: any VerificationRepository
    let blobs: any BlobRepository & BlobVerification
    let contents: any ContentRepository
    let recovery: PictureRecovery
    /// Whether what can be repaired is repaired.
    let isRepairing: Bool

    func step(from position: VerificationPosition, at utc: UTCMillis) async throws(ControlFailure) -> VerificationStep {
        switch position.part {
        case .database:
            let defects = try await stored { () throws(RepositoryFailure) in try await repository.fileDefects() }
            return VerificationStep(
                part: .database, findings: defects.map { VerificationFinding($0) }, next: position.following)
        case .index:
            return try await derived(position) { () throws(RepositoryFailure) in
                try await repository.indexDefects()
            } repair: { () throws(RepositoryFailure) in
                try await repository.rebuildIndex()
            }
        case .counts:
            return try await derived(position) { () throws(RepositoryFailure) in
                try await repository.countDefects()
            } repair: { () throws(RepositoryFailure) in
                try await repository.recount()
            }
        case .rows: return try await rows(position, at: utc)
        case .blobs: return try await blobs(position, at: utc)
        }
    }

    /// A part that can be made again from the rest.
    private func derived(
        _ position: VerificationPosition, defects: () async throws(RepositoryFailure) -> [StoredDefect],
        repair: () async throws(RepositoryFailure) -> Void
    ) async throws(ControlFailure) -> VerificationStep {
        let found = try await stored(defects)
        var findings = found.map { VerificationFinding($0) }
        if isRepairing, !found.isEmpty {
            try await stored(repair)
            let left = try await stored(defects)
            findings = found.map { VerificationFinding($0, left.isEmpty ? .repaired : .found) }
        }
        return VerificationStep(part: position.part, findings: findings, next: position.following)
    }

    /// Pictures that must be kept and are not there.
    private func rows(
        _ position: VerificationPosition, at utc: UTCMillis
    ) async throws(ControlFailure) -> VerificationStep {
        let digests = try await stored { () throws(RepositoryFailure) in
            try await repository.neededPictures(after: position.after, limit: Self.stepRows)
        }
        let missing = try await onDisk { () throws(FileFailure) in try await blobs.missing(among: digests) }
        // A picture that was given up since the page was read was removed rightly.
        let needed = try await stored { () throws(RepositoryFailure) in
            try await contents.neededPictures(among: missing)
        }
        var findings: [VerificationFinding] = []
        for digest in missing where needed.contains(digest) {
            let jobs = try await jobs(with: digest)
            let outcome = isRepairing ? try await restore(digest, of: jobs, isNeeded: true, at: utc) : .found
            findings.append(VerificationFinding(.blobMissing(digest, jobs: jobs), outcome))
        }
        let isLast = digests.count < Self.stepRows
        return VerificationStep(
            part: .rows, checked: digests.count, findings: findings,
            next: isLast ? position.following : digests.last.map { VerificationPosition(.rows, after: $0) })
    }

    private func blobs(
        _ position: VerificationPosition, at utc: UTCMillis
    ) async throws(ControlFailure) -> VerificationStep {
        let check = try await onDisk { () throws(FileFailure) in
            try await blobs.check(after: position.after, bytes: Self.stepBytes, limit: Self.stepBlobs)
        }
        let needed = try await stored { () throws(RepositoryFailure) in
            try await contents.neededPictures(among: check.blobs.map(\.digest))
        }
        var findings: [VerificationFinding] = []
        for blob in check.blobs {
            if !blob.isWhole {
                findings.append(try await damaged(blob.digest, isNeeded: needed.contains(blob.digest), at: utc))
            } else if !needed.contains(blob.digest), !blob.isHeld, blob.modified < utc - Self.orphanAge,
                let finding = try await orphaned(blob)
            {
                findings.append(finding)
            }
        }
        return VerificationStep(
            part: .blobs, checked: check.blobs.count, bytes: check.blobs.reduce(0) { $0 + $1.bytes },
            findings: findings,
            next: check.next.map { VerificationPosition(.blobs, after: $0) } ?? position.following)
    }

    /// What is left of a damaged blob is set aside before it is restored.
    private func damaged(
        _ digest: Digest, isNeeded: Bool, at utc: UTCMillis
    ) async throws(ControlFailure) -> VerificationFinding {
        let jobs = try await jobs(with: digest)
        var outcome = VerificationFinding.Outcome.found
        if isRepairing {
            try await onDisk { () throws(FileFailure) in try await blobs.setAside(digest) }
            outcome = try await restore(digest, of: jobs, isNeeded: isNeeded, at: utc)
        }
        return VerificationFinding(.blobDamaged(digest, jobs: jobs), outcome)
    }

    private func restore(
        _ digest: Digest, of jobs: [JobID], isNeeded: Bool, at utc: UTCMillis
    ) async throws(ControlFailure) -> VerificationFinding.Outcome {
        guard isNeeded else { return .setAside }
        do throws(JobFailure) {
            if try await recovery.restore(digest, of: jobs) { return .repaired }
        } catch {
            // A copy may be on a disk that is not there now.
            return .found
        }
        try await stored { () throws(RepositoryFailure) in try await repository.giveUp(digest, at: utc) }
        return .lost
    }

    /// `nil` if the blob is needed after all.
    private func orphaned(_ blob: BlobCheck.Checked) async throws(ControlFailure) -> VerificationFinding? {
        let defect = StoredDefect.blobOrphaned(blob.digest, bytes: blob.bytes)
        guard isRepairing else { return VerificationFinding(defect) }
        try await onDisk { () throws(FileFailure) in
            try await blobs.remove([blob.digest], .unneeded) { [contents] digests in
                // If the database can't say which are needed, all are kept.
                (try? await contents.neededPictures(among: digests)) ?? Set(digests)
            }
        }
        let isLeft = try await onDisk { () throws(FileFailure) in try await blobs.missing(among: [blob.digest]) }
            .isEmpty
        return isLeft ? nil : VerificationFinding(defect, .removed)
    }

    private func jobs(with digest: Digest) async throws(ControlFailure) -> [JobID] {
        try await stored { () throws(RepositoryFailure) in
            try await repository.jobs(with: digest, limit: Self.mostJobs)
        }
    }

    private func onDisk<Answer>(
        _ work: () async throws(FileFailure) -> Answer
    ) async throws(ControlFailure) -> Answer {
        do throws(FileFailure) { return try await work() } catch { throw .storage(error) }
    }
}
