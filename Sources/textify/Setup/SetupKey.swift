import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// Reads the key that is set up, without ever showing it.
struct SetupKey {
    let words: Wording

    /// The key in a file, or for `-` from standard input.
    func read(_ option: ParsedOptions.Found) throws(CommandFailure) -> Secret {
        let path = FilePath(bytes: option.value ?? [])
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes =
                path.isStandardInput
                ? try FileDescriptor(adopting: dup(0)).all(limit: KeyReader.longest + 1)
                : try path.open(O_RDONLY).all(limit: KeyReader.longest + 1)
        } catch {
            throw CommandFailure(exit: .noInput, text: "setup: " + words.setupNoKeyFile)
        }
        return try check(bytes)
    }

    /// Throws unless the bytes are a key: one line of printable ASCII.
    func check(_ bytes: [UInt8]) throws(CommandFailure) -> Secret {
        do throws(KeyFailure) {
            return try KeyReader(environment: [:]).key(bytes, .credential("key"))
        } catch {
            throw CommandFailure(exit: .data, text: "setup: " + words.setupMalformedKey)
        }
    }
}

/// Encrypts keys as credentials of a unit.
enum SystemdCredentials {
    /// Returns a key as an encrypted credential; `nil` where `systemd-creds` can't make one.
    static func encrypt(_ key: Secret, as name: String) async -> [UInt8]? {
        let environment = ProcessInfo.processInfo.environment
        guard let program = Programs.path(of: "systemd-creds", environment) else { return nil }
        let command = OneShotCommand(ChildRunner(), clock: BoottimeClock(), time: .seconds(60), limit: 1 << 20)
        let order = ChildConfiguration(
            program: program, arguments: ["encrypt", "--name=" + name, "-", "-"],
            variables: environment.map { "\($0.key)=\($0.value)" }, folder: FolderPath("/"))
        guard let output = try? await command.run(order, input: Array(key.value.utf8)), output.ending == .code(0),
            !output.bytes.isEmpty
        else { return nil }
        return output.bytes
    }
}

/// Tests a backend by `textifyd --test-backend`, with a configuration of its own in a private temporary folder.
struct SetupTest {
    let backend: String
    /// The backend's table.
    let table: FieldValue
    /// The key, unless the table names a source that can be read here.
    let key: Secret?
    let words: Wording

    private static let limit = Duration.seconds(300)

    /// Prints the findings. Throws if one is bad.
    func run() async throws(CommandFailure) {
        guard let program = ServiceProgram.path else { throw failure(.unavailable, words.setupNoTest(backend)) }
        try CommandOutput.standard(words.setupTesting(backend) + "\n")
        let folder = try folder()
        let output: OneShotCommand<BoottimeClock>.Output?
        do throws(FileFailure) {
            try write(in: folder)
            output = await run(program, in: folder)
        } catch {
            remove(folder)
            throw CommandFailure(exit: .cannotCreate, text: words.sentence(error, about: folder.shown))
        }
        remove(folder)
        guard let output else { throw failure(.unavailable, words.setupNoTest(backend)) }
        try CommandOutput.standard(String(decoding: output.bytes, as: UTF8.self))
        guard output.ending == .code(0) else { throw failure(.data, words.setupBroken(backend)) }
    }

    private func failure(_ exit: ExitCode, _ text: String) -> CommandFailure {
        CommandFailure(exit: exit, text: "setup: " + text)
    }

    private func run(_ program: String, in folder: FolderPath) async -> OneShotCommand<BoottimeClock>.Output? {
        let command = OneShotCommand(ChildRunner(), clock: BoottimeClock(), time: Self.limit, limit: 1 << 20)
        // Errors are printed like findings.
        let arguments = [
            "-c", "exec \"$@\" 2>&1", "sh", program, "--config", folder.shown + "/" + Self.file, "--test-backend",
            backend,
        ]
        let order = ChildConfiguration(
            program: "/bin/sh", arguments: arguments,
            variables: ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }, folder: folder)
        return try? await command.run(order)
    }

    private static let (file, keyFile) = ("test.toml", "key")

    private func folder() throws(CommandFailure) -> FolderPath {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        let folder = FolderPath(parent).appending("textify-setup-" + String(randomSeed(), radix: 36))
        guard mkdir(folder.shown, 0o700) == 0 else {
            throw CommandFailure(
                exit: .cannotCreate, text: words.sentence(FileFailure(errno: errno), about: folder.shown))
        }
        return folder
    }

    private func write(in folder: FolderPath) throws(FileFailure) {
        var file = SetupFile()
        file.set(["service", "state"], "state")
        file.set(["watch", "path"], "inbox")
        file.set(["watch", "outbox"], "outbox")
        file.set(["backends", backend], table)
        let descriptor = try FileDescriptor.folder(folder)
        if let key {
            try descriptor.write(Array(key.value.utf8), to: FileName(Self.keyFile), .owner)
            file.set(["backends", backend, "api_key"], FieldValue(.table([])))
            file.set(["backends", backend, "api_key", "file"], Self.keyFile)
        }
        try descriptor.write(file.bytes(words), to: FileName(Self.file), .owner)
    }

    private func remove(_ folder: FolderPath) {
        guard let descriptor = try? FileDescriptor.folder(folder) else { return }
        for name in [Self.file, Self.keyFile] { try? descriptor.unlink(FileName(name)) }
        rmdir(folder.shown)
    }
}
