/// The receivers whose formats are known.
package enum WebhookTemplate: String, Equatable, Sendable, CaseIterable {
    case ntfy
    case discord
    case slack
    case matrix
    case telegram
    case gotify
    /// The facts as JSON, signed if there is a secret.
    case json

    /// The largest number of characters of a message; longer ones are cut.
    package var longest: Int {
        switch self {
        case .ntfy: 3800
        case .discord: 1900
        case .slack: 3500
        case .matrix: 30_000
        case .telegram: 3800
        case .gotify: 16_000
        case .json: 100_000
        }
    }
}
