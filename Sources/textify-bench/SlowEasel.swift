import FoundationEssentials
import Glibc
import Loopback
import Synchronization

/// A server that speaks OpenAI's images dialect and takes a second for each picture.
final class SlowEasel: Sendable {
    private struct Tally {
        var first: ContinuousClock.Instant?
        var last: ContinuousClock.Instant?
        var running = 0
        var most = 0
        var answered = 0
    }

    private final class Counter: Sendable {
        private let tally = Mutex(Tally())

        var value: Tally { tally.withLock { $0 } }

        func begin() {
            tally.withLock { tally in
                tally.first = tally.first ?? .now
                tally.running += 1
                tally.most = max(tally.most, tally.running)
            }
        }

        func end() {
            tally.withLock { tally in
                tally.last = .now
                tally.running -= 1
                tally.answered += 1
            }
        }
    }

    private let server: Server
    private let counter: Counter

    init(picture: [UInt8]) throws {
        let counter = Counter()
        let body = "{\"data\":[{\"b64_json\":\"\(Data(picture).base64EncodedString())\"}]}"
        server = try Server { request in
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            counter.begin()
            // On this connection's own thread.
            usleep(1_000_000)
            counter.end()
            return .json(body)
        }
        self.counter = counter
    }

    var url: String { server.url }
    var connections: Int { server.connections }
    var answered: Int { counter.value.answered }
    /// The most calls that were there at once.
    var most: Int { counter.value.most }

    /// From the first call to the last answer.
    var span: Duration {
        let tally = counter.value
        guard let first = tally.first, let last = tally.last else { return .zero }
        return last - first
    }
}
