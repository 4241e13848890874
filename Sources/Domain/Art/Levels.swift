/// Whether a picture's own range of light is stretched over the whole range that the characters can show.
package enum Levels: String, Equatable, Sendable, Codable, CaseIterable {
    /// Measured for each picture; dark ones are lifted.
    case auto
    case none
}
