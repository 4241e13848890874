package import Domain

/// Pictures that stand as text in an answer: bare Base64, or a `data:` address.
package enum PictureText {
    package static func isEmbedded(_ text: some StringProtocol) -> Bool {
        text.prefix(5).lowercased() == "data:"
    }

    /// The bytes, whatever they are. Throws `.badResponse`.
    package static func bytes(_ text: some StringProtocol) throws(BackendFailure) -> [UInt8] {
        var letters = text[...]
        if isEmbedded(text) {
            // `data:image/png;base64,…`
            guard let comma = text.firstIndex(of: ","), text[..<comma].lowercased().hasSuffix(";base64") else {
                throw .badResponse(said: "a data address without Base64")
            }
            letters = text[text.index(after: comma)...]
        }
        guard let bytes = Base64.bytes(of: letters.utf8) else {
            throw .badResponse(said: "Base64 that can't be read")
        }
        return bytes
    }
}
