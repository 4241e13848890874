import Domain
import MVICore
import Testing

@testable import FleetFeature

/// Facts are applied one after the other.
@Suite("Fleet")
struct FleetTests {
    private func stamp(_ second: Int) -> Stamp { Stamp(now: .seconds(second), utc: 7, seed: 1) }

    private func job(_ number: UInt64) -> Job {
        Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: "inbox",
            name: FileName("a.txt"), outbox: FolderPath("/out"), request: Request(source: .prompt("a")), created: 0)
    }

    private let beats = Command<Fleet>.run(.beat, as: .beat)
    private let announces = Command<Fleet>.run(.announce, as: .announcement)

    private func claims(_ limit: Int) -> Command<Fleet> {
        .run(.claim(limit: limit, token: 7, utc: 7), as: .claim)
    }

    /// A node whose first beat at second 0 found nothing to do.
    private func running(slots: Int = 4) -> Fleet.State {
        var state = Fleet.State.initial()
        #expect(Fleet.admit(.start, state) == .started)
        let first = Fleet.reduce(&state, .started, stamp(0))
        #expect(first.contains(beats) && first.contains(.run(.listen, as: .listening)))
        _ = Fleet.reduce(&state, .beaten(.success(Beat())), stamp(0))
        _ = Fleet.reduce(&state, .capacityChanged(slots), stamp(0))
        _ = Fleet.reduce(&state, .claimed(.success([]), limit: slots), stamp(0))
        return state
    }

    @Test(
        "It beats at its interval, each second while the database can't be reached, and at once when it hears something"
    )
    func beating() {
        var state = running()
        #expect(state.timerAt == .seconds(5))
        #expect(Fleet.reduce(&state, .woke, stamp(5)).contains(beats))
        let failed = Fleet.reduce(&state, .beaten(.failure(.unreachable("x"))), stamp(6))
        #expect(failed == [.run(.sleep(.seconds(1)), as: .timer)])
        #expect(state.failure == .unreachable("x") && state.lastBeat == .zero)
        #expect(Fleet.reduce(&state, .woke, stamp(7)).contains(beats))
        // What is heard during a beat needs another one.
        #expect(!Fleet.reduce(&state, .heard, stamp(7)).contains(beats))
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(8)).contains(beats))
        #expect(state.failure == nil && state.isListening)
    }

    @Test("It passes on outages as long as there are any, and once when they are over")
    func outages() {
        var state = running()
        let outage = SharedOutage(backend: "studio", failure: .quota, remaining: 5)
        func told(_ outages: [SharedOutage]) -> [Command<Fleet>] {
            Fleet.reduce(&state, .beaten(.success(Beat(outages: outages))), stamp(1)).filter {
                if case .emit(.outagesKnown) = $0 { true } else { false }
            }
        }
        #expect(told([]).isEmpty)
        #expect(told([outage]) == [.emit(.outagesKnown([outage]))])
        #expect(told([outage]) == [.emit(.outagesKnown([outage]))])
        #expect(told([]) == [.emit(.outagesKnown([]))])
        #expect(told([]).isEmpty)
    }

    @Test("It passes on once that it was asked to stop")
    func leaving() {
        var state = running()
        let asked = Fleet.reduce(&state, .beaten(.success(Beat(isLeaving: true))), stamp(1))
        #expect(asked.contains(.emit(.askedToLeave)) && state.isLeaving)
        #expect(
            !Fleet.reduce(&state, .beaten(.success(Beat(isLeaving: true))), stamp(2)).contains(.emit(.askedToLeave)))
    }

    @Test("It claims as many jobs as it has room for, and announces what it may have left")
    func claiming() {
        var state = running(slots: 2)
        #expect(Fleet.reduce(&state, .jobsAdded, stamp(1)) == [claims(2)])
        // Only one claim runs, and the next one sees what came meanwhile.
        #expect(Fleet.reduce(&state, .jobsAdded, stamp(1)).isEmpty)
        let some = Fleet.reduce(&state, .claimed(.success([job(1)]), limit: 2), stamp(1))
        #expect(some == [.emit(.claimed([job(1)])), claims(1)])
        let all = Fleet.reduce(&state, .claimed(.success([job(2)]), limit: 1), stamp(1))
        #expect(all.contains(.emit(.claimed([job(2)]))) && all.contains(announces))
        #expect(state.freeSlots == 0)
        // Without room it leaves new ones to others; announcements are a second apart.
        #expect(!Fleet.reduce(&state, .jobsAdded, stamp(1)).contains(announces))
        #expect(Fleet.reduce(&state, .woke, stamp(2)).contains(announces))
        // As soon as there is room, it takes what it left.
        #expect(Fleet.reduce(&state, .capacityChanged(1), stamp(3)).contains(claims(1)))
    }

    @Test("A beat tells what there is to do, and how many drops may be taken")
    func told() {
        var state = running()
        let beat = Beat(ready: 500, hasEndedDrops: true, hasSilentNodes: true, hasFreeFolders: true)
        _ = Fleet.reduce(&state, .woke, stamp(5))
        let commands = Fleet.reduce(&state, .beaten(.success(beat)), stamp(5))
        #expect(commands.contains(.emit(.remainingCapacity(Beat.mostReady - 500))))
        #expect(commands.contains(.run(.expelSilent, as: .expulsion, ifRunning: .keep)))
        #expect(commands.contains(.run(.concludeDrops, as: .drops, ifRunning: .keep)))
        #expect(commands.contains(.emit(.foldersToList)))
        #expect(commands.contains(claims(4)))
        let file = FileIdentity(name: FileName("a.txt"), inode: 1, size: 1, modified: UTCNanos(1))
        let ended = EndedDrop(Drop(id: DropID(high: 2, low: 1), folder: "inbox", identity: file), failure: nil)
        #expect(Fleet.reduce(&state, .concluded(.success([ended])), stamp(5)) == [.emit(.dropEnded(ended))])
        let lost = Node(id: NodeID("n"), name: "nas", machine: "m", version: "1")
        #expect(Fleet.reduce(&state, .silentExpelled(.success([lost])), stamp(5)).contains(.emit(.nodesLost([lost]))))
    }

    @Test("A node that was declared dead says so once, whatever finds it out, and does nothing more")
    func expulsion() {
        for fact in [
            Fleet.InternalAction.beaten(.failure(.expelled)), .claimed(.failure(.expelled), limit: 1),
            .silentExpelled(.failure(.expelled)),
        ] {
            var state = running()
            #expect(Fleet.reduce(&state, fact, stamp(1)).contains(.emit(.expelled)))
            #expect(state.phase == .expelled && state.timerAt == nil)
            #expect(!Fleet.reduce(&state, fact, stamp(2)).contains(.emit(.expelled)))
            #expect(Fleet.reduce(&state, .heard, stamp(3)).isEmpty)
        }
    }

    @Test("After a failure that may hide a success, it looks for jobs that it owns without knowing")
    func lostAnswer() {
        let looks = Command<Fleet>.run(.findOwned, as: .owned, ifRunning: .keep)
        let failures: [Fleet.InternalAction] = [
            .claimed(.failure(.unreachable("x")), limit: 1), .storageFailed, .beaten(.failure(.unreachable("x"))),
        ]
        for fact in failures {
            var state = running()
            #expect(!Fleet.reduce(&state, fact, stamp(1)).contains(looks))
            #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(5)).contains(looks))
            _ = Fleet.reduce(&state, .owned(.failure(.busy)), stamp(5))
            #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(10)).contains(looks), "until it succeeds")
            #expect(Fleet.reduce(&state, .owned(.success([job(1)])), stamp(10)) == [.emit(.claimed([job(1)]))])
            #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(15)).contains(looks))
        }
    }

    @Test(
        "After a failure of the database the next beat comes soon, and drops that waited are looked for once it answers"
    )
    func recovery() {
        var state = running()
        _ = Fleet.reduce(&state, .beaten(.success(Beat())), stamp(1))
        #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(1)).contains(.emit(.foldersToList)))
        #expect(Fleet.reduce(&state, .storageFailed, stamp(2)).contains(.run(.sleep(.seconds(1)), as: .timer)))
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(3)).contains(.emit(.foldersToList)))
        _ = Fleet.reduce(&state, .owned(.success([])), stamp(3))
        #expect(!Fleet.reduce(&state, .beaten(.failure(.unreachable("x"))), stamp(4)).contains(.emit(.foldersToList)))
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(5)).contains(.emit(.foldersToList)))
        _ = Fleet.reduce(&state, .owned(.success([])), stamp(5))
        #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(10)).contains(.emit(.foldersToList)))
    }

    @Test("That the database answers again is reported at once, and then at most once a beat interval")
    func restored() {
        var state = running()
        let restored = Command<Fleet>.emit(.databaseRestored)
        #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(1)).contains(restored))
        _ = Fleet.reduce(&state, .beaten(.failure(.unreachable("x"))), stamp(2))
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(3)).contains(restored))
        _ = Fleet.reduce(&state, .owned(.success([])), stamp(3))
        #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(8)).contains(restored))
        _ = Fleet.reduce(&state, .beaten(.failure(.unreachable("x"))), stamp(9))
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(10)).contains(restored))
        _ = Fleet.reduce(&state, .owned(.success([])), stamp(10))
        _ = Fleet.reduce(&state, .beaten(.failure(.unreachable("x"))), stamp(11))
        #expect(!Fleet.reduce(&state, .beaten(.success(Beat())), stamp(12)).contains(restored), "too soon")
        #expect(Fleet.reduce(&state, .beaten(.success(Beat())), stamp(15)).contains(restored))
    }

    @Test("Once it is stopped it takes nothing more, but stays alive for the work that it has")
    func stopping() {
        var state = running()
        #expect(Fleet.admit(.stop, state) == .stopped)
        _ = Fleet.reduce(&state, .stopped, stamp(1))
        #expect(Fleet.reduce(&state, .woke, stamp(5)).contains(beats))
        let commands = Fleet.reduce(&state, .beaten(.success(Beat(ready: 3, hasFreeFolders: true))), stamp(5))
        #expect(!commands.contains(claims(4)) && !commands.contains(.emit(.foldersToList)))
        #expect(commands.contains(.emit(.remainingCapacity(0))))
        #expect(Fleet.admit(.start, state) == nil)
    }

    @Test("When announcements no longer arrive it tries again after a while, and beats meanwhile")
    func listening() {
        var state = running()
        _ = Fleet.reduce(&state, .heard, stamp(1))
        _ = Fleet.reduce(&state, .beaten(.success(Beat())), stamp(1))
        _ = Fleet.reduce(&state, .listeningEnded(.lost), stamp(2))
        #expect(!state.isListening && state.timerAt == .seconds(6))
        #expect(Fleet.reduce(&state, .woke, stamp(12)).contains(.run(.listen, as: .listening)))
    }

    @Test("Announcements that never arrive are reported once, and tried again much later")
    func unheard() {
        var state = running()
        #expect(Fleet.reduce(&state, .listeningEnded(.unheard), stamp(2)).contains(.emit(.announcementsUnheard)))
        #expect(!Fleet.reduce(&state, .woke, stamp(12)).contains(.run(.listen, as: .listening)))
        #expect(Fleet.reduce(&state, .woke, stamp(602)).contains(.run(.listen, as: .listening)))
        #expect(!Fleet.reduce(&state, .listeningEnded(.unheard), stamp(603)).contains(.emit(.announcementsUnheard)))
    }
}
