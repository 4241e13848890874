/// The media types of the API.
public enum MediaType {
    public static let json = "application/json"
    public static let events = "text/event-stream"
    public static let problem = "application/problem+json"
    public static let octets = "application/octet-stream"
    public static let text = "text/plain; charset=utf-8"
    public static let html = "text/html; charset=utf-8"
    public static let svg = "image/svg+xml"
    public static let png = "image/png"
    public static let bmp = "image/bmp"
    /// What a picture's body may call itself; its first bytes decide.
    public static let pictures = [
        "image/png", "image/jpeg", "image/webp", "image/gif", "image/heic", "image/heif", "image/avif", "image/tiff",
        "image/bmp", "image/x-ms-bmp", "image/x-portable-anymap", "image/x-portable-pixmap", "image/x-portable-graymap",
        "image/x-portable-bitmap", octets,
    ]
}
