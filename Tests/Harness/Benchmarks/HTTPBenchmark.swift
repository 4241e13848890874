import CHTTP
import Domain
import Glibc
import Loopback
import PlatformHTTP
import Synchronization

/// Times requests over loopback, sequential and concurrent, against a bare loop of libcurl's own blocking calls.
enum HTTPBenchmark: Benchmark {
    static let name = "http"
    static let usage = "[N=2000]"
    private static let rounds = 5
    private static let width = 16

    static func run(_ arguments: [String]) throws {
        let count = arguments.first.flatMap { Int($0) } ?? 2_000
        let server = try Server(.status(200, body: [UInt8](repeating: 7, count: 1_024)))
        let client = try HTTPClient(HTTPClientSettings(userAgent: "textify-bench"))
        let request = HTTPRequest(.get, server.url)
        Report.line("\(count) GETs of 1 KiB over loopback, \(rounds) alternating rounds")
        for width in [1, width] {
            let rounds = try Rounds(rounds) {
                try bare(server.url, count)
            } work: {
                try ask(client, request, count, width)
            }
            show("bare loop", rounds.floor, count)
            show("client, \(width) at once", rounds.work, count)
            Report.line(
                "ratio                 min \(Report.number(rounds.minimumRatio))"
                    + "  median \(Report.number(rounds.medianRatio))")
        }
    }

    private static func show(_ what: String, _ durations: [Duration], _ count: Int) {
        let (minimum, median) = Rounds.milliseconds(durations)
        let rates = [minimum, median].map { Report.number(Double(count) * 1_000 / $0) }
        let padded = what + String(repeating: " ", count: max(0, 22 - what.count))
        Report.line("\(padded)best \(rates[0])  median \(rates[1]) a second")
    }

    /// The baseline: one handle, one connection, one thread, and bodies are discarded.
    private static func bare(_ url: String, _ count: Int) throws(HTTPFault) {
        guard let easy = curl_easy_init() else { throw HTTPFault(.other) }
        defer { curl_easy_cleanup(easy) }
        chttp_set_text(easy, CURLOPT_URL, url)
        let nothing: chttp_receiver = { _, size, count, _ in size * count }
        let gate = UnsafeMutablePointer<chttp_gate>.allocate(capacity: 1)
        defer { gate.deallocate() }
        chttp_set_callbacks(
            gate, easy,
            chttp_callbacks(
                context: easy, connecting: { _, _, _, _ in 0 }, before: { _, _, _ in 0 }, header: nothing, body: nothing
            ))
        for _ in 0..<count {
            let code = curl_easy_perform(easy)
            guard code == CURLE_OK else { throw HTTPFault(.other, code: Int(code.rawValue)) }
        }
    }

    private static func ask(_ client: HTTPClient, _ request: HTTPRequest, _ count: Int, _ width: Int) throws {
        let tally = Tally()
        try AsyncRunner.run {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<width { group.addTask { await repeating(client, request, count / width, tally) } }
            }
        }
        guard tally.answered.load(ordering: .relaxed) == count / width * width else { throw HTTPFault(.other) }
    }

    private static func repeating(
        _ client: HTTPClient, _ request: HTTPRequest, _ count: Int, _ tally: Tally
    ) async {
        for _ in 0..<count {
            guard let answer = try? await client.perform(request), answer.body.count == 1_024 else { return }
            tally.answered.add(1, ordering: .relaxed)
        }
    }

    private final class Tally: Sendable {
        let answered = Atomic(0)
    }
}
