import Domain
import Glibc
import Loopback
import Testing

@Suite("Budgets and fallbacks", .ownThread)
struct BudgetTests {
    private static let priced = "cost = { per_picture = \"0.02 USD\" }"

    @Test("a job over budget is held until the budget resets, and is bought once it is approved")
    func held() throws {
        let studio = try FakeImagesServer()
        let service = try Service(
            backends: studio.table(Self.priced + "\nconcurrency = 1") + "[budget]\nper_day = \"0.05 USD\"\n")
        let program = try service.serve()
        for number in 1...4 { try service.drop(prompt: "boat \(number)", "boat-\(number).txt") }
        for _ in 1...2 { try program.wait(for: " held_budget: ") }
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        #expect(studio.total == 2)
        #expect(program.log.contains { $0.contains(" budget_nearly_used: ") }, "\(program.log)")
        let held = try service.jobs("held")
        try #require(held.count == 2)
        #expect(program.log.count { $0.contains(" warning budget_used_up: ") } == 1, "\(program.log)")
        let show = try service.textify("show", held[0])
        #expect(show.output.contains("textify approve") && show.output.contains("until"), "\(show.output)")
        let status = try service.textify("status").output
        #expect(status.contains("0.04 USD of 0.05 USD"), "\(status)")

        // It stays held after a restart, and nothing is sent for it.
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let second = try service.serve()
        // A node tries each of them again.
        try second.wait(for: " held_budget: ", Service.usesServer ? 2 : 1)
        #expect(studio.total == 2)

        let approved = try service.textify("approve", held[0])
        #expect(approved.code == 0, "\(approved.errors)")
        try second.wait(for: " job_done: ")
        #expect(studio.total == 3)
        let spent = try service.textify("spend", "--month", "--by", "folder,backend")
        #expect(spent.output.contains("0.06 USD"), "\(spent.output)")
        let again = try service.textify("approve", held[0])
        #expect(again.code == 65 && again.errors.first?.contains("only a held job") == true, "\(again.errors)")
    }

    @Test("a reload with a raised budget releases the jobs that were held")
    func raised() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(Self.priced) + "[budget]\npictures_per_day = 0\n")
        let program = try service.serve()
        try service.drop(prompt: "boat 1", "boat.txt")
        try program.wait(for: " held_budget: ")
        #expect(studio.total == 0)
        try service.configure(backends: studio.table(Self.priced) + "[budget]\npictures_per_day = 9\n")
        program.send(SIGHUP)
        try program.wait(for: " job_done: ")
        #expect(studio.total == 1)
    }

    @Test("--once exits with 75 when the budget holds a job")
    func once() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(Self.priced) + "[budget]\nper_month = \"0.01 USD\"\n")
        try service.drop(prompt: "boat 1", "boat.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(75))
        #expect(studio.total == 0)
    }

    @Test("under a money cap, a backend without a valid price in the same currency is a configuration error")
    func mistakes() throws {
        let studio = try FakeImagesServer()
        let far = "https://images.invalid"
        for (table, word) in [
            ("", "backends.studio.cost"), ("cost = { per_picture = \"1 EUR\" }", "1.00 EUR"),
            ("cost = { pictures = { high = \"1 USD\" } }", "cost.per_picture"),
            ("cost = { per_picture = \"1 dollar\" }", "1 dollar"), ("rate = \"60\"", "60/min"),
        ] {
            let service = try Service(backends: studio.table(table, at: far) + "[budget]\nper_day = \"5.00 USD\"\n")
            let program = try service.start("--check")
            #expect(try program.ending() == .code(78))
            #expect(program.log.contains { $0.contains(word) }, "\(program.log)")
        }
    }

    @Test("while a backend is down its fallback makes the picture, and the provenance names the fallback")
    func fallback() throws {
        let (studio, spare) = (try FakeImagesServer { _ in .status(401) }, try FakeImagesServer())
        let service = try Service(
            backends: studio.table("fallback = [\"spare\"]") + spare.table(named: "spare"))
        let program = try service.serve()
        try service.drop(prompt: "boat 1", "boat.txt")
        try program.wait(for: " job_done: ")
        #expect(spare.total == 1)
        let told = try service.bytes(FileName("boat.json"), in: service.outbox)
        #expect(String(decoding: told, as: UTF8.self).contains("\"backend\" : \"spare\""))
    }
}
