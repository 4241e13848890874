package import Domain

/// Bounds on what comes from outside.
package struct Limits: Equatable, Sendable {
    /// In characters as people count them.
    package var promptCharacters: Int
    /// Of one dropped file.
    package var batchLines: Int
    package var pictures: PictureLimits

    package init(
        promptCharacters: Int = 32_000, batchLines: Int = 10_000, pictures: PictureLimits = PictureLimits()
    ) {
        self.promptCharacters = promptCharacters
        self.batchLines = batchLines
        self.pictures = pictures
    }
}
