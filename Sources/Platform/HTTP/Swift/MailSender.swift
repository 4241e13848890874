internal import CHTTP
package import Domain
internal import PlatformConcurrency
internal import Synchronization

/// Sends mail by libcurl's SMTP. Each message has a connection and a thread of its own, and nothing of either is left
/// when `send` returns.
///
/// It doesn't share the thread of the HTTP client, because libcurl waits on its caller's thread for the server's replies
/// to the end of a message and to QUIT (`smtp_block_statemach` in lib/smtp.c of 7.88.1), which would stop all other
/// exchanges. For the same reason a message is cancelled by a callback and not by removing its handle from a multi
/// handle: that would end the message where it is (`smtp_done`), and the server would deliver half of it.
///
/// No proxy is used, whatever the environment says. netrc is not read, and certificate verification can't be disabled.
package struct MailSender: Sendable {
    package init() {}

    /// Sends a message from one mailbox to others. `message` is its complete form, such as `MailMessage.bytes`.
    ///
    /// The server may refuse some of the recipients; the message goes to the others, and the result names the refused
    /// ones. If it refuses all, the error is `.deferred` if one of them may be accepted later. The limit applies to the
    /// whole exchange. Cancelling the task takes effect within a second.
    package func send(
        _ message: [UInt8], from sender: MailAddress, to recipients: [MailAddress], via server: MailServer,
        timeout: Duration
    ) async throws(MailFailure) -> MailReceipt {
        if let problem = server.problem { throw .settings(problem) }
        guard !recipients.isEmpty else { throw .noRecipient }
        let cancellation = Cancellation()
        let transfer = MailTransfer(
            message: message, sender: sender, recipients: recipients, server: server, timeout: timeout,
            cancellation: cancellation)
        let outcome: Result<MailReceipt, MailFailure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(ThreadFailure) {
                    try Thread.start("mail") { continuation.resume(returning: transfer.run()) }
                } catch {
                    continuation.resume(returning: .failure(.other(code: Int(error.code), mayHaveArrived: false)))
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
        return try outcome.get()
    }
}

/// Whether the caller of an exchange has cancelled.
private final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}

/// A message on its way.
private struct MailTransfer: Sendable {
    let message: [UInt8]
    let sender: MailAddress
    let recipients: [MailAddress]
    let server: MailServer
    let timeout: Duration
    let cancellation: Cancellation

    /// Sends the message and waits for the server's last reply.
    func run() -> Result<MailReceipt, MailFailure> {
        guard !cancellation.isCancelled else { return .failure(.cancelled(mayHaveArrived: false)) }
        guard CurlLibrary.isReady else { return .failure(.unsupported) }
        let dialogue = MailDialogue(cancellation)
        do throws(HTTPFault) {
            let (code, isSent) = try perform(dialogue)
            return dialogue.outcome(code, isSent: isSent, recipients, server.login)
        } catch {
            return .failure(error.mailFailure)
        }
    }

    /// Returns curl's result and whether it took all bytes of the message.
    private func perform(_ dialogue: MailDialogue) throws(HTTPFault) -> (CURLcode, isSent: Bool) {
        try unsafe message.withUnsafeBufferPointer { bytes throws(HTTPFault) in
            var mail = unsafe chttp_mail(
                bytes: bytes.baseAddress, count: bytes.count, taken: 0,
                context: Unmanaged.passUnretained(dialogue).toOpaque(), command: MailDialogue.command,
                reply: MailDialogue.reply, is_given_up: MailDialogue.isGivenUp)
            let code = try unsafe withUnsafeMutablePointer(to: &mail) { mail throws(HTTPFault) in
                var easy = try EasyHandle()
                try easy.prepare(self)
                try unsafe easy.set(mail: mail)
                return easy.perform()
            }
            return (code, unsafe mail.taken == mail.count)
        }
    }
}

