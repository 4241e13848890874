import BackendKit
import Domain

/// A service's response with its body parsed once.
struct ParsedResponse {
    let response: HTTPResponse
    /// The body; `nil` when it is not JSON.
    let json: JSONValue?

    init(_ response: HTTPResponse) {
        self.response = response
        json = JSONBody.value(response.body)
    }

    /// The error that the body describes.
    var error: ReportedError { json.map { ReportedError($0) } ?? ReportedError(response.body) }
}

extension TemplateBackend {
    /// Returns at least one picture. Throws `.empty` and `.badResponse`.
    func pictures(in answer: ParsedResponse) throws(BackendFailure) -> [ImageSource] {
        // Some services send the picture itself as the body.
        if PictureFormat(magic: answer.response.body) != nil { return [.bytes(answer.response.body)] }
        guard let path = template.result.images, template.result.kind != .body else {
            return [.bytes(try ReceivedPicture.checked(answer.response.body, limit: .max))]
        }
        guard answer.json != nil else {
            throw BackendFailure(unreadable: answer.response.body, quoting: service.quoting)
        }
        var sources: [ImageSource] = []
        for value in path.values(in: answer) {
            for value in value.list ?? [value] {
                if let source = try source(value) { sources.append(source) }
            }
        }
        guard !sources.isEmpty else { throw .empty }
        return sources
    }

    private func source(_ value: JSONValue) throws(BackendFailure) -> ImageSource? {
        if value == .null { return nil }
        guard let text = value.text else {
            throw .badResponse(message: "\(value.kindName) where a picture or its address was expected")
        }
        if text.isBlank { return nil }
        let isURL = template.result.kind == .url || template.result.kind == .auto && text.prefix(8).contains("://")
        guard isURL, !EmbeddedPicture.isEmbedded(text) else { return .bytes(try EmbeddedPicture.bytes(text)) }
        // The key is never sent there, so any host will do.
        let url = WebAddress.isMeant(by: text) ? text : base.resolving(text)?.text ?? text
        return try ImageSource(url: url, quoting: service.quoting)
    }
}

extension Template.Progress {
    /// Returns the progress that a response reports; `nil` if it says nothing.
    func value(in answer: ParsedResponse) -> GenerationProgress? {
        func number(_ path: JSONPath?) -> Double? { path?.word(in: answer).flatMap { Double($0) } }
        func count(_ path: JSONPath?) -> Int64? { number(path).flatMap { Int64(exactly: $0.rounded(.down)) } }
        return GenerationProgress(
            fraction: number(fraction), secondsLeft: number(secondsLeft), step: count(step), steps: count(steps),
            queuePosition: count(queuePosition))
    }
}

extension Template.Cost {
    /// Returns the cost that a response reports; `nil` if there is none or it is not a valid price.
    func reported(in answer: ParsedResponse) -> Money? {
        path.word(in: answer).flatMap { Double($0) }.flatMap { Money(amount: $0 * scale, currency: currency) }
    }
}

extension Template.Tokens {
    /// Returns the tokens that a response reports; `nil` if there is no valid count.
    func counted(in answer: ParsedResponse) -> TokenCount? {
        let (input, output) = (Self.sum(input, answer), Self.sum(output, answer))
        guard input != nil || output != nil else { return nil }
        return TokenCount(input: input ?? 0, output: output ?? 0)
    }

    private static func sum(_ paths: [JSONPath], _ answer: ParsedResponse) -> Int64? {
        let counts = paths.compactMap { path -> Int64? in
            guard case .integer(let count) = path.first(in: answer), count >= 0 else { return nil }
            return count
        }
        return counts.isEmpty ? nil : counts.reduce(0) { $0.saturatingSum($1) }
    }
}
