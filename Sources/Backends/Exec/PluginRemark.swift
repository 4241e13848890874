/// A line for the log that a plugin said, or that its host says of it.
public struct PluginRemark: Equatable, Sendable {
    public enum Level: Equatable, Sendable {
        case error
        case warning
        case info
        case debug

        /// The protocol's word.
        init(_ word: String) {
            switch word.lowercased() {
            case "error", "critical", "fatal": self = .error
            case "warning", "warn": self = .warning
            case "debug", "trace": self = .debug
            default: self = .info
            }
        }
    }

    public let level: Level
    /// One line, bounded, without secrets.
    public let text: String

    /// A line of standard error: `E! `, `W! `, `I! ` and `D! ` before it say how weighty it is.
    init(line: String) {
        let levels: [(String, Level)] = [("E! ", .error), ("W! ", .warning), ("I! ", .info), ("D! ", .debug)]
        let found = levels.first { line.hasPrefix($0.0) }
        level = found?.1 ?? .info
        text = found == nil ? line : String(line.dropFirst(3))
    }

    init(_ level: Level, _ text: String) {
        self.level = level
        self.text = text
    }
}
