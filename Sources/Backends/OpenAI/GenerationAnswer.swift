import BackendKit
import Domain

/// Reads an answer with status 2xx: pictures, or what it says instead.
struct GenerationAnswer {
    /// What the body says; `nil` when it is no JSON, as when it is a picture itself.
    let value: JSONValue?
    private let response: HTTPResponse
    /// What an error means that came with a good status.
    private let failure: (SpokenError) -> BackendFailure
    private let quoting: Quoting

    init(_ response: HTTPResponse, quoting: Quoting, failure: @escaping (SpokenError) -> BackendFailure) {
        let isPicture = PictureFormat(magic: response.body) != nil
        value = isPicture ? nil : JSONBody.value(response.body)
        self.response = response
        self.failure = failure
        self.quoting = quoting
    }

    /// At least one. Throws `.moderated` and `.empty`, and `.badResponse` for what is none of these.
    func pictures() throws(BackendFailure) -> [ImageSource] {
        // Some gateways hand the picture itself over.
        if PictureFormat(magic: response.body) != nil { return [.bytes(response.body)] }
        guard !response.body.isEmpty else { throw .empty }
        guard let value = try value?.object() else {
            throw BackendFailure(unreadable: response.body, quoting: quoting)
        }
        let items = try items(value)
        var sources: [ImageSource] = []
        for item in items {
            if let source = try source(item) { sources.append(source) }
        }
        guard sources.isEmpty else { return sources }
        throw nothing(value, items)
    }

    private func items(_ value: JSONValue) throws(BackendFailure) -> [JSONValue] {
        guard let data = value["data"] else { return [] }
        guard let items = data.list else {
            throw .badResponse(said: "\(data.kindName) in \"data\", where a list was expected")
        }
        return items
    }

    /// The first of `b64_json` and `url` that holds anything.
    private func source(_ item: JSONValue) throws(BackendFailure) -> ImageSource? {
        guard case .object = item else {
            if item == .null { return nil }
            throw .badResponse(said: "\(item.kindName) in \"data\", where an object was expected")
        }
        for name in ["b64_json", "url"] {
            guard let value = item[name] else { continue }
            guard let text = value.text else { throw .badResponse(said: "\(value.kindName) in \"\(name)\"") }
            if text.utf8.allSatisfy({ $0 <= 32 }) { continue }
            return try name == "url" ? address(text) : .bytes(PictureText.bytes(text))
        }
        return nil
    }

    private func address(_ text: String) throws(BackendFailure) -> ImageSource {
        if PictureText.isEmbedded(text) { return try .bytes(PictureText.bytes(text)) }
        guard PictureFetch.isWeb(text) else {
            let scheme = quoting.quoted(String(text.prefix { $0 != ":" }), limit: 16)
            throw .badResponse(said: "an address that is neither http nor https: \(scheme)")
        }
        guard text.utf8.count <= JobHandle.longest else { throw .badResponse(said: "an address that is too long") }
        return .url(text)
    }

    /// No picture: an error that came with a good status, a refusal, or just nothing.
    private func nothing(_ value: JSONValue, _ items: [JSONValue]) -> BackendFailure {
        let isRefused = ([value] + items).contains { item in
            item["respect_moderation"]?.flag == false || item["moderated"]?.flag == true
                || item["finish_reason"]?.text?.lowercased() == "content_filter"
        }
        if isRefused { return .moderated(stage: "picture", charged: nil) }
        let spoken = SpokenError(value)
        guard spoken.isOwn else { return .empty }
        return failure(spoken)
    }
}
