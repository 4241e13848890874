package import Domain

/// What an answer says went wrong, whatever dialect it says it in.
package struct SpokenError: Equatable, Sendable {
    /// In small letters.
    package var code = ""
    /// In small letters.
    package var type = ""
    /// As it was said: not bounded, not safe to show.
    package var message = ""
    package var parameter: String?
    /// Whether the service itself spoke, and not somebody in between.
    package var isOwn = false

    package init() {}

    /// Code, type and message together in small letters, to look for words in.
    package var words: String { [code, type, message].joined(separator: " ").lowercased() }
}

extension SpokenError {
    /// Reads a whole body, JSON or not.
    package init(_ body: [UInt8]) {
        if let value = JSONBody.value(body) {
            self.init(value)
        } else {
            self.init()
            // The head is enough: the rest is never shown.
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
        // What nobody reads need not be searched.
        message = String(message.prefix(8 << 10))
        isOwn = !(code.isEmpty && type.isEmpty && message.isEmpty)
    }

    /// `{"error": "words"}`, `{"error": "code", "message": "words"}`, or `{"error": {…}}`.
    private mutating func read(_ error: JSONValue, beside whole: JSONValue) {
        guard case .object = error else {
            let said = whole["message"]?.text
            message = said ?? error.word ?? ""
            code = (said == nil ? whole["code"]?.word : error.word)?.lowercased() ?? ""
            return
        }
        code = error["code"]?.word?.lowercased() ?? ""
        type = error["type"]?.word?.lowercased() ?? ""
        parameter = error["param"]?.text
        message = (error["message"] ?? error["msg"])?.text ?? ""
        let reasons = error["metadata"]?["reasons"]?.list?.compactMap(\.text) ?? []
        if !reasons.isEmpty { message += " (" + reasons.joined(separator: ", ") + ")" }
    }

    /// FastAPI's: words, or a list of which the first is told, or an object like an error.
    private mutating func read(detail: JSONValue) {
        if let text = detail.text { return message = text }
        guard let first = detail.list?.first else { return read(detail, beside: .null) }
        message = (first["msg"] ?? first["message"])?.text ?? first.text ?? ""
        type = first["type"]?.text?.lowercased() ?? ""
        parameter = first["loc"]?.list?.last?.text
    }
}
