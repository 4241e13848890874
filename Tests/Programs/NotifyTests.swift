import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("Notifications of a running service", .ownThread)
struct NotifyTests {
    /// What a webhook that gets JSON received.
    private struct Received: Decodable {
        struct Entry: Decodable {
            let event: String
            let name: String?
            let outputs: [String]?
        }

        let id: String
        let event: String
        let count: Int
        let entries: [Entry]
    }

    private func received(_ request: ReceivedRequest) throws -> Received {
        try JSONDecoder().decode(Received.self, from: Data(request.body))
    }

    /// Writes a webhook's address where the configuration says.
    private func write(_ address: String, in service: Service, _ name: String = "address") throws {
        let folder = try FileDescriptor.folder(service.root)
        try folder.write(Array(address.utf8), to: FileName(name))
        chmod(String(decoding: service.root.appending(name).bytes, as: UTF8.self), 0o600)
    }

    private func webhook(_ on: String, more: String = "") -> String {
        "[[notify]]\nname = \"hook\"\nto = \"webhook\"\naddress = { file = \"address\" }\non = [\(on)]\n" + more
    }

    @Test("what happens is told once, and a test at once; neither status nor log shows the address")
    func told() async throws {
        let server = try Server(.status(204))
        let service = try Service(Service.quick + "\n" + webhook("\"done\", \"refused\""))
        try write(server.url + "/secret-path", in: service)
        let program = try service.serve()
        #expect(try service.textify("notify", "test", "hook").code == 0)
        try service.drop("a.png", Pictures.ramp())
        let messages = [try received(await server.request(0)), try received(await server.request(1))]
        #expect(messages.map(\.event) == ["test", "done"] && messages[1].entries.first?.name == "a.png")
        let shown = try service.textify("notify")
        #expect(shown.output.contains("webhook json") && !shown.output.contains("secret-path"))
        #expect(try !service.textify("status", "--json").output.contains("secret-path"))
        #expect(try !service.textify("config", "show").output.contains("secret-path"))
        #expect(!program.log.contains { $0.contains("secret-path") })
    }

    @Test("a killed service tells what it had stored, with the same identifier; a dead address ends as not delivered")
    func killed() async throws {
        let gate = Gate()
        let server = try Server { request in
            request.number == 0 ? Answer(.wait(gate), .reset) : .status(request.number == 1 ? 200 : 410)
        }
        let service = try Service(Service.quick + "\n" + webhook("\"done\""))
        try write(server.url, in: service)
        var program = try service.serve()
        try service.drop("a.png", Pictures.ramp())
        let first = try received(await server.request(0))
        program.send(SIGKILL)
        _ = try program.ending()
        gate.open()
        program = try service.serve()
        let second = try received(await server.request(1))
        #expect(first.id == second.id && first.count == 1)
        try service.drop("b.png", Pictures.ramp() + [0])
        try program.wait(for: " notify_gave_up: ")
        #expect(try service.textify("notify").output.contains("1 not delivered"))
        #expect(try service.textify("notify", "dismiss", "hook").output.contains("1 notification"))
    }

    @Test("a program is run after each job, with the paths of its outputs, and can read them")
    func program() throws {
        let service = try Service(
            Service.quick + "\n[[notify]]\nname = \"after\"\nto = \"exec\"\ncommand = [\"./hook\"]\non = [\"done\"]\n")
        let hook = "#!/bin/sh\ncat > facts.json\nexit 0\n"
        let folder = try FileDescriptor.folder(service.root)
        try folder.write(Array(hook.utf8), to: FileName("hook"))
        chmod(String(decoding: service.root.appending("hook").bytes, as: UTF8.self), 0o755)
        try service.drop("a.png", Pictures.ramp())
        #expect(try service.start("--once").ending() == .code(0))
        let own = service.root.appending("state").appending("notify").appending("after")
        let facts = try JSONDecoder().decode(Received.self, from: Data(try service.bytes("facts.json", in: own)))
        #expect(facts.event == "done" && facts.entries.first?.outputs?.first?.hasSuffix("outbox/a.txt") == true)
    }

    @Test("an address of this machine that is replaced by another counts from the next reload on")
    func moved() throws {
        let server = try Server(.status(204))
        let service = try Service(Service.quick + "\n" + webhook("\"done\""))
        try write(server.url, in: service)
        try service.run()
        #expect(try service.textify("notify", "test", "hook").code == 0)
        // Until then, messages say what must not leave this machine.
        try write("http://hook.invalid/", in: service)
        let refused = try service.textify("notify", "test", "hook")
        #expect(
            refused.code == 69 && refused.errors.contains { $0.contains("address of hook can't be used") }, "\(refused)"
        )
        #expect(try service.textify("reload").code == 0)
        let unreachable = try service.textify("notify", "test", "hook")
        #expect(unreachable.errors.contains { $0.contains("can't be resolved") }, "\(unreachable)")
    }

    @Test("mistakes end the start with a sentence each")
    func mistakes() throws {
        let service = try Service(
            Service.quick + "\n" + webhook("\"done\"")
                + "[[notify]]\nname = \"b\"\nto = \"exec\"\ncommand = [\"no-such-program\"]\n")
        func log() throws -> String {
            let program = try service.start("--once")
            #expect(try program.ending() == .code(78))
            return program.log.joined(separator: "\n")
        }
        let missing = try log()
        #expect(missing.contains("notify: address of hook "), "\(missing)")
        #expect(missing.contains("notify b: command: the program no-such-program was not found"), "\(missing)")
        try write("ftp://a/b", in: service)
        #expect(try log().contains("https://ntfy.example/topic"))
    }
}
