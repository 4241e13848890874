/// The media types of the API.
package enum MediaType {
    package static let json = "application/json"
    package static let events = "text/event-stream"
    package static let problem = "application/problem+json"
    package static let octets = "application/octet-stream"
    package static let text = "text/plain; charset=utf-8"
    package static let html = "text/html; charset=utf-8"
    package static let svg = "image/svg+xml"
    package static let png = "image/png"
    package static let bmp = "image/bmp"
    /// What a picture's body may call itself; its first bytes decide.
    package static let pictures = [
        "image/png", "image/jpeg", "image/webp", "image/gif", "image/heic", "image/heif", "image/avif", "image/tiff",
        "image/bmp", "image/x-ms-bmp", "image/x-portable-anymap", "image/x-portable-pixmap", "image/x-portable-graymap",
        "image/x-portable-bitmap", octets,
    ]
}
