package import Domain

/// Maps a response without a picture to a failure, by its status and message. Whether the response proves that nothing
/// was bought is a separate question: see `PurchaseProof`.
package struct StatusRefusal: Sendable {
    package let response: HTTPResponse
    /// The error that the body describes.
    package let error: ReportedError
    package let quoting: Quoting
    private let now: UTCMillis

    /// Reads `error` from the body if it isn't given.
    init(_ response: HTTPResponse, _ error: ReportedError? = nil, quoting: Quoting, now: UTCMillis) {
        self.response = response
        self.error = error ?? ReportedError(response.body)
        self.quoting = quoting
        self.now = now
    }

    /// The status code of the status line. Some bodies repeat it as a code, or name another one; those don't count.
    package var status: Int { response.status }

    package var failure: BackendFailure {
        switch status {
        case 300..<400: moved
        case 401, 403: .auth
        case 402: .quota
        case 404, 410: .gone
        case 408, 409, 425: transient
        case 429: rateLimited
        case 400..<500: invalid
        case 503 where isLoading: loading
        case 504, 524: .timeout
        case 500...: transient
        default: .failed(message: message)
        }
    }

    /// The service's message in one line, safe to show.
    package var message: String {
        error.message.isEmpty ? "status \(response.status)" : quoting.quoted(error.message)
    }

    package var isLoading: Bool {
        ["loading", "starting up", "warming up", "not ready"].contains { error.words.contains($0) }
    }

    package var transient: BackendFailure { .transient(message: message) }
    package var rateLimited: BackendFailure { .rateLimited(after: wait) }
    package var loading: BackendFailure { .loading(eta: wait) }

    package var invalid: BackendFailure { .invalid(parameter: parameter, message: message) }

    /// The rejected field's name, safe to show.
    package var parameter: String? { quoting.quotedUnlessEmpty(error.parameter, limit: 64) }

    private var moved: BackendFailure {
        guard let target = quoting.quotedUnlessEmpty(response.header("location"), limit: 120) else {
            return .config(message: "base_url redirects (status \(response.status))")
        }
        return .config(message: "base_url redirects to \(target), which is not followed")
    }

    /// The retry delay from the headers, or from the message: `Please try again in 6m0s.`
    private var wait: Int64? {
        if let delay = RetryTime.milliseconds(of: response, now: now) { return delay }
        let message = error.message.lowercased()
        guard let found = message.firstRange(of: "try again in ") else { return nil }
        let word = message[found.upperBound...].prefix { $0 != " " && $0 != "," }
        let text = word.last == "." ? word.dropLast() : word
        return text.last?.isLetter == true ? RetryTime.milliseconds(of: String(text)) : nil
    }
}

/// The error described by a response body, in any of the common formats.
package struct ReportedError: Equatable, Sendable {
    /// In lower case.
    package var code = ""
    /// In lower case.
    package var type = ""
    /// The original message: not bounded, not safe to show.
    package var message = ""
    package var parameter: String?
    /// Whether the body has a recognised error format, as opposed to a page written by a server in between.
    package var isOwn = false

    package init() {}

    /// Code, type and message in lower case, for searching.
    package var words: String { [code, type, message].joined(separator: " ").lowercased() }
}

extension ReportedError {
    /// Reads a whole body, whether it is JSON or not.
    package init(_ body: [UInt8]) {
        if let value = JSONBody.value(body) {
            self.init(value)
        } else {
            self.init()
            // The start is enough, since the rest is never shown.
            message = Page.text(String(decoding: body.prefix(16 << 10), as: UTF8.self))
        }
    }

    package init(_ value: JSONValue) {
        self.init()
        if let text = value.text { message = text }
        if let error = value["error"] {
            read(error, beside: value)
        } else if let detail = value["detail"] {
            read(detail: detail)
        } else if let first = value["errors"]?.list?.first {
            read(first, beside: value)
        } else if value["message"] != nil || value["msg"] != nil {
            read(value, beside: .null)
        }
        // Bounds the cost of searching a very long message.
        message = String(message.prefix(8 << 10))
        isOwn = !(code.isEmpty && type.isEmpty && message.isEmpty)
    }

    /// `{"error": "words"}`, `{"error": "code", "message": "words"}`, or `{"error": {…}}`.
    private mutating func read(_ error: JSONValue, beside whole: JSONValue) {
        guard case .object = error else {
            let text = whole["message"]?.text
            message = text ?? error.word ?? ""
            code = (text == nil ? whole["code"]?.word : error.word)?.lowercased() ?? ""
            return
        }
        code = error["code"]?.word?.lowercased() ?? ""
        type = error["type"]?.word?.lowercased() ?? ""
        parameter = error["param"]?.text
        message = (error["message"] ?? error["msg"])?.text ?? ""
        let reasons = error["metadata"]?["reasons"]?.list?.compactMap(\.text) ?? []
        if !reasons.isEmpty { message += " (" + reasons.joined(separator: ", ") + ")" }
    }

    /// Reads FastAPI's `detail`: a string, a list whose first item is used, or an object like an error.
    private mutating func read(detail: JSONValue) {
        if let text = detail.text { return message = text }
        guard let first = detail.list?.first else { return read(detail, beside: .null) }
        message = (first["msg"] ?? first["message"])?.text ?? first.text ?? ""
        type = first["type"]?.text?.lowercased() ?? ""
        parameter = first["loc"]?.list?.last?.text
    }
}

/// Summarises a body that isn't JSON.
package enum Page {
    /// Returns an HTML page's title, or its text if it has none. Other bodies are returned unchanged.
    package static func text(_ body: String) -> String {
        guard let opening = body.first(where: { !$0.isWhitespace }), opening == "<" else { return body }
        let title = between("<title", "</title", in: body).map { $0.drop { $0 != ">" }.dropFirst() }
        let text = title.map(String.init) ?? withoutTags(body)
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? "an HTML page" : "an HTML page: " + words
    }

    private static func between(_ start: String, _ end: String, in body: String) -> Substring? {
        let lower = body.lowercased()
        guard lower.utf8.count == body.utf8.count, let opening = lower.firstRange(of: start),
            let closing = lower[opening.upperBound...].firstRange(of: end)
        else { return nil }
        return body[opening.upperBound..<closing.lowerBound]
    }

    private static func withoutTags(_ body: String) -> String {
        var depth = 0
        var kept = ""
        for character in body {
            switch character {
            case "<": depth += 1
            case ">": depth = max(0, depth - 1)
            case _ where depth == 0: kept.append(character)
            default: break
            }
            if character == ">" { kept.append(" ") }
        }
        return kept
    }
}
