import Domain
import FoundationEssentials
import PlatformSystem
import Testing

@Suite("textify events", .ownThread)
struct EventsTests {
    @Test("events are printed as they happen, and the command exits with 69 when the service is drained")
    func events() throws {
        let service = try Service()
        let program = try service.serve()
        let plain = try service.ask(["events", "--after", "0-0"])
        try plain.wait(forOutput: "Earlier events were missed")
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

    private static let painted = ["queued", "submitting", "generated", "staged", "done"]

    @Test(
        "each state that a job enters is one event, in order, although the log omits intermediate steps",
        arguments: [("boat.txt", painted), ("boat.png", ["queued", "staged", "done"])])
    func states(name: String, states: [String]) throws {
        let service = try Service(backends: "[backends.studio]\ntype = \"fixture\"\n")
        let program = try service.serve()
        let listener = try service.listen()
        try service.drop(name, name == "boat.txt" ? Array("boat 1".utf8) : Pictures.ramp())
        try listener.wait(forOutput: #""event":"job_done""#)
        let id = try #require(try service.jobs("done").first)
        let events = try told(service, listener, program)
        let steps = events.filter { $0.state != nil }
        #expect(steps.allSatisfy { $0.job == id })
        #expect(steps.map(\.state) == states, "\(events)")
        #expect(steps.map(\.code) == ["job_accepted"] + states.dropFirst().map { "job_" + $0 })
        #expect(steps.map(\.level) == states.map { ["queued", "done"].contains($0) ? "info" : "debug" })
        #expect(!program.log.contains { $0.contains(" job_staged: ") })
    }

    @Test("a submission to a backend is an event, and a wait is an event with its cause and its end")
    func waits() throws {
        let comfyUI = try FakeComfyUIServer()
        let service = try Service(
            backends: comfyUI.table("") + "\n[backends.broken]\ntype = \"fixture\"\nfault = \"auth\"\n")
        try FileDescriptor.folder(service.root).replace(
            FileName("flow.json"), with: Array(FakeComfyUIServer.workflow.utf8))
        let program = try service.serve()
        let listener = try service.listen()
        let painted = String(try service.textify("submit", "boat 1", "--backend", "studio").output.dropLast())
        try listener.wait(forOutput: #""event":"job_done""#)
        let waiting = String(try service.textify("submit", "boat 2", "--backend", "broken").output.dropLast())
        try listener.wait(forOutput: #""state":"waiting""#)
        let events = try told(service, listener, program)
        let states = events.filter { $0.job == painted }.map(\.state)
        #expect(states == ["queued", "submitting", "submitted", "generated", "staged", "done"], "\(events)")
        let others = events.filter { $0.job == waiting }
        #expect(others.map(\.state) == ["queued", "submitting", "waiting"], "\(events)")
        let rest = try #require(others.last)
        #expect(rest.code == "backend_auth" && rest.level == "debug" && rest.until != nil, "\(rest)")
    }

    private struct Told: Decodable {
        let code: String
        let level: String
        let job: String?
        let state: String?
        let until: String?
    }

    /// Drains the service and returns the events that the listener received until then.
    private func told(_ service: Service, _ listener: Program, _ program: Program) throws -> [Told] {
        #expect(try service.textify("drain").code == 0)
        #expect(try program.ending() == .code(0))
        return try service.reply(listener).output.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Told.self, from: Data(line.utf8))
        }
    }

    @Test("the command exits with 69 when the service is not running") func absent() throws {
        let service = try Service()
        let reply = try service.textify("events")
        #expect(reply.code == 69 && reply.errors.count == 1, "\(reply)")
    }
}
