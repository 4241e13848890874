/// What art without colours is to be like.
package enum Look: String, Equatable, Sendable, Codable, CaseIterable {
    /// The one that scores better for the picture.
    case auto
    /// Faithful to tones from a distance.
    case tone
    /// Clear edges and clean areas from near.
    case sharp
}
