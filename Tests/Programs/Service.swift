import Domain
import Glibc
import PlatformSystem

/// An installation of `textifyd` in a temporary folder, removed when the test ends.
final class Service {
    let root: FolderPath
    var inbox: FolderPath { root.appending("inbox") }
    var outbox: FolderPath { root.appending("outbox") }
    var failed: FolderPath { inbox.appending("failed") }
    /// Where drops are made before they are renamed into the inbox, as a careful script does it.
    private var making: FolderPath { root.appending("making") }

    private var running: Program?

    /// `watch` is what the configuration says of its one folder beside the paths.
    init(_ watch: String = Service.quick) throws {
        root = FolderPath("/tmp").appending("textifyd-test-" + String(randomSeed(), radix: 36))
        for folder in [root, inbox, outbox, making] { try FileDescriptor.makeFolder(folder) }
        try configure(watch)
    }

    deinit {
        running = nil
        Self.remove(root)
    }

    /// Small art in one format, and no file has to settle.
    static let quick = """
        settle = { picture = "0s", prompt = "0s" }
        outputs = ["txt"]
        art.columns = 16
        request.size = "64x64"
        """

    /// `inbox`: the folder that is watched, where it is not its own.
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

    /// The whole configuration.
    func write(_ configuration: String) throws {
        try FileDescriptor.folder(root).replace(FileName("textifyd.toml"), with: Array(configuration.utf8))
    }

    func start(_ arguments: String...) throws -> Program {
        try Program("textifyd", ["--config", root.shown + "/textifyd.toml"] + arguments, home: root.shown)
    }

    /// Starts it from a shell, which says `preparation` first, and then becomes the service.
    func start(
        after preparation: String, variables: [String] = [], passed: [Int32] = []
    ) throws -> Program {
        let arguments = ["-c", preparation + "; exec \"$@\"", "sh", Spawn.place(of: "textifyd")]
        return try Program(
            "/bin/sh", arguments + ["--config", root.shown + "/textifyd.toml"], home: root.shown, variables: variables,
            passed: passed)
    }

    /// Starts it and waits until it serves.
    func serve() throws -> Program {
        let program = try start()
        try program.wait(for: " started: ")
        return program
    }

    /// The same; it serves as long as the installation stands.
    func run() throws {
        running = try serve()
    }

    func drop(_ name: FileName, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: name)
        try hand(name)
    }

    func drop(_ name: String, _ bytes: [UInt8]) throws {
        try drop(FileName(name), bytes)
    }

    /// What was last written two minutes ago: nobody can still be writing it.
    func dropOld(_ name: FileName, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: name)
        let file = try FileDescriptor.folder(making).file(beneath: name)
        let past = timespec(tv_sec: time(nil) - 120, tv_nsec: 0)
        guard futimens(file.number, [past, past]) == 0 else { throw Failed(call: name.shown, code: errno) }
        try hand(name)
    }

    /// What is no file: `make` gets the path at which to make it.
    func drop(_ name: FileName, make: (String) -> Int32) throws {
        guard make(making.shown + "/" + name.shown) == 0 else { throw Failed(call: name.shown, code: errno) }
        try hand(name)
    }

    /// Lays a file beside the folders, where the service does not look.
    func keep(_ name: String, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(making).write(bytes, to: FileName(name))
    }

    /// The path of what was laid there.
    func kept(_ name: String) -> String {
        making.shown + "/" + name
    }

    private func hand(_ name: FileName) throws {
        try FileDescriptor.folder(making).rename(name, to: name, in: FileDescriptor.folder(inbox))
    }

    /// Every entry, hidden ones too, sorted by bytes; without the folder's marker.
    func names(_ folder: FolderPath) throws -> [String] {
        try FileDescriptor.folder(folder).list().map(\.name).sorted().map(\.shown).filter { $0 != ".textifyd" }
    }

    /// Every file below `folder`, hidden ones too, by its last component.
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

    func text(_ name: String, in folder: FolderPath) throws -> String {
        try text(FileName(name), in: folder)
    }

    func text(_ name: FileName, in folder: FolderPath) throws -> String {
        String(decoding: try bytes(name, in: folder), as: UTF8.self)
    }

    private static func remove(_ path: FolderPath) {
        guard let folder = try? FileDescriptor.folder(path), let entries = try? folder.list() else { return }
        for entry in entries {
            if entry.kind == .folder { remove(path.appending(entry.name)) } else { try? folder.unlink(entry.name) }
        }
        rmdir(path.shown)
    }
}
