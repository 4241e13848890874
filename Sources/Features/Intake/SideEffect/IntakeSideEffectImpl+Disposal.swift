package import Domain
package import IntakeFeature

/// What becomes of a source at the end of its drop. Each step may be done again.
extension IntakeSideEffectImpl {
    package func dispose(_ drop: Drop, at utc: Int64) async -> DisposeOutcome {
        do throws(RepositoryFailure) {
            try await spool.advance(drop.id, to: .ended, failure: drop.failure, at: utc)
        } catch {
            return .postponed(.repository(error))
        }
        var drop = drop
        // What lies there instead of what was withdrawn is left alone: it may be the same again by now, and not worked off.
        if drop.hasSource, drop.failure != .withdrawn {
            guard let source = sources[drop.folder] else { return .stuck(.missing) }
            let bad: [FailedLine]
            do throws(RepositoryFailure) { bad = try await failedLines(of: drop, source) } catch {
                return .postponed(.repository(error))
            }
            drop.failure = failure(of: drop, source, bad)
            do throws(FileFailure) {
                if !drop.isObserved { drop = try await recognized(drop, source) }
                if drop.isObserved {
                    try await tell(drop, source, bad)
                } else if try await isBeingWritten(drop.identity, source, utc) {
                    return .changing
                } else {
                    try await clear(drop, source, bad, utc)
                }
            } catch {
                return error == .unmounted ? .away : .stuck(error)
            }
        }
        do throws(RepositoryFailure) {
            try await spool.advance(drop.id, to: .gone, failure: drop.failure, at: utc)
            if drop.isObserved, drop.failure != .withdrawn { await observed.add(drop) }
            await forgetPictures(of: drop.id)
            return .gone
        } catch {
            return .postponed(.repository(error))
        }
    }

    /// A batch whose failed lines somebody let go on since, before a crash, has none any more. In `failed` it would look
    /// as if all of it had failed.
    private func failure(of drop: Drop, _ source: IntakeSource, _ bad: [FailedLine]) -> DropFailure? {
        if case .job = drop.failure, bad.isEmpty, source.isBatch(drop.identity.name) { return nil }
        return drop.failure
    }

    /// The lines of a batch of which some, or all, failed. Of anything else none.
    private func failedLines(of drop: Drop, _ source: IntakeSource) async throws(RepositoryFailure) -> [FailedLine] {
        guard case .job = drop.failure, source.isBatch(drop.identity.name) else { return [] }
        return try await spool.failedLines(of: drop.id)
    }

    /// A file that stays is told of in a text alone.
    private func tell(_ drop: Drop, _ source: IntakeSource, _ bad: [FailedLine]) async throws(FileFailure) {
        guard let failure = drop.failure else { return }
        try await makeFolder(source.failed, for: drop)
        let name = drop.identity.name
        let whole = bad.isEmpty ? [words(failure, name)] : []
        try await explain(whole + sentences(bad, name), name, source)
    }

    private func sentences(_ bad: [FailedLine], _ name: FileName) -> [String] {
        bad.map { words(.job($0.failure), name.line($0.number)) }
    }

    private func clear(
        _ drop: Drop, _ source: IntakeSource, _ bad: [FailedLine], _ utc: Int64
    ) async throws(FileFailure) {
        guard try await isThere(drop.identity, source) else {
            let isKept = drop.failure != nil && bad.isEmpty
            let archive = source.after == .delete ? nil : source.archive(day(utc))
            return try await clearRest(of: drop, source, isKept ? source.failed : archive)
        }
        if !bad.isEmpty { try await keepFailed(bad, of: drop, source) }
        // Before the source, so that it never makes the next file of that name complete.
        try await removeDone(drop.identity.name, source)
        if let failure = drop.failure, bad.isEmpty {
            try await keepFailed(drop, source, failure)
        } else if source.after == .delete {
            if let sidecar = drop.sidecar, try await isThere(sidecar, source) {
                try await files.remove(sidecar.name, in: source.path)
            }
            try await files.remove(drop.identity.name, in: source.path)
        } else {
            let archive = source.archive(day(utc))
            try await makeFolder(archive, for: drop)
            try await move(drop, source, to: archive) { _ throws(FileFailure) in }
            try await files.sync(drop.identity.name.holder(in: archive))
        }
        // Only now may the drop be forgotten: a source that came back after a power cut would be worked on again.
        try await syncSource(of: drop, source)
    }

