import Testing

@testable import Domain

@Suite("Asciicasts")
struct AsciicastReaderTests {
    private func read(_ text: String, by size: Int = .max) throws(AsciicastFailure) -> [AsciicastEvent] {
        try read(Array(text.utf8), by: size).events
    }

    private func read(
        _ bytes: [UInt8], by size: Int = .max
    ) throws(AsciicastFailure) -> (header: AsciicastHeader?, events: [AsciicastEvent]) {
        var reader = AsciicastReader()
        var events: [AsciicastEvent] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.append(rest.prefix(size))
            rest = rest.dropFirst(size)
            while let event = try reader.next() { events.append(event) }
        }
        reader.finish()
        while let event = try reader.next() { events.append(event) }
        return (reader.header, events)
    }

    private func failure(_ text: String) -> AsciicastFailure? {
        do throws(AsciicastFailure) { _ = try read(text) } catch { return error }
        return nil
    }

    private static let second = """
        {"version": 2, "width": 80, "height": 24, "title": "고양이", "idle_time_limit": 2.5, "env": {"TERM": "xterm"}}
        [0.5, "o", "a\\u001b[31mb"]
        [0.75, "i", "x"]

        [0.5, "o", "back"]
        [1, "z", "unknown", 7]
        [1.5, "m", ""]
        [2, "r", "100x30"]
        [2.25, "o", "\\ud83d\\ude00"]
        """

    private static let events: [AsciicastEvent] = [
        .init(kind: .output("a\u{1B}[31mb"), interval: 500), .init(kind: .input("x"), interval: 250),
        .init(kind: .output("back"), interval: 0), .init(kind: .marker(""), interval: 750),
        .init(kind: .resize(columns: 100, rows: 30), interval: 500), .init(kind: .output("😀"), interval: 250),
    ]

    @Test("version 2: times since the start; unknown events are skipped, and clocks that went back stand still")
    func two() throws {
        let (header, events) = try read(Array(Self.second.utf8))
        #expect(events == Self.events)
        #expect(
            header
                == AsciicastHeader(version: 2, columns: 80, rows: 24, title: "고양이", idleTimeLimit: 2.5))
    }

    @Test("version 3: intervals, comments, and the program's exit") func three() throws {
        let text = """
            {"version":3,"term":{"cols":100,"rows":30,"type":"xterm-256color"}}
            # a comment
            [0.5, "o", "a"]
            [0.25, "k", "unknown"]
            [0.25, "o", "b"]
            [-1, "m", "chapter"]
            [1, "x", "0"]

            """
        let (header, events) = try read(Array(text.utf8))
        #expect(header?.columns == 100 && header?.rows == 30 && header?.idleTimeLimit == nil)
        #expect(
            events == [
                .init(kind: .output("a"), interval: 500), .init(kind: .output("b"), interval: 500),
                .init(kind: .marker("chapter"), interval: 0), .init(kind: .exit("0"), interval: 1_000),
            ])
    }

    @Test("the pieces in which a file arrives change nothing", arguments: [1, 2, 7, 64])
    func pieces(size: Int) throws {
        #expect(try read(Self.second, by: size) == Self.events)
        #expect(try read(Self.second.replacing("\n", with: "\r\n"), by: size) == Self.events)
    }

    @Test("a failure names the line and the problem") func failures() {
        let head = "{\"version\":2,\"width\":80,\"height\":24}\n"
        let cases: [(String, Int, AsciicastFailure.Problem)] = [
            ("", 1, .notACast), ("\n", 1, .notACast), ("a picture", 1, .notACast), ("{}", 1, .notACast),
            ("[1]", 1, .notACast), ("{\"version\":\"2\"}", 1, .notACast), ("{\"version\":1}", 1, .version(1)),
            ("{\"version\":4}\n", 1, .version(4)), ("{\"version\":2,\"height\":3}", 1, .header(key: "width")),
            ("{\"version\":2,\"width\":0,\"height\":3}", 1, .header(key: "width")),
            ("{\"version\":2,\"width\":3.5,\"height\":3}", 1, .header(key: "width")),
            ("{\"version\":3,\"width\":3,\"height\":3}", 1, .header(key: "term")),
            ("{\"version\":3,\"term\":{\"cols\":3}}", 1, .header(key: "rows")),
            (head + "[1, \"o\", \"a\"]\n[1, \"o\"", 3, .syntax("expected a comma or a closing bracket")),
            (head + "[1, \"o\"]", 2, .event), (head + "{}", 2, .event), (head + "[\"1\", \"o\", \"a\"]", 2, .event),
            (head + "[1, \"o\", 5]", 2, .event), (head + "[1, \"o\", {\"a\":1,\"a\":2}]", 2, .event),
            (head + "# no comment in version 2", 2, .syntax("expected a JSON value")),
            (head + "[1e999, \"o\", \"\"]", 2, .syntax("number too large")),
        ]
        for (text, line, problem) in cases {
            #expect(failure(text) == AsciicastFailure(line: line, problem: problem), "\(text)")
        }
    }

    @Test("endless lines, huge headers and endless times are limited") func limits() throws {
        let head = "{\"version\":2,\"width\":999999999999,\"height\":24}\n"
        var reader = AsciicastReader()
        reader.append(Array(head.utf8))
        let piece = [UInt8](repeating: 32, count: 1 << 20)
        #expect(throws: AsciicastFailure(line: 2, problem: .lineTooLong(limit: 4 << 20))) {
            for _ in 0..<6 {
                _ = try reader.next()
                reader.append(piece)
            }
        }
        #expect(reader.header?.columns == 10_000)
        var headless = AsciicastReader()
        headless.append(piece)
        #expect(throws: AsciicastFailure(line: 1, problem: .notACast)) { try headless.next() }
        #expect(try read(head + "[1e300, \"o\", \"\"]")[0].interval == 1e9)
    }

    @Test("20,000 damaged files are read or rejected, whatever their pieces") func damaged() {
        let third = Self.second.replacing(
            "\"version\": 2", with: "\"version\": 3, \"term\": {\"cols\": 80, \"rows\": 24}")
        let seeds = [Array(Self.second.utf8), Array(third.utf8)]
        var rng = SplitMix64(seed: 2_026)
        var readable = 0
        for round in 0..<20_000 {
            var bytes = seeds[round % 2]
            for _ in 0...Int(rng.next() % 4) { Self.damage(&bytes, &rng) }
            let size = 1 + Int(rng.next() % 200)
            let whole = Result { () throws(AsciicastFailure) in try read(bytes).events }
            let pieces = Result { () throws(AsciicastFailure) in try read(bytes, by: size).events }
            #expect(whole == pieces, "round \(round)")
            guard case .success(let events) = whole else { continue }
            readable += 1
            #expect(events.allSatisfy { (0...1e9).contains($0.interval) })
            var filter = TerminalFilter()
            for case .output(let text) in events.map(\.kind) { _ = filter.filter(text) }
        }
        #expect((1_000...19_000).contains(readable), "\(readable)")
    }

    private static func damage(_ bytes: inout [UInt8], _ rng: inout SplitMix64) {
        let place = Int(rng.next() % UInt64(max(1, bytes.count)))
        switch rng.next() % 5 {
        case 0 where !bytes.isEmpty: bytes[place] = UInt8(truncatingIfNeeded: rng.next())
        case 1 where !bytes.isEmpty: bytes.remove(at: place)
        case 2: bytes.insert(contentsOf: Array("[]{},\":\\-1e9u\n".utf8).suffix(Int(rng.next() % 8)), at: place)
        case 3: bytes.insert(contentsOf: bytes.prefix(place).suffix(20), at: min(place, bytes.count))
        default: bytes.removeLast(min(bytes.count, Int(rng.next() % 30)))
        }
    }
}
