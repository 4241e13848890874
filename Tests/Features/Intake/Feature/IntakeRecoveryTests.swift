import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, after a crash")
struct IntakeRecoveryTests {
    @Test("claimed drops are read again, read ones wait for their jobs, ended ones are disposed of")
    func phases() {
        let claimed = drop(1, "1.png")
        let waiting = drop(2, "2.png", phase: .read)
        let ended = drop(3, "3.png", phase: .ended, failure: .empty)
        let left = [
            RecoveredDrop(drop: claimed, tally: nil),
            RecoveredDrop(drop: waiting, tally: .open),
            RecoveredDrop(drop: ended, tally: nil),
            RecoveredDrop(drop: drop(4, "4.png", phase: .gone), tally: nil),
        ]
        let stamp = seconds(0)
        let store = TestStore<Intake>.recovered(left, commands: [reads(claimed, stamp), disposes(ended, stamp)]) {
            $0.phase = .running
            $0.reads(claimed)
            $0.drops[waiting.id] = TrackedDrop(drop: waiting)
            $0.disposes(ended)
        }
        store.leaveStanding(and: [.read(claimed.id), .dispose(ended.id)])
    }

    @Test("jobs may have ended just before the crash")
    func endedBefore() {
        let good = drop(1, "1.png", phase: .read)
        let bad = drop(2, "2.png", phase: .read)
        let left = [
            RecoveredDrop(drop: good, tally: .ended(nil)),
            RecoveredDrop(drop: bad, tally: .ended(.job(.pictureLost))),
        ]
        let stamp = seconds(0)
        let goodEnd = drop(1, "1.png", phase: .ended)
        let badEnd = drop(2, "2.png", phase: .ended, failure: .job(.pictureLost))
        let store = TestStore<Intake>.recovered(left, commands: [disposes(goodEnd, stamp), disposes(badEnd, stamp)]) {
            $0.phase = .running
            $0.disposes(goodEnd)
            $0.disposes(badEnd)
        }
        store.leaveStanding(and: [.dispose(good.id), .dispose(bad.id)])
    }

    @Test("jobs may end during the database query")
    func endedMeanwhile() {
        let one = drop(1, phase: .read)
        let store = TestStore(Intake.self, .initial(folders: [inbox], remainingCapacity: 1))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        store.send(.ended(one.id, nil)) { $0.early = [EarlyDropEnd(drop: one.id, failure: nil)] }
        let ended = drop(1, phase: .ended)
        let left = RecoveredDrop(drop: one, tally: .open)
        store.receive(
            .recovered(.success([left])), from: .recovery,
            commands: [watches(), rings(.seconds(30)), disposes(ended, seconds(0))]
        ) { state in
            state.phase = .running
            state.early = []
            state.first.watch = .starting
            state.first.wakeAt = .seconds(30)
            state.disposes(ended)
        }
        store.leaveStanding(and: [.dispose(one.id)])
    }

    @Test("drops of a folder that is no longer configured wait until it is")
    func strangers() {
        let away = drop(1, "a.png", folder: "gone", phase: .read)
        let store = TestStore(Intake.self, .initial(folders: [], remainingCapacity: 1))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        let left = RecoveredDrop(drop: away, tally: .open)
        store.receive(
            .recovered(.success([left])), from: .recovery, commands: [.emit(.stuck(away, .missing))]
        ) { state in
            state.phase = .running
            state.drops[away.id] = TrackedDrop(drop: away, stuck: .missing)
        }
        store.send(.ended(away.id, nil)) { $0.drops[away.id]?.drop.phase = .ended }
        store.refuse(.ended(away.id, nil))
        #expect(store.state.isIdle)
    }

    @Test("a submission continues without its folder")
    func noSource() {
        let identity = FileIdentity(name: FileName("x"), inode: 0, size: 0, modified: 1)
        let sent = Drop(id: dropID(1), folder: "gone", identity: identity, phase: .read)
        let left = RecoveredDrop(drop: sent, tally: .ended(nil))
        var state = Intake.State.initial(folders: [], remainingCapacity: 1)
        state.phase = .recovering
        var ended = sent
        ended.phase = .ended
        #expect(Intake.reduce(&state, .recovered(.success([left])), seconds(0)) == [disposes(ended, seconds(0))])
        #expect(state.drops[sent.id]?.stuck == nil)
    }

    @Test("stuck sources are reported oldest first")
    func stuck() {
        let left = [2, 1].map { RecoveredDrop(drop: drop($0, folder: "gone"), tally: nil) }
        let told = left.map { Command<Intake>.emit(.stuck($0.drop, .missing)) }
        let store = TestStore<Intake>.recovered(left, [], commands: told) { state in
            state.phase = .running
            for one in left { state.drops[one.drop.id] = TrackedDrop(drop: one.drop, stuck: .missing) }
        }
        #expect(store.state.stuck.map(\.drop.id) == [dropID(1), dropID(2)])
    }

    @Test("facts about unknown folders and drops change nothing")
    func unknown() {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 1)
        let before = state
        let facts: [Intake.InternalAction] = [
            .listed(folder: "gone", listing([])), .woke(folder: "gone"), .watchEnded(folder: "inbox"),
            .read(dropID(1), .vanished), .disposed(dropID(1), .gone),
        ]
        for fact in facts {
            #expect(Intake.reduce(&state, fact, seconds(0)).isEmpty)
            #expect(state == before)
        }
        // A listing without a recorded start took no time.
        _ = Intake.reduce(&state, .listed(folder: "inbox", listing([])), seconds(3))
        _ = Intake.reduce(&state, .listed(folder: "inbox", .failure(.missing)), seconds(4))
        #expect(state.first.lastTook == .zero && state.first.health == .missing)
    }
}