    /// Beside a name that has no room for the ending nothing lies, and a folder of that name is no marker.
    private func removeDone(_ name: FileName, _ source: IntakeSource) async throws(FileFailure) {
        do throws(FileFailure) { try await files.remove(name.done, in: source.path) } catch .nameTooLong, .notRegular {
            return
        }
    }

    /// A try that moved the source, to `target` or out of the world, may have ended before its syncs, and a power cut may
    /// have brought back what lay beside it.
    private func clearRest(
        of drop: Drop, _ source: IntakeSource, _ target: FolderPath?
    ) async throws(FileFailure) {
        if let sidecar = try await sidecar(of: drop, source) {
            if let target {
                try await moveAfter(drop, sidecar, source, to: target)
            } else {
                try await files.remove(sidecar, in: source.path)
            }
        }
        if let target { try await syncIfThere(target, drop) }
        try await syncSource(of: drop, source)
    }

    /// What lay beside a source follows it to where it is. Of one that somebody took away it stays.
    private func moveAfter(
        _ drop: Drop, _ sidecar: FileName, _ source: IntakeSource, to target: FolderPath
    ) async throws(FileFailure) {
        var number = 1
        do throws(FileFailure) {
            while let entry = try await files.entry(NumberedName.make(drop.identity.name, number), in: target) {
                number += 1
                guard entry.inode == drop.identity.inode, entry.size == drop.identity.size else { continue }
                return try await files.move(sidecar, from: source.path, to: entry.name.sidecar, in: target)
            }
        } catch .exists, .missing {
            return
        }
    }

    private func syncIfThere(_ folder: FolderPath, _ drop: Drop) async throws(FileFailure) {
        do throws(FileFailure) { try await files.sync(drop.identity.name.holder(in: folder)) } catch {
            if error != .missing { throw error }
        }
    }

    /// Makes it last that the source is gone. So it is with its sub-folder, or where a link has taken that one's place.
    private func syncSource(of drop: Drop, _ source: IntakeSource) async throws(FileFailure) {
        guard let folder = drop.identity.name.parent else { return try await files.sync(source.path) }
        do throws(FileFailure) { try await files.sync(source.path.appending(folder)) } catch .missing, .notFolder {}
    }

    /// Where a drop's source is put, in folders as those that it lies in.
    private func makeFolder(_ folder: FolderPath, for drop: Drop) async throws(FileFailure) {
        try await files.makeFolder(folder)
        if let parent = drop.identity.name.parent { try await files.makeFolder(parent, in: folder) }
    }

    /// The sentence comes first, so that a crash leaves both or the sentence alone, and never a file without its why.
    private func keepFailed(
        _ drop: Drop, _ source: IntakeSource, _ failure: DropFailure
    ) async throws(FileFailure) {
        try await makeFolder(source.failed, for: drop)
        try await move(drop, source, to: source.failed) { name throws(FileFailure) in
            try await explain([words(failure, drop.identity.name)], name, source)
        }
        try await files.sync(drop.identity.name.holder(in: source.failed))
    }

    /// A batch's bad lines alone, ready to be dropped again; what was done of it goes where all goes.
    private func keepFailed(
        _ bad: [FailedLine], of drop: Drop, _ source: IntakeSource
    ) async throws(FileFailure) {
        let name = drop.identity.name
        let text = try await files.read(name, in: source.path, limit: Int(limits.batchBytes))
        let read = reader.excerpt(of: text, named: name, folder: drop.folder, lines: Set(bad.map(\.number)))
        // What was read once as a batch is still one.
        guard case .success(let lines) = read else { throw .changing }
        try await makeFolder(source.failed, for: drop)
        // Under the first name that is free.
        var number = 1
        var isKept: Bool?
        while isKept != true {
            let kept = NumberedName.make(name, number)
            number += 1
            isKept = try await holding(kept, in: source.failed) { () async throws(FileFailure) in
                guard try await isFree(kept, for: lines, source.failed) else { return false }
                try await explain(sentences(bad, name), kept, source)
                try await files.replace(kept, in: source.failed, with: lines)
                return true
            }
        }
    }

    /// Whether nothing has the name, or the same lies there already: a crash came between.
    private func isFree(
        _ name: FileName, for bytes: [UInt8], _ folder: FolderPath
    ) async throws(FileFailure) -> Bool {
        guard let entry = try await files.entry(name, in: folder) else { return true }
        guard entry.kind == .file, entry.size == bytes.count else { return false }
        return try await files.read(name, in: folder, limit: bytes.count) == bytes
    }