extension EasyHandle {
    fileprivate mutating func prepare(_ transfer: MailTransfer) throws(HTTPFault) {
        let server = transfer.server
        let scheme = server.security == .tls ? "smtps" : "smtp"
        // Fails here if libcurl was built without mail.
        try set(CURLOPT_PROTOCOLS_STR, scheme)
        // The path is the name in EHLO; without one libcurl takes the host name.
        let name = PercentEncoding.encoded(server.ownName ?? "")
        try set(CURLOPT_URL, "\(scheme)://\(server.host):\(server.port)/\(name)")
        let protection = server.security == .starttls ? CURLUSESSL_ALL : CURLUSESSL_NONE
        try set(CURLOPT_USE_SSL, Int(protection.rawValue))
        try setTrust(server.caFile)
        try set(CURLOPT_MAIL_FROM, transfer.sender.mailbox)
        try set(recipients: transfer.recipients.map(\.mailbox))
        if let login = server.login {
            try set(CURLOPT_USERNAME, login.user)
            try set(CURLOPT_PASSWORD, login.password.value)
            // Otherwise libcurl prefers GSSAPI or NTLM if the server offers them, for which a password isn't enough or
            // which fail without trying the next.
            try set(CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN")
        }
        try set(CURLOPT_NOSIGNAL, 1)
        // See `setRoute`.
        try set(CURLOPT_QUICK_EXIT, 1)
        try setProxy(.direct)
        let milliseconds = transfer.timeout.wholeMilliseconds
        try set(CURLOPT_TIMEOUT_MS, milliseconds)
        // The time for connecting includes everything before the message, and servers delay their greeting on purpose.
        try set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        // libcurl's own limit for each reply is two minutes.
        try set(CURLOPT_SERVER_RESPONSE_TIMEOUT, (milliseconds + 999) / 1000)
        // Otherwise the handle says goodbye when it is destroyed, without asking the callback that ends the wait for the
        // reply: a silent server would be waited for a second time.
        try set(CURLOPT_FORBID_REUSE, 1)
    }
}

extension HTTPFault {
    /// The failure when curl doesn't accept the settings of an exchange.
    var mailFailure: MailFailure {
        let missing = [CURLE_UNSUPPORTED_PROTOCOL, CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN].map { Int($0.rawValue) }
        return missing.contains(code) ? .unsupported : .other(code: code, mayHaveArrived: false)
    }
}

/// The commands and replies of an exchange, on its thread. libcurl itself reports only the code of the latest reply,
/// which may be one that it tolerated.
final class MailDialogue {
    /// The latest command, whose reply is next.
    private enum Step: Equatable {
        case connect
        case hello
        case encryption
        case login
        case sender
        case recipient
        case data
        /// The message and its end.
        case message
    }

    private var step = Step.connect
    /// The time until which the reply to curl's goodbye is waited for. curl says goodbye after most failures too, even to
    /// a server that has fallen silent.
    private var end: ContinuousClock.Instant?
    /// The complete reply to the latest command.
    private var latest: (code: Int, text: String)?
    /// The replies to the recipients so far, in their order.
    private var recipients: [(code: Int, text: String)] = []
    /// The text of the lines of an incomplete reply.
    private var pending = ""
    private let cancelled: () -> Bool

    fileprivate init(_ cancellation: Cancellation) {
        cancelled = { cancellation.isCancelled }
    }

    init() {
        cancelled = { false }
    }

    /// Takes a command as sent. Only its verb is kept: what follows may be a password.
    func send(_ command: UnsafeRawBufferPointer) {
        func begins(_ verb: String) -> Bool { unsafe command.starts(with: verb.utf8) }
        guard end == nil, !begins("QUIT\r\n") else {
            end = end ?? .now + .seconds(1)
            return
        }
        latest = nil
        if step != .login, begins("DATA\r\n") {
            step = .data
        } else if begins("RCPT TO:") {
            step = .recipient
        } else if begins("MAIL FROM:") {
            step = .sender
        } else if begins("AUTH ") {
            step = .login
        } else if begins("STARTTLS\r\n") {
            step = .encryption
        } else if begins("EHLO ") || begins("HELO ") {
            step = .hello
        }
    }

    /// Takes a line of a reply: three digits, a hyphen if more lines follow, and text.
    func receive(_ line: UnsafeRawBufferPointer) {
        guard end == nil else { return }
        let number = unsafe String(decoding: line.prefix(3), as: UTF8.self)
        guard let code = Int(digits: number), line.count > 3, (100...599).contains(code) else { return }
        if pending.utf8.count < 1000 {
            pending += unsafe String(decoding: line[4...].prefix(1000), as: UTF8.self) + " "
        }
        guard unsafe line[3] != UInt8(ascii: "-") else { return }
        let reply = (code: code, text: pending)
        pending = ""
        if step == .data, code == 354 {
            step = .message
            latest = nil
            return
        }
        if step == .recipient { recipients.append(reply) }
        latest = reply
    }

