import BackendKit
import Domain
import Synchronization

/// Writes a plugin's messages to the log: without secrets, one line each, and limited in number.
final class PluginLogger: Sendable {
    private static let longest = 1000

    private let name: String
    private let world: ExecDependencies
    let quoting: Quoting
    private let gate = Mutex(LogRateLimiter())

    init(_ options: ExecOptions, _ world: ExecDependencies, _ quoting: Quoting) {
        name = options.name
        self.world = world
        self.quoting = quoting
    }

    /// Logs a line of standard error.
    func say(line: [UInt8]) {
        let remark = PluginLogLine(line: String(decoding: line, as: UTF8.self))
        say(remark.weight, remark.text)
    }

    func say(_ weight: BackendNotice.Weight, _ text: String) {
        let text = quoting.quoted(text, limit: Self.longest)
        guard !text.isEmpty else { return }
        let now = world.time.now()
        let (mayPass, dropped) = gate.withLock { $0.pass(at: now) }
        guard mayPass else { return }
        if dropped > 0 {
            world.notice(.says("\(dropped) earlier lines were dropped", .warning, backend: name))
        }
        world.notice(.says(text, weight, backend: name))
    }
}

/// A log line from a plugin, or from its host about it.
struct PluginLogLine: Equatable, Sendable {
    let weight: BackendNotice.Weight
    let text: String

    init(_ weight: BackendNotice.Weight, _ text: String) {
        self.weight = weight
        self.text = text
    }

    /// Parses a line of standard error. A leading `E!`, `W!`, `I!` or `D!` is its level and not part of the text.
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

/// The line buffers of a child process. Used only on the child's own thread.
struct PluginLineBuffers {
    var output = LineSplitter(longest: PluginProtocol.maxLineBytes)
    var errors = LineSplitter(longest: PluginProtocol.maxLogLineBytes)
}

/// Limits the number of log lines per minute.
struct LogRateLimiter {
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

    /// A line, or the start of an overlong one.
    enum Line: Equatable {
        case whole([UInt8])
        /// The start of a line that exceeds the maximum; the rest of it is skipped.
        case tooLong(head: [UInt8])
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
