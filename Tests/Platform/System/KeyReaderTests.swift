import Domain
import Glibc
import PlatformSystem
import TestFolders
import Testing

@Suite("Keys")
struct KeyReaderTests {
    private static let secret = Secret("sk-hush_1.x")

    private func failure(_ source: KeySource, _ environment: [String: String] = [:]) -> KeyFailure.Problem? {
        do throws(KeyFailure) {
            _ = try KeyReader(environment: environment).key(source)
            return nil
        } catch {
            #expect(error.source == source && !"\(error)".contains("hush"))
            return error.problem
        }
    }

    /// Creates a file with these bytes and mode, and returns its path.
    private func lay(_ bytes: [UInt8], mode: mode_t = 0o600, name: String = "key", in folder: FolderPath) throws
        -> FolderPath
    {
        let descriptor = try FileDescriptor.folder(folder)
        let file = try descriptor.create(FileName(name), .owner)
        try file.write(bytes)
        #expect(fchmod(file.number, mode) == 0)
        return folder.appending(name)
    }

    @Test("a key in a variable is trimmed")
    func variable() throws {
        let reader = KeyReader(environment: ["A": " sk-hush_1.x\n"])
        #expect(try reader.key(.environment("A")) == Self.secret)
        #expect(failure(.environment("A")) == .missing)
        #expect(failure(.environment("A"), ["A": " \n"]) == .empty)
        #expect(failure(.environment("A"), ["A": "sk hush"]) == .malformed)
        #expect(failure(.environment("A"), ["A": "sk-hush\nX: y"]) == .malformed)
        #expect(failure(.environment("A"), ["A": "sk-hüsh"]) == .malformed)
        #expect(failure(.environment("A"), ["A": String(repeating: "x", count: 16_385)]) == .tooLong(limit: 16_384))
    }

    /// Passes a key file with this mode, and its folder.
    private func withKeyFile(mode: Int, _ body: (FolderPath, FolderPath) throws -> Void) throws {
        let temporary = try TemporaryFolder()
        defer { withExtendedLifetime(temporary) {} }
        try body(try lay(Array("sk-hush_1.x\n".utf8), mode: mode_t(mode), in: temporary.path), temporary.path)
    }

    @Test("a key file is accepted if only its owner can use it", arguments: [0o600, 0o400, 0o700])
    func file(mode: Int) throws {
        try withKeyFile(mode: mode) { path, _ in
            let secret = try KeyReader(environment: [:]).key(.file(path))
            #expect(secret == Self.secret)
        }
    }

    @Test(
        "a key file that others can use is rejected with its mode",
        arguments: [0o640, 0o604, 0o620, 0o602, 0o644, 0o666])
    func open(mode: Int) throws {
        try withKeyFile(mode: mode) { path, _ in #expect(failure(.file(path)) == .tooOpen(mode: UInt32(mode))) }
    }

    @Test("a container's secret may be readable for everyone, but not writable", arguments: [0o444, 0o644, 0o440])
    func containerSecret(mode: Int) throws {
        try withKeyFile(mode: mode) { path, folder in
            let reader = KeyReader(environment: [:], containerSecrets: folder)
            let secret = try reader.key(.file(path))
            #expect(secret == Self.secret)
            #expect(failure(.file(path)) == .tooOpen(mode: UInt32(mode)))
            #expect(chmod(path.shown, 0o464) == 0)
            #expect(throws: KeyFailure(.file(path), .tooOpen(mode: 0o464))) { try reader.key(.file(path)) }
        }
    }

    @Test("anything but a file is rejected at once, and links are followed to the file's mode")
    func kinds() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        defer { withExtendedLifetime(temporary) {} }
        #expect(failure(.file(folder)) == .unreadable(.notRegular))
        #expect(failure(.file(folder.appending("none"))) == .unreadable(.missing))
        #expect(mkfifo(folder.appending("pipe").shown, 0o600) == 0)
        #expect(failure(.file(folder.appending("pipe"))) == .unreadable(.notRegular))
        let path = try lay(Array("sk-hush_1.x".utf8), in: folder)
        #expect(symlink(path.shown, folder.appending("link").shown) == 0)
        #expect(try KeyReader(environment: [:]).key(.file(folder.appending("link"))) == Self.secret)
        let large = try lay(Array(repeating: 65, count: 20_000), name: "large", in: folder)
        #expect(failure(.file(large)) == .tooLong(limit: 16_384))
        let empty = try lay([], name: "empty", in: folder)
        #expect(failure(.file(empty)) == .empty)
    }

    @Test("a credential is read from systemd's folder without a check of its mode")
    func credential() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        defer { withExtendedLifetime(temporary) {} }
        _ = try lay(Array("sk-hush_1.x".utf8), mode: 0o440, name: "openai", in: folder)
        let environment = ["CREDENTIALS_DIRECTORY": folder.shown]
        #expect(try KeyReader(environment: environment).key(.credential("openai")) == Self.secret)
        #expect(failure(.credential("other"), environment) == .unreadable(.missing))
        #expect(failure(.credential("openai")) == .missing)
        #expect(failure(.credential("openai"), ["CREDENTIALS_DIRECTORY": "here"]) == .missing)
    }
}
