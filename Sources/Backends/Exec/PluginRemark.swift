import BackendKit

/// A line for the log that a plugin said, or that its host says of it.
struct PluginRemark: Equatable, Sendable {
    let weight: BackendNotice.Weight
    let text: String

    init(_ weight: BackendNotice.Weight, _ text: String) {
        self.weight = weight
        self.text = text
    }

    /// A line of standard error: `E! `, `W! `, `I! ` and `D! ` before it say how weighty it is.
    init(line: String) {
        let weights: [(String, BackendNotice.Weight)] = [
            ("E! ", .error), ("W! ", .warning), ("I! ", .info), ("D! ", .debug),
        ]
        let found = weights.first { line.hasPrefix($0.0) }
        self.init(found?.1 ?? .info, found == nil ? line : String(line.dropFirst(3)))
    }
}

extension BackendNotice.Weight {
    /// The protocol's word for it.
    init(_ word: String) {
        switch word.lowercased() {
        case "error", "critical", "fatal": self = .error
        case "warning", "warn": self = .warning
        case "debug", "trace": self = .debug
        default: self = .info
        }
    }
}
