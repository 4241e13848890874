/// What a name's ending promises. The content decides in the end.
public enum DropKind: Equatable, Sendable {
    case picture
    case prompt

    /// `ending` in lower case and without its dot. `nil` when it promises nothing.
    public init?(ending: String) {
        switch ending {
        case "png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "bmp",
            "dib", "ppm", "pgm", "pbm", "pnm":
            self = .picture
        case "txt", "prompt": self = .prompt
        default: return nil
        }
    }
}
