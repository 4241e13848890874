/// Remembers the folders that have been used.
package protocol KnownFolderRepository: Sendable {
    func places() async throws(RepositoryFailure) -> [KnownFolder]

    /// Stores a folder. A known one is left unchanged, except that a missing marker is added.
    func keep(_ place: KnownFolder) async throws(RepositoryFailure)
}

/// A folder that has been used, with the marker by which it is recognised.
package struct KnownFolder: Equatable, Sendable {
    package let folder: FolderPath
    /// The content of its marker file; `nil` where none could be written, for example in a read-only folder.
    package let marker: String?
    /// The time of its first use.
    package let since: UTCMillis

    package init(folder: FolderPath, marker: String?, since: UTCMillis) {
        self.folder = folder
        self.marker = marker
        self.since = since
    }
}
