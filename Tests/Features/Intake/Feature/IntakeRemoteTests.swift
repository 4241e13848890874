import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Folders on network file systems. Facts are applied one after the other.
@Suite("Intake, network folders")
struct IntakeRemoteTests {
    private func listed(
        _ folder: WatchFolder, _ entries: [FileEntry] = [], isRemote: Bool = true
    ) -> (Intake.State, [Command<Intake>]) {
        var state = Intake.State.initial(folders: [folder], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .unavailable(code: 0)), seconds(0))
        let listing = FolderListing(entries: entries, space: plenty, isRemote: isRemote)
        let commands = Intake.reduce(&state, .listed(folder: "inbox", .success(listing)), seconds(0))
        return (state, commands)
    }

    @Test("network folders are listed every 5 s, which is reported once; files there settle for 5 s")
    func pace() {
        var (state, commands) = listed(inbox, [entry("a.png")])
        let told = Command<Intake>.emit(.folderRemote(folder: "inbox", interval: .seconds(5)))
        #expect(commands.contains(told) && commands.contains(rings(.seconds(5))))
        #expect(state.first.watch == .polling(code: 0))
        for (second, isTaken) in [(4, false), (6, true)] {
            state.apply(.woke(folder: "inbox"), seconds(second))
            let listing = FolderListing(entries: [entry("a.png")], space: plenty, isRemote: true)
            let again = Intake.reduce(&state, .listed(folder: "inbox", .success(listing)), seconds(second))
            #expect(!again.contains(told) && state.drops.isEmpty != isTaken, "\(second)")
        }
    }

    @Test("on timer listings, unchanged files are checked in turns, each within 16 s")
    func turns() {
        for (interval, every) in [
            (Duration.milliseconds(100), 16), (.seconds(2), 8), (.seconds(5), 3), (.seconds(30), 1),
        ] {
            let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), interval: interval)
            var (state, _) = listed(folder, isRemote: false)
            let commands = Intake.reduce(&state, .woke(folder: "inbox"), seconds(60))
            #expect(commands.contains(.run(.list(folder: "inbox", every: every), as: .list("inbox"))), "\(interval)")
        }
    }

    @Test("after a notification, a person's request or an outage all files are checked")
    func allAtOnce() {
        let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), interval: .seconds(2))
        func isWhole(_ facts: [(Intake.InternalAction, Int)]) -> Bool {
            var (state, _) = listed(folder, isRemote: false)
            var commands: [Command<Intake>] = []
            for (fact, second) in facts { commands = Intake.reduce(&state, fact, seconds(second)) }
            return commands.contains(lists())
        }
        let wakes: (Intake.InternalAction, Int) = (.woke(folder: "inbox"), 2)
        #expect(!isWhole([wakes]))
        #expect(isWhole([(.listRequested(folder: "inbox"), 2)]))
        #expect(isWhole([(.hinted(folder: "inbox", .changed), 2)]))
        #expect(isWhole([(.hinted(folder: "inbox", .changed), 0), wakes]), "after the pause that it asked for")
        #expect(isWhole([wakes, (.listRequested(folder: "inbox"), 2), (.listed(folder: "inbox", listing([])), 2)]))
        #expect(isWhole([wakes, (.listed(folder: "inbox", .failure(.missing)), 2), (.woke(folder: "inbox"), 4)]))
    }

    @Test("unavailable folders and postponed drops are checked every 30 s, whatever the listing interval")
    func seldom() {
        let slow = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), interval: .seconds(3600))
        var (state, commands) = listed(slow, isRemote: false)
        #expect(commands.contains(rings(.seconds(3600))))
        state.apply(.woke(folder: "inbox"), seconds(100))
        commands = Intake.reduce(&state, .listed(folder: "inbox", .failure(.missing)), seconds(100))
        #expect(commands.contains(rings(.seconds(30))))
        state.apply(.woke(folder: "inbox"), seconds(130))
        state.apply(.listed(folder: "inbox", listing([])), seconds(130))
        #expect(state.first.wakeAt == .seconds(3730))
        let left = drop(1)
        state.drops[left.id] = TrackedDrop(drop: left)
        let put = Intake.reduce(&state, .read(left.id, .postponed(.storage(.full))), seconds(140))
        #expect(put.contains(rings(.seconds(30))) && state.first.wakeAt == .seconds(170))
        state.apply(.listRequested(folder: "inbox"), seconds(150))
        state.postponed = [left.id]
        state.apply(.listed(folder: "inbox", listing([])), seconds(150))
        #expect(state.first.wakeAt == .seconds(180))
    }

    @Test("work that ends after the stop sets no timer and lists nothing, or the stop wouldn't end")
    func afterStop() {
        let slow = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), interval: .seconds(300))
        for outcome in [
            ReadOutcome.postponed(.storage(.full)), .away, .changed, .cut,
        ] {
            var (state, _) = listed(slow, isRemote: false)
            let left = drop(1)
            state.drops[left.id] = TrackedDrop(drop: left)
            state.reading.running = [left.id]
            state.apply(.stopped, seconds(1))
            _ = Intake.reduce(&state, .read(left.id, outcome), seconds(2))
            #expect(state.first.wakeAt == nil && state.first.listingSince == nil, "\(outcome)")
        }
        for outcome in [
            DisposeOutcome.postponed(.storage(.full)), .away, .changing(drop(1).identity), .stuck(.denied),
        ] {
            var (state, _) = listed(slow, isRemote: false)
            let left = drop(1, phase: .ended)
            state.drops[left.id] = TrackedDrop(drop: left)
            state.disposing.running = [left.id]
            state.apply(.stopped, seconds(1))
            _ = Intake.reduce(&state, .disposed(left.id, outcome), seconds(2))
            #expect(state.first.wakeAt == nil && state.first.listingSince == nil, "\(outcome)")
        }
    }

    @Test("a request during the check of an unavailable folder causes another check")
    func askedMeanwhile() {
        var (state, _) = listed(inbox, isRemote: false)
        state.apply(.woke(folder: "inbox"), seconds(30))
        state.apply(.listRequested(folder: "inbox"), seconds(31))
        let commands = Intake.reduce(&state, .listed(folder: "inbox", .failure(.missing)), seconds(32))
        #expect(commands.contains(lists()) && state.first.listingSince == .seconds(32))
    }

    @Test("configured times apply there too")
    func said() {
        let remote = WatchRules.Pace(
            interval: .seconds(120), settle: WatchRules.Settle(picture: .seconds(9), prompt: .seconds(7)))
        let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), remote: remote)
        let (state, commands) = listed(folder)
        #expect(commands.contains(rings(.seconds(120))))
        #expect(state.first.settle(entry("a.png")) == .seconds(9))
        #expect(state.first.settle(entry("a.txt")) == .seconds(7))
        let (local, _) = listed(folder, isRemote: false)
        #expect(local.first.settle(entry("a.txt")) == .seconds(5) && local.first.interval == .seconds(30))
    }
}
