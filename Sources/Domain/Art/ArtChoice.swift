/// What one output was made with where the options left the choice, and why.
package struct ArtChoice: Equatable, Sendable, Codable {
    /// Its size in cells.
    package let columns: Int
    package let rows: Int
    /// The name of the charset; `nil` for the user's own characters.
    package let charset: String?
    /// `nil` for art without looks: with colours, with dithered dots, and of texts.
    package let look: LookChoice?

    package init(columns: Int, rows: Int, charset: String?, look: LookChoice?) {
        self.columns = columns
        self.rows = rows
        self.charset = charset
        self.look = look
    }
}

/// The look of art without colours.
package struct LookChoice: Equatable, Sendable, Codable {
    package enum Reason: String, Equatable, Sendable, Codable, CaseIterable {
        /// The options name the look.
        case asked
        /// Letters show contours as well by faithful tones, and words better.
        case letters
        /// The contours of this look agree better with the picture's.
        case contours
        /// The picture has few contours; the tones of this look agree better.
        case tones
    }

    /// How well each look shows the picture; 0 is not at all.
    package struct Ratings: Equatable, Sendable, Codable {
        package let tone: Double
        package let sharp: Double

        /// Rounds to two decimal places.
        package init(tone: Double, sharp: Double) {
            self.tone = (tone * 100).rounded() / 100
            self.sharp = (sharp * 100).rounded() / 100
        }
    }

    /// Never `.auto`.
    package let name: Look
    package let reason: Reason
    /// `nil` unless both looks were tried.
    package let ratings: Ratings?

    package init(_ name: Look, because reason: Reason, _ ratings: Ratings? = nil) {
        self.name = name
        self.reason = reason
        self.ratings = ratings
    }
}
