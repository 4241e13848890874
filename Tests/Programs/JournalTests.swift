import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

/// Whether a process may have a view of the file system of its own.
private let hasOwnView: Bool = {
    let probe = try? Program("/usr/bin/unshare", ["--mount", "true"], home: "/")
    return (try? probe?.ending()) == .code(0)
}()

/// Lays a journal of ours where the system's is, which needs a view of the file system of one's own.
@Suite("textifyd and the journal", .ownThread, .enabled(if: hasOwnView))
struct JournalTests {
    @Test("an event is an entry with fields, a name with a line break stays whole, and standard error stays empty")
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

    @Test("why it does not start is an entry of the priority of errors")
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

    /// The service, with its `run` in place of `/run`, and standard error said to be the journal's.
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
    /// The next entry that holds the text; those before it are passed over.
    fileprivate func next(with text: String) throws -> [UInt8] {
        while true {
            let entry = try next()
            if entry.firstRange(of: Array(text.utf8)) != nil { return entry }
        }
    }
}
