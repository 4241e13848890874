/// The first line of an asciicast.
package struct AsciicastHeader: Equatable, Sendable {
    /// 2 or 3.
    package let version: Int
    /// The terminal's size, in cells.
    package let columns: Int
    package let rows: Int
    package let title: String?
    /// The longest time between two events to play, in seconds; `nil` to play all times as recorded.
    package let idleTimeLimit: Double?
}

/// One event of an asciicast.
package struct AsciicastEvent: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        /// Text for the terminal.
        case output(String)
        /// Text that was typed.
        case input(String)
        case marker(String)
        case resize(columns: Int, rows: Int)
        /// The exit status of the recorded program.
        case exit(String)
    }

    package let kind: Kind
    /// Milliseconds since the event before, or since the start.
    package let interval: Double
}

/// The reason why a file can't be read as an asciicast.
package struct AsciicastFailure: Error, Equatable, Sendable {
    package enum Problem: Equatable, Sendable {
        case notACast
        /// A version that isn't supported.
        case version(Int64)
        /// A wrong or missing key of the header.
        case header(key: String)
        /// No JSON; the parser's message.
        case syntax(String)
        /// JSON, but not `[time, code, text]`.
        case event
        /// `limit` in bytes.
        case lineTooLong(limit: Int)
        case tooManyEvents(limit: Int)
    }

    /// Counted from 1.
    package let line: Int
    package let problem: Problem
}

/// Reads asciicasts of versions 2 and 3 (docs.asciinema.org) line by line, as their bytes arrive.
///
/// Memory is bounded by one line. Events with unknown codes are skipped, as the format asks for.
package struct AsciicastReader {
    /// In bytes.
    package static let longestLine = 4 << 20
    private static let longestHeader = 256 << 10
    private static let mostEvents = 10_000_000
    /// Times and sizes above these are taken for these.
    private static let longestInterval = 1e9
    private static let largestSize: Int64 = 10_000

    /// `nil` until `next` has read it.
    package private(set) var header: AsciicastHeader?
    private var buffer: [UInt8] = []
    /// The start of the next line, and how far the end of that line has been searched for.
    private var (start, searched) = (0, 0)
    private var line = 0
    private var events = 0
    private var isComplete = false
    /// The time of the last event, in milliseconds; for version 2.
    private var time = 0.0
    /// The time of events that were skipped, in milliseconds.
    private var skipped = 0.0

    package init() {}

    package mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.removeSubrange(..<start)
        searched -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// Marks the end of the file: what follows the last line feed is a line.
    package mutating func finish() { isComplete = true }

    /// Returns the next event; `nil` if more bytes are needed, or at the end. After a failure, reading can't go on.
    package mutating func next() throws(AsciicastFailure) -> AsciicastEvent? {
        while let text = try nextLine() {
            if header == nil {
                header = try readHeader(text)
            } else if let event = try event(text) {
                return event
            }
        }
        guard isComplete, header == nil else { return nil }
        throw AsciicastFailure(line: 1, problem: .notACast)
    }

    private mutating func nextLine() throws(AsciicastFailure) -> [UInt8]? {
        let limit = header == nil ? Self.longestHeader : Self.longestLine
        let end = buffer[searched...].firstIndex(of: 10)
        searched = end ?? buffer.count
        guard searched - start <= limit else {
            line += 1
            throw failure(header == nil ? .notACast : .lineTooLong(limit: limit))
        }
        guard end != nil || isComplete && start < buffer.count else { return nil }
        defer {
            start = end.map { $0 + 1 } ?? buffer.count
            searched = start
        }
        line += 1
        return Array(buffer[start..<searched])
    }

    private func failure(_ problem: AsciicastFailure.Problem) -> AsciicastFailure {
        AsciicastFailure(line: line, problem: problem)
    }

    // MARK: Header

    private func readHeader(_ text: [UInt8]) throws(AsciicastFailure) -> AsciicastHeader {
        guard let header = try? JSONReader.read(text), let version = try? header["version"]?.value.integer() else {
            throw failure(.notACast)
        }
        guard version == 2 || version == 3 else { throw failure(.version(version)) }
        guard version == 3 else { return try size(in: header, ("width", "height"), version: 2, of: header) }
        guard let terminal = header["term"]?.value else { throw failure(.header(key: "term")) }
        return try size(in: terminal, ("cols", "rows"), version: 3, of: header)
    }

    private func size(
        in table: FieldValue, _ names: (String, String), version: Int, of header: FieldValue
    ) throws(AsciicastFailure) -> AsciicastHeader {
        let limit = try? header["idle_time_limit"]?.value.number()
        return AsciicastHeader(
            version: version, columns: try size(in: table, names.0), rows: try size(in: table, names.1),
            title: try? header["title"]?.value.text(), idleTimeLimit: limit.flatMap { $0 > 0 ? $0 : nil })
    }

    private func size(in table: FieldValue, _ name: String) throws(AsciicastFailure) -> Int {
        guard let size = try? table[name]?.value.integer(), size > 0 else { throw failure(.header(key: name)) }
        return Int(min(size, Self.largestSize))
    }

    // MARK: Events

    private mutating func event(_ text: [UInt8]) throws(AsciicastFailure) -> AsciicastEvent? {
        if text.allSatisfy({ [9, 13, 32].contains($0) }) { return nil }
        if header?.version == 3, text.first == UInt8(ascii: "#") { return nil }
        events += 1
        guard events <= Self.mostEvents else { throw failure(.tooManyEvents(limit: Self.mostEvents)) }
        let value: FieldValue
        do throws(FieldFailure) { value = try JSONReader.read(text) } catch {
            guard case .syntax(let message) = error.problem else { throw failure(.event) }
            throw failure(.syntax(message))
        }
        guard let parts = try? value.list(), parts.count >= 3, let time = try? parts[0].number(), time.isFinite,
            let code = try? parts[1].text(), let data = try? parts[2].text()
        else { throw failure(.event) }
        skipped += interval(time)
        guard let kind = Self.kind(code, data) else { return nil }
        defer { skipped = 0 }
        return AsciicastEvent(kind: kind, interval: skipped)
    }

    /// Milliseconds since the event before. Clocks that went back stand still instead.
    private mutating func interval(_ seconds: Double) -> Double {
        let value = min(max(seconds * 1_000, 0), Self.longestInterval)
        defer { if header?.version == 2 { time = max(time, value) } }
        return header?.version == 2 ? max(0, value - time) : value
    }

    private static func kind(_ code: String, _ data: String) -> AsciicastEvent.Kind? {
        switch code {
        case "o": return .output(data)
        case "i": return .input(data)
        case "m": return .marker(data)
        case "x": return .exit(data)
        case "r":
            let parts = data.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let columns = parts[0], let rows = parts[1], columns > 0, rows > 0 else {
                return nil
            }
            return .resize(columns: columns, rows: rows)
        default: return nil
        }
    }
}
