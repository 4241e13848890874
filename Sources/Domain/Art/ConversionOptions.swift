/// All that a person can say about one conversion, and what a preset holds.
package struct ConversionOptions: Equatable, Sendable {
    package var art: ArtOptions
    package var writing: WritingOptions
    /// `nil` leaves it to the place that the art goes to.
    package var format: OutputKind?

    package init(
        art: ArtOptions = ArtOptions(), writing: WritingOptions = WritingOptions(), format: OutputKind? = nil
    ) {
        self.art = art
        self.writing = writing
        self.format = format
    }
}
