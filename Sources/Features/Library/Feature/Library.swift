package import Domain
package import MVICore

/// Keeps the library within its bounds: every hour, and when asked, it removes what need not be kept any longer. Beside
/// that it has a vision model suggest tags, if one is configured (`Suggestions`).
///
/// A clean-up is a sequence of small steps, so that deliveries never wait for one and a stop or a crash interrupts it
/// anywhere: the next one removes what is left.
package enum Library: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// Cleans up now. While a clean-up is running, another one follows.
        case cleanUp
        /// Asks the vision model about an artwork.
        case suggest(Suggestions.Request)
        /// There is another artwork, which may have to be tagged automatically.
        case artworkMade
        /// Tags no artworks automatically until `resume`.
        case pause
        case resume
        /// Removes nothing more, and asks no more questions.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case woke
        case requested
        case stepped(CleanUpTask, CleanUpStep)
        case failed(CleanUpTask, RepositoryFailure)
        case suggestion(SuggestionFact)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        /// Does part of a task.
        case step(CleanUpTask, after: CleanUpProgress)
        case sleep(Duration)
        /// Records what an earlier run left of its questions.
        case resumeSuggestions
        case suggest(Suggestions.Request, CallID)
        /// Asks about the oldest artwork that is to be tagged automatically.
        case suggestNext(CallID)
        case sleepBeforeSuggestion(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case step
        case timer
        case suggestion
        case suggestionTimer
    }

    package enum Event: Equatable, Sendable {
        /// A clean-up has ended. Reported only if it removed anything or failed.
        case cleanedUp(CleanUpReport)
        /// The vision model was asked about the job's artwork.
        case suggested(JobID, TagOutcome)
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
        /// `nil`: no vision model is configured.
        package internal(set) var suggestions: Suggestions?

        package var isCleaning: Bool {
            if case .cleaning = phase { true } else { false }
        }

        /// `suggests`: whether a vision model is configured.
        package static func initial(_ tasks: [CleanUpTask], suggests: Bool = false) -> State {
            State(tasks: tasks, suggestions: suggests ? Suggestions() : nil)
        }
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
        case (.suggest(let request), _): state.suggestions.flatMap { admit(request, $0) }.map { .suggestion($0) }
        case (.artworkMade, _): suggestion(.artworkMade, state)
        case (.pause, _): suggestion(.paused(true), state)
        case (.resume, _): suggestion(.paused(false), state)
        case (.stop, _): .stopped
        }
    }

    private static func suggestion(_ fact: SuggestionFact, _ state: State) -> InternalAction? {
        state.suggestions == nil ? nil : .suggestion(fact)
    }

    /// A question that waits already is asked once.
    private static func admit(_ request: Suggestions.Request, _ suggestions: Suggestions) -> SuggestionFact? {
        let isNew = !suggestions.requests.contains { $0.job == request.job }
        return isNew && suggestions.requests.count < Suggestions.mostRequests ? .requested(request) : nil
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started:
            state.phase = .resting
            return [.run(.sleep(firstPause), as: .timer)] + reduceSuggestions(&state, .started, stamp)
        case .woke: return begin(&state)
        case .requested:
            guard case .cleaning = state.phase else { return begin(&state) + [.cancel(.timer)] }
            state.isRequested = true
            return []
        case .stepped(let task, let step): return proceed(&state, task, step)
        case .failed(let task, let failure): return skip(&state, task, failure)
        case .suggestion(let fact): return reduceSuggestions(&state, fact, stamp)
        case .stopped:
            state.phase = .stopped
            let timer: [Command<Self>] = state.suggestions == nil ? [] : [.cancel(.suggestionTimer)]
            return [.cancel(.step), .cancel(.timer)] + timer
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
