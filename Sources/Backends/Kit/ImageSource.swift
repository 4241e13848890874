/// Where a finished picture is.
public enum ImageSource: Equatable, Sendable {
    case bytes([UInt8])
    case url(String)
}
