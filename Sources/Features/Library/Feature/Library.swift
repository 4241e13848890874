package import Domain
package import MVICore

/// Keeps the library within its bounds: every hour, and when asked, it removes what need not be kept any longer.
///
/// A clean-up is a sequence of small steps, so that deliveries never wait for one and a stop or a crash interrupts it
/// anywhere: the next one removes what is left.
package enum Library: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Cleans up now. While a clean-up is running, another one follows.
        case cleanUp
        /// Removes nothing more.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case woke
        case requested
        case stepped(CleanUpTask, CleanUpStep)
        case failed(CleanUpTask, RepositoryFailure)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        /// Does part of a task.
        case step(CleanUpTask, after: CleanUpProgress)
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case step
        case timer
    }

    package enum Event: Equatable, Sendable {
        /// A clean-up has ended. Reported only if it removed anything or failed.
        case cleanedUp(CleanUpReport)
    }

    /// The pause before the first clean-up, in which the start's own work is done, and the pause between two.
    package static var firstPause: Duration { .seconds(60) }
    package static var pause: Duration { .seconds(3_600) }
}

extension Library {
    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `resting`.
            case idle
            /// Next: `cleaning`, `stopped`.
            case resting
            /// Next: `resting`, `stopped`.
            case cleaning(CleanUp)
            /// Final.
            case stopped
        }

        package internal(set) var phase = Phase.idle
        /// What a clean-up does, in this order.
        package let tasks: [CleanUpTask]
        /// Whether another clean-up follows the one that is running.
        var isRequested = false
        /// The number of clean-ups that have ended.
        package internal(set) var cleanUps = 0
        /// The last one that has ended.
        package internal(set) var lastReport: CleanUpReport?

        package var isCleaning: Bool {
            if case .cleaning = phase { true } else { false }
        }

        package static func initial(_ tasks: [CleanUpTask]) -> State { State(tasks: tasks) }
    }

    /// A clean-up that is running.
    package struct CleanUp: Equatable, Sendable {
        /// The current task and those that follow. There is at least one.
        var tasks: ArraySlice<CleanUpTask>
        /// How far the current task is.
        var progress = CleanUpProgress()
        package internal(set) var report = CleanUpReport()

        /// Goes to the next task.
        mutating func endTask() {
            tasks.removeFirst()
            progress = CleanUpProgress()
        }
    }
}

extension Library {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch (action, state.phase) {
        case (_, .stopped): nil
        case (.start, .idle): .started
        case (.start, _): nil
        case (.cleanUp, .idle): nil
        case (.cleanUp, _): .requested
        case (.stop, _): .stopped
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .resting
            return [.run(.sleep(firstPause), as: .timer)]
        case .woke: return begin(&state)
        case .requested:
            guard case .cleaning = state.phase else { return begin(&state) + [.cancel(.timer)] }
            state.isRequested = true
            return []
        case .stepped(let task, let step): return proceed(&state, task, step)
        case .failed(let task, let failure): return skip(&state, task, failure)
        case .stopped:
            state.phase = .stopped
            return [.cancel(.step), .cancel(.timer)]
        }
    }

    private static func begin(_ state: inout State) -> [Command<Self>] {
        guard state.phase == .resting else { return [] }
        state.isRequested = false
        return run(&state, CleanUp(tasks: state.tasks[...]))
    }

    private static func proceed(_ state: inout State, _ task: CleanUpTask, _ step: CleanUpStep) -> [Command<Self>] {
        guard case .cleaning(var cleanUp) = state.phase, cleanUp.tasks.first == task else { return [] }
        cleanUp.report.removed[task, default: CleanUpAmount()] += step.removed
        if let next = step.next { cleanUp.progress = next } else { cleanUp.endTask() }
        return run(&state, cleanUp)
    }

    /// A task that fails is left to the next clean-up; the others don't depend on it.
    private static func skip(
        _ state: inout State, _ task: CleanUpTask, _ failure: RepositoryFailure
    ) -> [Command<Self>] {
        guard case .cleaning(var cleanUp) = state.phase, cleanUp.tasks.first == task else { return [] }
        cleanUp.report.failures[task] = failure
        cleanUp.endTask()
        return run(&state, cleanUp)
    }

    /// Goes on with the clean-up, or ends it.
    private static func run(_ state: inout State, _ cleanUp: CleanUp) -> [Command<Self>] {
        if let task = cleanUp.tasks.first {
            state.phase = .cleaning(cleanUp)
            return [.run(.step(task, after: cleanUp.progress), as: .step)]
        }
        state.phase = .resting
        state.cleanUps += 1
        state.lastReport = cleanUp.report
        let report: [Command<Self>] = cleanUp.report.isEmpty ? [] : [.emit(.cleanedUp(cleanUp.report))]
        return report + (state.isRequested ? begin(&state) : [.run(.sleep(pause), as: .timer)])
    }
}
