import Domain
import MVICore
import MVITesting
import Testing

@testable import IntakeFeature

extension TestStore<Intake> {
    /// A running store with one folder, whose watch is active and whose first listing was empty, at 0 seconds.
    static func running(_ folders: [WatchFolder] = [inbox], remainingCapacity: Int = 10) -> TestStore<Intake> {
        recovered([], folders, remainingCapacity: remainingCapacity) { state in
            state.phase = .running
        }
    }

    /// A store that has resumed an earlier run's drops.
    static func recovered(
        _ left: [RecoveredDrop], _ folders: [WatchFolder] = [inbox], remainingCapacity: Int = 10,
        commands: [Command<Intake>] = [], change: (inout Intake.State) -> Void
    ) -> TestStore<Intake> {
        let store = TestStore(Intake.self, .initial(folders: folders, remainingCapacity: remainingCapacity))
        store.send(.start, commands: [.run(.recover, as: .recovery)]) { $0.phase = .recovering }
        let stands = folders.flatMap { [watches($0.name), rings($0.rules.pace.interval, folder: $0.name)] }
        store.receive(.recovered(.success(left)), from: .recovery, commands: stands + commands) { state in
            for place in folders.indices {
                state.folders[place].watch = .starting
                state.folders[place].wakeAt = folders[place].rules.pace.interval
            }
            change(&state)
        }
        return store
    }

    /// The first hint and listing, at `second`; `entries` are new and settling.
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

    /// Fires the timer; the folder is being listed.
    func ring(at second: Int) {
        stamp = seconds(second)
        receive(.woke(folder: "inbox"), from: .timer("inbox"), commands: [lists()]) {
            $0.first.wakeAt = nil
            $0.first.listingSince = .seconds(second)
        }
    }

    /// Reports a file moved in from outside; the folder is being listed.
    func arrive(_ name: String, at second: Int) {
        stamp = seconds(second)
        receive(
            .hinted(folder: "inbox", .arrived(FileName(name))), from: .watch("inbox"), last: false, commands: [lists()]
        ) {
            $0.first.arrivals = [FileName(name)]
            $0.first.listingSince = .seconds(second)
        }
    }

    /// Lets `entry` arrive and be claimed; returns its drop, which is being read.
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

    /// Ends the test with the watch and the timer still open.
    func leaveStanding(and more: Set<Intake.TaskID> = [], _ folders: [String] = ["inbox"]) {
        leaveOpen(more.union(folders.flatMap { [.watch($0), .timer($0)] }))
    }
}
