import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// Folders with more files than one listing returns. Facts are applied one after the other.
@Suite("Intake, long listings")
struct IntakeLongListingTests {
    private func files(_ numbers: Range<Int>) -> [FileEntry] {
        numbers.map { entry("\($0).png", inode: UInt64($0), modified: UTCNanos(Int64($0))) }
    }

    private func listed(_ entries: [FileEntry], last: FileEntry?) -> Intake.InternalAction {
        .listed(folder: "inbox", .success(FolderListing(entries: entries, space: plenty, last: last)))
    }

    private var running: Intake.State {
        let folder = WatchFolder(name: "inbox", path: FolderPath("/srv/inbox"), pictureSettle: .zero)
        var state = Intake.State.initial(folders: [folder], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        return state
    }

    @Test("when few listed files are left the folder is listed again, and isn't done before")
    func more() {
        var state = running
        let told = files(0..<20)
        state.apply(listed(told, last: told.last), seconds(0))
        #expect(state.first.hasMore && state.first.runsLow)
        let claimed = state.drops.values.map(\.drop).sorted { $0.id < $1.id }
        #expect(claimed.map(\.identity) == told.prefix(10).map(\.identity), "the oldest first")
        let commands = Intake.reduce(&state, .claimed(folder: "inbox", .success(claimed)), seconds(1))
        #expect(commands.contains(lists()))
        state.apply(listed([], last: told.last), seconds(1))
        #expect(!state.first.isFullyProcessed)
        state.apply(listed([], last: nil), seconds(2))
        #expect(state.first.isFullyProcessed && !state.first.runsLow)
    }

    @Test("a file beyond the listing's range is unknown; one missing within its range is gone")
    func absent() {
        var state = running
        for number in [3, 9] {
            let drop = Drop(
                id: dropID(UInt64(number)), folder: "inbox", identity: files(number..<number + 1)[0].identity,
                phase: .read, content: Digest(bytes: [UInt8](repeating: 1, count: 32)))
            state.drops[drop.id] = TrackedDrop(drop: drop)
        }
        let told = files(4..<6)
        state.apply(listed(told, last: told.last), seconds(0))
        #expect(state.drops[dropID(3)]?.isWithdrawn == true && state.drops[dropID(9)]?.isWithdrawn == false)
    }

    @Test("a claim says whether its file shared its stem in the listing, also one that is made again")
    func twins() {
        var state = running
        let told = files(0..<2)
        let listing = FolderListing(entries: told, space: plenty, twins: [told[1].name])
        state.apply(.listed(folder: "inbox", .success(listing)), seconds(0))
        func claimed() -> [Bool] {
            state.drops.values.map(\.drop).sorted { $0.identity.name < $1.identity.name }.map(\.hasTwin)
        }
        #expect(claimed() == [false, true])
        state.apply(.claimed(folder: "inbox", .failure(.busy)), seconds(1))
        #expect(claimed() == [])
        // The other file has been taken away meanwhile: the listing decides.
        state.apply(listed(told, last: nil), seconds(2))
        #expect(claimed() == [false, false])
    }

    @Test("files that can't be moved take no slots from others")
    func stuck() {
        var state = running
        let drop = drop(1, phase: .ended)
        state.drops[drop.id] = TrackedDrop(drop: drop, stuck: .denied)
        state.apply(listed([entry("a.png")], last: nil), seconds(0))
        let commands = Intake.reduce(&state, .woke(folder: "inbox"), seconds(30))
        #expect(commands.contains(.run(.list(folder: "inbox", most: 4097), as: .list("inbox"))))
    }
}
