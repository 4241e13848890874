package import BackendKit
package import Domain
import FoundationEssentials

/// Sends messages to a web address. The address is a secret: nothing of it appears in failures.
package struct WebhookChannel: NotificationChannel {
    private let template: WebhookTemplate
    private let secrets: @Sendable () async throws(NotificationFailure) -> WebhookSecrets
    private let chat: String
    private let caFile: String?
    private let transport: any HTTPTransport
    private let utc: @Sendable () -> UTCMillis
    /// HMAC-SHA-256 of a message by a key.
    private let sign: @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8]

    private static let limits = HTTPLimits(
        connect: .seconds(10), total: .seconds(30), stall: .seconds(20), bodyBytes: 64 << 10)

    /// `secrets`: reads address and keys for each attempt, because their files may change.
    package init(
        _ template: WebhookTemplate, chat: String, caFile: String?, transport: any HTTPTransport,
        utc: @escaping @Sendable () -> UTCMillis,
        sign: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8]) -> [UInt8],
        secrets: @escaping @Sendable () async throws(NotificationFailure) -> WebhookSecrets
    ) {
        self.template = template
        self.secrets = secrets
        self.chat = chat
        self.caFile = caFile
        self.transport = transport
        self.utc = utc
        self.sign = sign
    }

    package func send(_ message: NotificationMessage) async -> NotificationOutcome {
        let request: HTTPRequest
        do throws(NotificationFailure) { request = try self.request(message, try await secrets()) } catch {
            return .later(error)
        }
        do throws(HTTPFailure) { return outcome(try await transport.perform(request)) } catch {
            return .later(NotificationFailure(error))
        }
    }

    func request(
        _ message: NotificationMessage, _ secrets: WebhookSecrets
    ) throws(NotificationFailure) -> HTTPRequest {
        guard let address = WebAddress(secrets.address.value) else { throw .setting("address") }
        var url = address.text
        var topic = ""
        switch template {
        case .ntfy:
            let parts = address.path.split(separator: "/")
            guard let last = parts.last, address.query == nil else { throw .setting("address") }
            topic = String(last)
            url = String(url.dropLast(url.hasSuffix("/") ? last.utf8.count + 1 : last.utf8.count))
        case .matrix: url += "/send/m.room.message/\(message.id)"
        case .telegram: url += "/sendMessage"
        case .gotify: url += "/message"
        case .discord, .slack, .json: break
        }
        let body = WebhookBody.json(message, template, topic: topic, chat: chat)
        guard let bytes = JSONBody.bytes(body) else { throw .setting("address") }
        return HTTPRequest(
            template == .matrix ? .put : .post, url, headers: try headers(message, secrets, bytes), body: bytes,
            limits: Self.limits, caFile: caFile)
    }

    private func headers(
        _ message: NotificationMessage, _ secrets: WebhookSecrets, _ body: [UInt8]
    ) throws(NotificationFailure) -> [HTTPHeader] {
        var headers = [HTTPHeader("Content-Type", "application/json"), HTTPHeader("User-Agent", "textifyd")]
        if let token = secrets.token {
            headers.append(
                template == .gotify
                    ? HTTPHeader("X-Gotify-Key", token.value, isSecret: true)
                    : HTTPHeader("Authorization", "Bearer " + token.value, isSecret: true))
        }
        guard template == .json else { return headers }
        // The names and the signed text of Standard Webhooks.
        let time = "\(utc().milliseconds / 1000)"
        headers += [HTTPHeader("webhook-id", message.id), HTTPHeader("webhook-timestamp", time)]
        if let secret = secrets.secret {
            guard let key = Self.key(secret) else { throw .setting("secret") }
            let signature = Data(sign(key, Array("\(message.id).\(time).".utf8) + body)).base64EncodedString()
            headers.append(HTTPHeader("webhook-signature", "v1," + signature))
        }
        return headers
    }

    /// The bytes of a secret: base64 after `whsec_`, else its characters.
    private static func key(_ secret: Secret) -> [UInt8]? {
        guard secret.value.hasPrefix("whsec_") else { return Array(secret.value.utf8) }
        return Data(base64Encoded: String(secret.value.dropFirst(6))).map(Array.init)
    }

    private func outcome(_ response: HTTPResponse) -> NotificationOutcome {
        switch response.status {
        case 200..<300: .delivered
        case 408, 425, 429, 500...: .later(.status(response.status), after: pause(response))
        default: .refused(.status(response.status))
        }
    }

    private func pause(_ response: HTTPResponse) -> Int64? {
        if let asked = RetryTime.milliseconds(of: response, now: utc()) { return asked }
        // Telegram says it in the body.
        guard template == .telegram, let seconds = JSONBody.value(response.body)?["parameters"]?["retry_after"],
            case .integer(let count) = seconds
        else { return nil }
        return max(0, count).multipliedReportingOverflow(by: 1000).partialValue
    }
}

/// What a webhook's address and keys are now.
package struct WebhookSecrets: Sendable {
    let address: Secret
    let token: Secret?
    let secret: Secret?

    package init(address: Secret, token: Secret? = nil, secret: Secret? = nil) {
        self.address = address
        self.token = token
        self.secret = secret
    }
}

extension NotificationFailure {
    init(_ failure: HTTPFailure) {
        self =
            switch failure {
            case .cancelled: .stopped
            case .notSent(_, let fault), .sentNoAnswer(_, let fault), .partialAnswer(_, let fault, _, _):
                switch fault.reason {
                case .address, .header: .setting("address")
                case .trust: .setting("ca_file")
                case .resolve: .noAnswer(.resolve)
                case .connect, .inward: .noAnswer(.connect)
                case .tls: .noAnswer(.tls)
                case .proxy: .noAnswer(.proxy)
                case .timeout, .stalled: .noAnswer(.timeout)
                case .closed, .other: .noAnswer(.closed)
                case .malformed, .redirects: .noAnswer(.malformed)
                case .stopped: .stopped
                }
            case .headersTooLarge, .bodyTooLarge: .noAnswer(.malformed)
            }
    }
}
