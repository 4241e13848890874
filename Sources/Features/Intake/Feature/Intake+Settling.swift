import Domain
import MVICore

extension Intake {
    /// How long a picture waits for the file beside it, where it needs one, and how long anything may take before it is
    /// told.
    package static var patience: Duration { .seconds(60) }

    /// How long a file that is passed by may be taken for unchanged, where its folder is listed more often and the kernel
    /// tells of nothing.
    package static var restingInterval: Duration { .seconds(16) }
}

/// Which entries are complete.
extension Intake.Folder {
    /// Sorts what was listed into complete and settling entries. Complete is what arrived by a rename from outside, or
    /// what stayed the same from a listing to the start of another one that began `settle` later.
    mutating func sort(_ entries: [FileEntry], held: Set<FileIdentity>, now: Duration) -> [Command<Intake>] {
        let began = listingSince ?? now
        let before = Sorted(
            settling: settling.merging(lone) { one, _ in one }, ready: Set(ready + sidecars.values),
            done: Self.done(entries))
        noteEnd(now)
        settling = [:]
        lone = [:]
        ready = []
        sidecars = [:]
        let fresh = entries.filter { entry in
            isCandidate(entry) && !held.contains(entry.identity)
                && (!settings.requiresDone || before.isDone(entry))
        }
        var beside: [FileName: Intake.Settling] = [:]
        for entry in fresh {
            if let picture = entry.accompanied { beside[picture] = look(at: entry, before, began, now) }
        }
        for entry in fresh where entry.accompanied == nil {
            let seen = look(at: entry, before, began, now)
            let isLate = now - seen.firstSeen >= Intake.patience || before.ready.contains(entry)
            put(seen, beside: beside.removeValue(forKey: entry.name), isLate: isLate)
        }
        for seen in beside.values { lone[seen.entry.name] = seen }
        if !cut.isEmpty { cut.formIntersection(settling.values.map(\.entry.identity)) }
        // The array's end is taken first.
        ready.sort { $1.isTaken(before: $0) }
        // As long as they wait for room they came together.
        isCrowded = settings.existing == .hold && (isCrowded && !ready.isEmpty || isCrowd)
        // Every hint that is older than the listing has been answered by it.
        if again == .no { arrivals = [] }
        return complain(now)
    }

    /// Whether prompts that lay there before the folder was first used have to be approved, and this is one.
    func wasThereBefore(_ entry: FileEntry) -> Bool { settings.existing == .hold && isOld(entry) }

    /// Whether more prompts have come at once than anybody drops by hand.
    private var isCrowd: Bool { ready.count { DropKind(ending: $0.name.ending)?.isText == true } > 50 }

    private func isCandidate(_ entry: FileEntry) -> Bool {
        settings.isCandidate(entry) && !(settings.existing == .ignore && isOld(entry))
    }

    /// A file that is moved in or changed later has a later time of change, whatever its content's time.
    private func isOld(_ entry: FileEntry) -> Bool {
        since.map { entry.changed / 1_000_000 < $0 } ?? false
    }

    /// Puts entries back whose claim failed.
    mutating func restore(_ held: [HeldDrop]) {
        ready = (ready + held.compactMap(\.claiming)).sorted { $1.isTaken(before: $0) }
        // A listing that ended meanwhile took them for claimed.
        for drop in held {
            if let picture = drop.claiming, let beside = drop.beside { sidecars[picture.name] = beside }
        }
    }

    /// Whether more files lie there, and few of those that were told are left.
    var runsLow: Bool { hasMore && ready.count < FolderListing.most / 2 }

    mutating func noteEnd(_ now: Duration) {
        lastTook = now - (listingSince ?? now)
        lastEnd = now
        listingSince = nil
        ended = []
    }

    /// What an earlier listing knew.
    private struct Sorted {
        let settling: [FileName: Intake.Settling]
        let ready: Set<FileEntry>
        /// What lies there to say which files are complete.
        let done: Set<FileName>

        /// What lies beside a picture is complete with it.
        func isDone(_ entry: FileEntry) -> Bool {
            done.contains(entry.name) || entry.accompanied.map(done.contains) == true
        }
    }

    private static func done(_ entries: [FileEntry]) -> Set<FileName> {
        Set(entries.compactMap { $0.kind == .file ? $0.name.completed : nil })
    }

    private mutating func look(
        at entry: FileEntry, _ before: Sorted, _ began: Duration, _ now: Duration
    ) -> Intake.Settling {
        var seen = before.settling[entry.name].map { $0.seenAgain(entry, now) } ?? .init(entry, now)
        let needs = settle(entry)
        // What was complete once and waits for something else stays so while it stays the same.
        let wasComplete = before.ready.contains(entry) || seen.isComplete || before.isDone(entry)
        let hasArrived = arrivals.remove(entry.name) != nil
        let isWhole = hasArrived || wasComplete || needs <= .zero
        // Whatever says that it is complete, its end was not there.
        seen.isComplete = isWhole && !cut.contains(entry.identity) || began - seen.since >= needs
        return seen
    }

    /// A picture and the file beside it are taken together, once both are complete. `isLate`: it waits for none any more.
    private mutating func put(_ seen: Intake.Settling, beside: Intake.Settling?, isLate: Bool) {
        let entry = seen.entry
        let lacks = beside == nil && settings.wantsSidecar(entry) && !isLate
        if seen.isComplete, !lacks, beside?.isComplete != false {
            ready.append(entry)
            sidecars[entry.name] = beside?.entry
        } else {
            settling[entry.name] = seen
            if let beside { settling[beside.entry.name] = beside }
        }
    }

    private mutating func complain(_ now: Duration) -> [Command<Intake>] {
        let slow = settling.values.filter { !$0.isTold && !$0.isComplete && now - $0.firstSeen >= Intake.patience }
        for seen in slow { settling[seen.entry.name]?.isTold = true }
        let alone = lone.values.filter { !$0.isTold && now - $0.firstSeen >= Intake.patience }
        for seen in alone { lone[seen.entry.name]?.isTold = true }
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

    /// The same file goes on settling; a changed one begins anew; another file under the name is a new one.
    func seenAgain(_ entry: FileEntry, _ now: Duration) -> Self {
        if entry == self.entry { return self }
        if entry.inode != self.entry.inode || entry.device != self.entry.device { return Self(entry, now) }
        return Self(entry: entry, since: now, firstSeen: firstSeen, isTold: isTold)
    }

    /// When it is worth looking again because of it. What is complete waits for something else, and not for ever.
    func due(_ folder: Intake.Folder, _ now: Duration) -> Duration? {
        if !isComplete { return since + folder.settle(entry) }
        let end = firstSeen + Intake.patience
        return end > now ? end : nil
    }
}

extension FileEntry {
    /// The picture that it lies beside, if it is such a file.
    var accompanied: FileName? { kind == .file ? name.accompanied : nil }
}

extension IntakeFolder {
    /// Sub-folders are left alone, unless they carry a picture's or a prompt's name: then somebody is mistaken.
    func isCandidate(_ entry: FileEntry) -> Bool {
        if IgnoredNames.contains(entry.name) { return false }
        switch entry.kind {
        case .file, .special: return true
        case .link: return !own.contains(entry.name)
        case .folder: return !own.contains(entry.name) && DropKind(ending: entry.name.ending) != nil
        }
    }

    func wantsSidecar(_ entry: FileEntry) -> Bool {
        sidecar == .required && entry.kind == .file && DropKind(ending: entry.name.ending) == .picture
    }
}
