/// A folder that was used before, and how it is known again.
public struct KnownPlace: Equatable, Sendable {
    public let folder: FolderPath
    /// What its marker says; `nil` where none could be laid, as in a folder that can only be read.
    public let marker: String?
    /// When it was first used, milliseconds since 1970.
    public let since: Int64

    public init(folder: FolderPath, marker: String?, since: Int64) {
        self.folder = folder
        self.marker = marker
        self.since = since
    }
}
