import Domain
import MVICore

extension Intake {
    /// The time for which a picture waits for a required sidecar, and after which slow settling is reported.
    package static var patience: Duration { .seconds(60) }

    /// The longest time for which listings may skip a file as unchanged, in folders that are listed more often than
    /// that and for which the kernel reports no change.
    package static var maxSkipInterval: Duration { .seconds(16) }
}

/// Detection of complete entries.
extension Intake.Folder {
    /// Sorts the listed entries into complete and settling ones. An entry is complete if it arrived by a rename from
    /// outside, or if it was unchanged between one listing and the start of another that began at least `settle` later.
    mutating func sort(_ entries: [FileEntry], excluding: Set<FileIdentity>, now: Duration) -> [Command<Intake>] {
        let began = listingSince ?? now
        let before = Sorted(
            settling: settling.merging(unpairedSidecars) { one, _ in one }, ready: Set(ready + sidecars.values),
            done: Self.done(entries))
        noteEnd(now)
        settling = [:]
        unpairedSidecars = [:]
        ready = []
        sidecars = [:]
        let fresh = entries.filter { entry in
            isCandidate(entry) && !excluding.contains(entry.identity)
                && (!settings.rules.requiresDone || before.isDone(entry))
        }
        var beside: [FileName: Intake.Settling] = [:]
        for entry in fresh {
            if let picture = entry.accompanied { beside[picture] = examine(entry, before, began, now) }
        }
        for entry in fresh where entry.accompanied == nil {
            let seen = examine(entry, before, began, now)
            let isLate = now - seen.firstSeen >= Intake.patience || before.ready.contains(entry)
            put(seen, beside: beside.removeValue(forKey: entry.name), isLate: isLate)
        }
        for seen in beside.values { unpairedSidecars[seen.entry.name] = seen }
        if !cut.isEmpty { cut.formIntersection(settling.values.map(\.entry.identity)) }
        // The last element is claimed first.
        ready.sort { $1.isTaken(before: $0) }
        // Entries that still wait for room count as having come together.
        hasBulkDrop = settings.rules.existing == .hold && (hasBulkDrop && !ready.isEmpty || isBulkDrop)
        // The listing covers every event that is older than itself.
        if relisting == .none { arrivals = [] }
        return reportSlowEntries(now)
    }

    /// `true` if the entry is older than the folder's first use and such prompts have to be approved.
    func predatesFirstUse(_ entry: FileEntry) -> Bool { settings.rules.existing == .hold && isOld(entry) }

    /// `true` if more prompts came at once than a person would drop by hand.
    private var isBulkDrop: Bool { ready.count { DropKind(ending: $0.name.ending)?.isText == true } > 50 }

    private func isCandidate(_ entry: FileEntry) -> Bool {
        mayBeDrop(entry) && !(settings.rules.existing == .ignore && isOld(entry))
    }

    /// `true` if the entry is older than the folder's first use. Compares the change time (ctime), which moving or
    /// changing a file updates whatever its modification time says.
    private func isOld(_ entry: FileEntry) -> Bool {
        since.map { entry.changed.millis < $0 } ?? false
    }

    /// Puts back the entries of a failed claim.
    mutating func restore(_ drops: [TrackedDrop]) {
        ready = (ready + drops.compactMap(\.claiming)).sorted { $1.isTaken(before: $0) }
        // A listing that ended meanwhile regarded them as claimed and dropped their sidecars.
        for drop in drops {
            if let picture = drop.claiming, let beside = drop.beside { sidecars[picture.name] = beside }
        }
    }

    /// `true` if the folder holds more files and few of those listed are left.
    var runsLow: Bool { hasMore && ready.count < FolderListing.most / 2 }

    mutating func noteEnd(_ now: Duration) {
        lastTook = now - (listingSince ?? now)
        lastEnd = now
        listingSince = nil
        ended = []
    }

    /// The state before the current listing.
    private struct Sorted {
        let settling: [FileName: Intake.Settling]
        let ready: Set<FileEntry>
        /// The names that `NAME.done` files declare complete, from the current listing.
        let done: Set<FileName>

        /// A picture's `NAME.done` also declares its sidecar complete.
        func isDone(_ entry: FileEntry) -> Bool {
            done.contains(entry.name) || entry.accompanied.map(done.contains) == true
        }
    }

