/// Moves artworks between libraries.
package protocol PortableArtworkRepository: Sendable {
    /// Returns the artworks with what belongs to them, in the same order. Artworks that were erased meanwhile are left
    /// out.
    func portable(_ artworks: [Artwork]) async throws(RepositoryFailure) -> [PortableArtwork]

    /// Adds an artwork of another library under a number of its own, with a finished job. One that is here already gets
    /// the tags, the mark as a favourite and the pairs that were told apart in addition to its own; nothing is taken
    /// away from it.
    ///
    /// `outbox`: where its outputs go if it is delivered again. `hasPicture`: its picture is stored as a blob, and is
    /// kept from now on.
    func add(
        _ artwork: PortableArtwork, outbox: FolderPath, hasPicture: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ArtworkImport
}
