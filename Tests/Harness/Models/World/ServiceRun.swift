import Domain
import Synchronization

/// One run of the simulated service, from its start to its stop or crash.
///
/// Everything the service does to the outside world is an act. It may crash between any two acts; from then on, code
/// that is still running can't affect the world any more.
package final class ServiceRun: Sendable {
    /// Failure rates per thousand acts.
    package struct Faults: Equatable, Sendable {
        package var disk: UInt64
        package var database: UInt64

        package init(disk: UInt64 = 0, database: UInt64 = 0) {
            self.disk = disk
            self.database = database
        }
    }

    private struct State {
        var isAlive = true
        var acts = 0
        var rng: SplitMix64
        var faults: Faults
        var ending: Ending?
        var waiter: CheckedContinuation<Ending, Never>?
        var lateWrite: (@Sendable () async -> Void)?
        var unclearWrite: (@Sendable () async -> Void)?
        /// Jobs whose call was recorded but not sent yet.
        var unsent: [String] = []
        var isStalled = false
        var nextStall: PlannedStall?
        var stalled: [CheckedContinuation<Void, Never>] = []
    }

    /// A stall at the first act of a kind from a certain act on.
    package struct PlannedStall: Sendable {
        package enum Kind: Sendable, CaseIterable {
            case any
            /// A write to the database that a stalled process may still make later.
            case write
            /// An order to a provider.
            case order
        }

        let act: Int
        let kind: Kind
        /// Called when the stall begins.
        let begin: @Sendable () -> Void

        package init(act: Int, kind: Kind, begin: @escaping @Sendable () -> Void) {
            (self.act, self.kind, self.begin) = (act, kind, begin)
        }

        func fits(_ act: Int, _ what: StaticString, canBeLate: Bool) -> Bool {
            guard act >= self.act else { return false }
            return switch kind {
            case .any: true
            case .write: canBeLate
            case .order: what.description == "submit"
            }
        }
    }

    /// The ways in which a run ends.
    package enum Ending: Equatable, Sendable {
        /// It crashed.
        case died
        /// It was stopped.
        case stopped
        /// Nothing was left to do.
        case rested
        /// Work was left but made no progress.
        case stuck
    }

    private let state: Mutex<State>
    private let lastAct: Int?
    /// Whether the last act still takes effect, though its result is lost.
    private let isLastDone: Bool
    /// Whether it crashes only at a write that could happen late, at or after `lastAct`.
    private let diesWriting: Bool
    package let trace: Trace

    /// Crashes at act number `lastAct`, or never if that is `nil`. With `diesWriting`, crashes at the first act from
    /// there on that a merely stalled process could still perform later.
    package init(
        seed: UInt64, lastAct: Int?, diesWriting: Bool = false, faults: Faults = Faults(), trace: Trace
    ) {
        var rng = SplitMix64(seed: seed)
        isLastDone = rng.next() % 2 == 0 && !diesWriting
        self.diesWriting = diesWriting
        state = Mutex(State(rng: rng, faults: faults))
        self.lastAct = lastAct
        self.trace = trace
    }

    /// Whether it has ended or been asked to stop.
    package var isOver: Bool { state.withLock { $0.ending != nil } }
    package var isAlive: Bool { state.withLock(\.isAlive) }
    package var acts: Int { state.withLock(\.acts) }

    /// Ends all random failures.
    package func stopFaults() {
        state.withLock { $0.faults = Faults() }
    }

    /// Crashes: code that is still running can't affect the world any more.
    package func die() {
        state.withLock { $0.isAlive = false }
        continueActs()
        end(.died)
    }

    /// Lets every act wait, before it takes effect or before its result arrives, until `continueActs`.
    package func stall() {
        state.withLock { $0.isStalled = $0.isAlive }
    }

    package func continueActs() {
        let stalled = state.withLock { state in
            state.isStalled = false
            defer { state.stalled = [] }
            return state.stalled
        }
        for act in stalled { act.resume() }
    }

    /// Stalls once more, when the planned act comes.
    package func plan(_ stall: PlannedStall) {
        state.withLock { $0.nextStall = stall }
    }

    /// Begins the planned stall if this is its act.
    private func beginStall(at act: Int, _ what: StaticString, canBeLate: Bool) {
        let begin = state.withLock { state -> (@Sendable () -> Void)? in
            guard let stall = state.nextStall, stall.fits(act, what, canBeLate: canBeLate) else { return nil }
            state.nextStall = nil
            state.isStalled = true
            return stall.begin
        }
        begin?()
    }

    package var isStalled: Bool { state.withLock(\.isStalled) }

    private func waitWhileStalled() async {
        while isStalled {
            await withCheckedContinuation { act in
                let waits = state.withLock { state in
                    if state.isStalled { state.stalled.append(act) }
                    return state.isStalled
                }
                if !waits { act.resume() }
            }
        }
    }

    /// Ends the run and resumes `over()`. Only the first call counts.
    package func end(_ ending: Ending) {
        let waiter = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: ending)
    }

    /// Waits for the end of the run.
    package func over() async -> Ending {
        await withCheckedContinuation { waiter in
            let ending = state.withLock { state -> Ending? in
                if state.ending == nil { state.waiter = waiter }
                return state.ending
            }
            if let ending { waiter.resume(returning: ending) }
        }
    }

    /// Notes that a job's call was recorded.
    func recordBegun(_ job: JobID) {
        state.withLock { $0.unsent.append(job.text) }
    }

    /// Notes that a call with this key was sent. Keys begin with their job's ID.
    package func recordSent(_ key: String) {
        state.withLock { state in
            if let place = state.unsent.firstIndex(where: key.hasPrefix) { state.unsent.remove(at: place) }
        }
    }

    /// Jobs with a call that was recorded but never sent.
    package var unsent: [String] { state.withLock(\.unsent) }

    /// Removes and returns the write that was pending at the crash, for a process that was only stalled and performs it
    /// later.
    package func removeLateWrite() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.lateWrite = nil }
            return state.lateWrite
        }
    }

    /// Keeps a write whose commit failed: it may be in the database's log all the same, until something else is written
    /// there.
    func keepUnclearWrite(_ write: (@Sendable () async -> Void)?) {
        state.withLock { $0.unclearWrite = write }
    }

    /// Removes and returns a write that was reported as failed but that the next start finds in the database's log.
    package func removeUnclearWrite() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.unclearWrite = nil }
            return state.unclearWrite
        }
    }

    /// A random number below `bound`.
    package func roll(_ bound: UInt64) -> UInt64 {
        state.withLock { $0.rng.next() % bound }
    }

    /// Draws whether the disk fails now.
    func diskFails() -> Bool { state.withLock { $0.faults.disk > 0 && $0.rng.next() % 1_000 < $0.faults.disk } }

    /// Draws whether the database fails now.
    func databaseFails() -> Bool {
        state.withLock { $0.faults.database > 0 && $0.rng.next() % 1_000 < $0.faults.database }
    }

    /// Performs `work` when the schedule reaches it. Throws `dead` if the run has ended by then or crashes at this act.
    /// `late` is the same work for a stalled process that performs it after the crash.
    package func act<T, E: Error>(
        _ what: StaticString, _ words: @autoclosure () -> String, dead: E, late: (@Sendable () async -> Void)? = nil,
        _ work: () async throws(E) -> T
    ) async throws(E) -> T {
        await Schedule.yieldTurn()
        await waitWhileStalled()
        guard beginsAct() else { throw dead }
        beginStall(at: acts, what, canBeLate: late != nil)
        await waitWhileStalled()
        guard isAlive else { throw dead }
        let isLast = isLast(acts, canBeLate: late != nil)
        if isLast, !isLastDone {
            trace.tell("dies before", acts, "\(what) \(words())")
            state.withLock { $0.lateWrite = late }
            die()
            throw dead
        }
        trace.tell(what, acts, words())
        let answer: T
        do throws(E) { answer = try await work() } catch {
            if isLast { die() }
            throw error
        }
        if isLast {
            trace.tell("dies after", acts)
            die()
            throw dead
        }
        await Schedule.maybeYieldTurn()
        await waitWhileStalled()
        guard isAlive else { throw dead }
        return answer
    }

    private func isLast(_ act: Int, canBeLate: Bool) -> Bool {
        guard let lastAct else { return false }
        return diesWriting ? act >= lastAct && canBeLate : act == lastAct
    }

    private func beginsAct() -> Bool {
        state.withLock { state in
            if state.isAlive { state.acts += 1 }
            return state.isAlive
        }
    }
}

