package import Domain
import MVICore

extension Library {
    /// Questions to a vision model for tags: one at a time, those of people first.
    package struct Suggestions: Equatable, Sendable {
        /// A question that a person asks.
        package struct Request: Equatable, Sendable {
            package let job: JobID
            /// Whether it may be asked although an earlier answer was lost.
            package let mayRepeat: Bool

            package init(_ job: JobID, mayRepeat: Bool = false) {
                self.job = job
                self.mayRepeat = mayRepeat
            }
        }

        /// The outcome of a person's question.
        package struct Answer: Equatable, Sendable {
            package let job: JobID
            package let outcome: TagOutcome
        }

        /// The largest number of questions of people that wait.
        package static let mostRequests = 64
        /// The number of outcomes that are kept for those who wait for them.
        package static let keptAnswers = 128

        /// What an earlier run left must be recorded before anything is asked.
        var isReady = false
        package internal(set) var requests: [Request] = []
        /// Whether a question is being asked, or one is looked for.
        package internal(set) var isAsking = false
        /// Whether there may be artworks that are to be tagged automatically.
        var mayHaveUntagged = true
        /// Whether the next try waits for the timer.
        var isWaiting = false
        var isPaused = false
        /// The newest outcomes, the oldest first.
        package internal(set) var answers: [Answer] = []
        /// The number of outcomes so far.
        package internal(set) var answered = 0

        package init() {}
    }

    package enum SuggestionFact: Equatable, Sendable {
        case started
        case resumed
        case requested(Suggestions.Request)
        /// A person's question has its outcome.
        case answered(JobID, TagOutcome)
        case artworkMade
        /// The next artwork was tagged automatically, or could not be.
        case tagged(JobID, TagOutcome)
        case noneUntagged
        case failed(RepositoryFailure)
        case waited
        case paused(Bool)
    }

    /// The pause after a failure that may pass, such as a cap that is used up.
    package static var suggestionPause: Duration { .seconds(600) }
}

/// The reducer of suggestions. All of it does nothing unless they are configured.
extension Library {
    static func reduceSuggestions(
        _ state: inout State, _ fact: SuggestionFact, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var suggestions = state.suggestions else { return [] }
        var commands: [Command<Self>] = []
        switch fact {
        case .started: break
        case .resumed: (suggestions.isAsking, suggestions.isReady) = (false, true)
        case .requested(let request): suggestions.requests.append(request)
        case .artworkMade: suggestions.mayHaveUntagged = true
        case .paused(let isPaused): suggestions.isPaused = isPaused
        case .answered(let job, let outcome):
            suggestions.isAsking = false
            suggestions.requests.removeAll { $0.job == job }
            suggestions.answered += 1
            suggestions.answers =
                suggestions.answers.suffix(Suggestions.keptAnswers - 1)
                + [Suggestions.Answer(job: job, outcome: outcome)]
            commands = [.emit(.suggested(job, outcome))]
        case .tagged(let job, let outcome):
            suggestions.isAsking = false
            commands = [.emit(.suggested(job, outcome))]
            suggestions.mayHaveUntagged = true
            if outcome.isTemporary { commands += wait(&suggestions) }
        case .noneUntagged: suggestions.isAsking = false
        case .failed:
            (suggestions.isAsking, suggestions.mayHaveUntagged) = (false, true)
            commands = wait(&suggestions)
        case .waited: suggestions.isWaiting = false
        }
        commands += next(&suggestions, state, stamp)
        state.suggestions = suggestions
        return commands
    }

    private static func wait(_ suggestions: inout Suggestions) -> [Command<Self>] {
        suggestions.isWaiting = true
        return [.run(.sleepBeforeSuggestion(suggestionPause), as: .suggestionTimer)]
    }

    /// Asks the next question, if there is one. A running one ends even while the service stops: it has been paid for.
    private static func next(
        _ suggestions: inout Suggestions, _ state: State, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard !suggestions.isAsking, state.phase != .stopped, state.phase != .idle else { return [] }
        guard suggestions.isReady else {
            if suggestions.isWaiting { return [] }
            suggestions.isAsking = true
            return [.run(.resumeSuggestions, as: .suggestion)]
        }
        let call = CallID(utc: stamp.utc, seed: stamp.seed)
        if let request = suggestions.requests.first {
            suggestions.isAsking = true
            return [.run(.suggest(request, call), as: .suggestion)]
        }
        guard suggestions.mayHaveUntagged, !suggestions.isWaiting, !suggestions.isPaused else { return [] }
        suggestions.isAsking = true
        // An artwork that is made meanwhile sets it again.
        suggestions.mayHaveUntagged = false
        return [.run(.suggestNext(call), as: .suggestion)]
    }
}
