/// How work stands that was handed over before.
public enum PollAnswer: Equatable, Sendable {
    /// `fraction` is 0…1; `eta` in milliseconds.
    case running(fraction: Double?, eta: Int64?)
    case finished([ImageSource], Receipt)
}