    private func explain(
        _ sentences: [String], _ name: FileName, _ source: IntakeSource
    ) async throws(FileFailure) {
        let text = sentences.map { $0.hasSuffix("\n") ? $0 : $0 + "\n" }.joined()
        try await files.replace(name.explanation, in: source.failed, with: Array(text.utf8))
    }

    /// Moves the source under the first name that is free, after what lies beside it. `before` runs with that name just
    /// before.
    private func move(
        _ drop: Drop, _ source: IntakeSource, to target: FolderPath,
        before: (FileName) async throws(FileFailure) -> Void
    ) async throws(FileFailure) {
        var number = 1
        var isMoved: Bool?
        while isMoved != true {
            let name = NumberedName.make(drop.identity.name, number)
            number += 1
            isMoved = try await holding(name, in: target) { () async throws(FileFailure) in
                try await hasMoved(drop, source, to: name, in: target, before)
            }
        }
    }

    /// Does something while nobody else uses a name; `nil` when somebody does.
    private func holding<Answer>(
        _ name: FileName, in folder: FolderPath, _ work: () async throws(FileFailure) -> Answer
    ) async throws(FileFailure) -> Answer? {
        guard await holds.take(name, in: folder) else { return nil }
        let answer: Result<Answer, FileFailure>
        do throws(FileFailure) { answer = .success(try await work()) } catch { answer = .failure(error) }
        await holds.letGo(name, in: folder)
        return try answer.get()
    }

    /// `false`: the name is not free.
    private func hasMoved(
        _ drop: Drop, _ source: IntakeSource, to name: FileName, in target: FolderPath,
        _ before: (FileName) async throws(FileFailure) -> Void
    ) async throws(FileFailure) -> Bool {
        if try await files.entry(name, in: target) != nil { return false }
        let sidecar = try await sidecar(of: drop, source)
        if try await !isOwn(name, of: drop, hasSidecar: sidecar != nil, in: target) { return false }
        try await before(name)
        do throws(FileFailure) {
            if let sidecar { try await files.move(sidecar, from: source.path, to: name.sidecar, in: target) }
            guard try await isThere(drop.identity, source) else { return true }
            try await files.move(drop.identity.name, from: source.path, to: name, in: target)
            return true
        } catch .missing {
            return true
        } catch .exists {
            return false
        }
    }

    /// Whether nothing lies beside that name, or what an earlier try put there for this very drop.
    private func isOwn(
        _ name: FileName, of drop: Drop, hasSidecar: Bool, in target: FolderPath
    ) async throws(FileFailure) -> Bool {
        guard drop.sidecar != nil || DropKind(ending: drop.identity.name.ending) == .picture else { return true }
        let entry: FileEntry?
        do throws(FileFailure) { entry = try await files.entry(name.sidecar, in: target) } catch .nameTooLong {
            return true
        }
        guard let beside = entry else { return true }
        return !hasSidecar && beside.inode == drop.sidecar?.inode && beside.size == drop.sidecar?.size
    }

    /// What still lies beside the source.
    private func sidecar(of drop: Drop, _ source: IntakeSource) async throws(FileFailure) -> FileName? {
        guard let sidecar = drop.sidecar, try await isThere(sidecar, source) else { return nil }
        return sidecar.name
    }

    /// Whether the very file that was claimed lies there. Another one under its name is a drop of its own.
    private func isThere(_ identity: FileIdentity, _ source: IntakeSource) async throws(FileFailure) -> Bool {
        try await files.entry(identity.name, in: source.path)?.identity == identity
    }

    /// Who moves a file out of `failed` has it tried again: what was wrong with it then is over.
    func removeExplanation(of name: FileName, _ source: IntakeSource) async {
        // What is being put there now comes after its sentence.
        _ = try? await holding(name, in: source.failed) { () async throws(FileFailure) in
            let isExplained = try await files.entry(name.explanation, in: source.failed) != nil
            if isExplained, try await files.entry(name, in: source.failed) == nil {
                try await files.remove(name.explanation, in: source.failed)
            }
        }
    }
}

extension FileName {
    fileprivate var explanation: FileName { FileName(bytes: bytes + Array(".error.txt".utf8)) }
}
