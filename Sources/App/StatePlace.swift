import Domain
import PlatformSystem
import Words

/// Where the state may lie: not on a network file system, whose locks two machines might both hold.
enum StatePlace {
    /// Tells what a folder lies on. Throws `.missing` when there is none.
    typealias Kind = @Sendable (FolderPath) throws(FileFailure) -> FileSystemKind

    /// A folder that is not made yet is judged by the one in which it would be made. Whatever else is wrong with it is
    /// told by those who use it.
    static func check(
        _ state: FolderPath, _ kind: Kind = { path throws(FileFailure) in try FileSystemKind(at: path) }
    ) throws(LaunchFailure) {
        guard case .network(let name) = found(state, kind) else { return }
        throw LaunchFailure(
            .configuration, Wording(.english).sentence(RepositoryFailure.networkFileSystem(name), about: state.shown))
    }

    private static func found(_ state: FolderPath, _ kind: Kind) -> FileSystemKind? {
        var place = state
        while true {
            do throws(FileFailure) { return try kind(place) } catch {
                guard error == .missing, let slash = place.bytes.lastIndex(of: 47), place.bytes.count > 1 else {
                    return nil
                }
                place = FolderPath(bytes: slash == 0 ? [47] : Array(place.bytes[..<slash]))
            }
        }
    }
}
