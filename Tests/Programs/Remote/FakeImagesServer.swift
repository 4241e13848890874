import FoundationEssentials
import Loopback
import PlatformPictures
import Synchronization

/// A fake of OpenAI's images API on the loopback interface that counts how often each prompt was requested.
final class FakeImagesServer: Sendable {
    /// A request for a picture.
    struct Order: Sendable {
        let prompt: String
        /// How often that prompt was requested before.
        let before: Int
        let received: ReceivedRequest

        /// The number at the end of the prompt.
        var number: Int { prompt.split(separator: " ").last.flatMap { Int($0) } ?? 0 }
    }

    private struct Body: Decodable {
        let prompt: String
    }

    let server: Server
    private let asked: Ledger

    /// `painting` answers requests for pictures, `other` all others. By default the server has one model and nothing
    /// else.
    init(
        isOpen: Bool = true, painting: @escaping @Sendable (Order) -> Answer = { FakeImagesServer.picture($0.number) },
        other: @escaping @Sendable (ReceivedRequest) -> Answer = FakeImagesServer.models
    ) throws {
        let asked = Ledger()
        self.asked = asked
        server = try Server(isOpen: isOpen) { received in
            guard received.method == "POST" else { return other(received) }
            let prompt = (try? JSONDecoder().decode(Body.self, from: Data(received.body)))?.prompt ?? ""
            return painting(Order(prompt: prompt, before: asked.note(prompt), received: received))
        }
    }

    /// How often each prompt was requested.
    var orders: [String: Int] { asked.counts }

    /// The total number of picture requests.
    var total: Int { orders.values.reduce(0, +) }

    /// The backend's configuration table. `url` replaces the server's own address.
    func table(
        _ further: String = "", named name: String = "studio", at url: String? = nil, probed interval: String = "100ms"
    ) -> String {
        """
        [backends.\(name)]
        type = "openai"
        base_url = "\(url ?? server.url)/v1"
        model = "painter-1"
        probe_interval = "\(interval)"
        \(further)

        """
    }

    /// The API's answer with the picture of a number: Base64 in JSON.
    static func picture(_ number: Int) -> Answer {
        answer(png(number))
    }

    static func answer(_ picture: [UInt8]) -> Answer {
        .json(#"{"created": 1, "data": [{"b64_json": ""# + Data(picture).base64EncodedString() + #""}]}"#)
    }

    static func png(_ number: Int) -> [UInt8] {
        (try? Pictures.numbered(number)) ?? []
    }

    @Sendable static func models(_ received: ReceivedRequest) -> Answer {
        received.target == "/v1/models" ? .json(#"{"data": [{"id": "painter-1"}]}"#) : .status(404)
    }

    /// Counts the requests for each prompt.
    private final class Ledger: Sendable {
        private let state = Mutex<[String: Int]>([:])

        var counts: [String: Int] { state.withLock { $0 } }

        /// Counts a request for `prompt` and returns how many there were before.
        func note(_ prompt: String) -> Int {
            state.withLock { counts in
                defer { counts[prompt, default: 0] += 1 }
                return counts[prompt, default: 0]
            }
        }
    }
}
