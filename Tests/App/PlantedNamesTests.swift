import Configuration
import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Repositories
import Testing

@testable import App

/// Every name that the service creates or opens where others may write, occupied beforehand by something that an
/// attacker could put there.
@MainActor
@Suite("Planted names", .serialized, .timeLimit(.minutes(15)))
struct PlantedNamesTests {
    /// The kind of file that occupies the name.
    enum PlantedFile: String, CaseIterable, Sendable {
        case linkToState, linkToDatabase, linkToForeignFile, linkToForeignFolder, linkToNothing, hardLink, pipe, folder
        case file

        func lay(_ path: String, beside root: String) -> Int32 {
            switch self {
            case .linkToState: symlink(root + "/state", path)
            case .linkToDatabase: symlink(root + "/state/textifyd.db", path)
            case .linkToForeignFile: symlink(root + "/foreign/secret", path)
            case .linkToForeignFolder: symlink(root + "/foreign", path)
            case .linkToNothing: symlink(root + "/foreign/none", path)
            case .hardLink: link(root + "/foreign/secret", path)
            case .pipe: mkfifo(path, 0o666)
            case .folder: mkdir(path, 0o777)
            case .file: close(open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666))
            }
        }
    }

    /// `YYYY` and `MM` are replaced by today's year and month.
    nonisolated static let names = [
        "inbox/done", "inbox/done/YYYY", "inbox/done/YYYY/MM", "inbox/done/YYYY/MM/x.png",
        "inbox/done/YYYY/MM/x.png.toml", "inbox/done/YYYY/MM/sub", "inbox/failed", "inbox/failed/bad.png",
        "inbox/failed/bad.png.error.txt", "inbox/failed/sub", "inbox/.textifyd", "inbox/.textifyd.part",
        "inbox/.textify.toml", "inbox/sub/.textify.toml", "inbox/x.png.done", "inbox/sub/y.png.done",
        "outbox/sub", "outbox/x.txt", "outbox/x.json", "outbox/sub/y.txt", "outbox/latest.txt", "outbox/latest.json",
        "outbox/.textifyd", "outbox/.textifyd.part",
    ]

    @Test("A planted name never leads the service out of its folder", arguments: names, PlantedFile.allCases)
    func planted(name: String, plant: PlantedFile) async throws {
        let installation = try Installation(Installation.quick + "\nlatest = true")
        let place = try PlantedInstallation(installation)
        try await place.begin()
        try place.plant(plant, at: name)
        try place.drop()
        let before = try place.outside()
        let code = try await place.once()
        #expect(try place.outside() == before, "\(installation.log.all)")
        #expect(try place.lost().isEmpty, "\(installation.log.all)")
        if try !place.isWell() {
            #expect(code != .ok)
            #expect(place.isTold(), "\(installation.log.all)")
        }
        #expect(try await place.knowsItsFolders(), "the database has lost a folder")
    }
}

/// An installation beside a foreign folder that the service must not touch.
@MainActor
private struct PlantedInstallation {
    let installation: Installation
    /// The dropped files' contents by path.
    private let drops: [String: [UInt8]]

    private var root: String { installation.root.shown }

    init(_ installation: Installation) throws {
        self.installation = installation
        drops = [
            "inbox/x.png": try Self.picture(1), "inbox/x.png.toml": Array("tags = [\"a\"]\n".utf8),
            "inbox/sub/y.png": try Self.picture(2), "inbox/bad.png": Array("no picture\n".utf8),
            "inbox/sub/bad.png": Array("no picture either\n".utf8),
        ]
        try installation.folder("foreign")
        try installation.write("hush", to: "foreign/secret")
    }

    private static func picture(_ shade: UInt8) throws -> [UInt8] {
        try PNGEncoder.encode(width: 16, height: 16) { y, pixels in
            for x in 0..<16 { pixels[x] = RGBA(red: UInt8(x * 8 + y * 7), green: shade, blue: 0) }
            return true
        }
    }

