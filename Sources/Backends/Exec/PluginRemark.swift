import BackendKit

/// A line for the log that a plugin said, or that its host says of it.
struct PluginRemark: Equatable, Sendable {
    let weight: BackendNotice.Weight
    let text: String

    init(_ weight: BackendNotice.Weight, _ text: String) {
        self.weight = weight
        self.text = text
    }

    /// A line of standard error. The word before it, `E!`, `W!`, `I!` or `D!`, is its level and no part of the text.
    init(line: String) {
        let weights: [Substring: BackendNotice.Weight] = ["E!": .error, "W!": .warning, "I!": .info, "D!": .debug]
        let text = line.drop { $0 == " " || $0 == "\t" }
        let mark = text.prefix { $0 != " " && $0 != "\t" }
        if let weight = weights[mark] {
            self.init(weight, String(text.dropFirst(mark.count).drop { $0 == " " || $0 == "\t" }))
        } else {
            self.init(.info, line)
        }
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
