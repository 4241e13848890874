import Domain
import Foundation
import Glibc
import PlatformHTTPServer
import PlatformSystem
import Testing

@Suite("The calendar of a running service", .ownThread, .enabled(if: access("/usr/bin/curl", X_OK) == 0))
struct CalendarTests {
    private let service: Service
    private let port: UInt16

    init() throws {
        service = try Service()
        port = try ListeningSocket(host: "127.0.0.1", port: 0).port
        try service.write(
            """
            [service]
            state = "state"
            [web]
            listen = "127.0.0.1:\(port)"
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            \(Service.quick)
            [[watch]]
            path = "private"
            outbox = "secret-outbox"
            local_only = true
            \(Service.quick)

            """)
        for name in ["private", "secret-outbox"] { try FileDescriptor.makeFolder(service.root.appending(name)) }
    }

    /// Runs `curl` and returns the answer's head and body.
    private func asked(_ words: String...) throws -> (head: String, body: String) {
        let curl = try Program("/usr/bin/curl", ["-s", "-i"] + words, home: service.root.shown)
        _ = try curl.ending()
        let parts = String(decoding: curl.output, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        return (parts[0], parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    private func renewed() throws -> String {
        let reply = try service.textify("calendar", "renew")
        #expect(reply.code == 0)
        return try #require(reply.output.split(separator: "\n").first.map(String.init))
    }

    @Test("a calendar program reads what was made, until the address is revoked; nothing else shows the address")
    func subscribed() throws {
        let program = try service.serve()
        let evil = "sea\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:evil"
        try service.drop(FileName("x\r\nBEGIN:VEVENT\r\nSUMMARY:evil.txt"), Array("a boat".utf8))
        try service.drop("lines.json", Array(try JSONEncoder().encode(["prompt": evil])))
        let hidden = try FileDescriptor.folder(service.root.appending("private"))
        try hidden.write(Array("a hidden hill".utf8), to: FileName("hidden-hill.txt"))
        #expect(try service.textify("scan").code == 0)
        #expect(try service.textify("sync").output != "")
        let url = try #require(
            try service.textify("calendar").output.split(separator: "\n").first.map(String.init))
        let token = try #require(url.split(separator: "/").last.map { String($0.dropLast(4)) })
        #expect(url.hasPrefix("http://127.0.0.1:\(port)/calendar/") && token.count == 43)
        #expect(try !service.textify("calendar").output.contains("http"))

        let (head, body) = try asked(url)
        #expect(head.hasPrefix("HTTP/1.1 200") && !head.contains("Set-Cookie"), "\(head)")
        let lines = body.components(separatedBy: "\r\n")
        #expect(
            lines.filter { $0 == "BEGIN:VEVENT" }.count == 1 && !lines.contains { $0.hasPrefix("SUMMARY:evil") },
            "\(body)")
        #expect(lines.contains { $0.hasPrefix("SUMMARY:") && $0.hasSuffix("artworks") }, "\(body)")
        let unfolded = body.replacing("\r\n ", with: "")
        #expect(unfolded.contains("/library?q=made%3A") && !unfolded.contains("hidden") && !unfolded.contains("hill"))
        #expect(!unfolded.contains("boat") && !unfolded.contains(service.root.shown))
        let tag = try #require(head.components(separatedBy: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
        #expect(try asked(url, "-H", "If-None-Match: \(tag)").head.hasPrefix("HTTP/1.1 304"))
        let bare = try asked("--head", url)
        #expect(bare.head.hasPrefix("HTTP/1.1 200") && bare.body == "")
        #expect(try asked(url, "-H", "Host: evil.example").head.hasPrefix("HTTP/1.1 403"))
        #expect(try asked("http://127.0.0.1:\(port)/calendar/\(token)").head.hasPrefix("HTTP/1.1 404"))
        #expect(
            try asked("--unix-socket", service.socket, "http://textifyd/calendar/\(token).ics").head.hasPrefix(
                "HTTP/1.1 404"))

        for words in [["status", "--json"], ["config", "show"], ["events", "--help"]] {
            #expect(try !service.ask(words).finished().contains(token))
        }
        let metrics = try asked("--unix-socket", service.socket, "http://textifyd/metrics")
        #expect(!metrics.body.contains(token))
        let file = try service.bytes("calendar.json", in: service.root.appending("state"))
        #expect(!String(decoding: file, as: UTF8.self).contains(token))
        var facts = stat()
        #expect(stat(service.root.shown + "/state/calendar.json", &facts) == 0 && facts.st_mode & 0o777 == 0o600)

        let second = try renewed()
        #expect(try asked(url).head.hasPrefix("HTTP/1.1 404"))
        #expect(try asked(second).head.hasPrefix("HTTP/1.1 200"))
        #expect(try service.textify("calendar", "revoke").code == 0)
        let revoked = try asked(second)
        #expect(revoked.head.hasPrefix("HTTP/1.1 404") && revoked.head.contains("no-referrer"))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let log = program.log.joined(separator: "\n")
        #expect(!log.contains(token) && !log.contains("calendar/"))
    }

    @Test("without the listener the command says what to set")
    func off() throws {
        try service.configure(Service.quick)
        try service.run()
        let reply = try service.textify("calendar")
        #expect(reply.code != 0 && reply.errors.joined().contains("Set listen in [web]"), "\(reply)")
        #expect(try service.textify("calendar", "remove").code == 64)
    }
}

extension Program {
    /// Everything that it printed until its end.
    fileprivate func finished() throws -> String {
        _ = try ending()
        return String(decoding: output, as: UTF8.self)
    }
}
