import Domain
import IntakeFeature

/// Archives, deletes or moves aside the source of an ended drop. Every step may be repeated.
struct SourceDisposer: Sendable {
    let files: any FileSystem
    let drops: any DropRepository
    let limits: IntakeLimits
    let parser: any DropParser
    let day: IntakeSideEffectImpl.Day
    let words: IntakeSideEffectImpl.Words
    let sampleWords: IntakeSideEffectImpl.SampleWords
    let observed: ProcessedFiles
    let pictures: DroppedPictures
    let matcher: SourceMatcher
    let explanations: FailureExplanations
    let reservations: NameReservations

    /// `source` is `nil` if the drop's folder is no longer configured.
    func dispose(
        _ drop: Drop, from source: WatchFolder?, settled: FileIdentity?, at utc: UTCMillis
    ) async -> DisposeOutcome {
        var drop = drop
        var source = source
        if let watch = source, drop.kept != nil { (drop, source) = drop.located(in: watch) }
        do throws(RepositoryFailure) {
            try await drops.advance(drop.id, to: .ended, failure: drop.failure, at: utc)
            // The file that replaced a withdrawn one is left alone: it may have the original content again and is not
            // processed yet.
            if drop.hasSource, drop.failure != .withdrawn {
                guard let source else { return .stuck(.missing) }
                let failed = try await failedParts(of: drop, source)
                drop.failure = failure(of: drop, source, failed)
                if let obstacle = await dispose(&drop, source, failed, settled, utc) { return obstacle }
                if let kept = await keptName(of: drop, source, failed) { try await drops.keep(drop.id, as: kept) }
            }
            try await drops.advance(drop.id, to: .gone, failure: drop.failure, at: utc)
        } catch {
            return .postponed(.repository(error))
        }
        if drop.isObserved, drop.failure != .withdrawn { await observed.add(drop) }
        await pictures.end(drop.id, at: utc)
        return .gone
    }

    /// Disposes of the source. Returns the reason why it can't be done now; otherwise `nil`.
    private func dispose(
        _ drop: inout Drop, _ source: WatchFolder, _ failed: [FailedPart], _ settled: FileIdentity?, _ utc: UTCMillis
    ) async -> DisposeOutcome? {
        do throws(FileFailure) {
            if drop.isObserved {
                try await explain(drop, source, failed)
                return nil
            }
            drop = try await matcher.recognized(drop, source)
            if let found = try await matcher.rewritten(drop.identity, source), found != settled {
                return .changing(found)
            }
            try await removeSource(of: drop, source, failed, utc)
            return nil
        } catch {
            return error == .unmounted ? .away : .stuck(error)
        }
    }

    /// The name in the folder for failed files of a source that was moved there; `nil` for other sources.
    private func keptName(of drop: Drop, _ source: WatchFolder, _ failed: [FailedPart]) async -> FileName? {
        guard drop.failure?.isRefusal == true, failed.isEmpty, drop.kept == nil, !drop.isObserved else { return nil }
        var number = 1
        while true {
            let name = NumberedName.make(drop.identity.name, number)
            guard let entry = try? await files.entry(name, in: source.failed) else { return nil }
            if entry.inode == drop.identity.inode, entry.size == drop.identity.size { return name }
            number += 1
        }
    }

    /// The drop's failure. If its failed lines or samples were all retried since, before a crash, none is left; in
    /// `failed` it would look as if all of it had failed.
    private func failure(of drop: Drop, _ source: WatchFolder, _ failed: [FailedPart]) -> DropFailure? {
        failed.isEmpty && hasParts(drop, source) ? nil : drop.failure
    }

    /// The failed lines and samples; empty for a drop with a single job.
    private func failedParts(of drop: Drop, _ source: WatchFolder) async throws(RepositoryFailure) -> [FailedPart] {
        hasParts(drop, source) ? try await drops.failedParts(of: drop.id) : []
    }

    /// `true` if only a part of the drop may have failed.
    private func hasParts(_ drop: Drop, _ source: WatchFolder) -> Bool {
        switch drop.failure {
        case .sample: true
        case .job: source.isBatch(drop.identity.name)
        default: false
        }
    }

