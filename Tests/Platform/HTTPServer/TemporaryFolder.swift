import Domain
import FoundationEssentials

/// A temporary folder for a socket. Its path is short, because a socket's path may have at most 107 bytes.
final class TemporaryFolder: Sendable {
    let path: FolderPath
    private let place: String

    init() throws {
        place = FileManager.default.temporaryDirectory.path + "/txhs-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        path = FolderPath(place)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: place)
    }

    var socket: FolderPath { path.appending("control.sock") }
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] }
}
