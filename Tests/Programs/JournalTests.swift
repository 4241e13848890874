import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

/// Whether a process may create a mount namespace.
private let hasOwnView: Bool = {
    let probe = try? Program("/usr/bin/unshare", ["--mount", "true"], home: "/")
    return (try? probe?.ending()) == .code(0)
}()

/// Replaces the system's journal socket with one of the test's own, which requires a mount namespace.
@Suite("textifyd and the journal", .ownThread, .enabled(if: hasOwnView))
struct JournalTests {
    @Test("an event is a journal entry with fields, a name keeps its line break, and standard error stays empty")
    func entry() throws {
        let service = try Service()
        let journal = try journal(of: service)
        let name = FileName("two\nlines.png")
        try service.drop(name, Pictures.ramp())
        let program = try inOwnView(service)
        let accepted = try journal.next(with: "TEXTIFYD_CODE=job_accepted\n")
        let done = try journal.next(with: "TEXTIFYD_CODE=job_done\n")
        for entry in [accepted, done] {
            #expect(entry.firstRange(of: Array("\nPRIORITY=6\n".utf8)) != nil)
            #expect(entry.firstRange(of: Array("\nSYSLOG_IDENTIFIER=textifyd\n".utf8)) != nil)
            let length = [UInt8(name.bytes.count)] + [UInt8](repeating: 0, count: 7)
            #expect(entry.firstRange(of: Array("\nFILE_NAME\n".utf8) + length + name.bytes + [10]) != nil)
        }
        #expect(jobID(accepted) != nil && jobID(accepted) == jobID(done))
        program.send(SIGTERM)
        _ = try journal.next(with: "TEXTIFYD_CODE=stopped\n")
        #expect(try program.ending() == .code(0))
        #expect(program.log == [])
    }

    @Test("a failed start is a journal entry with error priority")
    func failedStart() throws {
        let service = try Service("ouputs = 1")
        let journal = try journal(of: service)
        let program = try inOwnView(service)
        let entry = try journal.next(with: "TEXTIFYD_CODE=start_failed\n")
        #expect(entry.firstRange(of: Array("\nPRIORITY=3\n".utf8)) != nil)
        #expect(try program.ending() == .code(78))
    }

    private func journal(of service: Service) throws -> DatagramInbox {
        let folder = service.root.appending("run").appending("systemd").appending("journal")
        try FileDescriptor.makeFolder(folder)
        return try DatagramInbox(at: folder.shown + "/socket")
    }

    /// Starts the service with its `run` folder mounted at `/run` and JOURNAL_STREAM set to its standard error.
    private func inOwnView(_ service: Service) throws -> Program {
        let script = """
            mount --bind '\(service.root.shown)/run' /run && export JOURNAL_STREAM=$(stat -L -c %d:%i /dev/stderr) && exec "$@"
            """
        return try Program(
            "/usr/bin/unshare",
            ["--mount", "sh", "-c", script, "sh", Spawn.place(of: "textifyd"), "--config"]
                + [service.root.shown + "/textifyd.toml"], home: service.root.shown)
    }

    private func jobID(_ entry: [UInt8]) -> String? {
        let text = String(decoding: entry, as: UTF8.self)
        return text.split(separator: "\n").first { $0.hasPrefix("JOB_ID=") }.map(String.init)
    }
}

extension DatagramInbox {
    /// Returns the next entry that contains `text`, skipping those before it.
    fileprivate func next(with text: String) throws -> [UInt8] {
        while true {
            let entry = try next()
            if entry.firstRange(of: Array(text.utf8)) != nil { return entry }
        }
    }
}
