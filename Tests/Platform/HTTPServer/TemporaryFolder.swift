import Domain
import FoundationEssentials

/// A folder of its own for a socket; its path is short, since a socket's may hold 107 bytes only.
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
