import BackendKit
import Domain
import FoundationEssentials

/// Reads an answer with status 2xx: pictures, and in `info` how they were made.
struct PictureAnswer {
    /// The picture, and what it was made with.
    struct Read {
        let picture: [UInt8]
        let used: UsedSettings
    }

    let response: HTTPResponse
    let asked: AskedSettings
    let quoting: Quoting

    /// Throws `.empty`, `.gone` when another model than the one asked for made the picture, and `.badResponse`.
    func read() throws(BackendFailure) -> Read {
        guard !response.body.isEmpty else { throw .empty }
        guard let value = try JSONBody.value(response.body)?.object() else {
            throw BackendFailure(unreadable: response.body, quoting: quoting)
        }
        let info = info(value)
        let first = first(info)
        let picture = try picture(value, from: first)
        let used = UsedSettings(info: info, picture: picture, index: first)
        // A model that the server doesn't have is passed over, and the one that is loaded makes the picture.
        if used.isOfAnotherModel(than: asked) { throw .gone }
        return Read(picture: picture, used: used)
    }

    /// Where the first picture stands that is no grid of the others.
    private func first(_ info: JSONValue?) -> Int {
        guard case .integer(let index) = info?["index_of_first_image"] else { return 0 }
        return Int(clamping: index)
    }

    private func picture(_ value: JSONValue, from first: Int) throws(BackendFailure) -> [UInt8] {
        guard let images = value["images"] else { throw .empty }
        guard let items = images.list else {
            throw .badResponse(said: "\(images.kindName) in \"images\", where a list was expected")
        }
        let pictures = items.indices.contains(first) ? items[first...] : items[...]
        for item in pictures where item != .null {
            guard let text = item.text else { throw .badResponse(said: "\(item.kindName) in \"images\"") }
            if text.utf8.allSatisfy({ $0 <= 32 }) { continue }
            return try PictureText.bytes(text)
        }
        throw .empty
    }

    /// JSON in a text; some write the object itself. Servers that say nothing there are servers too.
    private func info(_ value: JSONValue) -> JSONValue? {
        guard let info = value["info"] else { return nil }
        return info.text.map { JSONBody.value(Array($0.utf8)) } ?? info
    }
}
