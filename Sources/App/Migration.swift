import Configuration
import Domain
import PlatformConcurrency
import PlatformPostgreSQL
import PlatformSystem
import Repositories
import Words

/// What `textifyd --migrate` was given.
struct MigrationOptions: Equatable {
    enum Target: Equatable {
        case server(String)
        /// The file in the state folder.
        case file
    }

    let target: Target
    /// The database to move from, instead of the configured one.
    let source: String?
    /// Copies pictures while the service works, and no rows.
    let isAhead: Bool

    init(to target: String, _ texts: [String: String]) throws(LaunchFailure) {
        self.target = target == Self.file ? .file : .server(try Self.address(target, "migrate"))
        source = if let from = texts["from"] { try Self.address(from, "from") } else { nil }
        isAhead = texts["ahead"] != nil
        if source != nil, self.target != .file {
            throw LaunchFailure(.usage, "--from belongs to --migrate \(Self.file).")
        }
        if isAhead, self.target == .file { throw LaunchFailure(.usage, Wording(.english).aheadOnlyToServer) }
    }

    static let file = "file"

    private static func address(_ text: String, _ option: String) throws(LaunchFailure) -> String {
        let example = "Give an address such as \(DatabaseAddress.example)"
        switch DatabaseAddress(text: text) {
        case .usable: return text
        case .withPassword:
            throw LaunchFailure(
                .usage, "--\(option): the address has a password, which others could see. \(example).")
        case .other:
            let alternative = option == "migrate" ? ", or \(Self.file)" : ""
            throw LaunchFailure(
                .usage, "--\(option): \(FileName(text).shown) is no PostgreSQL database. \(example)\(alternative).")
        }
    }
}

/// `textifyd --migrate URL`: moves the state of a service that is stopped between the file in its state folder and a
/// PostgreSQL database.
struct Migration {
    let state: FolderPath
    let options: MigrationOptions
    /// The PostgreSQL database's.
    let address: String
    let words: Wording

    private var direction: MigrationDirection { options.target == .file ? .toFile : .toServer }
    private var file: String { state.appending(SpoolDatabase.fileName).shown }
    private var source: String { direction == .toServer ? file : address }
    private var target: String { direction == .toServer ? address : file }

    /// Returns what a person has to know.
    func run(at utc: UTCMillis) async throws(LaunchFailure) -> String {
        try StateFolderCheck.check(state)
        try ServiceResources.prepare(state)
        let lock = options.isAhead ? nil : try ServiceResources.lock(state)
        defer { withExtendedLifetime(lock) {} }
        let identity: String
        do throws(FileFailure) { identity = try StateFolderIdentity.ensure(in: state) } catch {
            throw LaunchFailure(.cannotCreate, words.sentence(error, about: state.shown))
        }
        let line = ProgressLine(words: words)
        let result: Result<String, MigrationFailure>
        do throws(MigrationFailure) {
            let migration = try StateMigration(
                direction, state: state, folder: identity, server: PostgreSQLSettings(address: address),
                isAhead: options.isAhead
            ) { progress in line.show(progress) }
            do throws(MigrationFailure) {
                result = .success(try await move(migration, at: utc))
            } catch {
                result = .failure(error)
            }
            await migration.close()
        } catch {
            result = .failure(error)
        }
        line.clear()
        do throws(MigrationFailure) { return try result.get() } catch {
            throw LaunchFailure(error, source: source, target: target, words)
        }
    }

    private func move(_ migration: StateMigration, at utc: UTCMillis) async throws(MigrationFailure) -> String {
        try await migration.begin()
        if options.isAhead {
            return words.lines(try await movePictures(migration, isWhole: false)).joined(separator: "\n") + "\n"
        }
        let report = try await migration.copyRows()
        let pictures = try await movePictures(migration, isWhole: direction == .toServer)
        let time = LogTime.text(utc).filter { $0 != "-" && $0 != ":" }
        let kept = try await migration.finish(keepingAs: FileName("textifyd-replaced-\(time).db"))
        let place = kept.map { state.appending(SpoolDatabase.backups).appending($0).shown }
        return words.migrated(
            report, pictures, from: source, to: direction == .toServer ? address : nil, file: file, replaced: place
        )
        .joined(separator: "\n") + "\n"
    }

    /// Copies the pictures between the state folder and the database. On the way back nothing is deleted: the service has
    /// deleted what it erased from both.
    private func movePictures(_ migration: StateMigration, isWhole: Bool) async throws(MigrationFailure)
        -> MovedPictures
    {
        let threads = ThreadExecutor(name: "migrate", threads: 1)
        let (fileSide, serverSide): (MigrationFailure.Side, MigrationFailure.Side) =
            direction == .toServer ? (.source, .target) : (.target, .source)
        let files: DiskBlobRepository
        do throws(FileFailure) {
            files =
                options.isAhead
                ? DiskBlobRepository(reading: state, threads: threads)
                : try DiskBlobRepository(folder: state, threads: threads)
        } catch {
            throw .pictures(fileSide, error)
        }
        let server: DatabaseBlobStore
        do throws(RepositoryFailure) {
            server = try DatabaseBlobStore(PostgreSQLSettings(address: address), connections: 1)
        } catch {
            throw .database(serverSide, error)
        }
        let folder = DiskBlobStore(files)
        let result: Result<MovedPictures, MigrationFailure>
        do throws(MigrationFailure) {
            let transfer =
                direction == .toServer
                ? PictureTransfer(from: folder, to: server, report: migration.report)
                : PictureTransfer(from: server, to: folder, report: migration.report)
            result = .success(try await transfer.run(isWhole: isWhole))
        } catch {
            result = .failure(error)
        }
        await server.close()
        await threads.shutdown()
        return try result.get()
    }

    /// Lets services use the file in the state folder again, or with an address that database.
    static func reopen(
        _ address: String?, in state: FolderPath, _ words: Wording
    ) async throws(LaunchFailure) -> String {
        let place = address ?? state.appending(SpoolDatabase.fileName).shown
        do throws(MigrationFailure) {
            if let address {
                try await StateMigration.reopen(PostgreSQLSettings(address: address))
                return words.reopened(place) + "\n"
            }
        } catch {
            throw LaunchFailure(error, source: place, target: place, words)
        }
        try StateFolderCheck.check(state)
        let lock = try ServiceResources.lock(state)
        defer { withExtendedLifetime(lock) {} }
        do throws(MigrationFailure) { try StateMigration.reopenFile(in: state) } catch {
            throw LaunchFailure(error, source: place, target: place, words)
        }
        return words.reopened(place) + "\n"
    }
}

/// Shows how far the migration is on one line of a terminal.
private final class ProgressLine: Sendable {
    private let words: Wording
    private let isShown = StandardStream.error.isTerminal

    init(words: Wording) { self.words = words }

    private static let start = TerminalText(order: "\r\u{1B}[K")

    func show(_ progress: MigrationProgress) {
        guard isShown else { return }
        try? StandardStream.error.write(Self.start + TerminalText(words.text(progress)))
    }

    func clear() {
        if isShown { try? StandardStream.error.write(Self.start) }
    }
}
