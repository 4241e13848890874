import Domain
import Synchronization

/// One run of the simulated service, from its start to its stop or its crash.
///
/// Whatever the service does to the world is an act. Between any two of them it may die: from then on nothing that is
/// still running reaches the world any more.
package final class Life: Sendable {
    /// How often the world fails, in thousandths of all acts.
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
        var dice: SplitMix64
        var faults: Faults
        var ending: Ending?
        var waiter: CheckedContinuation<Ending, Never>?
        var lateWrite: (@Sendable () async -> Void)?
        var unclearWrite: (@Sendable () async -> Void)?
        /// Jobs whose call was written down and has not been sent yet.
        var unsent: [String] = []
    }

    /// How a life ended.
    package enum Ending: Equatable, Sendable {
        /// In the middle of something.
        case died
        /// Somebody stopped it.
        case stopped
        /// There was nothing left to do.
        case rested
        /// There was something left to do, and nobody did it.
        case stuck
    }

    private let state: Mutex<State>
    private let lastAct: Int?
    /// Whether the last act is still done, though nobody learns of it.
    private let isLastDone: Bool
    /// Whether it dies only at a write that could come late, from its `lastAct` on.
    private let diesWriting: Bool
    package let story: Story

    /// It dies at its `lastAct`-th act, or never; `diesWriting`: at the first one from there on that its process could
    /// still do later, had it only been held up.
    package init(
        seed: UInt64, lastAct: Int?, diesWriting: Bool = false, faults: Faults = Faults(), story: Story
    ) {
        var dice = SplitMix64(seed: seed)
        isLastDone = dice.next() % 2 == 0 && !diesWriting
        self.diesWriting = diesWriting
        state = Mutex(State(dice: dice, faults: faults))
        self.lastAct = lastAct
        self.story = story
    }

    /// Whether it has ended, or was told to.
    package var isOver: Bool { state.withLock { $0.ending != nil } }
    package var isAlive: Bool { state.withLock(\.isAlive) }
    package var acts: Int { state.withLock(\.acts) }

    /// From now on nothing fails by itself.
    package func calmDown() {
        state.withLock { $0.faults = Faults() }
    }

    /// From now on nothing that still runs reaches the world.
    package func die() {
        state.withLock { $0.isAlive = false }
        end(.died)
    }

    /// Says that it is over, to whoever waits for that. The first word counts.
    package func end(_ ending: Ending) {
        let waiter = state.withLock { state -> CheckedContinuation<Ending, Never>? in
            guard state.ending == nil else { return nil }
            state.ending = ending
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: ending)
    }

    /// Waits for the end.
    package func over() async -> Ending {
        await withCheckedContinuation { waiter in
            let ending = state.withLock { state -> Ending? in
                if state.ending == nil { state.waiter = waiter }
                return state.ending
            }
            if let ending { waiter.resume(returning: ending) }
        }
    }

    /// A job's call was written down.
    func noteBegun(_ job: JobID) {
        state.withLock { $0.unsent.append(job.text) }
    }

    /// A call was sent by this key, which begins with its job's name.
    package func noteSent(_ key: String) {
        state.withLock { state in
            if let place = state.unsent.firstIndex(where: key.hasPrefix) { state.unsent.remove(at: place) }
        }
    }

    /// Jobs of which a call was written down, and never sent.
    package var unsent: [String] { state.withLock(\.unsent) }

    /// What this life was about to write when it ended, as a process that was only held up would write it later.
    package func takeLateWrite() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.lateWrite = nil }
            return state.lateWrite
        }
    }

    /// The database could not say whether it has this: its log does, unless something else was written there since.
    func noteUnclear(_ write: (@Sendable () async -> Void)?) {
        state.withLock { $0.unclearWrite = write }
    }

    /// What the next start finds in the database's log though it was told as failed.
    package func takeUnclearWrite() -> (@Sendable () async -> Void)? {
        state.withLock { state in
            defer { state.unclearWrite = nil }
            return state.unclearWrite
        }
    }

    /// A number below `bound`.
    package func roll(_ bound: UInt64) -> UInt64 {
        state.withLock { $0.dice.next() % bound }
    }

    /// Whether the disk fails now.
    func diskFails() -> Bool { state.withLock { $0.faults.disk > 0 && $0.dice.next() % 1_000 < $0.faults.disk } }

    /// Whether the database fails now.
    func databaseFails() -> Bool {
        state.withLock { $0.faults.database > 0 && $0.dice.next() % 1_000 < $0.faults.database }
    }

    /// Does `work` when its turn comes. `dead` is thrown when this life has ended by then, or ends with it; `late` is the
    /// same work for when it comes after that.
    package func act<T, E: Error>(
        _ what: StaticString, _ words: @autoclosure () -> String, dead: E, late: (@Sendable () async -> Void)? = nil,
        _ work: () async throws(E) -> T
    ) async throws(E) -> T {
        await Schedule.giveWay()
        guard beginsAct() else { throw dead }
        let isLast = isLast(acts, canBeLate: late != nil)
        if isLast, !isLastDone {
            story.tell("dies before", acts, "\(what) \(words())")
            state.withLock { $0.lateWrite = late }
            die()
            throw dead
        }
        story.tell(what, acts, words())
        let answer: T
        do throws(E) { answer = try await work() } catch {
            if isLast { die() }
            throw error
        }
        if isLast {
            story.tell("dies after", acts)
            die()
            throw dead
        }
        await Schedule.mayGiveWay()
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

/// What happened in a simulated run: a digest of all of it, and the words for it when somebody wants to read them.
package final class Story: Sendable {
    private struct Book {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var lines: [String] = []

        /// Fowler, Noll and Vo's FNV-1a.
        mutating func mix(_ byte: UInt8) {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
    }

    private let book = Mutex(Book())
    private let isWritten: Bool
    private let clock: ManualClock

    /// `isWritten`: whether the words are kept, which costs much more than the digest.
    package init(isWritten: Bool, clock: ManualClock) {
        self.isWritten = isWritten
        self.clock = clock
    }

    /// The same for two runs in which the same happened.
    package var hash: UInt64 { book.withLock(\.hash) }
    package var lines: [String] { book.withLock(\.lines) }

    /// `what` and `number` go into the digest, `words` only into the lines.
    package func tell(_ what: StaticString, _ number: Int = 0, _ words: @autoclosure () -> String = "") {
        let line = isWritten ? "\(clock.now.offset) \(what) \(words())" : nil
        let moment = Int(clock.now.offset / .milliseconds(1))
        book.withLock { book in
            what.withUTF8Buffer { for byte in $0 { book.mix(byte) } }
            for shift in stride(from: 0, to: 64, by: 8) {
                book.mix(UInt8(truncatingIfNeeded: number >> shift))
                book.mix(UInt8(truncatingIfNeeded: moment >> shift))
            }
            if let line { book.lines.append(line) }
        }
    }
}
