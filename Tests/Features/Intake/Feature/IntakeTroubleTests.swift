import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, trouble")
struct IntakeTroubleTests {
    let picture = entry("a.png")

    @Test("with low disk space nothing is claimed, and intake continues by itself")
    func lowDisk() {
        let store = TestStore<Intake>.running()
        store.look([picture], rings: .seconds(1))
        store.ring(at: 1)
        store.receive(
            .listed(folder: "inbox", listing([picture], space: full)), from: .list("inbox"),
            commands: [.emit(.waiting(.lowDisk(full))), rings(.seconds(30))]
        ) {
            $0.waiting = .lowDisk(full)
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.settling = [:]
            $0.first.ready = [picture]
        }
        store.send(.capacityChanged(11)) { $0.remainingCapacity = 11 }
        store.ring(at: 31)
        let made = minted(picture, store.stamp)
        store.receive(
            .listed(folder: "inbox", listing([picture])), from: .list("inbox"),
            commands: [.emit(.waiting(nil)), rings(.seconds(30)), claims([made], store.stamp)]
        ) {
            $0.waiting = nil
            $0.listed(at: 31, wakeAt: .seconds(61))
            $0.claiming(picture, as: made)
        }
        store.leaveStanding(and: [.claim("inbox")])
    }

    @Test("low disk space is reported once, however the free space changes meanwhile")
    func stillLow() {
        let store = TestStore<Intake>.running()
        store.look()
        let fuller = DiskSpace(free: 1 << 19, total: full.total)
        store.ring(at: 30)
        store.receive(
            .listed(folder: "inbox", listing([], space: full)), from: .list("inbox"),
            commands: [.emit(.waiting(.lowDisk(full))), rings(.seconds(30))]
        ) {
            $0.waiting = .lowDisk(full)
            $0.listed(at: 30, wakeAt: .seconds(60))
        }
        store.ring(at: 60)
        store.receive(
            .listed(folder: "inbox", listing([], space: fuller)), from: .list("inbox"), commands: [rings(.seconds(30))]
        ) {
            $0.waiting = .lowDisk(fuller)
            $0.listed(at: 60, wakeAt: .seconds(90))
        }
        store.leaveStanding()
    }

    @Test("unknown disk space doesn't delay anything, and writes during low space don't end it")
    func unknownDisk() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        store.ring(at: 31)
        store.receive(
            .listed(folder: "inbox", listing([], space: full)), from: .list("inbox"),
            commands: [.emit(.waiting(.lowDisk(full))), rings(.seconds(30))]
        ) {
            $0.waiting = .lowDisk(full)
            $0.listed(at: 31, wakeAt: .seconds(61))
        }
        let jobs = [job(of: taken)]
        store.receive(
            .read(taken.id, .accepted(jobs, content: nil)), from: .read(taken.id), commands: [.emit(.accepted(jobs))]
        ) { state in
            state.drops[taken.id]?.drop.phase = .read
            state.reading.running = []
            state.remainingCapacity = 9
        }
        store.ring(at: 61)
        store.receive(
            .listed(folder: "inbox", listing([], space: nil)), from: .list("inbox"),
            commands: [.emit(.waiting(nil)), rings(.seconds(30))]
        ) {
            $0.waiting = nil
            $0.listed(at: 61, wakeAt: .seconds(91))
        }
        store.leaveStanding()
    }

    @Test("a failed claim is retried at the next listing and not before")
    func claimFails() {
        let store = TestStore<Intake>.running()
        store.look()
        store.arrive("a.png", at: 1)
        let made = minted(picture, store.stamp)
        store.receive(
            .listed(folder: "inbox", listing([picture])), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims([made], store.stamp)]
        ) {
            $0.first.arrivals = []
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.claiming(picture, as: made)
        }
        store.receive(
            .claimed(folder: "inbox", .failure(.busy)), from: .claim("inbox"),
            commands: [.emit(.waiting(.repository(.busy)))]
        ) {
            $0.waiting = .repository(.busy)
            $0.drops = [:]
            $0.first.isClaiming = false
            $0.first.ready = [picture]
        }
        store.send(.capacityChanged(5)) { $0.remainingCapacity = 5 }
        store.ring(at: 31)
        let again = minted(picture, store.stamp)
        store.receive(
            .listed(folder: "inbox", listing([picture])), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims([again], store.stamp)]
        ) {
            $0.listed(at: 31, wakeAt: .seconds(61))
            $0.claiming(picture, as: again)
        }
        store.receive(
            .claimed(folder: "inbox", .success([again])), from: .claim("inbox"),
            commands: [.emit(.waiting(nil)), reads(again, store.stamp)]
        ) {
            $0.waiting = nil
            $0.first.isClaiming = false
            $0.reads(again)
        }
        store.leaveStanding(and: [.read(again.id)])
    }

    @Test("reading and disposal that failed through the machine are retried at the next timer")
    func postponed() {
        let left = [
            RecoveredDrop(drop: drop(1, "a.png"), tally: nil),
            RecoveredDrop(drop: drop(2, "b.png", phase: .ended), tally: nil),
        ]
        let start = seconds(0)
        let store = TestStore<Intake>.recovered(
            left, commands: [reads(left[0].drop, start), disposes(left[1].drop, start)]
        ) { state in
            state.phase = .running
            state.reads(left[0].drop)
            state.disposes(left[1].drop)
        }
        let trouble = IntakeFailure.storage(.full)
        store.receive(
            .read(dropID(1), .postponed(trouble)), from: .read(dropID(1)), commands: [.emit(.waiting(trouble))]
        ) { state in
            state.waiting = trouble
            state.postponed = [dropID(1)]
            state.reading.running = []
        }
        store.receive(.disposed(dropID(2), .postponed(trouble)), from: .dispose(dropID(2))) { state in
            state.postponed = [dropID(1), dropID(2)]
            state.disposing.running = []
        }
        store.stamp = seconds(30)
        store.receive(
            .woke(folder: "inbox"), from: .timer("inbox"),
            commands: [lists(), reads(left[0].drop, store.stamp), disposes(left[1].drop, store.stamp)]
        ) { state in
            state.postponed = []
            state.reading.running = [dropID(1)]
            state.disposing.running = [dropID(2)]
            state.first.wakeAt = nil
            state.first.listingSince = .seconds(30)
        }
        store.receive(.disposed(dropID(2), .gone), from: .dispose(dropID(2)), commands: [.emit(.waiting(nil))]) {
            $0.drops[dropID(2)] = nil
            $0.disposing.running = []
            $0.waiting = nil
            $0.first.ended = [left[1].drop.identity]
        }
        store.leaveOpen([.watch("inbox"), .list("inbox"), .read(dropID(1))])
    }

    @Test("entries of a failed claim keep their order")
    func restored() {
        let found = [entry("a.png", inode: 1), entry("b.png", inode: 2)]
        let store = TestStore<Intake>.running()
        store.look(found, rings: .seconds(1))
        store.ring(at: 1)
        let made = found.enumerated().map { minted($1, store.stamp, index: $0) }
        store.receive(
            .listed(folder: "inbox", listing(found)), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims(made, store.stamp)]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.settling = [:]
            for (drop, entry) in zip(made, found) { $0.claiming(entry, as: drop) }
        }
        store.receive(
            .claimed(folder: "inbox", .failure(.full)), from: .claim("inbox"),
            commands: [.emit(.waiting(.repository(.full)))]
        ) {
            $0.waiting = .repository(.full)
            $0.drops = [:]
            $0.first.isClaiming = false
            $0.first.ready = found.reversed()
        }
        store.leaveStanding()
    }
}
