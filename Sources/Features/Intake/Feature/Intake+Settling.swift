import Domain
import MVICore

/// Which entries are complete.
extension Intake.Folder {
    /// Sorts what was listed into complete and settling entries. Complete is what arrived by a rename from outside, or
    /// what stayed the same from a listing to the start of another one that began `settle` later.
    mutating func sort(_ entries: [FileEntry], held: Set<FileIdentity>, now: Duration) -> [Command<Intake>] {
        let began = listingSince ?? now
        let wasReady = Set(ready)
        let before = settling
        noteEnd(now)
        settling = [:]
        ready = []
        for entry in entries where settings.isCandidate(entry) && !held.contains(entry.identity) {
            let seen = before[entry.name].map { $0.seenAgain(entry, now) } ?? .init(entry, now)
            let needs = settings.settle(entry.name)
            let isComplete = arrivals.remove(entry.name) != nil || wasReady.contains(entry)
            if isComplete || needs <= .zero || began - seen.since >= needs {
                ready.append(entry)
            } else {
                settling[entry.name] = seen
            }
        }
        ready.sort(by: Self.isTakenLater)
        // Every hint that is older than the listing has been answered by it.
        if again == .no { arrivals = [] }
        return complain(now)
    }

    /// Puts entries back whose claim failed.
    mutating func restore(_ entries: [FileEntry]) {
        ready = (ready + entries).sorted(by: Self.isTakenLater)
    }

    mutating func noteEnd(_ now: Duration) {
        lastTook = now - (listingSince ?? now)
        lastEnd = now
        listingSince = nil
    }

    /// Oldest first, then by name; the array's end is taken first.
    private static func isTakenLater(_ one: FileEntry, than other: FileEntry) -> Bool {
        one.modified == other.modified ? one.name > other.name : one.modified > other.modified
    }

    private mutating func complain(_ now: Duration) -> [Command<Intake>] {
        let slow = settling.values.filter { !$0.isTold && now - $0.firstSeen >= .seconds(60) }
        for seen in slow { settling[seen.entry.name]?.isTold = true }
        return slow.sorted { $0.entry.name < $1.entry.name }.map { seen in
            .emit(
                .settlingLong(
                    folder: settings.name, seen.entry, waited: now - seen.firstSeen,
                    needs: settings.settle(seen.entry.name)))
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
}