    /// Explains the failure of an observed file, which stays where it is.
    private func explain(_ drop: Drop, _ source: WatchFolder, _ failed: [FailedPart]) async throws(FileFailure) {
        guard let failure = drop.failure else { return }
        try await makeFolder(source.failed, for: drop)
        try await explanations.write(sentences(failure, failed, drop.identity.name), drop.identity.name, source)
    }

    /// One sentence for the whole drop, or one for each failed line and sample.
    private func sentences(_ failure: DropFailure, _ failed: [FailedPart], _ name: FileName) -> [String] {
        guard failed.contains(where: { $0.line > 0 || $0.sample.isOneOfMany }) else { return [words(failure, name)] }
        let samples = failed.filter(\.sample.isOneOfMany)
        return failed.map { words(.job($0.failure), name.part(line: $0.line, $0.sample)) }
            + (samples.isEmpty ? [] : [sampleWords(samples)])
    }

    private func removeSource(
        of drop: Drop, _ source: WatchFolder, _ failed: [FailedPart], _ utc: UTCMillis
    ) async throws(FileFailure) {
        let hasFailedLines = failed.contains { $0.line > 0 }
        guard try await matcher.isThere(drop.identity, source) else {
            let isKept = drop.failure != nil && !hasFailedLines
            let archive = source.rules.after == .delete ? nil : source.archive(day(utc))
            return try await completeDisposal(of: drop, source, isKept ? source.failed : archive)
        }
        if hasFailedLines { try await keepFailed(failed, of: drop, source) }
        if let kept = drop.kept, drop.failure == nil || hasFailedLines {
            await explanations.remove(ofKept: kept, source)
        }
        // Removed before the source, so that the marker never declares the next file of that name complete.
        try await removeDone(drop.identity.name, source)
        if let failure = drop.failure, !hasFailedLines {
            let name = drop.kept ?? drop.identity.name
            let sentences = sentences(failure, failed, name)
            // If it was read again, it stays where it is.
            if drop.kept == nil {
                try await keepFailed(drop, source, sentences)
            } else {
                try await explanations.write(sentences, name, source)
            }
        } else if source.rules.after == .delete {
            if let sidecar = drop.sidecar, try await matcher.isThere(sidecar, source) {
                try await files.remove(sidecar.name, in: source.path)
            }
            try await files.remove(drop.identity.name, in: source.path)
        } else {
            let archive = source.archive(day(utc))
            try await makeFolder(archive, for: drop)
            try await move(drop, source, to: archive) { _ throws(FileFailure) in }
            try await files.sync(drop.identity.name.holder(in: archive))
        }
        // Required before the drop is forgotten: a source that reappeared after a power failure would be processed
        // again.
        try await syncSource(of: drop, source)
    }

    /// Removes the `.done` marker. A name that is too long for the suffix has no marker, and a folder of that name is
    /// not one.
    private func removeDone(_ name: FileName, _ source: WatchFolder) async throws(FileFailure) {
        do throws(FileFailure) { try await files.remove(name.done, in: source.path) } catch .nameTooLong, .notRegular {
            return
        }
    }

    /// Completes an earlier disposal that has already moved the source to `target`, or deleted it (`nil`). It may have
    /// ended before its syncs, and a power failure may have brought back the sidecar.
    private func completeDisposal(
        of drop: Drop, _ source: WatchFolder, _ target: FolderPath?
    ) async throws(FileFailure) {
        if let sidecar = try await matcher.sidecar(of: drop, source) {
            if let target {
                try await moveSidecar(drop, sidecar, source, to: target)
            } else {
                try await files.remove(sidecar, in: source.path)
            }
        }
        if let target { try await syncIfThere(target, drop) }
        try await syncSource(of: drop, source)
    }

    /// Moves the sidecar to where its source is now. The sidecar of a source that a user removed stays.
    private func moveSidecar(
        _ drop: Drop, _ sidecar: FileName, _ source: WatchFolder, to target: FolderPath
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
        do throws(FileFailure) { try await files.sync(drop.identity.name.holder(in: folder)) } catch .missing {}
    }

