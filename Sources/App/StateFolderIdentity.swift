import Domain
import FoundationEssentials
import PlatformSystem

/// The identity of a state folder, in a file.
enum StateFolderIdentity {
    private static let file = FileName("identity")

    /// The folder's identity; a new one is stored if it has none.
    static func ensure(in state: FolderPath) throws(FileFailure) -> String {
        let folder = try FileDescriptor.folder(state.asRoot)
        do throws(FileFailure) {
            return String(decoding: try folder.file(beneath: file).all(limit: 100), as: UTF8.self)
        } catch {
            guard error == .missing else { throw error }
        }
        let identity = UUID().uuidString.lowercased()
        try folder.replace(file, with: Array(identity.utf8))
        return identity
    }
}
