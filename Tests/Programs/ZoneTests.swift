import Domain
import Glibc
import PlatformSystem
import Testing

@Suite("A configured time zone", .ownThread)
struct ZoneTests {
    private static let watch = "[[watch]]\npath = \"inbox\"\noutbox = \"outbox\"\nbackend = \"still\"\n" + Service.quick
    private static let still = """

        [backends.still]
        type = "fixture"
        cost = { per_picture = "0.02 USD" }

        """

    @Test(
        "the ledger's days follow the configured zone, not the machine's",
        arguments: [("Pacific/Kiritimati", Int64(14)), ("Etc/GMT+12", -12)])
    func days(zone: String, hours: Int64) throws {
        let service = try Service()
        try service.write("[service]\nstate = \"state\"\nzone = \"\(zone)\"\n" + Self.still + Self.watch)
        let before = day(hours)
        let program = try service.start(after: "export TZ=UTC")
        try program.wait(for: " started: ")
        try service.drop(prompt: "a boat", "boat.txt")
        try program.wait(for: " job_done: ")
        let told = try service.textify("spend", "--by", "day", "--csv").output
        // Midnight may have passed in the meantime.
        #expect([before, day(hours)].contains { told.contains("\n\($0),1,0.02,USD,no\n") }, "\(told)")
    }

    @Test("an unknown zone is a configuration error, and the message shows a valid example")
    func unknown() throws {
        let service = try Service()
        for zone in ["Mars/Olympus", "../etc/passwd", "/etc/localtime", ""] {
            try service.write("[service]\nstate = \"state\"\nzone = \"\(zone)\"\n" + Self.still + Self.watch)
            let program = try service.start("--check")
            #expect(try program.ending() == .code(78))
            #expect(program.log.contains { $0.contains("service.zone") && $0.contains("Asia/Seoul") }, "\(program.log)")
        }
    }

    @Test("an unknown zone in the environment is an error, unless the configuration sets another")
    func environment() throws {
        let service = try Service()
        let program = try service.start(after: "export TZ=Nowhere/Nothing")
        #expect(try program.ending() == .code(78))
        #expect(program.log.count == 1 && program.log[0].contains("TZ: “Nowhere/Nothing”"), "\(program.log)")
        try service.write("[service]\nstate = \"state\"\nzone = \"Asia/Seoul\"\n" + Self.still + Self.watch)
        let served = try service.start(after: "export TZ=Nowhere/Nothing")
        try served.wait(for: " started: ")
    }

    private func day(_ hours: Int64) -> String {
        var seconds = time_t(UTCMillis.now().milliseconds / 1000 + hours * 3600)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        return LocalDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday)).text
    }
}
