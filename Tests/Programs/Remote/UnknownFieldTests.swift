import Glibc
import Loopback
import Testing

@Suite("Request fields unknown to a server", .ownThread)
struct UnknownFieldTests {
    @Test("a request is repeated without the unknown field, which is logged once and omitted from then on")
    func leftOut() throws {
        let studio = try FakeImagesServer { order in
            guard order.received.text.contains("response_format") else { return FakeImagesServer.picture(order.number) }
            return .json(
                #"{"error": {"code": "unknown_parameter", "param": "response_format", "message": "x"}}"#, status: 400)
        }
        let service = try Service(backends: studio.table("send_response_format = true\nconcurrency = 1"))
        let program = try service.start()
        try program.wait(for: " started: ")
        try service.drop(prompt: "boat 1", "one.txt")
        try program.wait(for: " job_done: ")
        try service.drop(prompt: "boat 2", "two.txt")
        try program.wait(for: "two.txt became")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(studio.orders == ["boat 1": 2, "boat 2": 1])
        let told = program.log.filter { $0.contains(" backend_parameter_unknown: ") }
        #expect(told.count == 1 && told.allSatisfy { $0.contains("response_format") && $0.contains("studio") })
    }
}
