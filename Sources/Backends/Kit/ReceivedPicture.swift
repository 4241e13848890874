package import Domain

/// Looks at bytes that are said to be a picture, whatever anybody calls them.
package enum ReceivedPicture {
    /// The bytes, when they open a picture that can be read. Throws `.tooLarge`, and `.badResponse` that says what came
    /// instead.
    package static func checked(_ bytes: [UInt8], limit: Int64) throws(BackendFailure) -> [UInt8] {
        guard bytes.count <= limit else { throw .tooLarge(bytes: Int64(bytes.count), limit: limit) }
        if let format = PictureFormat(magic: bytes) {
            guard format.isReadable else {
                throw .badResponse(said: "a \(format.name) picture, which can't be read")
            }
            return bytes
        }
        throw .badResponse(said: stranger(bytes))
    }

    private static func stranger(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "nothing where a picture should be" }
        let opening = bytes.drop { $0 <= 32 }.first
        switch opening {
        case UInt8(ascii: "<"): return "an HTML or XML page where a picture should be"
        case UInt8(ascii: "{"), UInt8(ascii: "["): return "JSON where a picture should be"
        default: return "bytes that are no picture"
        }
    }
}
