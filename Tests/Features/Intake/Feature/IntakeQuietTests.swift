import Domain
import MVICore
import Testing

@testable import IntakeFeature

/// The conditions for ending a single pass. Facts are applied one after the other; their effects don't matter here.
@Suite("Intake, idleness")
struct IntakeQuietTests {
    private let picture = entry("a.png")

    /// The state after the watch started and a listing ran from 0 s to `second`.
    private func listed(_ entries: [FileEntry], at second: Int = 0, remainingCapacity: Int = 10) -> Intake.State {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: remainingCapacity)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .watching), seconds(0))
        state.apply(.listed(folder: "inbox", listing(entries)), seconds(second))
        return state
    }

    /// The same with a claimed picture whose drop is being read.
    private func reading(listingTook second: Int) throws -> (Intake.State, Drop) {
        var state = listed([], at: 0)
        state.apply(.hinted(folder: "inbox", .arrived(picture.name)), seconds(1))
        state.apply(.listed(folder: "inbox", listing([picture])), seconds(1 + second))
        let drop = try #require(state.drops.values.first?.drop)
        state.apply(.claimed(folder: "inbox", .success([drop])), seconds(1 + second))
        return (state, drop)
    }

    @Test("intake isn't idle before the first listing or while a file settles")
    func settling() {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        #expect(!state.isQuiet)
        state.apply(.started, seconds(0))
        #expect(!state.isQuiet)
        state.apply(.recovered(.success([])), seconds(0))
        #expect(!state.isQuiet)
        #expect(!listed([picture]).isQuiet)
        #expect(listed([]).isQuiet && listed([]).isFullyProcessed)
    }

    @Test("a file that changed before it was read is waited for, even if its folder is listed later")
    func changed() throws {
        var (state, drop) = try reading(listingTook: 2)
        #expect(!state.isQuiet)
        state.apply(.read(drop.id, .changed), seconds(3))
        #expect(state.folders[0].listingSince == nil && state.drops.isEmpty)
        #expect(!state.isQuiet)
        state.apply(.woke(folder: "inbox"), seconds(5))
        #expect(!state.isQuiet)
        state.apply(.listed(folder: "inbox", listing([entry("a.png", size: 20)])), seconds(5))
        #expect(!state.isQuiet)
        state.apply(.woke(folder: "inbox"), seconds(6))
        state.apply(.listed(folder: "inbox", listing([])), seconds(6))
        #expect(state.isQuiet && state.isFullyProcessed)
    }

    @Test("a reported change that isn't listed yet is waited for")
    func hinted() {
        var state = listed([])
        state.apply(.hinted(folder: "inbox", .changed), seconds(0))
        #expect(!state.isQuiet)
        let later = Stamp(now: .milliseconds(100))
        state.apply(.woke(folder: "inbox"), later)
        state.apply(.hinted(folder: "inbox", .changed), later)
        state.apply(.listed(folder: "inbox", listing([])), later)
        #expect(!state.isQuiet)
        state.apply(.woke(folder: "inbox"), seconds(1))
        state.apply(.listed(folder: "inbox", listing([])), seconds(1))
        #expect(state.isQuiet)
    }

    @Test("files waiting for disk, capacity or database are idle but not done")
    func trouble() throws {
        var low = listed([picture])
        low.apply(.woke(folder: "inbox"), seconds(1))
        low.apply(.listed(folder: "inbox", listing([picture], space: full)), seconds(1))
        #expect(low.isQuiet && !low.isFullyProcessed)

        var crowded = listed([picture], remainingCapacity: 0)
        crowded.apply(.woke(folder: "inbox"), seconds(1))
        crowded.apply(.listed(folder: "inbox", listing([picture])), seconds(1))
        #expect(crowded.isQuiet && !crowded.isFullyProcessed)

        var (failing, drop) = try reading(listingTook: 0)
        failing.apply(.read(drop.id, .postponed(.storage(.full))), seconds(1))
        #expect(failing.isQuiet && !failing.isFullyProcessed)

        var mute = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        mute.apply(.started, seconds(0))
        mute.apply(.recovered(.failure(.busy)), seconds(0))
        #expect(mute.isQuiet && !mute.isFullyProcessed)
    }

    @Test("claiming, reading and disposal aren't idle, whatever the failures")
    func running() throws {
        var (state, drop) = try reading(listingTook: 0)
        state.apply(.woke(folder: "inbox"), seconds(31))
        state.apply(.listed(folder: "inbox", listing([picture], space: full)), seconds(31))
        #expect(!state.isQuiet)
        state.apply(.read(drop.id, .failed(.empty)), seconds(31))
        #expect(!state.isQuiet)
        state.apply(.disposed(drop.id, .gone), seconds(31))
        #expect(state.isQuiet)
    }

    @Test("a missing folder is idle but not done; a stuck source is both")
    func missing() throws {
        var state = Intake.State.initial(folders: [inbox], remainingCapacity: 10)
        state.apply(.started, seconds(0))
        state.apply(.recovered(.success([])), seconds(0))
        state.apply(.hinted(folder: "inbox", .unavailable(code: 2)), seconds(0))
        state.apply(.listed(folder: "inbox", .failure(.missing)), seconds(0))
        #expect(state.isQuiet && !state.isFullyProcessed)

        var (stuck, drop) = try reading(listingTook: 0)
        stuck.apply(.read(drop.id, .failed(.empty)), seconds(1))
        stuck.apply(.disposed(drop.id, .stuck(.readOnly)), seconds(1))
        #expect(stuck.isQuiet && stuck.isFullyProcessed)
    }
}

extension Intake.State {
    mutating func apply(_ fact: Intake.InternalAction, _ stamp: Stamp) {
        _ = Intake.reduce(&self, fact, stamp)
    }
}
