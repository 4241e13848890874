import Domain
import Glibc
import Testing

@Suite("UMASK", .ownThread)
struct UmaskTests {
    @Test(
        "results have the modes that UMASK leaves",
        arguments: [("0002", mode_t(0o664)), ("077", 0o600), ("", 0o644)])
    func results(mask: String, mode: mode_t) throws {
        let service = try Service()
        try service.drop("fox.png", Pictures.numbered(1))
        let program = try service.start("--once", after: "umask 022; export UMASK=\(mask)")
        #expect(try program.ending() == .code(0), "\(program.log)")
        var status = stat()
        #expect(stat(service.outbox.appending("fox.txt").shown, &status) == 0)
        #expect(status.st_mode & 0o7777 == mode)
    }

    @Test(
        "a UMASK that is none, or that the service can't work with, is an error",
        arguments: ["rw", "9", "0700", "1000"])
    func invalid(mask: String) throws {
        let service = try Service()
        for option in ["--once", "--check"] {
            let program = try service.start(option, after: "export UMASK=\(mask)")
            #expect(try program.ending() == .code(78))
            #expect(program.log.count == 1 && program.log[0].contains("UMASK: “\(mask)”"), "\(program.log)")
        }
    }
}
