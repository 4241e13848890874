import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, folders")
struct WatchFolderTests {
    @Test("a change is a hint: the folder is listed, but not more often than ten times a second")
    func hints() {
        let store = TestStore<Intake>.running()
        store.look()
        store.receive(
            .hinted(folder: "inbox", .changed), from: .watch("inbox"), last: false,
            commands: [rings(.milliseconds(100))]
        ) {
            $0.first.isBehind = true
            $0.first.wakeAt = .milliseconds(100)
        }
        store.receive(.hinted(folder: "inbox", .changed), from: .watch("inbox"), last: false)
        store.stamp = Stamp(now: .milliseconds(100))
        store.receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [lists()]) {
            $0.first.wakeAt = nil
            $0.first.isBehind = false
            $0.first.listingSince = .milliseconds(100)
        }
        store.leaveOpen([.watch("inbox"), .list("inbox")])
    }

    @Test("a hint during a listing means: list again")
    func hintWhileListing() {
        let store = TestStore<Intake>.running()
        store.look()
        store.ring(at: 30)
        store.receive(.hinted(folder: "inbox", .changed), from: .watch("inbox"), last: false) {
            $0.first.relisting = .soon
        }
        store.receive(
            .listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.milliseconds(100))]
        ) {
            $0.listed(at: 30, wakeAt: .seconds(30) + .milliseconds(100))
            $0.first.relisting = .none
            $0.first.isBehind = true
        }
        store.leaveStanding()
    }

    @Test("a timer that fires during a listing is set again at its end")
    func timerWhileListing() {
        let store = TestStore<Intake>.running()
        store.look()
        store.stamp = seconds(29)
        store.send(.listNow(folder: "inbox"), commands: [lists()]) { $0.first.listingSince = .seconds(29) }
        store.stamp = seconds(30)
        store.receive(.woke(folder: "inbox"), from: .timer("inbox")) { $0.first.wakeAt = nil }
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.seconds(30))]) {
            $0.listed(at: 30, wakeAt: .seconds(60))
            $0.first.lastTook = .seconds(1)
        }
        store.leaveStanding()
    }

    @Test("a folder whose listing failed after a long time is listed again as soon as that is asked for")
    func slowFailure() {
        let store = TestStore<Intake>.running()
        store.look()
        store.stamp = seconds(30)
        store.receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [lists()]) {
            $0.first.wakeAt = nil
            $0.first.listingSince = .seconds(30)
        }
        store.stamp = seconds(90)
        store.receive(
            .listed(folder: "inbox", .failure(.heldElsewhere("b"))), from: .list("inbox"),
            commands: [.emit(.folderChanged(folder: "inbox", .elsewhere("b"))), rings(.seconds(30))]
        ) {
            $0.listed(at: 90, wakeAt: .seconds(120))
            $0.first.lastTook = .seconds(60)
            $0.first.health = .elsewhere("b")
        }
        store.stamp = seconds(91)
        store.send(.listNow(folder: "inbox"), commands: [lists()]) { $0.first.listingSince = .seconds(91) }
        store.leaveOpen([.watch("inbox"), .timer("inbox"), .list("inbox")])
    }

    @Test("after a lost watch the folder is listed while the watch is restored")
    func lost() {
        let store = TestStore<Intake>.running()
        store.look()
        store.receive(
            .hinted(folder: "inbox", .lost), from: .watch("inbox"), last: false, commands: [lists()]
        ) {
            $0.first.watch = .starting
            $0.first.listingSince = .zero
        }
        store.leaveOpen([.watch("inbox"), .timer("inbox"), .list("inbox")])
    }

    @Test("if watching is impossible, the interval remains, and each timer retries")
    func polling() {
        let store = TestStore<Intake>.running()
        store.receive(
            .hinted(folder: "inbox", .unavailable(code: 28)), from: .watch("inbox"), last: false, commands: [lists()]
        ) {
            $0.first.watch = .polling(code: 28)
            $0.first.listingSince = .zero
        }
        store.receive(.watchEnded(folder: "inbox"), from: .watch("inbox"))
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.seconds(30))]) {
            $0.listed(at: 0, wakeAt: .seconds(30))
        }
        store.stamp = seconds(30)
        store.receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [watches(), lists()]) {
            $0.first.wakeAt = nil
            $0.first.watch = .starting
            $0.first.listingSince = .seconds(30)
        }
        store.receive(.listed(folder: "inbox", listing([])), from: .list("inbox"), commands: [rings(.seconds(30))]) {
            $0.listed(at: 30, wakeAt: .seconds(60))
        }
        // It fails again without news, so there is no listing.
        store.receive(.hinted(folder: "inbox", .unavailable(code: 28)), from: .watch("inbox"), last: false) {
            $0.first.watch = .polling(code: 28)
        }
        store.receive(.watchEnded(folder: "inbox"), from: .watch("inbox"))
        store.leaveOpen([.timer("inbox")])
    }

    @Test("a watch that ends by itself is restored at the next timer")
    func watchEnds() {
        let store = TestStore<Intake>.running()
        store.look()
        store.receive(.watchEnded(folder: "inbox"), from: .watch("inbox")) { $0.first.watch = .off }
        store.stamp = seconds(30)
        store.receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [watches(), lists()]) {
            $0.first.wakeAt = nil
            $0.first.watch = .starting
            $0.first.listingSince = .seconds(30)
        }
        store.leaveOpen([.watch("inbox"), .list("inbox")])
    }

    @Test(
        "an unlistable folder is retried at every interval and recovers by itself",
        arguments: [(FileFailure.missing, FolderHealth.missing), (.denied, .unreadable(.denied))])
    func comesBack(failure: FileFailure, health: FolderHealth) {
        let store = TestStore<Intake>.running()
        store.look([entry("a.png")], rings: .seconds(1))
        store.ring(at: 1)
        store.receive(
            .listed(folder: "inbox", .failure(failure)), from: .list("inbox"),
            commands: [.emit(.folderChanged(folder: "inbox", health)), rings(.seconds(30))]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.health = health
            $0.first.settling = [:]
        }
        #expect(!store.state.isFullyProcessed)
        store.receive(.watchEnded(folder: "inbox"), from: .watch("inbox")) { $0.first.watch = .off }
        store.ring(at: 31)
        store.receive(
            .listed(folder: "inbox", listing([])), from: .list("inbox"),
            commands: [.emit(.folderChanged(folder: "inbox", .fine)), watches(), rings(.seconds(30))]
        ) {
            $0.listed(at: 31, wakeAt: .seconds(61))
            $0.first.watch = .starting
        }
        store.leaveStanding()
    }

    @Test("a folder that another service on the machine serves is listed again soon")
    func servedElsewhere() {
        let store = TestStore<Intake>.running()
        store.look([entry("a.png")], rings: .seconds(1))
        store.ring(at: 1)
        let health = FolderHealth.unreadable(.served(by: 7))
        store.receive(
            .listed(folder: "inbox", .failure(.served(by: 7))), from: .list("inbox"),
            commands: [.emit(.folderChanged(folder: "inbox", health)), rings(.seconds(5))]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(6))
            $0.first.health = health
            $0.first.settling = [:]
        }
        store.leaveStanding()
    }

    @Test("folders don't affect each other and share the capacity")
    func two() {
        let store = TestStore<Intake>.running([inbox, scans], remainingCapacity: 3)
        let found = [entry("a.png", inode: 1), entry("b.png", inode: 2), entry("c.png", inode: 3)]
        store.send(.capacityChanged(0)) { $0.remainingCapacity = 0 }
        for (place, name) in ["inbox", "scans"].enumerated() {
            store.send(.listNow(folder: name), commands: [lists(name)]) { $0.folders[place].listingSince = .zero }
            store.receive(
                .hinted(folder: name, .arrived(FileName("a.png"))), from: .watch(name), last: false
            ) {
                $0.folders[place].arrivals = [FileName("a.png")]
                $0.folders[place].relisting = .now
            }
            for file in found.dropFirst() {
                store.receive(.hinted(folder: name, .arrived(file.name)), from: .watch(name), last: false) {
                    $0.folders[place].arrivals.insert(file.name)
                }
            }
            store.receive(.listed(folder: name, listing(found)), from: .list(name), commands: [lists(name)]) {
                $0.listed(place, at: 0, wakeAt: .seconds(30))
                $0.folders[place].relisting = .none
                $0.folders[place].arrivals = []
                $0.folders[place].listingSince = .zero
                $0.folders[place].ready = found.reversed()
            }
        }
        store.stamp = seconds(1, seed: 5)
        let mine = found.prefix(2).enumerated().map { minted($1, store.stamp, index: $0) }
        let theirs = minted(found[0], store.stamp, index: 2, folder: "scans")
        store.send(
            .capacityChanged(3), commands: [claims(mine, store.stamp), claims([theirs], store.stamp, folder: "scans")]
        ) { state in
            state.remainingCapacity = 3
            for (drop, entry) in zip(mine, found) { state.drops[drop.id] = TrackedDrop(drop: drop, claiming: entry) }
            state.drops[theirs.id] = TrackedDrop(drop: theirs, claiming: found[0])
            state.folders[0].ready = [found[2]]
            state.folders[1].ready = [found[2], found[1]]
            state.folders[0].isClaiming = true
            state.folders[1].isClaiming = true
        }
        #expect(store.state.free == 0)
        store.leaveStanding(
            and: [.claim("inbox"), .claim("scans"), .list("inbox"), .list("scans")], ["inbox", "scans"])
    }
}
