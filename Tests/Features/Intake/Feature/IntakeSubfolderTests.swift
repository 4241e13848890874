import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Subfolders of a watch folder. Facts are applied one after the other.
@Suite("Intake, sub-folders")
struct IntakeSubfolderTests {
    private let a = FileName("a")
    private let b = FileName("a/b")

    /// A watched folder with a running listing, at 0 seconds.
    private var running: Intake.State {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        return state
    }

    private func listed(
        _ subfolders: [FileName], _ entries: [FileEntry] = [], isRemote: Bool = false,
        unread: [FileName: SubfolderFailure] = [:]
    ) -> Intake.InternalAction {
        let listing = FolderListing(
            entries: entries, space: plenty, isRemote: isRemote, subfolders: subfolders, unread: unread)
        return .listed(folder: "inbox", .success(listing))
    }

    private func watches(_ names: Set<FileName>) -> Command<Intake> {
        .run(.watchSubfolders(folder: "inbox", names), as: .watchSubfolders("inbox"), ifRunning: .replaceInTurn)
    }

    private func hint(_ change: FolderChange, _ name: FileName) -> Intake.InternalAction {
        .hinted(folder: "inbox", change, below: name)
    }

    @Test("new subfolders are watched, then everything is listed again; late reports about removed ones are ignored")
    func tended() {
        var state = running
        var commands = Intake.reduce(&state, listed([b, a]), seconds(0))
        #expect(commands.first == watches([a, b]))
        #expect(state.first.subfolders == [a: .starting, b: .starting])
        #expect(Intake.reduce(&state, hint(.watching, a), seconds(0)) == [lists()])
        #expect(Intake.reduce(&state, hint(.watching, b), seconds(0)) == [])
        #expect(state.first.subfolders == [a: .watching, b: .watching] && state.first.relisting == .now)
        commands = Intake.reduce(&state, listed([a]), seconds(0))
        #expect(commands.first == watches([a]))
        #expect(Intake.reduce(&state, hint(.watching, b), seconds(0)) == [])
        #expect(state.first.subfolders == [a: .watching])
        commands = Intake.reduce(&state, listed([a]), seconds(0))
        #expect(!commands.contains(watches([a])), "an unchanged selection is not sent again")
    }

    @Test("on a network file system subfolders are only listed")
    func remote() {
        var state = running
        state.apply(listed([a], isRemote: true), seconds(0))
        #expect(state.first.subfolders == [:])
    }

    @Test("reports about a subfolder have its name; changes in it are handled like any other")
    func hints() {
        var state = running
        state.apply(listed([a]), seconds(0))
        #expect(Intake.reduce(&state, hint(.arrived(FileName("x.txt")), a), seconds(1)) == [lists()])
        #expect(state.first.arrivals == [FileName("a/x.txt")])
        let taken = Intake.reduce(&state, listed([a], [entry("a/x.txt")]), seconds(1))
        #expect(taken.contains(claims([minted(entry("a/x.txt"), seconds(1))], seconds(1))), "it came as a whole")
        #expect(Intake.reduce(&state, hint(.changed, a), seconds(3)) == [lists()])
    }

    @Test("a lost subfolder watch is restored, by itself or at the next listing")
    func lost() {
        var state = running
        state.apply(listed([a, b]), seconds(0))
        state.apply(hint(.watching, a), seconds(0))
        state.apply(hint(.lost, a), seconds(0))
        #expect(state.first.subfolders[a] == .starting)
        // ENOENT: another folder may have replaced it.
        state.apply(hint(.unavailable(code: 2), a), seconds(0))
        #expect(state.first.subfolders == [a: .off, b: .starting])
        #expect(Intake.reduce(&state, listed([a, b]), seconds(0)).first == watches([a, b]))
    }

    @Test("an unwatchable subfolder is reported and retried at the next timer")
    func unwatched() {
        var state = running
        state.apply(listed([a]), seconds(0))
        #expect(Intake.reduce(&state, hint(.unavailable(code: 28), a), seconds(0)) == [])
        #expect(state.first.troubles == [a: .unwatched(code: 28)])
        state.apply(listed([a]), seconds(0))
        #expect(state.first.subfolders == [a: .polling(code: 28)], "a listing alone does not try again")
        #expect(Intake.reduce(&state, .woke(folder: "inbox"), seconds(30)).contains(watches([a])))
    }

    @Test("an unlistable subfolder is reported, and its files aren't considered gone")
    func unread() {
        var state = running
        let below = entry("a/x.txt")
        for (number, entry) in [(1, below), (2, entry("y.txt", inode: 2))] as [(UInt64, FileEntry)] {
            let drop = Drop(
                id: dropID(number), folder: "inbox", identity: entry.identity, phase: .read,
                content: Digest(bytes: [UInt8](repeating: 1, count: 32)))
            state.drops[drop.id] = TrackedDrop(drop: drop)
        }
        let commands = Intake.reduce(&state, listed([], unread: [a: .unreadable(.denied)]), seconds(0))
        #expect(state.first.troubles == [a: .unreadable(.denied)])
        #expect(state.drops[dropID(1)]?.isWithdrawn == false && state.drops[dropID(2)]?.isWithdrawn == true)
        #expect(commands.count { if case .emit(.withdrawn) = $0 { true } else { false } } == 1)
        state.apply(listed([a], [below]), seconds(1))
        #expect(state.first.troubles == [:])
    }

    @Test("subfolder watches end when the watch folder is lost or intake is stopping")
    func ends() {
        for fact in [Intake.InternalAction.listed(folder: "inbox", .failure(.missing)), .stopped] {
            var state = running
            state.apply(listed([a, b]), seconds(0))
            state.apply(hint(.unavailable(code: 28), b), seconds(0))
            let commands = Intake.reduce(&state, fact, seconds(1))
            #expect(commands.contains(watches([])) && state.first.subfolders == [:])
        }
    }

    @Test("an observed file with known content is only skipped")
    func known() {
        var state = Intake.State.initial(
            folders: [WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), isObserved: true)],
            remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .arrived(FileName("x.png"))), seconds(0))
        state.apply(listed([], [entry("x.png")]), seconds(0))
        let made = state.drops.values.map(\.drop)
        #expect(made.map(\.isObserved) == [true])
        state.apply(.claimed(folder: "inbox", .success(made)), seconds(0))
        #expect(Intake.reduce(&state, .read(made[0].id, .known), seconds(1)) == [])
        #expect(state.drops.isEmpty && state.reading.running.isEmpty)
    }

    @Test("a missing observed file may be on an unmounted disk; a replaced one is withdrawn")
    func absent() {
        for (found, isWithdrawn) in [([], false), ([entry("x.png", inode: 9, size: 11)], true)] {
            var state = running
            let drop = Drop(
                id: dropID(1), folder: "inbox", identity: entry("x.png").identity, isObserved: true, phase: .read,
                content: Digest(bytes: [UInt8](repeating: 1, count: 32)))
            state.drops[drop.id] = TrackedDrop(drop: drop)
            state.apply(listed([], found), seconds(1))
            #expect(state.drops[drop.id]?.isWithdrawn == isWithdrawn)
        }
    }
}
