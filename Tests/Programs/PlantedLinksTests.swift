import Domain
import Glibc
import PlatformSystem
import Testing

/// Attacks by a user who may write into the inbox and has no other access.
@Suite("Hostile user with write access to the inbox", .ownThread)
struct PlantedLinksTests {
    /// The ID of the user `nobody`, who may write into the inbox only.
    private static let dropper = "65534"
    private static let tool = "/usr/bin/setpriv"

    /// Runs a command as the dropper if the tests run as root, otherwise as the current user.
    private func asDropper(_ service: Service, _ words: String...) throws {
        var words = words
        if geteuid() == 0 {
            words = [Self.tool, "--reuid", Self.dropper, "--regid", Self.dropper, "--clear-groups"] + words
        }
        let program = try Program(words[0], Array(words.dropFirst()), home: service.root.shown)
        #expect(try program.ending() == .code(0), "\(words) \(program.log)")
    }

    /// The header of a rollback journal that makes SQLite truncate the database to one page.
    private var journal: [UInt8] {
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        let words: [UInt32] = [0, 7, 1, 512, 4096]
        let head = magic + words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
        return head + [UInt8](repeating: 0, count: 512 - head.count)
    }

    private func open(_ service: Service) throws {
        #expect(chmod(service.root.shown, 0o755) == 0 && chmod(service.inbox.shown, 0o3777) == 0)
    }

    @Test(
        "a dropped journal cannot reach the database through a link to the state folder, which is reported",
        .enabled(if: geteuid() != 0 || access(tool, X_OK) == 0, "setpriv is needed to drop as another user"))
    func journalThroughLink() throws {
        let service = try Service()
        try service.drop("first.png", Pictures.numbered(1))
        #expect(try service.start("--once").ending() == .code(0))
        try open(service)
        try asDropper(service, "/bin/ln", "-s", "../state", service.failed.shown)
        try service.keep("textifyd.db-journal", journal)
        #expect(chmod(service.root.shown + "/making", 0o755) == 0)
        let dropped = service.inbox.shown + "/textifyd.db-journal"
        try asDropper(service, "/bin/cp", service.kept("textifyd.db-journal"), dropped)
        try service.drop("second.png", Pictures.numbered(2))
        let pass = try service.start("--once")
        #expect(try pass.ending() == .code(65), "\(pass.log)")
        #expect(pass.log.joined().contains("\(service.failed) is a link or a file"), "\(pass.log)")
        #expect(try !service.names(service.root.appending("state")).contains { $0.hasSuffix("-journal") })
        // The dropped journal is kept, and the next start finds the database intact.
        #expect(try service.bytes("textifyd.db-journal", in: service.inbox) == journal)
        #expect(unlink(service.failed.shown) == 0)
        let next = try service.start("--once")
        // The first pass already counted the drop's failure.
        #expect(try next.ending() == .code(0), "\(next.log)")
        #expect(!next.log.joined().contains("state_new") && !next.log.joined().contains("damaged"), "\(next.log)")
        #expect(try service.names(service.outbox) == ["first.json", "first.txt", "second.json", "second.txt"])
        #expect(
            try service.names(service.failed).filter { !$0.hasPrefix("failed") }
                == ["textifyd.db-journal", "textifyd.db-journal.error.txt"])
    }

    @Test("nothing is moved through an archive folder that is a link, and the drop stays")
    func archiveLink() throws {
        let service = try Service()
        let foreign = service.root.appending("foreign")
        try FileDescriptor.makeFolder(foreign)
        try open(service)
        #expect(symlink(foreign.shown, service.inbox.shown + "/done") == 0)
        try service.drop("a.png", Pictures.numbered(1))
        let pass = try service.start("--once")
        _ = try pass.ending()
        #expect(try service.names(foreign) == [])
        #expect(try service.names(service.outbox) == ["a.json", "a.txt"])
        #expect(try service.files(below: service.inbox).contains("a.png"), "\(pass.log)")
    }

    @Test("a subfolder that is replaced by a link while it is watched is neither read nor written through")
    func folderLink() throws {
        let service = try Service(Service.quick + "\ninterval = \"1h\"")
        let foreign = service.root.appending("foreign")
        try FileDescriptor.makeFolder(foreign)
        try FileDescriptor.folder(foreign).write(Pictures.numbered(3), to: FileName("theirs.png"))
        let program = try service.serve()
        try FileDescriptor.makeFolder(service.inbox.appending("sub"))
        try FileDescriptor.folder(service.inbox.appending("sub")).write(Pictures.numbered(1), to: FileName("a.png"))
        try program.wait(for: "sub/a.png became sub/a.txt")
        #expect(rename(service.inbox.shown + "/sub", service.root.shown + "/away") == 0)
        #expect(symlink(foreign.shown, service.inbox.shown + "/sub") == 0)
        try service.drop("b.png", Pictures.numbered(2))
        try program.wait(for: "b.png became b.txt")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(try service.names(foreign) == ["theirs.png"])
        #expect(try !service.files(below: service.outbox).contains("theirs.txt"))
    }

    @Test("the state is private whatever the umask: folders have mode 0700, files and the socket 0600")
    func privateState() throws {
        let service = try Service(onServer: false)
        let state = service.root.appending("state")
        try FileDescriptor.makeFolder(state)
        try FileDescriptor.folder(state).write([1], to: FileName("old"))
        #expect(chmod(state.shown, 0o2755) == 0 && chmod(state.shown + "/old", 0o644) == 0)
        let program = try service.start(after: "umask 0")
        try program.wait(for: " started: ")
        try service.drop("a.png", Pictures.numbered(1))
        try program.wait(for: "a.png became a.txt")
        let backup = try service.textify("backup")
        #expect(backup.code == 0, "\(backup.errors)")
        #expect(try open(to: 0o077, below: state) == [])
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// Returns the paths of all entries below `folder`, including itself, whose mode has any of the bits.
    private func open(to bits: mode_t, below folder: FolderPath) throws -> [String] {
        var found: [String] = []
        var status = stat()
        #expect(lstat(folder.shown, &status) == 0)
        if status.st_mode & bits != 0 { found.append(folder.shown) }
        for entry in try FileDescriptor.folder(folder).list() {
            let path = folder.appending(entry.name)
            if entry.kind == .folder { found += try open(to: bits, below: path) }
            #expect(lstat(path.shown, &status) == 0)
            if entry.kind != .folder, status.st_mode & bits != 0 { found.append(path.shown) }
        }
        return found
    }

    @Test(
        "another user's state folder is refused with 77",
        .enabled(if: geteuid() == 0, "only root can give a folder away"))
    func foreignState() throws {
        let service = try Service()
        let state = service.root.appending("state")
        try FileDescriptor.makeFolder(state)
        #expect(chown(state.shown, 65534, 65534) == 0)
        let program = try service.start("--once")
        #expect(try program.ending() == .code(77))
        #expect(program.log.joined().contains("belongs to another user (65534)"), "\(program.log)")
        #expect(try service.names(state) == [])
    }
}
