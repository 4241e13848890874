/// What `--test-backend` asks for.
struct TrialOrder: Equatable {
    /// The backend's name in the configuration.
    let backend: String
    /// How many pictures to make; they may cost money.
    var pictures = 0
    /// Whether that was agreed to beforehand.
    var isAgreed = false
}
