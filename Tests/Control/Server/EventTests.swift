@testable import ControlAPI
import ControlServer
import Domain
import PlatformHTTPServer
import Synchronization
import Testing

@Suite("Events")
struct EventTests {
    private let client = CheckedClient()

    private func listen(after last: String? = nil) async throws -> any BodySource {
        let headers = last.map { [("Last-Event-ID", $0)] } ?? []
        let response = await client.ask("GET", "/v1/events", headers)
        #expect(response.status == 200 && response.header("Content-Type") == "text/event-stream")
        return try #require(response.source)
    }

    private func add(_ numbers: ClosedRange<Int>) {
        for number in numbers { client.plane.events.add { .numbered(number) } }
    }

    @Test("A listener receives the events from its connection on, each with its name and number") func hears()
        async throws
    {
        add(1...3)
        let source = try await listen()
        #expect(await source.text() == ": textifyd\n\n")
        add(4...4)
        let heard = try #require(await source.text())
        #expect(heard.hasPrefix("id: 7-4\nevent: job_done\ndata: {") && heard.hasSuffix("}\n\n"))
        #expect(heard.contains(#""detail":"4""#))
        client.plane.events.close()
        #expect(await source.text() == nil)
    }

    @Test("A silent stream gets a comment from time to time, so that it doesn't look lost") func silence() async throws
    {
        let source = try await listen()
        #expect(await source.text() == ": textifyd\n\n")
        #expect(await source.text() == ":\n\n")
        add(1...1)
        #expect(try #require(await source.text()).hasPrefix("id: 7-1\n"))
    }

    @Test("A reconnecting listener first receives the events after its last one") func resumes() async throws {
        add(1...5)
        let source = try await listen(after: "7-3")
        #expect(await source.text() == ": textifyd\n\n")
        #expect(await source.text()?.ids == ["7-4", "7-5"])
    }

    @Test(
        "An unknown or expired last event leads to a `reset` event",
        arguments: ["7-1", "8-120", "7-121", "7", "x-1", "7-x", ""])
    func resets(last: String) async throws {
        add(1...120)
        let source = try await listen(after: last)
        #expect(await source.text() == "id: 7-120\nevent: reset\ndata: {}\n\n")
        add(121...121)
        #expect(await source.text()?.ids == ["7-121"])
    }

    @Test(
        "A listener can resume from the oldest kept event and from the newest",
        arguments: [("7-20", 100), ("7-120", 0)])
    func edges(last: String, count: Int) async throws {
        add(1...120)
        let source = try await listen(after: last)
        #expect(await source.text() == ": textifyd\n\n")
        client.plane.events.close()
        #expect(await source.all().ids.count == count)
    }

    @Test("A listener that falls behind by more than the kept events receives `dropped` and is disconnected")
    func dropped() async throws {
        let source = try await listen()
        #expect(await source.text() == ": textifyd\n\n")
        add(1...101)
        #expect(await source.text() == "event: dropped\ndata: {\"missed\":1}\n\n")
        #expect(await source.text() == nil)
    }

    @Test("An event is made once, when it is first read") func later() async throws {
        let made = Mutex(0)
        for number in 1...2 {
            client.plane.events.add {
                made.withLock { $0 += 1 }
                return .numbered(number)
            }
        }
        #expect(made.withLock { $0 } == 0)
        for _ in 1...2 {
            let source = try await listen(after: "7-0")
            #expect(await source.text() == ": textifyd\n\n")
            #expect(await source.text()?.ids == ["7-1", "7-2"])
        }
        #expect(made.withLock { $0 } == 2)
    }

    @Test("The number of listeners is limited, and a disconnected one frees its slot") func bounded() async throws {
        var sources: [any BodySource] = []
        for _ in 0..<EventRing.maxSubscribers { sources.append(try await listen()) }
        let refused = await client.ask("GET", "/v1/events")
        #expect(refused.problem?.status == 503 && refused.problem?.code == "too_many_listeners")
        #expect(refused.header("Retry-After") == "1")
        sources.removeLast()
        _ = try await listen()
    }
}

extension ServiceEvent {
    static func numbered(_ number: Int, _ more: String = "") -> ServiceEvent {
        ServiceEvent(at: WireTime(0), code: "job_done", level: "info", detail: "\(number)\(more)")
    }
}

extension BodySource {
    func text() async -> String? {
        await next().map { String(decoding: $0, as: UTF8.self) }
    }

    func all() async -> String {
        var text = ""
        while let more = await self.text() { text += more }
        return text
    }
}

extension String {
    /// The event identifiers in their order.
    var ids: [String] {
        split(separator: "\n").filter { $0.hasPrefix("id: ") }.map { String($0.dropFirst(4)) }
    }
}
