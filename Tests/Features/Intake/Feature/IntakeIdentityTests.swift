import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Recognised and pre-existing files. Facts are applied one after the other.
@Suite("Intake, recognised files")
struct IntakeIdentityTests {
    private let picture = entry("a.txt", inode: 1)
    private let restored = entry("a.txt", inode: 99, modified: 777)
    private let content = Digest(bytes: [UInt8](repeating: 7, count: 32))

    /// A store that has read the drop, with unfinished jobs.
    private func reading(_ phase: Drop.Phase = .read) -> (Intake.State, Drop) {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 100)
        var known = Drop(id: dropID(1), folder: "inbox", identity: picture.identity, phase: phase)
        known.content = phase == .claimed ? nil : content
        let left = RecoveredDrop(drop: known, tally: .open)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([left])), seconds(0))
        return (state, known)
    }

    @discardableResult
    private func list(
        _ state: inout Intake.State, _ entries: [FileEntry], at second: Int, since: UTCMillis? = nil
    ) -> [Command<Intake>] {
        state.apply(.listRequested(folder: "inbox"), seconds(second))
        let listing = FolderListing(entries: entries, space: plenty, since: since)
        return Intake.reduce(&state, .listed(folder: "inbox", .success(listing)), seconds(second))
    }

    @Test("the same content with another inode is the same drop: nothing is claimed again")
    func same() {
        var (state, known) = reading()
        let asked = Command<Intake>.run(.compare(known, restored.identity), as: .compare(known.id))
        #expect(list(&state, [restored], at: 1).contains(asked))
        #expect(!list(&state, [restored], at: 9).contains(asked), "it is asked once")
        state.apply(.compared(known.id, restored.identity, .same(restored.identity, sidecar: nil)), seconds(9))
        for second in [20, 40] { list(&state, [restored], at: second) }
        #expect(state.drops.keys.elementsEqual([known.id]) && state.first.settling.isEmpty)
        #expect(state.drops[known.id]?.drop.identity == restored.identity)
    }

    @Test("different content of the same size is a new drop")
    func other() {
        var (state, known) = reading()
        list(&state, [restored], at: 1)
        let commands = Intake.reduce(&state, .compared(known.id, restored.identity, .other), seconds(2))
        #expect(commands.contains(lists()))
        state.apply(.listed(folder: "inbox", listing([restored])), seconds(2))
        list(&state, [restored], at: 30)
        #expect(state.drops.count == 2)
        state.apply(.compared(dropID(9), restored.identity, .other), seconds(31))
        #expect(state.drops.count == 2, "a drop that is gone has nothing to compare")
    }

    @Test("removed files are reported in the order of their drops")
    func removedInOrder() {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 100)
        let drops = ([3, 1, 2] as [UInt64]).map { number in
            let identity = entry("\(number).txt", inode: number).identity
            var drop = Drop(id: dropID(number), folder: "inbox", identity: identity, phase: .read)
            drop.content = content
            return RecoveredDrop(drop: drop, tally: .open)
        }
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success(drops)), seconds(0))
        let removed = list(&state, [], at: 1).compactMap { command -> DropID? in
            if case .emit(.withdrawn(let drop, _)) = command { drop.id } else { nil }
        }
        #expect(removed == [dropID(1), dropID(2), dropID(3)])
    }

    @Test("a replaced or removed file is reported once; one being compared only if it differs")
    func withdrawn() {
        func told(_ commands: [Command<Intake>]) -> [Intake.Event] {
            commands.compactMap {
                if case .emit(.withdrawn(let drop, let flag)) = $0 { .withdrawn(drop, isReplaced: flag) } else { nil }
            }
        }
        var (state, known) = reading()
        #expect(told(list(&state, [picture], at: 1)).isEmpty)
        var gone = state
        #expect(told(list(&gone, [], at: 9)) == [.withdrawn(known, isReplaced: false)])
        #expect(told(list(&gone, [], at: 19)).isEmpty && gone.drops.count == 1)
        var replaced = state
        let larger = entry("a.txt", inode: 99, size: 11)
        #expect(told(list(&replaced, [larger], at: 9)) == [.withdrawn(known, isReplaced: true)])
        #expect(replaced.first.settling.count == 1, "the other is a drop of its own")
        #expect(told(list(&state, [restored], at: 9)).isEmpty)
        state.apply(.compared(known.id, restored.identity, .other), seconds(10))
        #expect(told(list(&state, [restored], at: 19)).count == 1)
    }

    @Test("unread, ended and submitted drops have no file to lose")
    func notWithdrawn() {
        for phase in [Drop.Phase.claimed, .ended] {
            var (state, _) = reading(phase)
            let commands = list(&state, [], at: 1)
            #expect(!commands.contains { if case .emit(.withdrawn) = $0 { true } else { false } })
        }
    }

    @Test("a failed comparison is repeated with the next listing")
    func unclear() {
        var (state, known) = reading()
        list(&state, [restored], at: 1)
        state.apply(.compared(known.id, restored.identity, .unclear), seconds(2))
        let asked = Command<Intake>.run(.compare(known, restored.identity), as: .compare(known.id))
        #expect(list(&state, [restored], at: 30).contains(asked) && state.drops.count == 1)
    }

    @Test("another size needs no comparison, and an unread drop is checked when it is read")
    func told() {
        var (state, _) = reading()
        list(&state, [entry("a.txt", inode: 99, size: 11)], at: 1)
        #expect(state.first.settling.count == 1)
        var (claimed, _) = reading(.claimed)
        list(&claimed, [restored], at: 1)
        #expect(claimed.first.settling.count == 1)
    }

    @Test("while a folder is unavailable its drops wait without keeping intake busy, and continue afterwards")
    func away() {
        var (state, known) = reading(.claimed)
        #expect(state.reading.running == [known.id])
        list(&state, [], at: 1)
        state.apply(.read(known.id, .away), seconds(2))
        state.apply(.listed(folder: "inbox", .failure(.unmounted)), seconds(2))
        #expect(state.first.health == .unmounted && state.isQuiet && state.waiting == nil)
        let commands = list(&state, [picture], at: 9)
        #expect(commands.contains { if case .run(.read, _, _) = $0 { true } else { false } }, "\(commands)")
        #expect(state.first.health == .fine)
    }

    @Test("a source in an unavailable folder is disposed of when the folder is back")
    func clearing() {
        var (state, known) = reading(.ended)
        list(&state, [picture], at: 1)
        state.apply(.disposed(known.id, .away), seconds(2))
        state.apply(.listed(folder: "inbox", .failure(.unmounted)), seconds(2))
        #expect(state.disposing.running.isEmpty && state.drops[known.id]?.stuck == nil && state.isQuiet)
        list(&state, [picture], at: 9)
        #expect(state.disposing.running == [known.id])
    }

    @Test("files older than the folder's first use are held, later ones aren't")
    func existing() {
        let old = entry("old.txt", inode: 1, modified: 1_000_000)
        let new = entry("new.txt", inode: 2, modified: 9_000_000_000)
        func claimed(_ rule: WatchRules.Existing) -> [String: Bool] {
            let folder = WatchFolder(
                name: "inbox", path: FolderPath("/srv/inbox"), promptSettle: .zero, existing: rule)
            var state = Intake.State.initial(folders: [folder], remainingCapacity: 100)
            state.apply(.started, seconds(0))
            state.apply(.recovered(.success([])), seconds(0))
            list(&state, [old, new], at: 10, since: 5000)
            return Dictionary(
                uniqueKeysWithValues: state.drops.values.map { ($0.drop.identity.name.shown, $0.drop.isHeld) })
        }
        #expect(claimed(.hold) == ["old.txt": true, "new.txt": false])
        #expect(claimed(.take) == ["old.txt": false, "new.txt": false])
        #expect(claimed(.ignore) == ["new.txt": false])
    }

    @Test("more than 50 prompts at once are held too, until the last of them is claimed", arguments: [50, 51])
    func crowd(count: Int) {
        let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), promptSettle: .zero)
        var state = Intake.State.initial(folders: [folder], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        let entries = (1...count).map { entry("\($0).txt", inode: UInt64($0)) }
        list(&state, entries, at: 1)
        #expect(state.drops.count == 10)
        #expect(state.drops.values.allSatisfy { $0.drop.isHeld == (count > 50) })
        list(&state, entries, at: 9)
        #expect(state.first.hasBulkDrop == (count > 50), "those that wait came with them")
        list(&state, [entry("one.txt", inode: 99)], at: 20)
        #expect(!state.first.hasBulkDrop || count > 50)
    }
}
