import BackendKit
import Domain
import Synchronization

/// Writes a plugin's messages to the log: without secrets, one line each, and limited in number.
final class PluginLogger: Sendable {
    /// The maximum length of a message, in characters.
    private static let longest = 1000

    private let name: String
    private let dependencies: ExecDependencies
    let quoting: Quoting
    private let limiter = Mutex(LogRateLimiter())

    init(_ options: ExecOptions, _ dependencies: ExecDependencies, _ quoting: Quoting) {
        name = options.context.name
        self.dependencies = dependencies
        self.quoting = quoting
    }

    /// Logs a line of standard error.
    func log(line: [UInt8]) {
        let line = PluginLogLine(line)
        log(line.weight, line.text)
    }

    func log(_ weight: BackendNotice.Weight, _ text: String) {
        let text = quoting.quoted(text, limit: Self.longest)
        guard !text.isEmpty else { return }
        let now = dependencies.clock.now()
        let (mayPass, dropped) = limiter.withLock { $0.pass(at: now) }
        guard mayPass else { return }
        if dropped > 0 {
            dependencies.notice(.says("\(dropped) earlier lines were dropped", .warning, backend: name))
        }
        dependencies.notice(.says(text, weight, backend: name))
    }
}

/// A line of a plugin's standard error. A leading `E!`, `W!`, `I!` or `D!` is its level and not part of the text.
struct PluginLogLine {
    private(set) var weight = BackendNotice.Weight.info
    private(set) var text: String

    init(_ line: [UInt8]) {
        text = String(decoding: line, as: UTF8.self)
        let weights: [Substring: BackendNotice.Weight] = ["E!": .error, "W!": .warning, "I!": .info, "D!": .debug]
        let start = text.drop { $0 == " " || $0 == "\t" }
        let mark = start.prefix { $0 != " " && $0 != "\t" }
        guard let weight = weights[mark] else { return }
        self.weight = weight
        text = String(start.dropFirst(mark.count).drop { $0 == " " || $0 == "\t" })
    }
}

extension BackendNotice.Weight {
    /// Parses the protocol's level names; unknown ones count as `info`.
    init(_ word: String) {
        switch word.lowercased() {
        case "error", "critical", "fatal": self = .error
        case "warning", "warn": self = .warning
        case "debug", "trace": self = .debug
        default: self = .info
        }
    }
}

/// Limits the number of log lines per minute.
struct LogRateLimiter {
    /// The maximum number of lines within `span`.
    static let most = 120
    private static let span = Duration.seconds(60)

    private var since: Duration?
    private var count = 0
    private var dropped = 0

    /// Returns whether one more line may pass, and how many were dropped before it.
    mutating func pass(at now: Duration) -> (mayPass: Bool, dropped: Int) {
        if let since, now - since < Self.span {
            count += 1
            guard count <= Self.most else {
                dropped += 1
                return (false, 0)
            }
            return (true, 0)
        }
        (since, count) = (now, 1)
        defer { dropped = 0 }
        return (true, dropped)
    }
}

/// Splits a byte stream into lines.
struct LineSplitter {
    /// The maximum length of a line in bytes, without the line break.
    let longest: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(longest: Int) {
        self.longest = longest
    }

    enum Line {
        case whole([UInt8])
        /// The start of a line that exceeds the maximum; the rest of it is skipped.
        case tooLong(head: [UInt8])

        var bytes: [UInt8] {
            switch self {
            case .whole(let bytes), .tooLong(let bytes): bytes
            }
        }
    }

    /// Consumes bytes. Returns the lines completed by them, and the starts of lines that became too long.
    mutating func cut(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var left = bytes[...]
        while let end = left.firstIndex(of: 10) {
            take(left[..<end], &lines)
            if !isTooLong { lines.append(.whole(rest)) }
            (rest, isTooLong) = ([], false)
            left = left[(end + 1)...]
        }
        take(left, &lines)
        return lines
    }

    /// Returns the unterminated last line, if any.
    mutating func remainder() -> [UInt8]? {
        defer { (rest, isTooLong) = ([], false) }
        return rest.isEmpty ? nil : rest
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ lines: inout [Line]) {
        guard !isTooLong else { return }
        rest += bytes
        guard rest.count > longest else { return }
        lines.append(.tooLong(head: Array(rest.prefix(longest))))
        (rest, isTooLong) = ([], true)
    }
}
