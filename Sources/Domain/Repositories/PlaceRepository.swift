/// Remembers which folders were used before.
package protocol PlaceRepository: Sendable {
    func places() async throws(RepositoryFailure) -> [KnownPlace]

    /// Remembers a folder; one that is known stays as it is, but for a marker that it lacked.
    func keep(_ place: KnownPlace) async throws(RepositoryFailure)
}

/// A folder that was used before, and how it is known again.
package struct KnownPlace: Equatable, Sendable {
    package let folder: FolderPath
    /// What its marker says; `nil` where none could be laid, as in a folder that can only be read.
    package let marker: String?
    /// When it was first used, milliseconds since 1970.
    package let since: Int64

    package init(folder: FolderPath, marker: String?, since: Int64) {
        self.folder = folder
        self.marker = marker
        self.since = since
    }
}