/// The trace of a simulated run: a digest of everything that happened and, on request, the lines of text.
package final class Trace: Sendable {
    private struct State {
        var hash = StableHash()
        var lines: [String] = []
    }

    private let book = Mutex(State())
    private let isWritten: Bool
    private let clock: ManualClock

    /// `isWritten` also keeps the lines, which costs much more than the digest.
    package init(isWritten: Bool, clock: ManualClock) {
        self.isWritten = isWritten
        self.clock = clock
    }

    /// The digest; equal for two runs in which the same happened.
    package var hash: UInt64 { book.withLock(\.hash.value) }
    package var lines: [String] { book.withLock(\.lines) }

    /// Adds an event. `what`, `number` and the time go into the digest, `words` only into the lines.
    package func tell(_ what: StaticString, _ number: Int = 0, _ words: @autoclosure () -> String = "") {
        let line = isWritten ? "\(clock.now.offset) \(what) \(words())" : nil
        let moment = Int(clock.now.offset / .milliseconds(1))
        book.withLock { book in
            what.withUTF8Buffer { book.hash.add($0) }
            for shift in stride(from: 0, to: 64, by: 8) {
                book.hash.add(UInt8(truncatingIfNeeded: number >> shift))
                book.hash.add(UInt8(truncatingIfNeeded: moment >> shift))
            }
            if let line { book.lines.append(line) }
        }
    }
}
