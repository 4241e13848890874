import Configuration
import Domain
import FoundationEssentials
import PlatformPictures
import Synchronization
import TestFolders

@testable import App

/// The folders of an installation in a temporary folder. The tests start the services on it.
///
/// Suites that run the service on it are serialized: each service needs an inotify instance, of which the system grants
/// a user 128, and without one the service scans only every half minute.
final class Installation: Sendable {
    private let home: TemporaryFolder
    var root: FolderPath { home.path }
    let log = Log()

    /// The configuration has the watch folder `inbox` and whatever `more` adds; `watch` holds settings of `inbox`.
    init(_ watch: String = Installation.quick, more: String = "") throws {
        home = try TemporaryFolder()
        for name in ["inbox", "outbox"] { try folder(name) }
        try configure(watch, more: more)
    }

    /// Small art, and no settling time.
    static let quick = """
        settle = { picture = "0s", prompt = "0s" }
        outputs = ["txt"]
        art.columns = 16
        request.size = "64x64"
        """

    func configure(_ watch: String = quick, more: String = "") throws {
        try write(
            """
            [service]
            state = "state"

            [[watch]]
            path = "inbox"
            outbox = "outbox"
            \(watch)
            \(more)

            """, to: "textifyd.toml")
    }

    @discardableResult
    func folder(_ name: String) throws -> FolderPath {
        try home.folder(name)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: root.appending(name).shown)
    }

    func move(_ name: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: root.appending(name).shown, toPath: root.appending(other).shown)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appending(name).shown, withDestinationPath: root.appending(target).shown)
    }

    func write(_ text: String, to name: String) throws {
        try home.write(text.utf8, to: name)
    }

    func picture(_ name: String) throws {
        let bytes = try PNGEncoder.encode(width: 16, height: 16) { y, pixels in
            for x in 0..<16 { pixels[x] = RGBA(red: UInt8(x * 8 + y * 8), green: 0, blue: 0) }
            return true
        }
        try home.write(bytes, to: name)
    }

    /// All names in a folder except the marker, sorted.
    func names(_ folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: root.appending(folder).shown)) ?? [])
            .filter { $0 != FolderMarkers.fileName.shown }.sorted()
    }

    func source(_ words: CommandLineSettings = CommandLineSettings()) -> SettingsSource {
        SettingsSource(commandLine: words, environment: environment, folder: root.shown)
    }

    private var environment: [String: String] { ["HOME": root.shown] }

    func foundations() async throws -> ServiceResources {
        try await ServiceResources(try source().load(), allCores: true, environment: environment)
    }

    /// Makes a service over these folders; `body` ends before its resources are closed.
    @MainActor
    func serve<T>(_ body: @MainActor (ServiceLoop) async throws -> T) async throws -> T {
        let base = try await foundations()
        let loop = try ServiceLoop(base: base, source: source(), settings: try source().load()) { [log] level in
            EventLog(level: level, sink: LineSink { log.add($0) })
        }
        do {
            let answer = try await body(loop)
            await base.close()
            return answer
        } catch {
            await base.close()
            throw error
        }
    }
}

extension Installation {
    /// The log, readable line by line as it is written.
    final class Log: Sendable {
        private let kept = Mutex<[String]>([])
        private let stream = AsyncStream<String>.makeStream()

        var all: [String] { kept.withLock { $0 } }

        func add(_ line: String) {
            kept.withLock { $0.append(line) }
            stream.continuation.yield(line)
        }

        /// Consumes lines until one contains `mark`.
        @discardableResult
        func wait(for mark: String) async -> String? {
            for await line in stream.stream where line.contains(mark) { return line }
            return nil
        }
    }
}
