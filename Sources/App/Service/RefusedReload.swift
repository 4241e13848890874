/// A new configuration that was not taken: the old one goes on.
struct RefusedReload: Equatable, Sendable {
    /// What is wrong with it, in English as in the log.
    let sentence: String
    /// In milliseconds since 1970.
    let at: Int64
}
