import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Files in folders that say what drops there ask for. Facts are applied one after the other.
@Suite("Intake, files of folders")
struct IntakeFolderFileTests {
    private let fault = FolderFault(FolderFile.name, .mistake(.empty))

    private func running(_ entries: [FileEntry] = []) -> Intake.State {
        var state = Intake.State.initial(folders: [inbox], room: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        state.apply(.listed(folder: "inbox", listing(entries)), seconds(0))
        return state
    }

    private func faulty(space: DiskSpace? = plenty) -> Intake.InternalAction {
        .listed(folder: "inbox", .success(FolderListing(entries: [], space: space, fault: fault)))
    }

    @Test("a folder whose file is wrong takes nothing, says so once, and goes on when it is mended")
    func folder() {
        var state = running([entry("a.png")])
        state.apply(.lookWanted(folder: "inbox"), seconds(5))
        let told = Intake.reduce(&state, faulty(), seconds(5))
        #expect(told.contains(.emit(.folderChanged(folder: "inbox", .misconfigured(fault)))))
        #expect(state.first.health == .misconfigured(fault) && state.first.settling.isEmpty && state.drops.isEmpty)
        #expect(state.isQuiet)
        state.apply(.lookWanted(folder: "inbox"), seconds(6))
        let again = Intake.reduce(&state, faulty(space: full), seconds(6))
        #expect(again.contains(.emit(.waiting(.lowDisk(full)))) && !again.contains { $0 == told.first })
        state.apply(.lookWanted(folder: "inbox"), seconds(7))
        let back = Intake.reduce(&state, .listed(folder: "inbox", listing([entry("a.png")])), seconds(7))
        #expect(back.contains(.emit(.folderChanged(folder: "inbox", .fine))) && state.first.settling.count == 1)
    }

    @Test("a drop that was claimed before waits for its folder, or for the one below it in which it lies")
    func claimed() throws {
        for (name, listing) in [
            ("a.png", faulty()),
            (
                "sub/a.png",
                .listed(
                    folder: "inbox",
                    .success(
                        FolderListing(
                            entries: [], space: plenty, unread: [FileName("sub"): .misconfigured(fault)])))
            ),
        ] {
            var state = running()
            state.reads(drop(1, name))
            state.apply(.read(dropID(1), .away), seconds(1))
            #expect(!state.isQuiet)
            state.apply(listing, seconds(1))
            #expect(state.isQuiet && state.drops.count == 1)
            state.apply(.woke(folder: "inbox"), seconds(40))
            #expect(state.reading.running == [dropID(1)] || name == "a.png")
        }
    }
}
