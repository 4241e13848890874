import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

@Suite("Intake, start and stop")
struct IntakeLifeTests {
    @Test("the watch is started before the first listing, with a timer in case it stays silent")
    func start() {
        let store = TestStore<Intake>.running()
        store.refuse(.start)
        store.look()
        #expect(store.state.isFullyProcessed)
        store.leaveStanding()
    }

    @Test("a stop cancels watch, listing and timer, and a start resumes")
    func stop() {
        let store = TestStore<Intake>.running()
        store.refuse(.listNow(folder: "elsewhere"))
        store.send(.listNow(folder: "inbox"), commands: [lists()]) { $0.first.listingSince = .zero }
        store.send(
            .stop, commands: [.cancel(.watch("inbox")), .cancel(.list("inbox")), .cancel(.timer("inbox"))]
        ) { state in
            state.phase = .stopped
            state.first = Intake.Folder(settings: inbox)
        }
        store.refuse(.stop)
        store.refuse(.listNow(folder: "inbox"))
        #expect(store.state.isIdle && !store.state.isFullyProcessed)
        store.send(.start, commands: [watches(), rings(.seconds(30))]) { state in
            state.phase = .running
            state.first.watch = .starting
            state.first.wakeAt = .seconds(30)
        }
        store.leaveStanding()
    }

    @Test("running work finishes after a stop, but nothing new is read")
    func drain() {
        let store = TestStore<Intake>.running()
        store.look()
        let read = store.takeUp(entry("a.png"), at: 1)
        store.arrive("b.png", at: 2)
        let late = minted(entry("b.png", inode: 2), store.stamp)
        store.receive(
            .listed(folder: "inbox", listing([entry("a.png"), entry("b.png", inode: 2)])), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims([late], store.stamp)]
        ) {
            $0.first.arrivals = []
            $0.listed(at: 2, wakeAt: .seconds(32))
            $0.claiming(entry("b.png", inode: 2), as: late)
        }
        store.send(.stop, commands: [.cancel(.watch("inbox")), .cancel(.timer("inbox"))]) { state in
            state.phase = .stopped
            state.first = Intake.Folder(settings: inbox)
            state.first.health = .fine
            state.first.isClaiming = true
        }
        #expect(!store.state.isIdle)
        store.receive(.claimed(folder: "inbox", .success([late])), from: .claim("inbox")) { state in
            state.first.isClaiming = false
            state.drops[late.id] = TrackedDrop(drop: late)
            state.reading.waiting = [late.id]
        }
        store.receive(
            .read(read.id, .accepted([job(of: read)], content: nil)), from: .read(read.id),
            commands: [.emit(.accepted([job(of: read)]))]
        ) { state in
            state.drops[read.id]?.drop.phase = .read
            state.reading.running = []
            state.remainingCapacity = 9
        }
        #expect(store.state.isIdle)
    }

    @Test("a stop during the database query goes back to the beginning")
    func stopEarly() {
        let store = TestStore(Intake.self, .initial(folders: [inbox], remainingCapacity: 1))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        store.send(.stop, commands: [.cancel(.recovery)]) { $0.phase = .idle }
        store.refuse(.stop)
    }

    @Test("the database query is repeated until it succeeds")
    func recoverAgain() {
        let store = TestStore(Intake.self, .initial(folders: [], remainingCapacity: 1))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        store.receive(
            .recovered(.failure(.busy)), from: .recovery,
            commands: [
                .emit(.waiting(.repository(.busy))), .run(.wakeRecovery(after: .seconds(30)), as: .recovery),
            ]
        ) { $0.waiting = .repository(.busy) }
        store.receive(.recoveryDue, from: .recovery, commands: [.run(.recover, as: .recovery)])
        store.receive(.recovered(.success([])), from: .recovery, commands: [.emit(.waiting(nil))]) { state in
            state.waiting = nil
            state.phase = .running
        }
    }
}
