import Domain
import Glibc
import PlatformSystem
import TestFolders
import TestPostgreSQL

/// An installation of `textifyd` in a temporary folder, removed when the test ends.
final class Service {
    private let folder: TemporaryFolder
    var root: FolderPath { folder.path }
    var inbox: FolderPath { root.appending("inbox") }
    var outbox: FolderPath { root.appending("outbox") }
    var failed: FolderPath { inbox.appending("failed") }
    /// Where drops are written before they are renamed into the inbox, as a careful script does.
    private var making: FolderPath { root.appending("making") }

    private var running: Program?
    /// Where jobs are stored; `nil` for a file in the state folder, unless all services of the tests use a server.
    private let schema: TemporarySchema?
    /// Whether all services of the tests store their jobs on a server (`TEXTIFY_TEST_DATABASE=postgresql`), apart from those
    /// whose tests are about the file.
    static let usesServer = getenv("TEXTIFY_TEST_DATABASE").map { String(cString: $0) } == "postgresql"

    /// Creates an installation with one watch folder. `watch` are the folder's settings besides its paths.
    init(_ watch: String = Service.quick, onServer: Bool = Service.usesServer) throws {
        schema = onServer ? try TemporarySchema() : nil
        folder = try TemporaryFolder()
        for folder in [inbox, outbox, making] { try FileDescriptor.makeFolder(folder) }
        try configure(watch)
    }

    deinit {
        // Before the folder goes.
        running = nil
    }

    /// Folder settings for small art in one format and without settle times.
    static let quick = """
        settle = { picture = "0s", prompt = "0s" }
        outputs = ["txt"]
        art.columns = 16
        request.size = "64x64"
        """

    /// Replaces the configuration. `watch` are the folder's settings; `inbox` is the watched folder if it is not the
    /// installation's own.
    func configure(_ watch: String, inbox: String = "inbox") throws {
        try write(
            """
            [service]
            state = "state"

            [[watch]]
            path = "\(inbox)"
            outbox = "outbox"
            \(watch)

            """)
    }

    /// Replaces the configuration file.
    func write(_ configuration: String) throws {
        let database = schema.map { "\n[database]\nurl = \"\($0.address)\"\n" } ?? ""
        let text = configuration + database
        try FileDescriptor.folder(root).replace(FileName("textifyd.toml"), with: Array(text.utf8))
    }

    func start(_ arguments: String...) throws -> Program {
        try Program("textifyd", ["--config", root.shown + "/textifyd.toml"] + arguments, home: root.shown)
    }

    /// Starts the service from a shell, which runs `preparation` first and then execs the service.
    func start(
        _ more: String..., after preparation: String, variables: [String] = [], passed: [Int32] = []
    ) throws -> Program {
        let arguments = ["-c", preparation + "; exec \"$@\"", "sh", Spawn.place(of: "textifyd")]
        return try Program(
            "/bin/sh", arguments + ["--config", root.shown + "/textifyd.toml"] + more, home: root.shown,
            variables: variables, passed: passed)
    }

    /// Starts the service and waits until it has started.
    func serve() throws -> Program {
        let program = try start()
        try program.wait(for: " started: ")
        return program
    }

    /// Like `serve`, but the service runs until the installation is removed.
    func run() throws {
        running = try serve()
    }

    /// Ends the service that `run` started, and starts it again.
    func restart() throws {
        running?.send(SIGTERM)
        _ = try running?.ending()
        try run()
    }

    func drop(_ name: FileName, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: name)
        try hand(name)
    }

    func drop(_ name: String, _ bytes: [UInt8]) throws {
        try drop(FileName(name), bytes)
    }

    /// Drops a file that was last modified two minutes ago, and so is not considered to be still written.
    func dropOld(_ name: FileName, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: name)
        let file = try FileDescriptor.folder(making).file(beneath: name)
        let past = timespec(tv_sec: time(nil) - 120, tv_nsec: 0)
        guard futimens(file.number, [past, past]) == 0 else { throw Failed(call: name.shown, code: errno) }
        try hand(name)
    }

    /// Drops an entry that is not a regular file. `make` creates it at the given path and returns 0 on success.
    func drop(_ name: FileName, make: (String) -> Int32) throws {
        guard make(making.shown + "/" + name.shown) == 0 else { throw Failed(call: name.shown, code: errno) }
        try hand(name)
    }

    /// Writes a file outside the folders that the service watches.
    func keep(_ name: String, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: FileName(name))
    }

    /// The path of a file that `keep` wrote.
    func kept(_ name: String) -> String {
        making.shown + "/" + name
    }

    private func hand(_ name: FileName) throws {
        try FileDescriptor.folder(making).rename(name, to: name, in: FileDescriptor.folder(inbox))
    }

    /// The names of all entries, including hidden ones, sorted by bytes, without the folder's marker.
    func names(_ folder: FolderPath) throws -> [String] {
        try FileDescriptor.folder(folder).list().map(\.name).sorted().map(\.shown).filter { $0 != ".textifyd" }
    }

    /// The last path components of all files below `folder`, including hidden ones, without markers.
    func files(below folder: FolderPath) throws -> [String] {
        try FileDescriptor.folder(folder).list().flatMap { entry in
            entry.kind == .folder ? try files(below: folder.appending(entry.name)) : [entry.name.shown]
        }.filter { $0 != ".textifyd" }
    }

    func bytes(_ name: String, in folder: FolderPath) throws -> [UInt8] {
        try bytes(FileName(name), in: folder)
    }

    func bytes(_ name: FileName, in folder: FolderPath) throws -> [UInt8] {
        try FileDescriptor.folder(folder).file(beneath: name).all(limit: 1 << 24)
    }

    /// A delivered picture as the backend made it: without the parameters that were added to it.
    func picture(_ stem: String) throws -> [UInt8] {
        let delivered = try bytes("\(stem).picture.png", in: outbox)
        return PNGParameters.removed(from: delivered) ?? delivered
    }

    func text(_ name: String, in folder: FolderPath) throws -> String {
        try text(FileName(name), in: folder)
    }

    func text(_ name: FileName, in folder: FolderPath) throws -> String {
        String(decoding: try bytes(name, in: folder), as: UTF8.self)
    }
}
