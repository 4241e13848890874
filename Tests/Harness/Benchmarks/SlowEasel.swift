import FoundationEssentials
import Glibc
import Loopback
import Synchronization

/// A server that speaks OpenAI's images dialect and takes a second for each picture. No two of its pictures are the same
/// bytes, as no two of a painter's are.
final class SlowEasel: Sendable {
    private struct Tally {
        /// When each call came, in order.
        var begun: [ContinuousClock.Instant] = []
        var last: ContinuousClock.Instant?
        var running = 0
        var most = 0
        var answered = 0
    }

    private final class Counter: Sendable {
        private let tally = Mutex(Tally())

        var value: Tally { tally.withLock { $0 } }

        /// Gives the call's number.
        func begin() -> Int {
            tally.withLock { tally in
                tally.begun.append(.now)
                tally.running += 1
                tally.most = max(tally.most, tally.running)
                return tally.begun.count
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
        // What follows a picture's end belongs to its bytes and to nothing that is shown. Three bytes are four digits of
        // base64, so only the number's own digits are made anew.
        let whole = picture + [UInt8](repeating: 0, count: (3 - picture.count % 3) % 3)
        let start = "{\"data\":[{\"b64_json\":\"\(Data(whole).base64EncodedString())"
        server = try Server { request in
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            let number = counter.begin()
            // A picture takes a second: against that throughput is measured, so the real clock has to pass. It is this
            // connection's own thread that stands still.
            usleep(1_000_000)
            counter.end()
            let tail = withUnsafeBytes(of: number) { Data($0).base64EncodedString() }
            return .json("\(start)\(tail)\"}]}")
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
        guard let first = tally.begun.first, let last = tally.last else { return .zero }
        return last - first
    }

    /// From the moment when `width` calls had come to the last call: as long as there were calls for all places.
    func steadySpan(_ width: Int) -> Duration {
        let begun = counter.value.begun
        guard begun.count > width, let last = begun.last else { return .zero }
        return last - begun[width - 1]
    }

    /// From the first call until now.
    var sinceFirst: Duration {
        counter.value.begun.first.map { .now - $0 } ?? .zero
    }
}
