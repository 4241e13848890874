import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Folders on network file systems. Facts are applied one after the other.
@Suite("Intake, folders elsewhere")
struct IntakeRemoteTests {
    private func listed(
        _ folder: IntakeFolder, _ entries: [FileEntry] = [], isRemote: Bool = true
    ) -> (Intake.State, [Command<Intake>]) {
        var state = Intake.State.initial(folders: [folder], room: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .unavailable(code: 0)), seconds(0))
        let listing = FolderListing(entries: entries, space: plenty, isRemote: isRemote)
        let commands = Intake.reduce(&state, .listed(folder: "inbox", .success(listing)), seconds(0))
        return (state, commands)
    }

    @Test("they are listed every 5 s, which is told once; a file there settles for 5 s")
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

    @Test("what the configuration says holds there too")
    func said() {
        let remote = IntakeFolder.RemotePace(
            interval: .seconds(120), pictureSettle: .seconds(9), promptSettle: .seconds(7))
        let folder = IntakeFolder(name: "inbox", path: FolderPath("/srv/inbox"), remote: remote)
        let (state, commands) = listed(folder)
        #expect(commands.contains(rings(.seconds(120))))
        #expect(state.first.settle(entry("a.png")) == .seconds(9))
        #expect(state.first.settle(entry("a.txt")) == .seconds(7))
        let (local, _) = listed(folder, isRemote: false)
        #expect(local.first.settle(entry("a.txt")) == .seconds(5) && local.first.interval == .seconds(30))
    }
}
