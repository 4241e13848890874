import Domain
import MVICore

@testable import IntakeFeature

/// A watch folder with default timing.
let inbox = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"))
let scans = WatchFolder(name: "scans", path: FolderPath("/srv/scans"))
let plenty = DiskSpace(free: 100 << 30, total: 200 << 30)
let full = DiskSpace(free: 1 << 20, total: 200 << 30)

func entry(
    _ name: String, inode: UInt64 = 1, size: Int64 = 10, modified: UTCNanos = 100, kind: FileEntry.Kind = .file
) -> FileEntry {
    FileEntry(
        name: FileName(name), kind: kind, device: 7, inode: inode, size: size, modified: modified, changed: modified)
}

func listing(_ entries: [FileEntry], space: DiskSpace? = plenty) -> Result<FolderListing, FileFailure> {
    .success(FolderListing(entries: entries, space: space))
}

func seconds(_ count: Int, seed: UInt64 = 0) -> Stamp {
    Stamp(now: .seconds(count), utc: UTCMillis(Int64(count) * 1000), seed: seed)
}

func dropID(_ number: UInt64) -> DropID { DropID(high: 0, low: number) }

func drop(
    _ number: UInt64, _ name: String = "a.png", folder: String = "inbox", phase: Drop.Phase = .claimed,
    failure: DropFailure? = nil
) -> Drop {
    Drop(
        id: dropID(number), folder: folder, identity: entry(name).identity, phase: phase, failure: failure)
}

func job(of drop: Drop) -> Job {
    Job(
        id: JobID(high: 1, low: 1), drop: drop.id, line: 0, folder: drop.folder, name: drop.identity.name,
        outbox: FolderPath("/srv/outbox"), request: Request(source: .prompt("a fox")), created: 0)
}

/// The drop created for an entry when it is claimed.
func minted(_ entry: FileEntry, _ stamp: Stamp, index: Int = 0, folder: String = "inbox") -> Drop {
    Drop(
        id: DropID(utc: stamp.utc, seed: stamp.seed, index: index), folder: folder, identity: entry.identity)
}

/// The effect that reads a drop, the `turn`-th started with the stamp.
func reads(_ drop: Drop, _ stamp: Stamp, turn: Int = 0) -> Command<Intake> {
    var rng = SplitMix64(seed: ~stamp.seed)
    for _ in 0..<turn { _ = rng.next() }
    return .run(.read(drop, utc: stamp.utc, seed: rng.next()), as: .read(drop.id))
}

func disposes(_ drop: Drop, settled: FileIdentity? = nil, _ stamp: Stamp) -> Command<Intake> {
    .run(.dispose(drop, settled: settled, utc: stamp.utc), as: .dispose(drop.id))
}

func claims(_ drops: [Drop], _ stamp: Stamp, folder: String = "inbox") -> Command<Intake> {
    .run(.claim(drops, folder: folder, utc: stamp.utc), as: .claim(folder))
}

func rings(_ after: Duration, folder: String = "inbox") -> Command<Intake> {
    .run(.wake(folder: folder, after: after), as: .timer(folder))
}

func lists(_ folder: String = "inbox") -> Command<Intake> {
    .run(.list(folder: folder), as: .list(folder))
}

func watches(_ folder: String = "inbox") -> Command<Intake> {
    .run(.watch(folder: folder), as: .watch(folder))
}

extension Intake.State {
    /// The first and usually only folder.
    var first: Intake.Folder {
        get { folders[0] }
        set { folders[0] = newValue }
    }

    /// Records the result of a listing that took no time.
    mutating func listed(_ place: Int = 0, at second: Int, wakeAt: Duration?) {
        folders[place].health = .fine
        folders[place].listingSince = nil
        folders[place].lastEnd = .seconds(second)
        folders[place].wakeAt = wakeAt
    }

    /// Records that a claim is being written.
    mutating func claiming(_ entry: FileEntry, as drop: Drop) {
        drops[drop.id] = TrackedDrop(drop: drop, claiming: entry)
        first.isClaiming = true
        first.ready = []
    }

    /// Records that a drop is being read.
    mutating func reads(_ drop: Drop) {
        drops[drop.id] = TrackedDrop(drop: drop)
        reading.running.insert(drop.id)
    }

    /// Records that the source of a drop is being disposed of.
    mutating func disposes(_ drop: Drop) {
        drops[drop.id] = TrackedDrop(drop: drop)
        disposing.running.insert(drop.id)
    }
}

extension WatchFolder {
    /// A folder below `/srv` with the rules that a test is about.
    init(
        name: String, path: FolderPath, interval: Duration = .seconds(30), pictureSettle: Duration = .seconds(1),
        promptSettle: Duration = .seconds(5), remote: WatchRules.Pace = .remote,
        sidecar: WatchRules.Sidecar = .optional, existing: WatchRules.Existing = .hold, requiresDone: Bool = false,
        isObserved: Bool = false, priority: JobPriority = .normal
    ) {
        var rules = WatchRules()
        rules.pace = WatchRules.Pace(
            interval: interval, settle: WatchRules.Settle(picture: pictureSettle, prompt: promptSettle))
        rules.remotePace = remote
        rules.sidecar = sidecar
        rules.existing = existing
        rules.requiresDone = requiresDone
        rules.source = isObserved ? .observe : .take
        rules.request.priority = priority
        self.init(name: name, path: path, outbox: FolderPath("/srv/outbox"), rules: rules)
    }
}
