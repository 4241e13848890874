/// What was spent under a cap: reserved, paid, and what nobody knows about.
public struct Spending: Equatable, Sendable {
    /// Millionths of the cap's currency; 0 for a cap in pictures.
    public let micros: Int64
    public let pictures: Int64

    public init(micros: Int64, pictures: Int64) {
        self.micros = micros
        self.pictures = pictures
    }
}
