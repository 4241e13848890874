import BackendKit
import Domain

/// The pictures in an answer, or where it says that they are.
struct FoundPictures {
    let result: Template.Result
    let base: WebAddress
    let quoting: Quoting

    /// At least one. Throws `.empty` and `.badResponse`.
    func sources(in answer: Answer) throws(BackendFailure) -> [ImageSource] {
        // Some services hand the picture itself over.
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
            throw .badResponse(said: "\(value.kindName) where a picture or its address should be")
        }
        if text.utf8.allSatisfy({ $0 <= 32 }) { return nil }
        if PictureText.isEmbedded(text) { return .bytes(try PictureText.bytes(text)) }
        let isAddress = result.kind == .url || result.kind == .auto && text.prefix(8).contains("://")
        return isAddress ? try address(text) : .bytes(try PictureText.bytes(text))
    }

    private func address(_ text: String) throws(BackendFailure) -> ImageSource {
        guard text.utf8.count <= JobHandle.longest else { throw .badResponse(said: "an address that is too long") }
        // The key never goes there, so that whatever leads somewhere will do.
        if PictureFetch.isWeb(text) { return .url(text) }
        if let address = base.resolving(text) { return .url(address.text) }
        let scheme = quoting.quoted(String(text.prefix { $0 != ":" }), limit: 16)
        throw .badResponse(said: "an address that is neither http nor https: \(scheme)")
    }
}
