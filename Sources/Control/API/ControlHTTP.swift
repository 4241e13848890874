package import Domain
internal import FoundationEssentials

/// Header names and values used by both client and server.
package enum ControlHeader {
    /// Stable codes, separated by commas: damage of a picture that was rendered nevertheless, and warnings about its
    /// art.
    package static let warning = "Textify-Warning"
    /// Requests of one user with the same key create the same job.
    package static let idempotencyKey = "Idempotency-Key"
    /// `wait=60`: answer when the job has ended, or after 60 seconds.
    package static let prefer = "Prefer"
    /// The `Host` value that every request carries.
    package static let host = "textifyd"
}

/// The media types of the API.
package enum MediaType {
    package static let json = "application/json"
    package static let events = "text/event-stream"
    package static let problem = "application/problem+json"
    package static let form = "multipart/form-data"
    package static let octets = "application/octet-stream"
    package static let text = "text/plain; charset=utf-8"
    package static let html = "text/html; charset=utf-8"
    package static let svg = "image/svg+xml"
    package static let png = "image/png"
    package static let bmp = "image/bmp"
    package static let gif = "image/gif"
    /// A recording of a terminal.
    package static let cast = "application/x-asciicast"
    /// Any picture format.
    package static let anyPicture = "image/*"

    /// The media type of a picture in a format.
    package static func type(of format: PictureFormat) -> String {
        switch format {
        case .svg: svg
        case .pnm: "image/x-portable-anymap"
        default: "image/" + format.rawValue
        }
    }

    /// Accepted content types of a picture; the format is detected from its first bytes.
    package static let pictures = [
        "image/png", "image/jpeg", "image/webp", "image/gif", "image/heic", "image/heif", "image/avif", "image/tiff",
        "image/bmp", "image/x-ms-bmp", "image/x-portable-anymap", "image/x-portable-pixmap", "image/x-portable-graymap",
        "image/x-portable-bitmap", octets,
    ]
}

/// The paths of a job's art, and the parameter that isn't an art option.
package enum ArtworkPath {
    /// `format` is a word such as `svg`.
    package static func text(of job: String, _ format: String) -> String {
        "/v1/artworks/\(PercentEncoding.encoded(job))/text.\(PercentEncoding.encoded(format))"
    }

    /// The parameter with the charset to which `auto` resolves in coloured art.
    package static let autoCharset = "auto_charset"

    package static func autoCharset(_ charset: Charset) -> QueryString.Item {
        QueryString.Item(autoCharset, charset.rawValue)
    }
}

/// Encodes API values as one line of JSON with sorted keys, so that equal values give equal bytes. Characters that a
/// terminal would interpret are escaped, also those above ASCII, because operators print answers with curl.
package enum ControlJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return TerminalText.json(Array(try encoder.encode(value)))
    }

    /// Decodes a value. Unknown keys are ignored, so that an older client understands a newer service.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
