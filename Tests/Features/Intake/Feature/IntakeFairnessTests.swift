import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// The share of the common capacity that one folder may use. Facts are applied one after the other.
@Suite("Intake, fairness between folders")
struct IntakeFairnessTests {
    /// The folder `inbox` has `open` drops in progress and a hundred more waiting; `scans` has five.
    private func claims(remainingCapacity: Int, open: Int, scans priority: JobPriority = .normal) -> [String: Int] {
        let folders = [
            WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), pictureSettle: .zero),
            WatchFolder(name: "scans", path: FolderPath("/srv/scans"), pictureSettle: .zero, priority: priority),
        ]
        var state = Intake.State.initial(folders: folders, remainingCapacity: 0)
        let left = (0..<open).map { number in
            RecoveredDrop(
                drop: drop(UInt64(number), "old\(number).png", phase: .read), tally: .open
            )
        }
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success(left)), seconds(0))
        for (folder, count) in [("inbox", 100), ("scans", 5)] {
            let entries = (0..<count).map { entry("\($0).png", inode: UInt64($0) + 1_000) }
            state.apply(.listRequested(folder: folder), seconds(1))
            state.apply(.listed(folder: folder, listing(entries)), seconds(1))
        }
        let commands = Intake.reduce(&state, .capacityChanged(remainingCapacity), seconds(2))
        var counts: [String: Int] = [:]
        for case .run(.claim(let drops, let folder, _), _, _) in commands { counts[folder] = drops.count }
        if remainingCapacity > 0, counts["inbox"] == nil { #expect(!state.folders[0].ready.isEmpty) }
        return counts
    }

    @Test("the last slots are reserved for folders with few active drops")
    func reserve() {
        #expect(claims(remainingCapacity: 512, open: 400) == ["inbox": 100, "scans": 5])
        #expect(claims(remainingCapacity: 70, open: 400) == ["inbox": 6, "scans": 5])
        #expect(claims(remainingCapacity: 64, open: 400) == ["scans": 5])
        #expect(claims(remainingCapacity: 10, open: 400) == ["scans": 5])
        #expect(claims(remainingCapacity: 10, open: 30) == ["inbox": 2, "scans": 5])
        #expect(claims(remainingCapacity: 0, open: 0) == [:])
    }

    @Test("folders with more urgent drops come first, and the others get the rest")
    func urgent() {
        #expect(claims(remainingCapacity: 6, open: 0) == ["inbox": 3, "scans": 3])
        #expect(claims(remainingCapacity: 6, open: 0, scans: .high) == ["inbox": 1, "scans": 5])
        #expect(claims(remainingCapacity: 4, open: 0, scans: .high) == ["scans": 4])
        #expect(claims(remainingCapacity: 6, open: 0, scans: .low) == ["inbox": 6])
    }

    @Test("a folder at its limit doesn't keep intake from being idle")
    func quiet() {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.phase = .running
        state.first.health = .fine
        state.first.ready = [entry("a.png", inode: 99)]
        #expect(!state.isQuiet)
        for number in 0..<40 {
            state.drops[dropID(UInt64(number))] = TrackedDrop(drop: drop(UInt64(number), phase: .read))
        }
        #expect(state.isQuiet)
    }
}