    /// Makes the removal of the source durable. If the subfolder is gone too, or a link has replaced it, there is
    /// nothing to sync.
    private func syncSource(of drop: Drop, _ source: WatchFolder) async throws(FileFailure) {
        guard let folder = drop.identity.name.parent else { return try await files.sync(source.path) }
        do throws(FileFailure) { try await files.sync(source.path.appending(folder)) } catch .missing, .notFolder {}
    }

    /// Creates the folder that a drop's source is moved to, including the source's subfolders.
    private func makeFolder(_ folder: FolderPath, for drop: Drop) async throws(FileFailure) {
        try await files.makeFolder(folder)
        if let parent = drop.identity.name.parent { try await files.makeFolder(parent, in: folder) }
    }

    /// Moves a failed source to `failed`. The explanation is written first, so that a crash never leaves a file without
    /// an explanation.
    private func keepFailed(
        _ drop: Drop, _ source: WatchFolder, _ sentences: [String]
    ) async throws(FileFailure) {
        try await makeFolder(source.failed, for: drop)
        try await move(drop, source, to: source.failed) { name throws(FileFailure) in
            try await explanations.write(sentences, name, source)
        }
        try await files.sync(drop.identity.name.holder(in: source.failed))
    }

    /// Writes only the failed lines of a batch to `failed`, ready to be dropped again. The batch itself is archived or
    /// deleted like any other source.
    private func keepFailed(
        _ failed: [FailedPart], of drop: Drop, _ source: WatchFolder
    ) async throws(FileFailure) {
        let name = drop.identity.name
        let text = try await files.read(name, in: source.path, limit: Int(limits.batchBytes))
        let read = parser.excerpt(of: text, named: name, folder: drop.folder, lines: Set(failed.map(\.line)))
        // The file was read as a batch before, so if that fails now it is being changed.
        guard case .success(let lines) = read else { throw .changing }
        let reasons = drop.failure.map { sentences($0, failed, name) } ?? []
        try await makeFolder(source.failed, for: drop)
        try await reservations.withFreeName(for: name, in: source.failed) { (kept) async throws(FileFailure) in
            guard try await isFree(kept, for: lines, source.failed) else { return false }
            try await explanations.write(reasons, kept, source)
            try await files.replace(kept, in: source.failed, with: lines)
            return true
        }
    }

    /// `true` if the name is free, or has the same content already because of a crash.
    private func isFree(
        _ name: FileName, for bytes: [UInt8], _ folder: FolderPath
    ) async throws(FileFailure) -> Bool {
        guard let entry = try await files.entry(name, in: folder) else { return true }
        guard entry.kind == .file, entry.size == bytes.count else { return false }
        return try await files.read(name, in: folder, limit: bytes.count) == bytes
    }

    /// Moves the source to the first free name, after its sidecar. `before` runs with that name just before the move.
    private func move(
        _ drop: Drop, _ source: WatchFolder, to target: FolderPath,
        before: (FileName) async throws(FileFailure) -> Void
    ) async throws(FileFailure) {
        try await reservations.withFreeName(for: drop.identity.name, in: target) { (name) async throws(FileFailure) in
            try await hasMoved(drop, source, to: name, in: target, before)
        }
    }

    /// Moves the source and its sidecar. `false`: the name is not free.
    private func hasMoved(
        _ drop: Drop, _ source: WatchFolder, to name: FileName, in target: FolderPath,
        _ before: (FileName) async throws(FileFailure) -> Void
    ) async throws(FileFailure) -> Bool {
        if try await files.entry(name, in: target) != nil { return false }
        let sidecar = try await matcher.sidecar(of: drop, source)
        if try await !isOwn(name, of: drop, hasSidecar: sidecar != nil, in: target) { return false }
        try await before(name)
        do throws(FileFailure) {
            if let sidecar { try await files.move(sidecar, from: source.path, to: name.sidecar, in: target) }
            guard try await matcher.isThere(drop.identity, source) else { return true }
            try await files.move(drop.identity.name, from: source.path, to: name, in: target)
            return true
        } catch .missing {
            return true
        } catch .exists {
            return false
        }
    }

    /// `true` if no sidecar exists for that name, or only the one that an earlier attempt moved there for this drop.
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
}
