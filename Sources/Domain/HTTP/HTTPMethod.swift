/// What a request asks a server to do.
package enum HTTPMethod: String, Equatable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether sending it twice does no more than sending it once (RFC 9110, 9.2.2). What isn't so may cost money twice,
    /// and is never repeated by itself.
    package var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}
