package import Domain
package import MVICore

/// The service as a whole: its phase between start and stop, and what outlives a reload of the configuration.
package enum Service: Feature {
    package enum Action: Equatable, Sendable {
        /// The stores of a configuration have been started.
        case serve(caps: [BudgetCap])
        /// Reads the configuration again.
        case reload
        /// The new configuration is invalid; the previous one stays active. The error is in English.
        case reject(String)
        /// A new configuration replaces the stores, which have ended these jobs.
        case replace(EndedJobs)
        /// Starts no new work until `resume`. Running work continues.
        case pause
        case resume
        /// Finishes running work, then stops.
        case stop
        /// Nothing is running any more.
        case end
        /// A warning or an error was logged.
        case report(Problem)
    }

    package enum InternalAction: Equatable, Sendable {
        case served(caps: [BudgetCap])
        case reloadBegan
        case reloadRejected(String)
        case replaced(EndedJobs)
        case paused(Bool)
        case stopping
        case stopped
        case reported(Problem)
    }

    package typealias Effect = Never
    package typealias TaskID = Never

    package enum Event: Equatable, Sendable {
        /// No new work starts.
        case paused
        /// New work starts again.
        case resumed
    }

    package struct State: Equatable, Sendable {
        package enum Phase: Equatable, Sendable {
            /// Next: `serving`, `stopping`.
            case starting
            /// Next: `reloading`, `stopping`.
            case serving
            /// Running work is being finished for a new configuration. Next: `serving`, `stopping`.
            case reloading
            /// Running work is being finished. Next: `stopped`.
            case stopping
            /// Nothing is running. Final.
            case stopped

            package var isEnding: Bool { self == .stopping || self == .stopped }
        }

        /// The number of problems that are remembered.
        static let problemsKept = 10

        package internal(set) var phase = Phase.starting
        package internal(set) var isPaused = false
        /// The spending caps of the active configuration.
        package internal(set) var caps: [BudgetCap]
        /// The jobs that were ended by stores which reloads have replaced.
        package internal(set) var endedBefore = EndedJobs()
        /// The last reload's failure, until a reload succeeds.
        package internal(set) var rejectedReload: RejectedReload?
        /// The most recent warnings and errors, newest first.
        package internal(set) var problems: [Problem] = []

        package static func initial(caps: [BudgetCap]) -> State { State(caps: caps) }
    }

    /// A rejected configuration; the previous one stays active.
    package struct RejectedReload: Equatable, Sendable {
        /// The error in English, as in the log.
        package let sentence: String
        package let at: UTCMillis
    }

    /// A logged warning or error.
    package struct Problem: Equatable, Sendable {
        package let at: UTCMillis
        package let code: String
        package let english: String
        package let korean: String
        package let job: JobID?
        package let folder: String?

        package init(
            at: UTCMillis, code: String, english: String, korean: String, job: JobID? = nil, folder: String? = nil
        ) {
            self.at = at
            self.code = code
            self.english = english
            self.korean = korean
            self.job = job
            self.folder = folder
        }
    }
}

extension Service {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .serve(let caps):
            state.phase == .starting || state.phase == .reloading ? .served(caps: caps) : nil
        case .reload: state.phase == .serving ? .reloadBegan : nil
        case .reject(let sentence): state.phase == .reloading ? .reloadRejected(sentence) : nil
        case .replace(let ended): state.phase == .reloading ? .replaced(ended) : nil
        case .pause: .paused(true)
        case .resume: .paused(false)
        case .stop: state.phase.isEnding ? nil : .stopping
        case .end: state.phase == .stopping ? .stopped : nil
        case .report(let problem): .reported(problem)
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .served(let caps):
            state.phase = .serving
            state.caps = caps
            state.rejectedReload = nil
            // The stores of a new configuration don't know about the pause.
            return state.isPaused ? [.emit(.paused)] : []
        case .reloadBegan: state.phase = .reloading
        case .reloadRejected(let sentence):
            state.phase = .serving
            state.rejectedReload = RejectedReload(sentence: sentence, at: stamp.utc)
        case .replaced(let ended): state.endedBefore = state.endedBefore + ended
        case .paused(let isPaused): return pause(&state, isPaused)
        case .stopping: state.phase = .stopping
        case .stopped: state.phase = .stopped
        case .reported(let problem):
            state.problems = Array(([problem] + state.problems).prefix(State.problemsKept))
        }
        return []
    }

    /// Stores that are being replaced start nothing new, even after a resume.
    private static func pause(_ state: inout State, _ isPaused: Bool) -> [Command<Self>] {
        state.isPaused = isPaused
        if isPaused { return [.emit(.paused)] }
        return state.phase == .serving ? [.emit(.resumed)] : []
    }
}
