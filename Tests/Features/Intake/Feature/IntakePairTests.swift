import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Pictures with sidecars. Facts are applied one after the other.
@Suite("Intake, pairs")
struct IntakePairTests {
    private let picture = entry("a.png", inode: 1)
    private let sidecar = entry("a.png.toml", inode: 2)
    private let strict = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), sidecar: .required)

    private func state(_ folder: WatchFolder = inbox, remainingCapacity: Int = 10) -> Intake.State {
        var state = Intake.State.initial(folders: [folder], remainingCapacity: remainingCapacity)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        return state
    }

    @discardableResult
    private func list(
        _ state: inout Intake.State, _ entries: [FileEntry], at second: Int
    ) -> [Command<Intake>] {
        if state.first.listingSince == nil {
            _ = Intake.reduce(&state, .listRequested(folder: "inbox"), seconds(second))
        }
        return Intake.reduce(&state, .listed(folder: "inbox", listing(entries)), seconds(second))
    }

    private func arrive(_ state: inout Intake.State, _ entry: FileEntry, at second: Int) {
        state.apply(.hinted(folder: "inbox", .arrived(entry.name)), seconds(second))
    }

    private var claimed: (Intake.State) -> [[FileIdentity?]] {
        { state in state.drops.values.map { [$0.drop.identity, $0.drop.sidecar] } }
    }

    @Test("both are one drop: the picture waits until its sidecar has settled")
    func together() {
        var state = state()
        list(&state, [picture, sidecar], at: 0)
        list(&state, [picture, sidecar], at: 1)
        #expect(state.drops.isEmpty && state.first.settling.count == 2)
        list(&state, [picture, sidecar], at: 5)
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
        #expect(state.first.settling.isEmpty && state.first.unpairedSidecars.isEmpty)
        list(&state, [picture, sidecar], at: 6)
        #expect(state.drops.count == 1, "what is claimed is not taken again")
    }

    @Test("a failed claim is retried for both, whatever was listed meanwhile")
    func claimFails() throws {
        var state = state()
        for second in [0, 5] { list(&state, [picture, sidecar], at: second) }
        list(&state, [picture, sidecar], at: 6)
        state.apply(.claimed(folder: "inbox", .failure(.full)), seconds(6))
        #expect(state.drops.isEmpty && state.first.ready == [picture])
        list(&state, [picture, sidecar], at: 7)
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
        state.apply(.claimed(folder: "inbox", .failure(.full)), seconds(7))
        state.apply(.woke(folder: "inbox"), seconds(8))
        state.apply(.listed(folder: "inbox", listing([picture, sidecar])), seconds(8))
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
    }

    @Test("a sidecar waits for its picture to be copied, however complete it is itself")
    func pictureLast() {
        var state = state()
        arrive(&state, sidecar, at: 0)
        for _ in 1...2 { list(&state, [sidecar], at: 0) }
        #expect(state.first.unpairedSidecars.count == 1 && state.first.settling.isEmpty && state.isFullyProcessed)
        list(&state, [entry("a.png", inode: 1, size: 3), sidecar], at: 1)
        #expect(state.drops.isEmpty && state.first.unpairedSidecars.isEmpty)
        list(&state, [picture, sidecar], at: 2)
        list(&state, [picture, sidecar], at: 3)
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
    }

    @Test("a lone sidecar is never a request; that is reported once, after a minute")
    func alone() {
        var state = state()
        list(&state, [sidecar], at: 0)
        let told = Command<Intake>.emit(.sidecarAlone(folder: "inbox", sidecar))
        #expect(!list(&state, [sidecar], at: 59).contains(told))
        #expect(list(&state, [sidecar], at: 60).contains(told))
        #expect(!list(&state, [sidecar], at: 90).contains(told))
        #expect(state.drops.isEmpty && state.isFullyProcessed && state.isQuiet)
        state.apply(.listRequested(folder: "inbox"), seconds(99))
        state.apply(.listed(folder: "inbox", .failure(.missing)), seconds(99))
        #expect(state.first.unpairedSidecars.isEmpty)
    }

    @Test("a sidecar that comes after its picture was picked up waits for the next picture of that name")
    func late() {
        var state = state()
        arrive(&state, picture, at: 0)
        list(&state, [picture], at: 0)
        #expect(claimed(state) == [[picture.identity, nil]])
        arrive(&state, sidecar, at: 1)
        list(&state, [picture, sidecar], at: 1)
        #expect(state.first.unpairedSidecars.count == 1 && state.drops.count == 1)
    }

    @Test("if required, a picture waits a minute for its sidecar, without a busy timer")
    func required() {
        var state = state(strict)
        arrive(&state, picture, at: 0)
        list(&state, [picture], at: 0)
        let commands = list(&state, [picture], at: 40)
        #expect(state.drops.isEmpty && !commands.contains(rings(.zero)))
        #expect(commands.contains(rings(.seconds(20))))
        list(&state, [picture], at: 60)
        #expect(claimed(state) == [[picture.identity, nil]])
        var other = self.state(strict)
        list(&other, [entry("b.txt")], at: 0)
        list(&other, [entry("b.txt")], at: 5)
        #expect(other.drops.count == 1, "texts need none")
    }

    @Test("a picture that waited in vain for its sidecar, then for capacity, only waits for capacity")
    func noRoom() {
        var state = state(strict, remainingCapacity: 0)
        arrive(&state, picture, at: 0)
        list(&state, [picture], at: 0)
        list(&state, [picture], at: 60)
        #expect(state.first.ready == [picture])
        list(&state, [picture], at: 61)
        #expect(state.first.ready == [picture] && state.first.settling.isEmpty)
    }

    @Test("a sidecar that keeps changing beside a complete picture causes no busy timer")
    func growing() {
        var state = state()
        arrive(&state, picture, at: 0)
        for second in [0, 30, 58] {
            list(&state, [picture, entry("a.png.toml", inode: 2, size: Int64(second))], at: second)
        }
        let commands = list(&state, [picture, entry("a.png.toml", inode: 2, size: 99)], at: 61)
        #expect(state.drops.isEmpty && !commands.contains(rings(.zero)))
    }

    @Test("after a failed claim both are listed again")
    func again() {
        var state = state()
        arrive(&state, picture, at: 0)
        arrive(&state, sidecar, at: 0)
        list(&state, [picture, sidecar], at: 0)
        state.apply(.claimed(folder: "inbox", .failure(.busy)), seconds(1))
        #expect(state.drops.isEmpty)
        list(&state, [picture, sidecar], at: 2)
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
    }

    @Test("only a picture's name makes a TOML file a sidecar: other TOML is a request")
    func names() {
        var state = state()
        let requests = [entry("a.toml", inode: 1), entry("a.txt.toml", inode: 2), entry("a.json", inode: 3)]
        for request in requests { arrive(&state, request, at: 0) }
        list(&state, requests, at: 0)
        #expect(state.drops.count == 3 && state.first.unpairedSidecars.isEmpty)
    }

    @Test("NAME.done makes NAME complete at once, with its sidecar")
    func done() {
        var state = state()
        let prompt = entry("b.txt", inode: 3)
        list(&state, [picture, sidecar, prompt, entry("a.png.done", inode: 4), entry("b.txt.done", inode: 5)], at: 0)
        #expect(state.drops.count == 2 && state.first.settling.isEmpty)
        #expect(claimed(state).contains([picture.identity, sidecar.identity]))
    }

    @Test("if NAME.done is required, files without it are ignored and not waited for")
    func requiredDone() {
        var state = state(WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), requiresDone: true))
        arrive(&state, picture, at: 0)
        for second in [0, 1, 90] { list(&state, [picture, sidecar, entry(".done", inode: 9)], at: second) }
        #expect(state.drops.isEmpty && state.first.settling.isEmpty && state.isFullyProcessed)
        list(&state, [picture, sidecar, entry("a.png.done", inode: 4)], at: 91)
        #expect(claimed(state) == [[picture.identity, sidecar.identity]])
        var folder = self.state()
        list(&folder, [picture, entry("a.png.done", inode: 4, kind: .folder)], at: 0)
        #expect(folder.drops.isEmpty, "a folder says nothing")
    }
}
