import Domain
import Foundation
import Testing

@Suite("Calendar documents")
struct CalendarDocumentTests {
    private static let day = LocalDay(year: 2028, month: 2, day: 29)

    private func document(_ summary: String, _ description: [String] = [], url: String? = nil) -> CalendarDocument {
        CalendarDocument(
            name: "textifyd: artworks",
            events: [
                CalendarEvent(
                    id: "2028-02-29-a@textifyd", time: .day(Self.day), stamp: 1_795_910_400_000, summary: summary,
                    description: description, url: url)
            ])
    }

    private func lines(_ document: CalendarDocument) -> [String] {
        String(decoding: document.bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("a document is written as RFC 5545 says, with the day after as the end")
    func written() {
        let document = document("2 artworks", ["a; b, c\\d", "sea"], url: "https://art.example/library?q=made%3A2028")
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//textifyd//calendar//EN
            CALSCALE:GREGORIAN
            METHOD:PUBLISH
            NAME:textifyd: artworks
            X-WR-CALNAME:textifyd: artworks
            REFRESH-INTERVAL;VALUE=DURATION:PT1H
            X-PUBLISHED-TTL:PT1H
            BEGIN:VEVENT
            UID:2028-02-29-a@textifyd
            DTSTAMP:20261129T000000Z
            DTSTART;VALUE=DATE:20280229
            DTEND;VALUE=DATE:20280301
            SUMMARY:2 artworks
            DESCRIPTION:a\\; b\\, c\\\\d\\nsea
            URL:https://art.example/library?q=made%3A2028
            TRANSP:TRANSPARENT
            END:VEVENT
            END:VCALENDAR

            """
        #expect(lines(document) == text.components(separatedBy: "\n"))
        #expect(document.bytes == document.bytes)
    }

    @Test("a moment is in UTC; years without four digits are left out")
    func moments() {
        func event(_ time: CalendarEvent.Time) -> CalendarEvent {
            CalendarEvent(id: "a", time: time, stamp: 0, summary: "b")
        }
        let document = CalendarDocument(
            name: "x",
            events: [
                event(.moment(1_795_946_340_999)), event(.moment(UTCMillis(.max))), event(.moment(UTCMillis(.min))),
                event(.day(LocalDay(year: 10_000, month: 1, day: 1))),
            ])
        #expect(lines(document).filter { $0.hasPrefix("DTSTART") } == ["DTSTART:20261129T095900Z"])
    }

    @Test("lines have 75 bytes at most, and no character is split")
    func folded() {
        for offset in 0..<8 {
            let summary = String(repeating: "x", count: offset) + String(repeating: "그림🖼é", count: 60)
            let document = document(summary)
            let text = String(decoding: document.bytes, as: UTF8.self)
            #expect(Array(text.utf8) == document.bytes && !text.contains("\u{FFFD}"))
            #expect(lines(document).allSatisfy { $0.utf8.count <= 75 })
            #expect(text.replacing("\r\n ", with: "").contains("SUMMARY:\(summary)\r\n"))
        }
    }

    @Test(
        "no text can add a line, an entry or a property",
        arguments: [
            "a\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil", "a\nURL:http://evil.example", "a\rb",
            "a\u{2028}b\u{2029}c",
            "a\u{85}X-EVIL:1", "a\u{0}b\u{7}\u{1B}[31m\u{7F}\u{9B}", "\u{202E}live\u{2066}", "\\n\\N;,:\"",
            "\u{B}\u{C}",
        ])
    func injection(text: String) {
        let names = lines(document(text, [text, text], url: "https://a/" + text)).map {
            $0.prefix { !":;".contains($0) }
        }
        let expected = lines(document("a", ["b"], url: "c")).map { $0.prefix { !":;".contains($0) } }
        #expect(names.filter { !$0.hasPrefix(" ") } == expected)
        let bytes = document(text, [text]).bytes
        #expect(!bytes.contains { ($0 < 32 && $0 != 13 && $0 != 10) || $0 == 127 })
        #expect(bytes.filter { $0 == 13 }.count == bytes.filter { $0 == 10 }.count)
    }

    @Test(
        "an independent reader finds the same entries", .enabled(if: CalendarReader.isInstalled, "no python3-icalendar")
    )
    func independent() throws {
        let summary = "열두 작품; 12 artworks, \"all\" \\ of 🖼 " + String(repeating: "길다 ", count: 40)
        let read = try CalendarReader.read(
            document(summary, ["first\r\nEND:VEVENT", "second, third"], url: "https://art.example/a?b=c;d,e").bytes)
        #expect(read.errors == [] && read.name == "textifyd: artworks" && read.method == "PUBLISH")
        let event = try #require(read.events.first)
        #expect(read.events.count == 1)
        #expect(event.uid == "2028-02-29-a@textifyd" && event.start == "2028-02-29" && event.end == "2028-03-01")
        #expect(event.summary == summary && event.description == "first  END:VEVENT\nsecond, third")
        #expect(event.url == "https://art.example/a?b=c;d,e")
    }
}

/// Reads a calendar with a library that calendar programs use.
struct CalendarReader: Decodable {
    struct Event: Decodable {
        let uid: String
        let start: String
        let end: String?
        let summary: String
        let description: String?
        let url: String?
    }

    let name: String
    let method: String
    let errors: [String]
    let events: [Event]

    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first { python in
        (try? run(python, "import icalendar", [])) != nil
    }

    static var isInstalled: Bool { python != nil }

    private static let script = """
        import icalendar, json, sys

        calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
        text = lambda entry, name: None if entry.get(name) is None else str(entry.get(name))
        when = lambda entry, name: None if entry.get(name) is None else entry.get(name).dt.isoformat()
        events = [{"uid": text(one, "UID"), "start": when(one, "DTSTART"), "end": when(one, "DTEND"),
                   "summary": text(one, "SUMMARY"), "description": text(one, "DESCRIPTION"), "url": text(one, "URL")}
                  for one in calendar.walk("VEVENT")]
        errors = [str(error) for part in calendar.walk() for error in part.errors]
        json.dump({"name": text(calendar, "X-WR-CALNAME"), "method": text(calendar, "METHOD"), "errors": errors,
                   "events": events}, sys.stdout)
        """

    static func read(_ bytes: [UInt8]) throws -> CalendarReader {
        try JSONDecoder().decode(CalendarReader.self, from: run(try #require(python), script, bytes))
    }

    private static func run(_ python: String, _ script: String, _ bytes: [UInt8]) throws -> Data {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = ["-I", "-c", script]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The script reads everything before it writes.
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let read = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
        return read
    }
}
