import BackendKit
import Domain

/// Reads the picture, or the reason for its absence, from a response with status 2xx.
struct KarloResponse {
    let response: HTTPResponse
    let operation: KarloOperation
    let service: HTTPService

    /// Returns the picture. Throws `.moderated`, `.empty`, `.badResponse`, and the failure of an error code with status
    /// 2xx.
    func submission() throws(BackendFailure) -> Submission {
        let value = try response.object(quoting: service.quoting)
        if value["code"] != nil, value["images"] == nil { throw KarloRefusal(response, service).failure }
        guard let item = try value.list("images")?.first(where: { $0 != .null }) else { throw .empty }
        let reference = service.quoting.quotedUnlessEmpty(value["id"]?.word)
        let seed = item["seed"]?.word.flatMap { UInt64($0) }
        return .finished([try source(item)], Receipt(reference: reference, charged: .yes, seed: seed))
    }

    /// Reads the result of a content check. Throws `.moderated` for an indecent picture, and a failure if there is no
    /// verdict; nothing was bought.
    func verdict() throws(BackendFailure) {
        let value = JSONBody.value(response.body)
        if value?["code"] != nil, value?["results"] == nil { throw KarloRefusal(response, service).failure }
        guard let flag = value?["results"]?.list?.first?["nsfw_content_detected"]?.flag else {
            throw .failed(message: "the content check of the input picture returned no verdict")
        }
        if flag { throw .moderated(stage: "given picture", charged: false) }
    }

    /// An upscaled picture is a plain string, any other is in an object.
    private func source(_ item: JSONValue) throws(BackendFailure) -> ImageSource {
        if operation == .upscale, let text = item.text { return try source(of: text) }
        guard case .object = item else { throw .badResponse(message: "\(item.kindName) in \"images\"") }
        if item["nsfw_content_detected"]?.flag == true { throw .moderated(stage: "picture", charged: true) }
        guard let image = item["image"] else { throw .empty }
        guard let text = image.text else { throw .badResponse(message: "\(image.kindName) in \"image\"") }
        return try source(of: text)
    }

    private func source(of text: String) throws(BackendFailure) -> ImageSource {
        if text.isBlank { throw .empty }
        if WebAddress.isMeant(by: text) { return try ImageSource(url: text, quoting: service.quoting) }
        return .bytes(try EmbeddedPicture.bytes(text))
    }
}
