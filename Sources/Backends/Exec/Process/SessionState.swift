import Domain

/// What a plugin works on.
struct PluginWork: Equatable, Sendable {
    /// The number of the question that the work answers.
    let question: Int64
    let began: Duration
    /// When it was last heard of.
    var heard: Duration
    /// What was last kept for it.
    var handle: JSONValue?
    /// Whether the plugin said, with that, that it was charged.
    var charged: Bool?
    var fraction: Double?
    /// In milliseconds.
    var eta: Int64?
    var answer: PluginAnswer?
    /// Nobody wants its picture any more.
    var isUnwanted = false
}

/// What is known of one run of a plugin's process.
struct SessionState: Sendable {
    var works: [String: PluginWork] = [:]
    /// Questions that are no work, until somebody takes their answer.
    var answers: [Int64: PluginAnswer] = [:]
    var nextQuestion: Int64 = 1
    /// Lines that were no message.
    var strangers = 0
    /// Why the host ended it.
    var fault: BackendFailure?
    /// Whether it was told to end, for no fault of its own.
    var isRetired = false
    /// Why it was stopped from here, in words for people; `nil` when it wasn't.
    var stopReason: String?
    var ending: ChildEnding?
    /// Whether anything it was asked for was answered.
    var hasWorked = false

    /// How it ended, for people: that it was stopped, where it was.
    var shownEnd: String {
        if let stopReason { return "its plugin was stopped: " + stopReason }
        return "its plugin ended" + (ending.map { " (\($0.shown))" } ?? "")
    }

    /// Whether nothing can be asked of it any more.
    var isOver: Bool { ending != nil || isRetired }

    mutating func question() -> Int64 {
        defer { nextQuestion += 1 }
        return nextQuestion
    }

    /// The work that waits for the answer of that number.
    func job(of question: Int64) -> String? {
        works.first { $0.value.question == question }?.key
    }
}

/// What is heard next of work that is waited for.
enum WorkNews: Equatable, Sendable {
    case answer(PluginAnswer)
    /// It has another handle than the one that is known.
    case checkpoint(JSONValue)
    /// The process has ended.
    case ended
    /// It says nothing, though it should.
    case stalled
    /// It takes longer than a picture may.
    case late
    /// Whoever waited was cancelled.
    case cancelled
}
