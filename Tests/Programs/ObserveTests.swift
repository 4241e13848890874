import Domain
import Glibc
import PlatformSystem
import Testing

/// Watch folders with `source = "observe"`, whose files stay in place.
@Suite("Observed folders", .ownThread)
struct ObserveTests {
    @Test("each content is processed once despite kills, restarts, copies and new owners, times and names")
    func once() throws {
        let service = try Service(Service.quick + "\nsource = \"observe\"")
        // Each life gets pictures of its own: an earlier one may finish all of its before the signal arrives.
        for (numbers, mark) in [(0..<8, " job_accepted: "), (8..<14, " job_done: "), (14..<20, " job_done: ")] {
            for number in numbers { try service.drop("p\(number).png", Pictures.numbered(number)) }
            let program = try service.serve()
            try program.wait(for: mark, 2)
            program.send(SIGKILL)
            #expect(try program.ending() == .killed(SIGKILL))
        }
        try expect(service, 20)
        for name in try service.names(service.inbox) {
            let path = service.inbox.shown + "/" + name
            #expect(chown(path, getuid(), getgid()) == 0)
            #expect(unsafe utimes(path, nil) == 0)
        }
        #expect(rename(service.inbox.shown + "/p0.png", service.inbox.shown + "/other.png") == 0)
        try service.drop("copy.png", Pictures.numbered(3))
        try expect(service, 20)
        try service.drop("p5.png", Pictures.numbered(100))
        try expect(service, 21)
        #expect(try service.names(service.inbox).count == 21, "all files remain, and nothing was added")
        #expect(try FileDescriptor.folder(service.inbox).list().count == 21, "not even a marker")
    }

    private func expect(_ service: Service, _ count: Int) throws {
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        let texts = try service.names(service.outbox).filter { $0.hasSuffix(".txt") }
        #expect(texts.count == count)
    }
}
