import Domain
import Loopback
import Testing

@Suite("textify convert with web addresses", .ownThread)
struct ConvertAddressTests {
    @Test("a picture is fetched from its URL, through redirects, and shown like a local file")
    func fetched() throws {
        let picture = try Pictures.ramp()
        let server = try Server { request in
            guard request.target == "/moved" else { return .status(200, body: picture) }
            return .status(302, headers: [("Location", "/ramp.png?key=hush")])
        }
        let service = try Service()
        try service.keep("ramp.png", picture)
        let file = try convert(service.kept("ramp.png"))
        let direct = try convert(server.url + "/ramp.png")
        let moved = try convert(server.url + "/moved")
        for program in [file, direct, moved] { #expect(try program.ending() == .code(0), "\(program.log)") }
        #expect(!file.output.isEmpty && direct.output == file.output && moved.output == file.output)
    }

    @Test("in an output folder a fetched picture is named after its URL's last path component, without the query")
    func named() throws {
        let picture = try Pictures.ramp()
        let server = try Server(.status(200, body: picture))
        let service = try Service()
        let folder = service.outbox.shown + "/"
        let program = try convert(server.url + "/a/moon.png?key=hush", server.url + "/", "-o", folder)
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(try service.bytes("moon.txt", in: service.outbox).isEmpty == false)
        #expect(try service.names(service.outbox).count == 2)
        #expect(try service.names(service.outbox).allSatisfy { !$0.contains("hush") })
    }

    @Test("a URL without a picture gives one sentence, without the URL's query, and a specific exit code")
    func refused() throws {
        let server = try Server { request in
            switch request.target {
            case "/none?key=hush": .status(404)
            case "/page?key=hush": .status(200, text: "<html>no picture</html>")
            case "/mine?key=hush": .status(403)
            case "/loop?key=hush": .status(302, headers: [("Location", "/loop?key=hush")])
            case "/half?key=hush": Answer(.send(Answer.head(200, length: 50_000)), .send([0x89, 0x50]), .close)
            default: .status(503)
            }
        }
        let closed = try Server(.status(200))
        let gone = closed.url
        closed.stop()
        for (address, code, said) in [
            (server.url + "/none?key=hush", 66, "/none was not found (404)"),
            (server.url + "/page?key=hush", 65, "/page is not a picture"),
            (server.url + "/mine?key=hush", 77, "/mine requires permission"),
            (server.url + "/loop?key=hush", 69, "/loop: "),
            (server.url + "/half?key=hush", 69, "/half: the connection"),
            (server.url + "/busy?key=hush", 75, "status 503"), (gone + "/x?key=hush", 69, "can't be reached"),
            ("http://[nonsense/x?key=hush", 64, "not a web address"),
        ] as [(String, Int32, String)] {
            let program = try convert(address)
            #expect(try program.ending() == .code(code), "\(address): \(program.log)")
            #expect(program.log.count == 1 && program.log.first?.contains(said) == true, "\(program.log)")
            #expect(program.log.first?.contains("hush") == false && program.output.isEmpty)
        }
    }

    private func convert(_ arguments: String...) throws -> Program {
        try Program("textify", ["convert"] + arguments, home: "/nonexistent")
    }
}
