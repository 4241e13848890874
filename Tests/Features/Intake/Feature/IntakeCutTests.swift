import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Truncated pictures. Facts are applied one after the other.
@Suite("Intake, truncated pictures")
struct IntakeCutTests {
    private let picture = entry("a.png")

    /// A picture that arrived, was read at 1 s and lacked its end.
    private func cut(_ folder: WatchFolder = inbox) throws -> (Intake.State, [Command<Intake>]) {
        var state = Intake.State.initial(folders: [folder], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.listed(folder: "inbox", listing([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .arrived(picture.name)), seconds(1))
        state.apply(.listed(folder: "inbox", listing([picture])), seconds(1))
        let drop = try #require(state.drops.values.first?.drop)
        state.apply(.claimed(folder: "inbox", .success([drop])), seconds(1))
        let commands = Intake.reduce(&state, .read(drop.id, .cut), seconds(1))
        #expect(commands == [.emit(.cut(drop)), lists()])
        return (state, commands)
    }

    @Test("a truncated picture settles for a minute, whatever the configuration, and is then picked up as it is")
    func settles() throws {
        var (state, _) = try cut()
        state.apply(.listed(folder: "inbox", listing([picture])), seconds(1))
        #expect(state.drops.isEmpty && state.first.settling.count == 1 && !state.isQuiet)
        for second in [3, 60] {
            state.apply(.woke(folder: "inbox"), seconds(second))
            state.apply(.listed(folder: "inbox", listing([picture])), seconds(second))
            #expect(state.drops.isEmpty)
        }
        state.apply(.woke(folder: "inbox"), seconds(61))
        state.apply(.listed(folder: "inbox", listing([picture])), seconds(61))
        #expect(state.drops.count == 1 && state.first.cut.isEmpty)
    }

    @Test("neither another arrival nor a NAME.done makes it complete")
    func arrivesAgain() throws {
        let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), pictureSettle: .zero)
        var (state, _) = try cut(folder)
        state.apply(.hinted(folder: "inbox", .arrived(picture.name)), seconds(1))
        let done = entry("a.png.done", inode: 2)
        state.apply(.listed(folder: "inbox", listing([picture, done])), seconds(1))
        state.apply(.listed(folder: "inbox", listing([picture, done])), seconds(1))
        #expect(state.drops.isEmpty && state.first.settling.count == 1)
    }

    @Test("once its writer continues, it settles normally and its truncated state is forgotten")
    func goesOn() throws {
        var (state, _) = try cut()
        let whole = entry("a.png", size: 20, modified: 200)
        state.apply(.listed(folder: "inbox", listing([picture])), seconds(1))
        state.apply(.hinted(folder: "inbox", .closed(picture.name)), seconds(2))
        state.apply(.woke(folder: "inbox"), seconds(2))
        state.apply(.listed(folder: "inbox", listing([whole])), seconds(2))
        #expect(state.drops.isEmpty && state.first.cut.isEmpty)
        state.apply(.woke(folder: "inbox"), seconds(3))
        state.apply(.listed(folder: "inbox", listing([whole])), seconds(3))
        #expect(state.drops.values.map(\.drop.identity) == [whole.identity])
    }

    @Test("a truncated picture whose drop has ended is ignored")
    func late() throws {
        var (state, _) = try cut()
        let before = state
        #expect(Intake.reduce(&state, .read(dropID(99), .cut), seconds(2)) == [])
        #expect(state == before)
    }
}
