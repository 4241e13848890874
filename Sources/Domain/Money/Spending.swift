/// What was spent under a cap: reserved, paid, and what nobody knows about.
package struct Spending: Equatable, Sendable {
    /// Millionths of the cap's currency; 0 for a cap in pictures.
    package let micros: Int64
    package let pictures: Int64

    package init(micros: Int64, pictures: Int64) {
        self.micros = micros
        self.pictures = pictures
    }
}
