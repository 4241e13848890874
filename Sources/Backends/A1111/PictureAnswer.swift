import BackendKit
import Domain
import FoundationEssentials

/// Reads an answer with status 2xx: pictures, and in `info` how they were made.
struct PictureAnswer {
    let response: HTTPResponse
    /// Which one was asked for, if any.
    let model: String?
    let quoting: Quoting

    /// Throws `.empty`, `.gone` when another model than the one asked for made the picture, and `.badResponse`.
    func submission() throws(BackendFailure) -> Submission {
        guard !response.body.isEmpty else { throw .empty }
        guard let value = try JSONBody.value(response.body)?.object() else {
            throw BackendFailure(unreadable: response.body, quoting: quoting)
        }
        let info = info(value)
        try check(info)
        let source = try picture(value, info)
        let seed = info?["all_seeds"]?.list?.first ?? info?["seed"]
        return .finished([source], Receipt(charged: .unknown, seed: seed.flatMap(Self.seed)))
    }

    /// The first that is no grid of the others.
    private func picture(_ value: JSONValue, _ info: JSONValue?) throws(BackendFailure) -> ImageSource {
        guard let images = value["images"] else { throw .empty }
        guard let items = images.list else {
            throw .badResponse(said: "\(images.kindName) in \"images\", where a list should be")
        }
        var first = 0
        if case .integer(let index) = info?["index_of_first_image"] { first = Int(clamping: index) }
        let pictures = items.indices.contains(first) ? items[first...] : items[...]
        for item in pictures where item != .null {
            guard let text = item.text else { throw .badResponse(said: "\(item.kindName) in \"images\"") }
            if text.utf8.allSatisfy({ $0 <= 32 }) { continue }
            return .bytes(try PictureText.bytes(text))
        }
        throw .empty
    }

    /// JSON in a text; some write the object itself. Servers that say nothing there are servers too.
    private func info(_ value: JSONValue) -> JSONValue? {
        guard let info = value["info"] else { return nil }
        return info.text.map { JSONBody.value(Array($0.utf8)) } ?? info
    }

    /// The web UI passes over a model that it doesn't have, and paints with the one that is loaded.
    private func check(_ info: JSONValue?) throws(BackendFailure) {
        guard let model, let used = info?["sd_model_name"]?.text, !used.isEmpty else { return }
        guard Checkpoint(model).isNamed(in: [used, info?["sd_model_hash"]?.text]) else { throw .gone }
    }

    private static func seed(_ value: JSONValue) -> UInt64? {
        value.word.flatMap { UInt64($0) }
    }
}
