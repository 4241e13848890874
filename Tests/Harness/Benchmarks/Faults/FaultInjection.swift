import Domain

/// A fault that one run of the service meets: chosen calls of one kind fail, or it dies there.
struct FaultInjection {
    /// `open`, `read`, `write`, `sync`, `rename`, `link`, `unlink`, `mkdir`, `truncate`, `close`, `connect`, `send`,
    /// `receive` or `wait`.
    let call: String
    /// The name of an error, `short`, `kill` (before the call) or `killed` (after it).
    let effect: String
    /// Which of the calls, counted from 1 over the whole process.
    let first: Int
    /// `nil`: every later call too.
    let last: Int?
    /// Only files whose path holds this.
    var path: String?
    /// Only while this file exists.
    var condition: FolderPath?

    init(_ call: String, _ effect: String, from first: Int = 1, to last: Int? = nil) {
        self.call = call
        self.effect = effect
        self.first = first
        self.last = last
    }

    /// One call alone.
    static func at(_ number: Int, _ call: String, _ effect: String) -> Self {
        Self(call, effect, from: number, to: number)
    }

    var name: String { "\(call) \(first)\(last == nil ? " and all later" : "") \(effect)" }

    /// The variables that the library reads (CFaults).
    var variables: [String] {
        var variables = ["TEXTIFY_FAULT=\(call):\(effect):\(first):\(last ?? 0)"]
        if let path { variables.append("TEXTIFY_FAULT_PATH=" + path) }
        if let condition { variables.append("TEXTIFY_FAULT_WHILE=" + condition.shown) }
        return variables
    }
}
