import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

extension TestStore<Intake> {
    /// A store that runs with one folder, whose watch stands and whose first listing found nothing, at 0 seconds.
    static func running(_ folders: [IntakeFolder] = [inbox], room: Int = 10) -> TestStore<Intake> {
        recovered([], folders, room: room) { state in
            state.phase = .running
        }
    }

    /// A store that took up what an earlier run left.
    static func recovered(
        _ left: [RecoveredDrop], _ folders: [IntakeFolder] = [inbox], room: Int = 10,
        commands: [Command<Intake>] = [], change: (inout Intake.State) -> Void
    ) -> TestStore<Intake> {
        let store = TestStore(Intake.self, .initial(folders: folders, room: room))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        let stands = folders.flatMap { [watches($0.name), rings($0.interval, folder: $0.name)] }
        store.receive(.recovered(.success(left)), from: .recovery, commands: stands + commands) { state in
            for place in folders.indices {
                state.folders[place].watch = .starting
                state.folders[place].wakeAt = folders[place].interval
            }
            change(&state)
        }
        return store
    }

    /// The first hint and the first listing, at `second`; `entries` are new and settle.
    func look(_ entries: [FileEntry] = [], at second: Int = 0, rings due: Duration = .seconds(30)) {
        stamp = seconds(second)
        receive(.hinted(folder: "inbox", .watching), from: .watch("inbox"), last: false, commands: [lists()]) {
            $0.first.watch = .watching
            $0.first.listingSince = .seconds(second)
        }
        receive(.listed(folder: "inbox", listing(entries)), from: .list("inbox"), commands: [rings(due)]) { state in
            state.listed(at: second, wakeAt: .seconds(second) + due)
            for entry in entries { state.first.settling[entry.name] = .init(entry, .seconds(second)) }
        }
    }

    /// The timer rings and the folder is being listed.
    func ring(at second: Int) {
        stamp = seconds(second)
        receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [lists()]) {
            $0.first.wakeAt = nil
            $0.first.listingSince = .seconds(second)
        }
    }

    /// A rename from outside is told, and the folder is being listed.
    func arrive(_ name: String, at second: Int) {
        stamp = seconds(second)
        receive(
            .hinted(folder: "inbox", .arrived(FileName(name))), from: .watch("inbox"), last: false, commands: [lists()]
        ) {
            $0.first.arrivals = [FileName(name)]
            $0.first.listingSince = .seconds(second)
        }
    }

    /// `entry` arrives, is claimed and is being read; returns its drop.
    func takeUp(_ entry: FileEntry, at second: Int) -> Drop {
        arrive(entry.name.shown, at: second)
        let made = minted(entry, stamp)
        receive(
            .listed(folder: "inbox", listing([entry])), from: .list("inbox"),
            commands: [rings(.seconds(30)), claims([made], stamp)]
        ) {
            $0.first.arrivals = []
            $0.listed(at: second, wakeAt: .seconds(second + 30))
            $0.claiming(entry, as: made)
        }
        receive(
            .claimed(folder: "inbox", .success([made])), from: .claim("inbox"), commands: [reads(made, stamp)]
        ) {
            $0.first.isClaiming = false
            $0.reads(made)
        }
        return made
    }

    /// Ends the test with whatever stands by: the watch and the timer.
    func leaveStanding(and more: Set<Intake.TaskID> = [], _ folders: [String] = ["inbox"]) {
        leaveOpen(more.union(folders.flatMap { [.watch($0), .timer($0)] }))
    }
}
