import Domain
import Glibc
import PlatformSystem
import TestFolders
import Testing

/// Skipped without Landlock in the kernel: nothing could enforce the sandbox.
@Suite("A child in a sandbox", .enabled(if: Sandbox.isAvailable))
struct SandboxTests {
    private let folder: TemporaryFolder
    private let listener = Listener()

    init() throws {
        folder = try TemporaryFolder()
        for name in ["work", "models", "cache", "state"] { try FileDescriptor.makeFolder(folder.path.appending(name)) }
        try put("secret", in: "state")
        try put("model", in: "models")
    }

    private func put(_ text: String, in name: String) throws {
        try FileDescriptor.folder(folder.path.appending(name)).write(Array(text.utf8), to: FileName("file"))
    }

    private func said(by script: String, memory: Int64? = nil) async throws -> String {
        let listener = listener
        let system = ["/usr", "/bin", "/lib", "/lib64", "/etc", "/proc"].map { FolderPath($0) }
        let child = try await ChildRunner().start(
            ChildConfiguration(
                program: "/bin/sh", arguments: ["-c", script], variables: ["PATH=/usr/bin:/bin"],
                folder: folder.path.appending("work"),
                sandbox: ChildSandbox(
                    readable: system + [folder.path.appending("models"), FolderPath("/no/such/folder")],
                    devices: [FolderPath("/dev")],
                    writable: [folder.path.appending("work"), folder.path.appending("cache")]),
                memory: memory)
        ) { listener.hear($0) }
        _ = await listener.ending()
        withExtendedLifetime(child) {}
        return listener.output
    }

    @Test("works in its folder, reads allowed paths, writes to devices")
    func allowed() async throws {
        let said = try await said(
            by: """
                echo one > own && mkdir deep && mv own deep/own && cat deep/own && rm -r deep
                cat ../models/file && echo two > ../cache/new && cat ../cache/new && echo three > /dev/null && echo done
                """)
        #expect(said == "one\nmodeltwo\ndone\n")
    }

    @Test(
        "can't read or change other files",
        arguments: [
            "cat ../state/file", "ls ../state", "echo x > ../state/file", "echo x >> ../models/file",
            "rm ../state/file",
            "mv ../state/file stolen", "ln ../state/file stolen", "ln -s ../state/file l && cat l",
            "mkdir ../state/deep",
            "mkfifo ../state/pipe", "mv ../models/file .", "echo x > ../models/new", "echo x > /tmp/textifyd-planted",
            "truncate -s 0 ../state/file", "mv ../state elsewhere", "cd ../state && cat file",
            "sh -c 'cat ../state/file'", "cp /bin/cat own && ./own ../state/file", "echo x > /dev/textifyd-planted",
        ])
    func refused(script: String) async throws {
        #expect(try await said(by: "{ \(script); } 2> /dev/null || echo refused") == "refused\n")
        let state = try FileDescriptor.folder(folder.path.appending("state"))
        #expect(try state.file(beneath: FileName("file")).all(limit: 100) == Array("secret".utf8))
        #expect(try state.list().count == 1)
    }

    @Test("can't signal its parent, if the kernel can prevent that")
    func signals() async throws {
        // Supported since Landlock ABI 6, Linux 6.12.
        let said = try await said(by: "kill -0 $PPID 2> /dev/null && echo may || echo refused")
        #expect(said == "refused\n" || !Self.hasScopes)
    }

    private static var hasScopes: Bool {
        var name = utsname()
        guard unsafe uname(&name) == 0 else { return false }
        let release = withUnsafeBytes(of: &name.release) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        return (numbers.first ?? 0, numbers.last ?? 0) >= (6, 12)
    }

    @Test("gets no more memory than allowed")
    func memory() async throws {
        let script = "head -c 200000000 /dev/zero | tail -c 199999999 2> /dev/null | wc -c"
        #expect(try await said(by: script, memory: 64 << 20) == "0\n")
    }
}
