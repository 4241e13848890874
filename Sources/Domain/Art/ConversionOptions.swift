/// All that a person can say about one conversion, and what a preset holds.
public struct ConversionOptions: Equatable, Sendable {
    public var art: ArtOptions
    public var writing: WritingOptions
    /// `nil` leaves it to the place that the art goes to.
    public var format: OutputKind?

    public init(
        art: ArtOptions = ArtOptions(), writing: WritingOptions = WritingOptions(), format: OutputKind? = nil
    ) {
        self.art = art
        self.writing = writing
        self.format = format
    }
}