    /// Whether curl should stop waiting.
    var isGivenUp: Bool {
        if let end, ContinuousClock.now >= end { return true }
        return cancelled()
    }

    /// Returns the result, from curl's and what was said. `isSent`: curl took all bytes of the message.
    func outcome(
        _ code: CURLcode, isSent: Bool, _ mailboxes: [MailAddress], _ login: MailServer.Login?
    ) -> Result<MailReceipt, MailFailure> {
        func reply(_ one: (code: Int, text: String)) -> MailReply {
            // A server that repeats the login must not get it into the log.
            MailReply(code: one.code, text: login?.isRepeated(in: one.text) == true ? "" : one.text)
        }
        let isAccepted = step == .message && latest.map { 200..<300 ~= $0.code } == true
        if isAccepted || code == CURLE_OK {
            let refused = zip(mailboxes, recipients).filter { $1.code >= 300 }.map {
                MailReceipt.Refusal(recipient: $0, reply: reply($1))
            }
            return .success(MailReceipt(reply: reply(latest ?? (250, "")), refused: refused))
        }
        let number = Int(code.rawValue)
        let mayHaveArrived = isSent && step == .message && latest == nil
        switch code {
        case CURLE_ABORTED_BY_CALLBACK: return .failure(.cancelled(mayHaveArrived: mayHaveArrived))
        case CURLE_SSL_CACERT_BADFILE: return .failure(.encryption(.caFile, code: number))
        case CURLE_PEER_FAILED_VERIFICATION: return .failure(.encryption(.certificate, code: number))
        case _ where HTTPFault.encryption.contains(code): return .failure(.encryption(.handshake, code: number))
        case CURLE_USE_SSL_FAILED where latest.map({ 400..<500 ~= $0.code }) != true:
            return .failure(.encryption(.notOffered, code: number))
        default: break
        }
        if code != CURLE_OPERATION_TIMEDOUT, let refusal { return .failure(failure(reply(refusal))) }
        if let outage = Self.outage(code) {
            return .failure(.unreachable(outage, code: number, mayHaveArrived: mayHaveArrived))
        }
        return .failure(
            code == CURLE_LOGIN_DENIED ? .authentication(nil) : .other(code: number, mayHaveArrived: mayHaveArrived))
    }

    /// The reply that ended the exchange. Of several refused recipients it is one that may be accepted later, if there
    /// is one.
    private var refusal: (code: Int, text: String)? {
        guard let latest, latest.code >= 400 else { return nil }
        guard step == .recipient else { return latest }
        return recipients.last { $0.code < 500 } ?? latest
    }

    private func failure(_ reply: MailReply) -> MailFailure {
        if reply.code < 500 { return .deferred(reply) }
        // 530 and its neighbours are about the login, whatever the command (RFC 4954, 6).
        return step == .login || [530, 534, 535, 538].contains(reply.code) ? .authentication(reply) : .refused(reply)
    }

    private static func outage(_ code: CURLcode) -> MailOutage? {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .resolve
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .closed
        case CURLE_WEIRD_SERVER_REPLY: .malformed
        default: nil
        }
    }
}

extension MailDialogue {
    static let command: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int) -> Void = {
        let dialogue = unsafe Unmanaged<MailDialogue>.fromOpaque($0).takeUnretainedValue()
        unsafe dialogue.send(UnsafeRawBufferPointer(start: $1, count: $2))
    }

    static let reply: chttp_receiver = { bytes, size, count, context in
        let dialogue = unsafe Unmanaged<MailDialogue>.fromOpaque(context).takeUnretainedValue()
        unsafe dialogue.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        return size * count
    }

    static let isGivenUp: @convention(c) (UnsafeMutableRawPointer) -> Int32 = {
        unsafe Unmanaged<MailDialogue>.fromOpaque($0)
            .takeUnretainedValue().isGivenUp ? 1 : 0
    }
}
