public import Domain

/// Bounds on what comes from outside.
public struct Limits: Equatable, Sendable {
    /// In characters as people count them.
    public var promptCharacters: Int
    /// Of one dropped file.
    public var batchLines: Int
    public var pictures: PictureLimits

    public init(
        promptCharacters: Int = 32_000, batchLines: Int = 10_000, pictures: PictureLimits = PictureLimits()
    ) {
        self.promptCharacters = promptCharacters
        self.batchLines = batchLines
        self.pictures = pictures
    }
}
