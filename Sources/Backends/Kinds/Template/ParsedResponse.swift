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

    var isGood: Bool { 200..<300 ~= response.status }

    /// The error that the body describes.
    var spoken: ReportedError { json.map { ReportedError($0) } ?? ReportedError(response.body) }

    /// The failure for a body that is not JSON although it should be.
    func unreadable(_ quoting: Quoting) -> BackendFailure {
        guard !response.body.isEmpty else { return .empty }
        let isPage = response.body.first { $0 > 32 } == UInt8(ascii: "<")
        let said = quoting.quoted(spoken.message, limit: 80)
        return .badResponse(said: isPage ? said : "not JSON: " + said)
    }
}

/// Extracts pictures or their addresses from a response.
struct PictureExtractor {
    let result: Template.Result
    let base: WebAddress
    let quoting: Quoting

    /// Returns at least one picture. Throws `.empty` and `.badResponse`.
    func sources(in answer: ParsedResponse) throws(BackendFailure) -> [ImageSource] {
        // Some services send the picture itself as the body.
        if PictureFormat(magic: answer.response.body) != nil { return [.bytes(answer.response.body)] }
        guard let path = result.images, result.kind != .body else {
            return [.bytes(try ReceivedPicture.checked(answer.response.body, limit: .max))]
        }
        guard answer.json != nil else { throw answer.unreadable(quoting) }
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
            throw .badResponse(said: "\(value.kindName) where a picture or its address was expected")
        }
        if text.utf8.allSatisfy({ $0 <= 32 }) { return nil }
        if EmbeddedPicture.isEmbedded(text) { return .bytes(try EmbeddedPicture.bytes(text)) }
        let isAddress = result.kind == .url || result.kind == .auto && text.prefix(8).contains("://")
        return isAddress ? try address(text) : .bytes(try EmbeddedPicture.bytes(text))
    }

    private func address(_ text: String) throws(BackendFailure) -> ImageSource {
        guard text.utf8.count <= JobHandle.longest else { throw .badResponse(said: "an address that is too long") }
        // The key is never sent there, so any host will do.
        if WebAddress.isMeant(by: text) { return .url(text) }
        if let address = base.resolving(text) { return .url(address.text) }
        let scheme = quoting.quoted(String(text.prefix { $0 != ":" }), limit: 16)
        throw .badResponse(said: "an address that is neither http nor https: \(scheme)")
    }
}

extension Template.Cost {
    /// Returns the cost that a response reports; `nil` if there is none or it is not a valid price.
    func reported(in answer: ParsedResponse) -> Money? {
        guard let word = path.word(in: answer), let number = Double(word) else { return nil }
        let micros = (number * scale * 1_000_000).rounded()
        guard micros.isFinite, 0...1e15 ~= micros else { return nil }
        return Money(micros: Int64(micros), currency: currency)
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
