import Domain
import Testing

@Suite("Events with textify", .ownThread)
struct EventsTests {
    @Test("what happens is shown as it happens, until the service is drained") func events() throws {
        let service = try Service()
        let program = try service.serve()
        let plain = try service.ask(["events", "--after", "0-0"])
        try plain.wait(forOutput: "Events before this were missed")
        let json = try service.ask(["events", "--json", "--after", "0-0"])
        try json.wait(forOutput: #""event":"reset""#)
        let id = String(try service.textify("submit", "boat 1").output.dropLast())
        try program.wait(for: " job_done: ")
        let drained = try service.textify("drain")
        #expect(drained.code == 0 && drained.output == "textifyd is draining\n", "\(drained)")
        #expect(try program.ending() == .code(0))
        let told = try service.reply(plain)
        #expect(told.code == 69 && told.errors.count == 1, "\(told)")
        #expect(told.output.contains("info \(id.suffix(8)) boat-1.txt became boat-1.txt"), "\(told)")
        let lines = try service.reply(json).output.split(separator: "\n")
        let done = try #require(lines.first { $0.contains(#""event":"job_done""#) })
        #expect(done.contains(#""state":"done""#) && done.contains(#""job":"\#(id)""#), "\(done)")
        #expect(lines.contains { $0.contains(#""event":"stopping""#) }, "\(lines)")
    }

    @Test("events of a service that is not there end with 69") func absent() throws {
        let service = try Service()
        let reply = try service.textify("events")
        #expect(reply.code == 69 && reply.errors.count == 1, "\(reply)")
    }
}
