package import Domain

/// The folders of one plugin: its own, and one beneath it for each job. Nobody else can look into them. A path beneath has
/// slashes, and no link is followed on it.
package protocol WorkFolders: Sendable {
    /// Makes the plugin's own folder, or a folder beneath it and those on the way to that; it may be there. The answer is
    /// its absolute path.
    func make(_ path: String) async throws(FileFailure) -> FolderPath

    /// Reads a whole regular file of at most `limit` bytes. Throws `.missing`, `.notRegular`, `.tooLarge`.
    func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8]

    /// Writes a whole file into a folder that was made; what had the name is replaced.
    func write(_ bytes: [UInt8], to path: String) async throws(FileFailure)

    /// Removes a folder with all that is in it, as far as that goes.
    func remove(_ path: String) async

    /// The folders beneath one, each with when it was last changed, in milliseconds since 1970.
    func folders(in path: String) async -> [(name: String, modified: Int64)]
}
