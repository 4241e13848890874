/// What one word says.
enum Meaning: Equatable, Sendable {
    case concept(Concept)
    case tint(Tint)
    case count(Int)
    /// A Korean counter, such as 마리: the number before it belongs to the thing said last.
    case counter
}
