import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Private folders")
struct PrivateFoldersTests {
    private let folder: TemporaryFolder
    private let folders: PrivateFolderTree

    init() throws {
        folder = try TemporaryFolder()
        folders = PrivateFolderTree(
            root: folder.path.appending("own"), executor: ThreadExecutor(name: "private"))
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        stat(folder.filePath(path), &status)
        return status.st_mode & 0o7777
    }

    @Test("folders are made accessible to their owner only, even existing ones")
    func modes() async throws {
        let made = try await folders.make("jobs/one")
        #expect(made == folder.path.appending("own").appending("jobs").appending("one"))
        #expect(mode("own") & 0o777 == 0o700 && mode("own/jobs/one") & 0o777 == 0o700)
        chmod(folder.filePath("own/jobs"), 0o755)
        _ = try await folders.make("jobs/two")
        #expect(mode("own/jobs") & 0o777 == 0o700)
    }

    @Test("a link in place of a folder or file isn't followed")
    func links() async throws {
        try folder.put("secret", "s")
        _ = try await folders.make("jobs")
        symlink(folder.path.shown, folder.filePath("own/jobs/one"))
        symlink("../../secret", folder.filePath("own/jobs/picture"))
        await #expect(throws: FileFailure.self) { _ = try await folders.make("jobs/one") }
        await #expect(throws: FileFailure.notRegular) { _ = try await folders.read("jobs/picture", limit: 9) }
        await #expect(throws: FileFailure.self) { _ = try await folders.read("jobs/one/secret", limit: 9) }
        await #expect(throws: FileFailure.self) { _ = try await folders.read("../secret", limit: 9) }
        await folders.remove("jobs/one")
        #expect(try folder.names() == ["own", "secret"])
    }

    @Test("a file is written into an existing folder, and not through a link")
    func writing() async throws {
        _ = try await folders.make("jobs/one")
        symlink("../../secret", folder.filePath("own/jobs/one/a"))
        try await folders.write([7], to: "jobs/one/a")
        #expect(try await folders.read("jobs/one/a", limit: 1) == [7])
        #expect(try folder.names() == ["own"])
        await #expect(throws: FileFailure.missing) { try await folders.write([7], to: "jobs/two/a") }
    }

    @Test("a folder is removed with its content and nothing else")
    func removing() async throws {
        for path in ["jobs/one/deep/deeper", "jobs/two"] { _ = try await folders.make(path) }
        symlink("/", folder.filePath("own/jobs/one/deep/root"))
        let names = await folders.folders(in: "jobs").map(\.name).sorted()
        #expect(names == ["one", "two"])
        await folders.remove("jobs/one")
        let left = await folders.folders(in: "jobs")
        #expect(left.map(\.name) == ["two"] && left.allSatisfy { $0.modified > 1_700_000_000_000 })
    }
}
