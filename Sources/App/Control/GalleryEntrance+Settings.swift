import Configuration
import Domain
import PlatformSystem
import Web

extension GalleryEntrance {
    /// The entrance of a gallery whose sessions are kept in the state folder.
    init(_ settings: WebSettings, at address: ListenAddress, state: FolderPath) {
        self.init(
            place: GalleryPlace(
                host: address.host, port: address.port, base: settings.base, hosts: settings.hosts,
                trustedProxies: settings.trustedProxies),
            sessions: Sessions(SessionFile(state: state), now: { UTCMillis.now() }, random: Self.randomBytes),
            calendarKey: CalendarKey(
                CalendarKeyFile(state: state), now: { UTCMillis.now() }, random: Self.randomBytes))
    }

    private static func randomBytes() -> [UInt8] {
        (0..<4).flatMap { _ in
            let number = randomSeed()
            return (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
        }
    }
}

/// The sessions' file in the state folder. Only its owner may read it.
struct SessionFile: SessionStore {
    private static let name = FileName("gallery-sessions.json")
    private static let mostBytes = 1 << 20

    let state: FolderPath

    func load() -> [UInt8]? {
        guard let file = try? FileDescriptor.file(Self.name, in: state) else { return nil }
        return try? file.all(limit: Self.mostBytes)
    }

    func save(_ bytes: [UInt8]) {
        guard let folder = try? FileDescriptor.folder(state) else { return }
        try? folder.replace(Self.name, with: bytes, .owner)
    }
}

/// The file of the calendar's token in the state folder. Only its owner may read it.
struct CalendarKeyFile: CalendarKeyStore {
    private static let name = FileName("calendar.json")
    private static let mostBytes = 4096

    let state: FolderPath

    func load() -> [UInt8]? {
        guard let file = try? FileDescriptor.file(Self.name, in: state) else { return nil }
        return try? file.all(limit: Self.mostBytes)
    }

    func save(_ bytes: [UInt8]) throws(FileFailure) {
        try FileDescriptor.folder(state).replace(Self.name, with: bytes, .owner)
    }
}
