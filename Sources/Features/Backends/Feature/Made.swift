package import Domain

extension Backends {
    /// A picture that a backend made, now or earlier.
    package struct Made: Equatable, Sendable {
        package let picture: StoredPicture
        /// Who made it.
        package let backend: String
        /// Whether it was bought for another job, so that nothing was asked for.
        package let isReused: Bool
        /// After how many milliseconds the backend wants to be asked again: its limit is used up with this call.
        package let pause: Int64?
        /// Caps that this call has brought near their end.
        package let warnings: [BudgetCap]

        package init(
            _ picture: StoredPicture, by backend: String, isReused: Bool = false, pause: Int64? = nil,
            warnings: [BudgetCap] = []
        ) {
            self.picture = picture
            self.backend = backend
            self.isReused = isReused
            self.pause = pause
            self.warnings = warnings
        }
    }
}
