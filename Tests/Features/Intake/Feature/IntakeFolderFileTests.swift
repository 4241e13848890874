import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Settings files in folders. Facts are applied one after the other.
@Suite("Intake, folder settings files")
struct WatchFolderFileTests {
    private let fault = FolderConfigFailure(FolderConfigFile.name, .mistake(.empty))

    private func running(_ entries: [FileEntry] = []) -> Intake.State {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        state.apply(.listed(folder: "inbox", listing(entries)), seconds(0))
        return state
    }

    private func faulty(space: DiskSpace? = plenty) -> Intake.InternalAction {
        .listed(folder: "inbox", .success(FolderListing(entries: [], space: space, fault: fault)))
    }

    @Test("a folder with an invalid settings file picks up nothing, reports it once, and continues when fixed")
    func folder() {
        var state = running([entry("a.png")])
        state.apply(.listRequested(folder: "inbox"), seconds(5))
        let told = Intake.reduce(&state, faulty(), seconds(5))
        #expect(told.contains(.emit(.folderChanged(folder: "inbox", .misconfigured(fault)))))
        #expect(state.first.health == .misconfigured(fault) && state.first.settling.isEmpty && state.drops.isEmpty)
        #expect(state.isQuiet)
        state.apply(.listRequested(folder: "inbox"), seconds(6))
        let again = Intake.reduce(&state, faulty(space: full), seconds(6))
        #expect(again.contains(.emit(.waiting(.lowDisk(full)))) && !again.contains { $0 == told.first })
        state.apply(.listRequested(folder: "inbox"), seconds(7))
        let back = Intake.reduce(&state, .listed(folder: "inbox", listing([entry("a.png")])), seconds(7))
        #expect(back.contains(.emit(.folderChanged(folder: "inbox", .fine))) && state.first.settling.count == 1)
    }

    @Test("a previously claimed drop waits for its folder or subfolder")
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
