import Domain
import IntakeFeature
import MVISimulation
import Synchronization

/// Who uses the folders beside the service: those who drop, and one who takes results away.
final class People: Sendable {
    /// A result that was taken away.
    struct Taken {
        let name: FileName
        let bytes: [UInt8]
    }

    private struct State {
        var dice: SplitMix64
        var taken: [Taken] = []
        /// Under which name each drop was put down.
        var names: [Int: FileName] = [:]
        var isHome = false
    }

    private let disk: SimulatedDisk
    private let clock: ManualClock
    private let story: Story
    private let state: Mutex<State>

    init(seed: UInt64, disk: SimulatedDisk, clock: ManualClock, story: Story) {
        self.disk = disk
        self.clock = clock
        self.story = story
        state = Mutex(State(dice: SplitMix64(seed: seed)))
    }

    var taken: [Taken] { state.withLock(\.taken) }
    func name(of drop: Int) -> FileName? { state.withLock { $0.names[drop] } }

    /// The consumer takes nothing more.
    func goHome() {
        state.withLock { $0.isHome = true }
    }

    /// Puts all drops down, each at its time.
    func drop(_ drops: [Plan.PlannedDrop]) async {
        for drop in drops.sorted(by: { ($0.at, $0.number) < ($1.at, $1.number) }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: drop.at), tolerance: nil)
            do throws(FileFailure) { try await put(drop) } catch {
                story.tell("could not drop", drop.number, "\(error)")
            }
        }
    }

    private func put(_ drop: Plan.PlannedDrop) async throws(FileFailure) {
        let inbox = Installation.inbox(drop.folder)
        let name = try free(drop, in: inbox)
        state.withLock { $0.names[drop.number] = name }
        story.tell("drops", drop.number, "\(inbox)/\(name): \(drop.words)")
        if let sidecar = drop.sidecar { try bring(sidecar, name.sidecar, inbox) }
        if drop.isMoved {
            try bring(drop.bytes, name, inbox)
        } else {
            try write(Array(drop.bytes.prefix(drop.bytes.count / 2)), to: name, in: inbox)
            try? await clock.sleep(for: .milliseconds(500))
            try write(drop.bytes, to: name, in: inbox)
        }
    }

    /// Writes dropped files over by what they hold, each at its time.
    func restore(_ plan: Plan) async {
        for restore in plan.restores.sorted(by: { ($0.at, $0.drop) < ($1.at, $1.drop) }) {
            try? await clock.sleep(until: ManualClock.Instant(offset: restore.at), tolerance: nil)
            guard let drop = plan.drops.first(where: { $0.number == restore.drop }) else { continue }
            await self.restore(drop, restore.pause)
        }
    }

    private func restore(_ drop: Plan.PlannedDrop, _ pause: Duration) async {
        let inbox = Installation.inbox(drop.folder)
        guard let name = name(of: drop.number), let entry = try? disk.entry(name, in: inbox),
            (try? disk.read(name, in: inbox)) == drop.bytes
        else { return }
        story.tell("restores", drop.number, "\(inbox)/\(name)")
        let half = Array(drop.bytes.prefix(drop.bytes.count / 2))
        disk.write(half, over: drop.bytes, into: entry.inode, of: inbox, modified: nil)
        try? await clock.sleep(for: pause)
        disk.write(drop.bytes, over: half, into: entry.inode, of: inbox, modified: entry.modified)
        story.tell("has restored", drop.number, name.shown)
    }

    /// Made on the desk and moved in, so that it is whole when it comes.
    private func bring(_ bytes: [UInt8], _ name: FileName, _ inbox: FolderPath) throws(FileFailure) {
        try write(bytes, to: name, in: Installation.desk)
        try disk.rename(name, from: Installation.desk, to: name, in: inbox)
        try disk.sync(inbox)
        try disk.sync(Installation.desk)
    }

    /// What people drop lasts at once: what they lose themselves is not the service's.
    private func write(_ bytes: [UInt8], to name: FileName, in folder: FolderPath) throws(FileFailure) {
        try disk.write(bytes, to: name, in: folder)
        try disk.sync(name, in: folder)
        try disk.sync(folder)
    }

    /// A name under which nothing lies now; another drop may have had it before.
    private func free(_ drop: Plan.PlannedDrop, in folder: FolderPath) throws(FileFailure) -> FileName {
        var number = 1
        while true {
            let candidate = OutputName.numbered(drop.name, number, ending: drop.name.ending.utf8.count + 1)
            let isFree = try disk.entry(candidate, in: folder) == nil
            if isFree, try disk.entry(candidate.sidecar, in: folder) == nil { return candidate }
            number += 1
        }
    }

    /// Looks into the outbox now and then, and takes some of what is finished away for good.
    func consume() async {
        while !state.withLock(\.isHome) {
            let pause = state.withLock { $0.dice.next() % 600 }
            do { try await clock.sleep(for: .seconds(1 + pause)) } catch { return }
            for entry in (try? disk.list(Installation.outbox)) ?? [] where !entry.name.bytes.starts(with: [46]) {
                if entry.name.isNote || entry.name.isLatest { continue }
                if state.withLock({ $0.dice.next() % 2 == 0 }) { take(entry.name) }
            }
        }
    }

    private func take(_ name: FileName) {
        do throws(FileFailure) {
            let bytes = try disk.read(name, in: Installation.outbox)
            try disk.unlink(name, in: Installation.outbox)
            try disk.sync(Installation.outbox)
            state.withLock { $0.taken.append(Taken(name: name, bytes: bytes)) }
            story.tell("takes away", bytes.count, name.shown)
        } catch {
            return
        }
    }
}
