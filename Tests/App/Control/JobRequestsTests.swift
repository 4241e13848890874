import Domain
import JobsFeature
import MVICore
import Testing

@testable import App

@MainActor
@Suite("Requests to the job store", .timeLimit(.minutes(5)))
struct JobRequestsTests {
    private let requests = JobRequests()

    @Test("Each sender receives the answer with its own ticket, in whatever order the answers come")
    func tickets() async {
        let tickets = AsyncStream<Ticket>.makeStream()
        let first = Task { await requests.outcome { tickets.continuation.yield($0) } }
        let second = Task { await requests.outcome { tickets.continuation.yield($0) } }
        var sent: [Ticket] = []
        for await ticket in tickets.stream.prefix(2) { sent.append(ticket) }
        requests.receive(.answered(Ticket(99), .approved))
        requests.receive(.answered(sent[1], .retryRefused(.draining)))
        requests.receive(.answered(sent[0], .retried))
        let outcomes = [await first.value, await second.value]
        #expect(outcomes == [.answered(.retried), .answered(.retryRefused(.draining))])
    }

    @Test("An answer that comes while the request is sent is received")
    func atOnce() async {
        let outcome = await requests.outcome { requests.receive(.answered($0, .cancelled)) }
        #expect(outcome == .answered(.cancelled))
    }

    @Test("After `seal` nothing is sent, but what was sent is still answered")
    func sealed() async {
        let tickets = AsyncStream<Ticket>.makeStream()
        let open = Task { await requests.outcome { tickets.continuation.yield($0) } }
        var iterator = tickets.stream.makeAsyncIterator()
        let ticket = await iterator.next()
        requests.seal()
        let late = await requests.outcome { _ in Issue.record("sent") }
        #expect(late == .notSent)
        if let ticket { requests.receive(.answered(ticket, .approved)) }
        #expect(await open.value == .answered(.approved))
    }

    @Test("`close` ends all waiting")
    func closed() async {
        let tickets = AsyncStream<Ticket>.makeStream()
        let waiting = (0..<3).map { _ in Task { await requests.outcome { tickets.continuation.yield($0) } } }
        for await _ in tickets.stream.prefix(3) {}
        requests.close()
        for one in waiting { #expect(await one.value == .unanswered) }
    }
}
