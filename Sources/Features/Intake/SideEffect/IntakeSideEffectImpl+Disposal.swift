public import Domain
public import IntakeFeature

/// What becomes of a source at the end of its drop. Each step may be done again.
extension IntakeSideEffectImpl {
    public func dispose(_ drop: Drop, at utc: Int64) async -> DisposeOutcome {
        do throws(RepositoryFailure) {
            try await spool.advance(drop.id, to: .ended, failure: drop.failure, at: utc)
        } catch {
            return .postponed(.repository(error))
        }
        if drop.hasSource {
            guard let source = sources[drop.folder] else { return .stuck(.missing) }
            do throws(FileFailure) {
                try await clear(drop, source, utc)
            } catch {
                return .stuck(error)
            }
        }
        do throws(RepositoryFailure) {
            try await spool.advance(drop.id, to: .gone, failure: drop.failure, at: utc)
            await forgetPictures(of: drop.id)
            return .gone
        } catch {
            return .postponed(.repository(error))
        }
    }

    private func clear(_ drop: Drop, _ source: IntakeSource, _ utc: Int64) async throws(FileFailure) {
        guard try await isThere(drop, source) else { return }
        if let failure = drop.failure {
            try await keepFailed(drop, source, failure)
        } else if source.after == .delete {
            try await files.remove(drop.identity.name, in: source.path)
        } else {
            let (year, month) = localMonth(utc)
            let archive = source.archive(year: year, month: month)
            try await files.makeFolder(archive)
            try await move(drop, source, to: archive) { _ throws(FileFailure) in }
            try await files.sync(archive)
        }
        // Only now may the drop be forgotten: a source that came back after a power cut would be worked on again.
        try await files.sync(source.path)
    }

    /// The sentence comes first, so that a crash leaves both or the sentence alone, and never a file without its why.
    private func keepFailed(
        _ drop: Drop, _ source: IntakeSource, _ failure: DropFailure
    ) async throws(FileFailure) {
        let sentence = words(failure, drop.identity.name)
        let text = Array((sentence.hasSuffix("\n") ? sentence : sentence + "\n").utf8)
        try await files.makeFolder(source.failed)
        try await move(drop, source, to: source.failed) { name throws(FileFailure) in
            try await files.replace(
                FileName(bytes: name.bytes + Array(".error.txt".utf8)), in: source.failed, with: text)
        }
        try await files.sync(source.failed)
    }

    /// Moves the source under the first name that is free. `before` runs with that name just before.
    private func move(
        _ drop: Drop, _ source: IntakeSource, to target: FolderPath,
        before: (FileName) async throws(FileFailure) -> Void
    ) async throws(FileFailure) {
        var number = 1
        while true {
            let name = NumberedName.make(drop.identity.name, number)
            number += 1
            if try await files.entry(name, in: target) != nil { continue }
            try await before(name)
            guard try await isThere(drop, source) else { return }
            do throws(FileFailure) {
                return try await files.move(drop.identity.name, from: source.path, to: name, in: target)
            } catch .missing {
                return
            } catch .exists {
                continue
            }
        }
    }

    /// Whether the very file that was claimed lies there. Another one under its name is a drop of its own.
    private func isThere(_ drop: Drop, _ source: IntakeSource) async throws(FileFailure) -> Bool {
        try await files.entry(drop.identity.name, in: source.path)?.identity == drop.identity
    }
}
