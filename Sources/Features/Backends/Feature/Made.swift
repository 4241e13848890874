public import Domain

extension Backends {
    /// A picture that a backend made, now or earlier.
    public struct Made: Equatable, Sendable {
        public let picture: StoredPicture
        /// Who made it.
        public let backend: String
        /// Whether it was bought for another job, so that nothing was asked for.
        public let isReused: Bool
        /// After how many milliseconds the backend wants to be asked again: its limit is used up with this call.
        public let pause: Int64?
        /// Caps that this call has brought near their end.
        public let warnings: [BudgetCap]

        public init(
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
