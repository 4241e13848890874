import Domain

extension Since {
    /// What people say most.
    static let usual = ["1h", "2h", "1d", "3d", "today", "yesterday"]
}
