import Glibc
import Loopback
import Testing

@Suite("A server that does not know a field", .ownThread)
struct UnknownFieldTests {
    @Test("is asked once more without it; the log says so once, and the next prompts are asked for once each")
    func leftOut() throws {
        let studio = try Studio { order in
            guard order.received.text.contains("response_format") else { return Studio.picture(order.number) }
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
