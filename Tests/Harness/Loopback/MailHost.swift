import CLoopback
import PlatformConcurrency

/// A scripted mail server on loopback. It stops with the value.
///
/// Without a script it accepts everything. A script is asked before each answer, with the line that the client sent:
/// `EHLO name`, a login's continuation, `.` for the end of a message, or an empty text when the client has connected. It
/// returns `nil` for the usual answer.
package final class MailHost: Sendable {
    package typealias Script = @Sendable (String) -> Answer?

    /// What the server has received.
    package struct Record: Sendable {
        /// All lines except those of messages.
        package var commands: [String] = []
        /// The complete messages, with the dots at the start of lines as they were before sending.
        package var messages: [[UInt8]] = []
        /// What arrived of messages whose end didn't.
        package var unfinished: [[UInt8]] = []
    }

    package let port: UInt16
    private let core: Core
    private let record: AsyncValue<Record>

    /// `identity` is for TLS from the first byte, or, unless `isEncrypted`, after STARTTLS.
    package init(
        identity: Identity? = nil, isEncrypted: Bool = false, capabilities: [String] = ["SIZE 100000000"],
        answering script: @escaping Script = { _ in nil }
    ) throws {
        let (listener, port) = try Listening.anyPort(isOpen: true)
        self.port = port ?? 0
        let record = AsyncValue(Record())
        self.record = record
        core = Core(listener, isEncrypted ? identity : nil) { wire, _, _ in
            var session = MailSession(
                wire: wire, identity: identity, capabilities: capabilities, record: record, script: script)
            session.run()
        }
        do throws(ThreadFailure) { try Thread.start("loopback") { [core] in core.listen() } } catch {
            throw ServerError(what: "thread", code: error.code)
        }
    }

    deinit {
        core.stop()
    }

    /// What the server has received so far.
    package var received: Record { record.value }

    /// Waits until `count` connections have been closed by either side, and returns what was received.
    package func ended(_ count: Int) async -> Record {
        await core.ledger.wait { $0.ended >= count }
        return record.value
    }
}

/// One connection to a mail server.
private struct MailSession {
    var wire: Wire
    let identity: Identity?
    let capabilities: [String]
    let record: AsyncValue<MailHost.Record>
    let script: MailHost.Script
    private var unread: [UInt8] = []
    private var isLoggingIn = false

    init(
        wire: Wire, identity: Identity?, capabilities: [String], record: AsyncValue<MailHost.Record>,
        script: @escaping MailHost.Script
    ) {
        self.wire = wire
        self.identity = identity
        self.capabilities = capabilities
        self.record = record
        self.script = script
    }

    mutating func run() {
        guard wire.perform((script("") ?? Answer(.send("220 mail.test ESMTP\r\n"))).steps) else { return }
        while let line = nextLine() {
            record.update { $0.commands.append(line) }
            let answer = script(line)
            let isOpen = wire.perform((answer ?? usual(line)).steps)
            if line == "DATA", answer == nil || answer?.startsMessage == true {
                guard receiveMessage(isOpen: isOpen) else { return }
            } else if line == "STARTTLS", answer == nil, let encrypted = Wire(wire.socket, identity) {
                wire = encrypted
                unread = []
            }
            guard isOpen, line != "QUIT" else { return }
        }
    }

    private mutating func usual(_ line: String) -> Answer {
        if isLoggingIn {
            isLoggingIn = false
            return Answer(.send("235 welcome\r\n"))
        }
        switch line.prefix(4) {
        case "EHLO":
            let lines = ["mail.test"] + capabilities
            let text = lines.enumerated().map { "250\($0 < lines.count - 1 ? "-" : " ")\($1)\r\n" }
            return Answer(.send(text.joined()))
        case "STAR": return Answer(.send("220 go ahead\r\n"))
        case "AUTH":
            isLoggingIn = true
            return Answer(.send("334 \r\n"))
        case "DATA": return Answer(.send("354 go ahead\r\n"))
        case "QUIT": return Answer(.send("221 bye\r\n"))
        default: return Answer(.send("250 ok\r\n"))
        }
    }

    /// Receives a message. Returns whether the connection stays open.
    private mutating func receiveMessage(isOpen: Bool) -> Bool {
        let mark = Array("\r\n.\r\n".utf8)
        var searched = 0
        while true {
            if let end = unread[searched...].firstRange(of: mark) {
                let message = Self.undotted(Array(unread[..<(end.lowerBound + 2)]))
                unread.removeFirst(end.upperBound)
                record.update { $0.messages.append(message) }
                return isOpen && wire.perform((script(".") ?? Answer(.send("250 queued as 17\r\n"))).steps)
            }
            // The last bytes may be the start of the mark.
            searched = max(0, unread.count - mark.count)
            guard fill() else {
                let rest = unread
                record.update { $0.unfinished.append(rest) }
                return false
            }
        }
    }

    /// Removes the dot that was put before each line with a dot at its start.
    private static func undotted(_ bytes: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        var before: UInt8 = 10
        for byte in bytes {
            if byte != UInt8(ascii: ".") || before != 10 { plain.append(byte) }
            before = byte
        }
        return plain
    }

    private mutating func nextLine() -> String? {
        while true {
            if let end = unread.firstRange(of: [13, 10]) {
                defer { unread.removeFirst(end.upperBound) }
                return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
            }
            guard fill() else { return nil }
        }
    }

    private mutating func fill() -> Bool {
        let more = wire.read()
        unread += more
        return !more.isEmpty
    }
}

extension Answer {
    /// Whether the answer to DATA asks for the message.
    fileprivate var startsMessage: Bool {
        guard case .send(let bytes) = steps.first else { return false }
        return bytes.starts(with: Array("354".utf8))
    }
}
