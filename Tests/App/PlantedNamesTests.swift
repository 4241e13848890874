import Configuration
import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Repositories
import Testing

@testable import App

/// Every name that the service makes or opens where others may write, with what a dropper could have put there before.
@MainActor
@Suite("Names that a dropper plants", .serialized, .timeLimit(.minutes(15)))
struct PlantedNamesTests {
    /// What lies under the name.
    enum Plant: String, CaseIterable, Sendable {
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

    /// `YYYY`, `MM` and `DD` stand for this day.
    nonisolated static let names = [
        "inbox/done", "inbox/done/YYYY", "inbox/done/YYYY/MM", "inbox/done/YYYY/MM/x.png",
        "inbox/done/YYYY/MM/x.png.toml", "inbox/done/YYYY/MM/sub", "inbox/failed", "inbox/failed/bad.png",
        "inbox/failed/bad.png.error.txt", "inbox/failed/sub", "inbox/.textifyd", "inbox/.textifyd.part",
        "inbox/.textify.toml", "inbox/sub/.textify.toml", "inbox/x.png.done", "inbox/sub/y.png.done",
        "outbox/sub", "outbox/x.txt", "outbox/x.json", "outbox/sub/y.txt", "outbox/latest.txt", "outbox/latest.json",
        "outbox/.textifyd", "outbox/.textifyd.part",
    ]

    @Test("what lies under a name of the service leads nothing out of the folder", arguments: names, Plant.allCases)
    func planted(name: String, plant: Plant) async throws {
        let installation = try Installation(Installation.quick + "\nlatest = true")
        let place = try Grounds(installation)
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
        #expect(try await place.knowsItsFolders(), "the database is not what it was")
    }
}

/// An installation with something beside it that is none of the service's business.
@MainActor
private struct Grounds {
    let installation: Installation
    /// What was dropped, by name.
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

    /// A first pass, so that there is a state to be damaged. Folders get their markers by that too, which go again.
    func begin() async throws {
        try put(try Self.picture(9), at: "inbox/first.png")
        #expect(try await once() == .ok, "\(installation.log.all)")
        for folder in ["inbox", "outbox"] { try clear(installation.root.appending(folder)) }
    }

    func once() async throws -> ExitCode {
        let signals = AsyncStream<ProcessSignal>.makeStream()
        return try await installation.serve { loop in await loop.once(signals.stream) }
    }

    func plant(_ plant: PlantedNamesTests.Plant, at name: String) throws {
        let day = LocalTime(milliseconds: wallClockMilliseconds()).localDay.text.split(separator: "-").map(String.init)
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

    /// The foreign folder, and the names in the state folder that a service does not make.
    func outside() throws -> [String] {
        let own = ["lock", "blobs", "waiting", "backups", "plugins"]
        let state = try FileDescriptor.folder(installation.root.appending("state")).list().map(\.name.shown)
            .filter { !own.contains($0) && !$0.hasPrefix("textifyd.db") || $0.hasSuffix("-journal") }
        return try files(installation.root.appending("foreign")).map { "\($0.key) \($0.value)" }.sorted() + state
    }

    /// Every regular file below a folder, with its bytes; links are not followed.
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

    /// Drops that lie nowhere below the watch folder any more.
    func lost() throws -> [String] {
        let kept = try files(installation.root.appending("inbox")).values
        return drops.filter { !kept.contains($0.value) }.map(\.key)
    }

    /// Whether all became what it should: pictures text art in the outbox, sources archived or kept with their sentence.
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

    /// Whether something other than the bad drops is told of.
    func isTold() -> Bool {
        installation.log.all.contains { line in
            (line.contains(" error ") || line.contains(" warning ")) && !line.contains(" drop_failed: ")
        }
    }

    func knowsItsFolders() async throws -> Bool {
        let base = try await installation.foundations()
        try await base.spool.check()
        let known = try await base.spool.places().map(\.folder)
        await base.close()
        return known.contains(installation.root.appending("inbox"))
    }
}
