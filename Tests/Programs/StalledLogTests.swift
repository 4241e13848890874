import Domain
import Glibc
import Loopback
import Testing

@Suite("Stalled log", .ownThread)
struct StalledLogTests {
    @Test("while standard error is not read, work continues and the service answers")
    func stalled() throws {
        let service = try Service()
        let manager = try DatagramInbox(at: service.root.shown + "/notify")
        let pipe = try FullPipe(at: service.root.shown + "/log")
        let program = try service.start(
            after: "exec 2> \"$HOME/log\"", variables: ["NOTIFY_SOCKET=" + service.root.shown + "/notify"])
        while try !manager.nextText().contains("READY=1") {}
        try service.drop("ramp.png", Pictures.ramp())
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync)")
        let outputs = try service.names(service.outbox)
        #expect(outputs == ["ramp.json", "ramp.txt"])
        program.send(SIGTERM)
        pipe.leave()
        #expect(try program.ending() == .code(0))
    }

    /// A named pipe that is full.
    private final class FullPipe {
        private let descriptor: Int32

        init(at path: String) throws {
            guard mkfifo(path, 0o600) == 0 else { throw Failed(call: "mkfifo", code: errno) }
            descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failed(call: "open", code: errno) }
            let room = [UInt8](repeating: 10, count: 4096)
            while write(descriptor, room, room.count) > 0 {}
            guard errno == EAGAIN else { throw Failed(call: "write", code: errno) }
        }

        /// Closes the pipe's last reading end, so that writes to it fail.
        func leave() {
            close(descriptor)
        }
    }
}
