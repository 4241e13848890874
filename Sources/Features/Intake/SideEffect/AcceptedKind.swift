/// What a folder takes.
package enum AcceptedKind: String, Equatable, Sendable, CaseIterable {
    case pictures
    case prompts
    /// Whole requests and batches of them.
    case requests
}
