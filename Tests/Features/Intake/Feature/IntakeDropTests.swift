import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, the life cycle of a drop")
struct IntakeDropTests {
    let picture = entry("a.png")

    @Test("claimed, read, ended, gone")
    func wholeWalk() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        accept(store, taken)
        store.refuse(.ended(dropID(99), nil))
        let ended = end(store, taken)
        #expect(!store.state.isIdle)
        store.refuse(.ended(taken.id, nil))
        store.receive(.disposed(ended.id, .gone), from: .dispose(ended.id)) { state in
            state.drops = [:]
            state.disposing.running = []
        }
        #expect(store.state.isIdle && store.state.isFullyProcessed)
        store.leaveStanding()
    }

    @Test("a listing begun before a source was moved doesn't bring it back; the next one may")
    func seenByAnOlderListing() throws {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        func take(_ fact: Intake.InternalAction, _ second: Int) { _ = Intake.reduce(&state, fact, seconds(second)) }
        func arrives(_ second: Int) {
            take(.hinted(folder: "inbox", .arrived(picture.name)), second)
            take(.listed(folder: "inbox", listing([picture])), second)
        }
        take(.started, 0)
        take(.recovered(.success([])), 0)
        take(.listed(folder: "inbox", listing([])), 0)
        arrives(1)
        let drop = try #require(state.drops.values.first?.drop)
        take(.claimed(folder: "inbox", .success([drop])), 1)
        take(.read(drop.id, .failed(.empty)), 1)
        take(.woke(folder: "inbox"), 31)
        take(.disposed(drop.id, .gone), 32)
        take(.hinted(folder: "inbox", .arrived(picture.name)), 32)
        take(.listed(folder: "inbox", listing([picture])), 32)
        #expect(state.drops.isEmpty && state.folders[0].ready.isEmpty)
        take(.listed(folder: "inbox", listing([picture])), 33)
        #expect(state.drops.count == 1)
    }

    @Test("a submission ends like a drop")
    func adopted() {
        let store = TestStore<Intake>.running()
        store.look()
        #expect(store.state.folders[0].listedAt == .zero)
        let submitted = drop(5, phase: .read)
        store.refuse(.adopt(drop(5)))
        store.send(.adopt(submitted)) { $0.drops = [submitted.id: TrackedDrop(drop: submitted)] }
        store.refuse(.adopt(submitted))
        let ended = drop(5, phase: .ended)
        store.send(.ended(submitted.id, nil), commands: [disposes(ended, store.stamp)]) { $0.disposes(ended) }
        store.receive(.disposed(ended.id, .gone), from: .dispose(ended.id)) { state in
            state.drops = [:]
            state.disposing.running = []
        }
        store.leaveStanding()
    }

    @Test("a claimed file is skipped by later listings, a new file with its name isn't")
    func skipped() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        let other = entry("a.png", inode: 2)
        store.ring(at: 31)
        store.receive(
            .listed(folder: "inbox", listing([picture, other])), from: .list("inbox"), commands: [rings(.seconds(1))]
        ) {
            $0.listed(at: 31, wakeAt: .seconds(32))
            $0.first.settling[other.name] = .init(other, .seconds(31))
        }
        store.leaveStanding(and: [.read(taken.id)])
    }

    @Test("the oldest files are claimed first, then by name, up to the capacity")
    func order() {
        let found = [
            entry("c.png", inode: 3, modified: 5), entry("b.png", inode: 2, modified: 5),
            entry("z.png", inode: 4, modified: 1), entry("new.png", inode: 5, modified: 9),
        ]
        let store = TestStore<Intake>.running(remainingCapacity: 2)
        store.look(found, rings: .seconds(1))
        store.ring(at: 1)
        let claimed = [minted(found[2], store.stamp), minted(found[1], store.stamp, index: 1)]
        store.receive(
            .listed(folder: "inbox", listing(found)), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims(claimed, store.stamp)]
        ) {
            $0.listed(at: 1, wakeAt: .seconds(31))
            $0.first.settling = [:]
            $0.first.ready = [found[3], found[0]]
            $0.first.isClaiming = true
            $0.drops[claimed[0].id] = TrackedDrop(drop: claimed[0], claiming: found[2])
            $0.drops[claimed[1].id] = TrackedDrop(drop: claimed[1], claiming: found[1])
        }
        #expect(!store.state.isIdle)
        store.refuse(.capacityChanged(2))
        // The one that the database didn't claim is forgotten, and its slot goes to the next.
        store.stamp = seconds(1, seed: 8)
        let renamed = minted(found[0], store.stamp)
        store.receive(
            .claimed(folder: "inbox", .success([claimed[0]])), from: .claim("inbox"),
            commands: [claims([renamed], store.stamp), reads(claimed[0], store.stamp)]
        ) { state in
            state.drops[claimed[1].id] = nil
            state.reads(claimed[0])
            state.first.ready = [found[3]]
            state.drops[renamed.id] = TrackedDrop(drop: renamed, claiming: found[0])
        }
        store.leaveStanding(and: [.claim("inbox"), .read(claimed[0].id)])
    }

    @Test("at most four are read at a time, each with a seed of its own")
    func width() {
        let left = (1...6).map { RecoveredDrop(drop: drop($0, "\($0).png"), tally: nil) }
        let stamp = seconds(0)
        let store = TestStore<Intake>.recovered(
            left, commands: left.prefix(4).enumerated().map { reads($1.drop, stamp, turn: $0) }
        ) { state in
            state.phase = .running
            for one in left { state.drops[one.drop.id] = TrackedDrop(drop: one.drop) }
            state.reading.running = Set((1...4).map(dropID))
            state.reading.waiting = [dropID(5), dropID(6)]
        }
        #expect(store.state.free == 4)
        store.receive(
            .read(dropID(2), .vanished), from: .read(dropID(2)),
            commands: [.emit(.failed(left[1].drop, .vanished)), reads(left[4].drop, stamp)]
        ) { state in
            state.drops[dropID(2)] = nil
            state.reading.running = Set([1, 3, 4, 5].map(dropID))
            state.reading.waiting = [dropID(6)]
        }
        store.leaveStanding(and: Set([1, 3, 4, 5].map { .read(dropID($0)) }))
    }

    @Test("an unreadable drop is reported and disposed of")
    func fails() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        var ended = taken
        ended.phase = .ended
        ended.failure = .empty
        store.receive(
            .read(taken.id, .failed(.empty)), from: .read(taken.id),
            commands: [.emit(.failed(taken, .empty)), disposes(ended, store.stamp)]
        ) { state in
            state.reading.running = []
            state.disposes(ended)
        }
        store.receive(
            .disposed(taken.id, .stuck(.readOnly)), from: .dispose(taken.id),
            commands: [.emit(.stuck(ended, .readOnly))]
        ) { state in
            state.disposing.running = []
            state.drops[taken.id]?.stuck = .readOnly
            state.postponed = [taken.id]
        }
        #expect(store.state.stuck.map(\.drop.id) == [taken.id])
        #expect(store.state.isFullyProcessed)
        store.leaveStanding()
    }

    @Test("a source being written is checked again each second, and is another file once unchanged for five seconds")
    func changing() {
        let half = FileIdentity(name: FileName("1.txt"), inode: 1, size: 2, modified: 9)
        let whole = FileIdentity(name: FileName("1.txt"), inode: 1, size: 5, modified: 10)
        let written = drop(1, phase: .ended)
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.phase = .running
        state.first.health = .fine
        state.disposes(written)
        #expect(
            Intake.reduce(&state, .disposed(written.id, .changing(half)), seconds(1))
                == [.run(.wake(folder: "inbox", after: .seconds(1)), as: .timer("inbox"))])
        #expect(!state.isQuiet && state.drops[written.id]?.stuck == nil)
        let again = Intake.reduce(&state, .woke(folder: "inbox"), seconds(2))
        #expect(again.contains(disposes(written, seconds(2))) && state.postponed.isEmpty)

        func look(_ found: FileIdentity, at second: Int) -> [Command<Intake>] {
            _ = Intake.reduce(&state, .listed(folder: "inbox", listing([])), seconds(second))
            _ = Intake.reduce(&state, .disposed(written.id, .changing(found)), seconds(second))
            return Intake.reduce(&state, .woke(folder: "inbox"), seconds(second + 1))
        }
        // It grew after four seconds, so the time begins again.
        #expect(look(whole, at: 5).contains(disposes(written, seconds(6))))
        #expect(look(whole, at: 8).contains(disposes(written, seconds(9))))
        #expect(look(whole, at: 9).contains(disposes(written, settled: whole, seconds(10))))
    }

    @Test("a source that can't be moved is retried on each listing, and reported once per failure")
    func stuckAgain() {
        let stuck = drop(1, phase: .ended)
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.phase = .running
        state.first.health = .fine
        state.disposes(stuck)
        #expect(Intake.reduce(&state, .disposed(stuck.id, .stuck(.full)), seconds(1)) == [.emit(.stuck(stuck, .full))])
        let again = Intake.reduce(&state, .woke(folder: "inbox"), seconds(31))
        #expect(again.contains(disposes(stuck, seconds(31))) && state.postponed.isEmpty)
        #expect(Intake.reduce(&state, .disposed(stuck.id, .stuck(.full)), seconds(31)).isEmpty)
        _ = Intake.reduce(&state, .listed(folder: "inbox", listing([])), seconds(31))
        _ = Intake.reduce(&state, .woke(folder: "inbox"), seconds(61))
        #expect(
            Intake.reduce(&state, .disposed(stuck.id, .stuck(.denied)), seconds(61)) == [.emit(.stuck(stuck, .denied))])
        _ = Intake.reduce(&state, .listed(folder: "inbox", listing([])), seconds(61))
        _ = Intake.reduce(&state, .woke(folder: "inbox"), seconds(91))
        _ = Intake.reduce(&state, .disposed(stuck.id, .gone), seconds(91))
        #expect(state.drops.isEmpty && state.stuck.isEmpty)
    }

    @Test("a file that changed before it was read is listed and settles again")
    func changed() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        store.receive(.read(taken.id, .changed), from: .read(taken.id), commands: [lists()]) { state in
            state.drops = [:]
            state.reading.running = []
            state.first.listingSince = .seconds(1)
        }
        store.leaveStanding(and: [.list("inbox")])
    }

    @Test("jobs that end before their creation is reported are remembered")
    func early() {
        let store = TestStore<Intake>.running()
        store.look()
        let taken = store.takeUp(picture, at: 1)
        let failure = DropFailure.job(.pictureLost)
        store.send(.ended(taken.id, failure)) { $0.early = [EarlyDropEnd(drop: taken.id, failure: failure)] }
        var ended = taken
        ended.phase = .ended
        ended.failure = failure
        store.receive(
            .read(taken.id, .accepted([job(of: taken)], content: nil)), from: .read(taken.id),
            commands: [.emit(.accepted([job(of: taken)])), disposes(ended, store.stamp)]
        ) { state in
            state.early = []
            state.remainingCapacity = 9
            state.reading.running = []
            state.disposes(ended)
        }
        store.leaveStanding(and: [.dispose(taken.id)])
    }

    private func accept(_ store: TestStore<Intake>, _ taken: Drop) {
        store.receive(
            .read(taken.id, .accepted([job(of: taken)], content: nil)), from: .read(taken.id),
            commands: [.emit(.accepted([job(of: taken)]))]
        ) { state in
            state.drops[taken.id]?.drop.phase = .read
            state.reading.running = []
            state.remainingCapacity = 9
        }
    }

    private func end(_ store: TestStore<Intake>, _ taken: Drop) -> Drop {
        var ended = taken
        ended.phase = .ended
        store.send(.ended(taken.id, nil), commands: [disposes(ended, store.stamp)]) { $0.disposes(ended) }
        return ended
    }
}
