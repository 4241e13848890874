import BackendKit
@testable import Channels
import Domain
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Programs that are run for notifications")
struct ExecTests {
    private let message = NotificationMessage(
        id: "a-1", kind: .done, at: 0, title: "a $(touch evil)", text: "x",
        entries: [NotificationEntry(kind: .done, at: 0, sentence: "x")])

    private func channel(
        _ script: String, in folder: TemporaryFolder, clock: HostClock = HostClock(BoottimeClock())
    ) -> ExecChannel {
        let program = HookProgram(
            path: "/bin/sh", arguments: ["-c", script], variables: ["PATH=/usr/bin:/bin"], sandbox: nil, memory: nil,
            timeout: .seconds(60))
        return ExecChannel(program, processes: ChildRunner(), folders: OwnFolder(folder), clock: clock)
    }

    @Test("the facts come as JSON on standard input, in a folder of its own")
    func input() async throws {
        let folder = try TemporaryFolder()
        #expect(await channel("cat > facts; echo \"$HOME\" > home", in: folder).send(message) == .delivered)
        let facts = try #require(JSONBody.value(try folder.text("hook/facts")))
        #expect(facts["id"] == .text("a-1") && facts["event"] == .text("done"))
        #expect(facts["title"] == .text("a $(touch evil)"))
        #expect(try folder.text("hook/home") == folder.filePath("hook") + "\n")
    }

    @Test(
        "0 is delivered, 75 is later, anything else is final",
        arguments: [
            ("exit 0", NotificationOutcome.delivered), ("exit 75", .later(.exit(75))), ("exit 3", .refused(.exit(3))),
            ("kill -KILL $$", .refused(.signal(9))),
            // It need not read its input, and may write as much as it likes.
            ("yes | head -c 3000000; exit 0", .delivered),
        ])
    func endings(_ script: String, _ outcome: NotificationOutcome) async throws {
        let folder = try TemporaryFolder()
        #expect(await channel(script, in: folder).send(message) == outcome)
    }

    @Test("one that takes too long is stopped, with its children")
    func late() async throws {
        let folder = try TemporaryFolder()
        // Every time limit of this clock has passed.
        let clock = HostClock(now: { .zero }, sleep: { _ in })
        let slow = channel("tail -f /dev/null & tail -f /dev/null", in: folder, clock: clock)
        #expect(await slow.send(message) == .refused(.late(60)))
    }

    @Test("one that can't be started may be there later")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let program = HookProgram(
            path: "/nowhere/hook", arguments: [], variables: [], sandbox: nil, memory: nil, timeout: .seconds(1))
        let channel = ExecChannel(
            program, processes: ChildRunner(),
            folders: OwnFolder(folder), clock: HostClock(BoottimeClock()))
        #expect(await channel.send(message) == .later(.notStarted(.missing)))
    }
}

/// The folder of a test's program.
private struct OwnFolder: WorkFolders {
    private let tree: PrivateFolderTree

    init(_ folder: TemporaryFolder) {
        tree = PrivateFolderTree(root: folder.path.appending("hook"), executor: ThreadExecutor(name: "hook"))
    }

    func make(_ path: String) async throws(FileFailure) -> FolderPath { try await tree.make(path) }

    func read(_ path: String, limit: Int) async throws(FileFailure) -> [UInt8] {
        try await tree.read(path, limit: limit)
    }

    func write(_ bytes: [UInt8], to path: String) async throws(FileFailure) { try await tree.write(bytes, to: path) }
    func remove(_ path: String) async { await tree.remove(path) }
    func folders(in path: String) async -> [(name: String, modified: UTCMillis)] { await tree.folders(in: path) }
}