    private static func done(_ entries: [FileEntry]) -> Set<FileName> {
        Set(entries.compactMap { $0.kind == .file ? $0.name.completed : nil })
    }

    private mutating func examine(
        _ entry: FileEntry, _ before: Sorted, _ began: Duration, _ now: Duration
    ) -> Intake.Settling {
        var seen = before.settling[entry.name].map { $0.seenAgain(entry, now) } ?? .init(entry, now)
        let needs = settle(entry)
        // An entry that was complete and waits for something else stays complete while it is unchanged.
        let wasComplete = before.ready.contains(entry) || seen.isComplete || before.isDone(entry)
        let hasArrived = arrivals.remove(entry.name) != nil
        let isWhole = hasArrived || wasComplete || needs <= .zero
        // A truncated picture has to settle, whatever else says that it is complete.
        seen.isComplete = isWhole && !cut.contains(entry.identity) || began - seen.since >= needs
        return seen
    }

    /// Picks up a picture together with its sidecar once both are complete. `isLate`: it no longer waits for a missing
    /// sidecar.
    private mutating func put(_ seen: Intake.Settling, beside: Intake.Settling?, isLate: Bool) {
        let entry = seen.entry
        let lacks = beside == nil && needsSidecar(entry) && !isLate
        if seen.isComplete, !lacks, beside?.isComplete != false {
            ready.append(entry)
            sidecars[entry.name] = beside?.entry
        } else {
            settling[entry.name] = seen
            if let beside { settling[beside.entry.name] = beside }
        }
    }

    private mutating func reportSlowEntries(_ now: Duration) -> [Command<Intake>] {
        let slow = settling.values.filter { !$0.isReported && !$0.isComplete && now - $0.firstSeen >= Intake.patience }
        for seen in slow { settling[seen.entry.name]?.isReported = true }
        let alone = unpairedSidecars.values.filter { !$0.isReported && now - $0.firstSeen >= Intake.patience }
        for seen in alone { unpairedSidecars[seen.entry.name]?.isReported = true }
        return slow.sorted { $0.entry.name < $1.entry.name }.map { seen in
            .emit(
                .settlingLong(
                    folder: settings.name, seen.entry, waited: now - seen.firstSeen,
                    needs: settle(seen.entry)))
        }
            + alone.sorted { $0.entry.name < $1.entry.name }.map { seen in
                .emit(.sidecarAlone(folder: settings.name, seen.entry))
            }
    }
}

extension Intake.Settling {
    init(_ entry: FileEntry, _ now: Duration) {
        self.init(entry: entry, since: now, firstSeen: now)
    }

    /// The same file continues to settle, a changed one starts over, and another file under the same name is a new
    /// entry.
    func seenAgain(_ entry: FileEntry, _ now: Duration) -> Self {
        if entry == self.entry { return self }
        if entry.inode != self.entry.inode || entry.device != self.entry.device { return Self(entry, now) }
        return Self(entry: entry, since: now, firstSeen: firstSeen, isReported: isReported)
    }

    /// The time at which the entry needs another listing. A complete entry waits for something else, but no longer than
    /// `Intake.patience`.
    func due(_ folder: Intake.Folder, _ now: Duration) -> Duration? {
        if !isComplete { return since + folder.settle(entry) }
        let end = firstSeen + Intake.patience
        return end > now ? end : nil
    }
}

extension FileEntry {
    /// The picture that this sidecar belongs to; `nil` for other files.
    var accompanied: FileName? { kind == .file ? name.accompanied : nil }
}

extension Intake.Folder {
    /// Subfolders are left alone, unless they are named like a picture or a prompt: that is a user's mistake and is
    /// reported.
    func mayBeDrop(_ entry: FileEntry) -> Bool {
        if IgnoredNames.contains(entry.name) { return false }
        switch entry.kind {
        case .file, .special: return true
        case .link: return !own.contains(entry.name)
        case .folder: return !own.contains(entry.name) && DropKind(ending: entry.name.ending) != nil
        }
    }

    func needsSidecar(_ entry: FileEntry) -> Bool {
        settings.rules.sidecar == .required && entry.kind == .file && DropKind(ending: entry.name.ending) == .picture
    }
}
