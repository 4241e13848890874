import Domain
import PlatformSystem
import Testing

/// The names of results.
@Suite("Names of results", .ownThread)
struct ResultNameTests {
    private func work(_ service: Service) throws {
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("files with the same stem give the same names on every run, whatever came first")
    func twins() throws {
        let files = ["cat.png", "cat.jpg", "cat.art.gif", "dog.png", "CAT.webp"]
        for order in [files, files.reversed()] {
            let service = try Service()
            for (number, name) in order.enumerated() { try service.drop(name, Pictures.numbered(number)) }
            try work(service)
            let stems = ["CAT.webp", "cat.art.gif", "cat.jpg", "cat.png", "dog"]
            #expect(try service.names(service.outbox) == stems.flatMap { [$0 + ".json", $0 + ".txt"] }.sorted())
        }
    }

    @Test("results replace earlier ones of the same name, but no other file")
    func replaced() throws {
        let service = try Service(Service.quick + "\non_conflict = \"replace\"\nrequest.name = \"best\"")
        try FileDescriptor.folder(service.root.appending("outbox")).write(Array("mine".utf8), to: FileName("best.svg"))
        try service.drop("a.png", Pictures.numbered(1))
        try work(service)
        let first = try service.text("best.json", in: service.outbox)
        try service.drop("b.png", Pictures.numbered(2))
        try work(service)
        #expect(try service.text("best.json", in: service.outbox) != first)
        #expect(try service.names(service.outbox) == ["best.json", "best.svg", "best.txt"])
        try FileDescriptor.folder(service.outbox).replace(FileName("best.txt"), with: Array("mine".utf8))
        try service.drop("c.png", Pictures.numbered(3))
        try work(service)
        #expect(try service.text("best.txt", in: service.outbox) == "mine")
        #expect(
            try service.names(service.outbox)
                == ["best (2).json", "best (2).txt", "best.json", "best.svg", "best.txt"])
    }

    @Test("on_conflict = fail keeps the drop with its reason, and the next try delivers it")
    func failed() throws {
        let service = try Service(Service.quick + "\non_conflict = \"fail\"")
        try FileDescriptor.folder(service.root.appending("outbox")).write(Array("mine".utf8), to: FileName("a.txt"))
        try service.drop("a.png", Pictures.numbered(1))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        #expect(program.log.joined().contains("job_name_taken"), "\(program.log)")
        #expect(try service.names(service.outbox) == ["a.txt"])
        let failed = service.inbox.appending("failed")
        #expect(try service.names(failed) == ["a.png", "a.png.error.txt"])
        #expect(try service.text("a.png.error.txt", in: failed).contains("a.txt"))
    }

    @Test("duplicates = skip archives a picture that is an artwork already, and a retry converts it")
    func duplicates() throws {
        let service = try Service(Service.quick + "\nduplicates = \"skip\"")
        try service.run()
        for name in ["a.png", "b.png"] {
            try service.drop(name, Pictures.numbered(1))
            #expect(try service.textify("sync").code == 0)
        }
        let jobs = try service.textify("jobs", "--json").output
        #expect(jobs.contains("job_duplicate") && jobs.contains("\"cancelled\""), "\(jobs)")
        #expect(try !service.names(service.outbox).contains { $0.hasPrefix("b.") })
        #expect(try !service.names(service.inbox).contains("b.png"))
        #expect(try service.textify("failures").code == 0)
        #expect(try service.textify("search", "--count").lines == ["1"])
        #expect(try service.textify("retry", "last").code == 0)
        #expect(try service.textify("sync").code == 0)
        #expect(try service.names(service.outbox).contains("b.txt"))
    }

    @Test("a name that can't be one is reported by --check with its place")
    func checked() throws {
        let service = try Service(Service.quick + "\nrequest.name = \"../{stem}\"")
        let program = try service.start("--check")
        #expect(try program.ending() == .code(78))
        let words = program.log.joined()
        #expect(words.contains("watch[0].request.name: contains /"), "\(words)")
    }
}
