import BackendKit
import Domain

/// Reads an answer with status 2xx: pictures, or what it says instead.
struct KarloAnswer {
    let response: HTTPResponse
    /// What was asked for.
    let operation: Operation
    let quoting: Quoting
    /// Milliseconds since 1970.
    let now: Int64

    /// Throws `.moderated`, `.empty`, `.badResponse`, and what a code means that came with a good status.
    func submission() throws(BackendFailure) -> Submission {
        guard !response.body.isEmpty else { throw .empty }
        guard let value = try JSONBody.value(response.body)?.object() else {
            throw BackendFailure(unreadable: response.body, quoting: quoting)
        }
        if value["code"] != nil, value["images"] == nil {
            throw Refusal(response, quoting: quoting, now: now).failure
        }
        guard let images = value["images"] else { throw .empty }
        guard let items = images.list else {
            throw .badResponse(said: "\(images.kindName) in \"images\", where a list was expected")
        }
        guard let item = items.first(where: { $0 != .null }) else { throw .empty }
        let source = try source(item)
        let id = quoting.quoted(value["id"]?.word ?? "")
        let seed = item["seed"]?.word.flatMap { UInt64($0) }
        return .finished([source], Receipt(reference: id.isEmpty ? nil : id, charged: .yes, seed: seed))
    }

    /// Of a look at one picture. Throws `.moderated` for an indecent one, and what was said instead of a verdict; no
    /// picture was bought by it.
    func verdict() throws(BackendFailure) {
        let value = JSONBody.value(response.body)
        if let value, value["code"] != nil, value["results"] == nil {
            throw Refusal(response, quoting: quoting, now: now).failure
        }
        guard let flag = value?["results"]?.list?.first?["nsfw_content_detected"]?.flag else {
            throw .failed(said: "the look at the given picture ended without a verdict")
        }
        if flag { throw .moderated(stage: "given picture", charged: false) }
    }

    /// An upscaled picture stands by itself, others in an object.
    private func source(_ item: JSONValue) throws(BackendFailure) -> ImageSource {
        if operation == .upscale, let text = item.text { return try source(of: text) }
        guard case .object = item else { throw .badResponse(said: "\(item.kindName) in \"images\"") }
        if item["nsfw_content_detected"]?.flag == true { throw .moderated(stage: "picture", charged: true) }
        guard let image = item["image"] else { throw .empty }
        guard let text = image.text else { throw .badResponse(said: "\(image.kindName) in \"image\"") }
        return try source(of: text)
    }

    private func source(of text: String) throws(BackendFailure) -> ImageSource {
        if text.utf8.allSatisfy({ $0 <= 32 }) { throw .empty }
        if PictureFetch.isWeb(text), text.utf8.count <= JobHandle.longest { return .url(text) }
        return .bytes(try PictureText.bytes(text))
    }
}
