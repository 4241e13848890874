import Domain

extension Since {
    /// Common values, offered by shell completion.
    static let usual = ["1h", "2h", "1d", "3d", "today", "yesterday"]
}
