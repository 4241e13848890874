/// Where a finished picture is.
package enum ImageSource: Equatable, Sendable {
    case bytes([UInt8])
    case url(String)
}