    /// Runs a first pass, so that there is a state folder to damage. The pass also creates markers, which are deleted
    /// again.
    func begin() async throws {
        try put(try Self.picture(9), at: "inbox/first.png")
        #expect(try await once() == .ok, "\(installation.log.all)")
        for folder in ["inbox", "outbox"] { try clear(installation.root.appending(folder)) }
    }

    func once() async throws -> ExitCode {
        let signals = AsyncStream<ProcessSignal>.makeStream()
        return try await installation.serve { loop in await loop.once(signals.stream) }
    }

    func plant(_ plant: PlantedNamesTests.PlantedFile, at name: String) throws {
        let day = LocalTime(UTCMillis.now()).localDay.text.split(separator: "-").map(String.init)
        let name = name.replacing("YYYY", with: day[0]).replacing("MM", with: day[1])
        let holder = name.split(separator: "/").dropLast().joined(separator: "/")
        try installation.folder(holder)
        try #require(plant.lay(root + "/" + name, beside: root) >= 0, "\(name): \(errno)")
    }

    func drop() throws {
        for (name, bytes) in drops { try put(bytes, at: name) }
    }

    private func put(_ bytes: [UInt8], at name: String) throws {
        let path = installation.root.appending(name)
        try FileDescriptor.makeFolder(path.folder)
        try FileDescriptor.folder(path.folder).replace(path.name, with: bytes)
    }

    private func clear(_ folder: FolderPath) throws {
        for entry in try FileDescriptor.folder(folder).list() {
            if entry.kind == .folder {
                try clear(folder.appending(entry.name))
                #expect(rmdir(folder.appending(entry.name).shown) == 0)
            } else {
                try FileDescriptor.folder(folder).unlink(entry.name)
            }
        }
    }

    /// The contents of the foreign folder, and the names in the state folder that the service does not create.
    func outside() throws -> [String] {
        let own = ["lock", "blobs", "waiting", "backups", "plugins"]
        let state = try FileDescriptor.folder(installation.root.appending("state")).list().map(\.name.shown)
            .filter { !own.contains($0) && !$0.hasPrefix("textifyd.db") || $0.hasSuffix("-journal") }
        return try files(installation.root.appending("foreign")).map { "\($0.key) \($0.value)" }.sorted() + state
    }

    /// Every regular file below a folder with its bytes. Links are not followed.
    private func files(_ folder: FolderPath) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for entry in try FileDescriptor.folder(folder).list() {
            let path = folder.appending(entry.name)
            if entry.kind == .folder { found.merge(try files(path)) { $1 } }
            if entry.kind == .file {
                found[path.shown] = try FileDescriptor.file(entry.name, in: folder).all(limit: 1 << 20)
            }
        }
        return found
    }

    /// Drops that are no longer anywhere below the watch folder.
    func lost() throws -> [String] {
        let kept = try files(installation.root.appending("inbox")).values
        return drops.filter { !kept.contains($0.value) }.map(\.key)
    }

    /// Whether every drop was processed: pictures are text art in the outbox, and sources are archived or kept with an
    /// error text.
    func isWell() throws -> Bool {
        let results = try files(installation.root.appending("outbox"))
        let isDelivered = ["x", "y"].allSatisfy { stem in
            results.contains { path, bytes in
                let name = FolderPath(path).name.shown
                return name.hasPrefix(stem) && name.hasSuffix(".txt") && bytes.count > 64
            }
        }
        let sources = try files(installation.root.appending("inbox"))
        let waiting = drops.keys.contains { sources[root + "/" + $0] == drops[$0] }
        return isDelivered && !waiting && sources.keys.count { $0.hasSuffix(".error.txt") } >= 2
    }

    /// Whether a warning or an error other than for the bad drops is logged.
    func isTold() -> Bool {
        installation.log.all.contains { line in
            (line.contains(" error ") || line.contains(" warning ")) && !line.contains(" drop_failed: ")
        }
    }

    func knowsItsFolders() async throws -> Bool {
        let base = try await installation.foundations()
        try await base.database.check()
        let known = try await base.spool.folders.places().map(\.folder)
        await base.close()
        return known.contains(installation.root.appending("inbox"))
    }
}
