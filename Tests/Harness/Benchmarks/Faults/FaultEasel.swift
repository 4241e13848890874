import Domain
import FoundationEssentials
import Loopback
import PlatformPictures
import Synchronization

/// A service that speaks OpenAI's images dialect, paints each prompt in a colour of its own, and counts what it sold.
final class FaultEasel: Sendable {
    private struct Body: Decodable {
        let prompt: String
    }

    private final class Sales: Sendable {
        private let counts = Mutex<[String: Int]>([:])
        /// Whether answers name an address, and how often a picture was refused there so far.
        let givesAddresses: Bool
        let refusals = Mutex(0)
        let isAway = Mutex(false)

        init(givesAddresses: Bool) {
            self.givesAddresses = givesAddresses
            if givesAddresses { isAway.withLock { $0 = true } }
        }

        var value: [String: Int] { counts.withLock { $0 } }

        func note(_ prompt: String) {
            counts.withLock { $0[prompt, default: 0] += 1 }
        }
    }

    private let server: Server
    private let sales: Sales

    /// `givesAddresses`: pictures lie at addresses, and can't be fetched there until `comeBack`.
    init(givesAddresses: Bool = false) throws {
        let sales = Sales(givesAddresses: givesAddresses)
        self.sales = sales
        server = try Server { request in
            if let words = Self.words(of: request.target) { return Self.fetched(words, sales) }
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)),
                let picture = try? Self.picture(of: body.prompt)
            else { return .status(400) }
            sales.note(body.prompt)
            if sales.givesAddresses { return .json(Self.address(of: body.prompt, asked: request)) }
            return .json("{\"data\":[{\"b64_json\":\"\(Data(picture).base64EncodedString())\"}]}")
        }
    }

    var url: String { server.url }

    /// How often a picture could not be fetched.
    var refusals: Int { sales.refusals.withLock { $0 } }

    /// From now on pictures can be fetched.
    func comeBack() { sales.isAway.withLock { $0 = false } }

    private static let place = "/pictures/"

    /// The prompt whose picture is asked for, `nil` where it is something else.
    private static func words(of path: String) -> String? {
        guard path.hasPrefix(place) else { return nil }
        return String(path.dropFirst(place.count).map { $0 == "-" ? " " : $0 })
    }

    private static func address(of words: String, asked request: Received) -> String {
        let host = request.header("Host") ?? ""
        return "{\"data\":[{\"url\":\"http://\(host)\(place)\(String(words.map { $0 == " " ? "-" : $0 }))\"}]}"
    }

    private static func fetched(_ words: String, _ sales: Sales) -> Answer {
        guard !sales.isAway.withLock({ $0 }) else {
            sales.refusals.withLock { $0 += 1 }
            return .status(503)
        }
        guard let picture = try? picture(of: words) else { return .status(404) }
        return .status(200, headers: [("Content-Type", "image/png")], body: picture)
    }

    /// How often each prompt was sold.
    var sold: [String: Int] { sales.value }

    /// The same bytes for the same words.
    static func picture(of words: String) throws -> [UInt8] {
        let hue = words.utf8.reduce(UInt8(7)) { $0 &* 31 &+ $1 }
        return try PNGEncoder.encode(width: 32, height: 32) { y, pixels in
            for x in 0..<32 {
                pixels[x] = RGBA(red: hue &+ UInt8(x * 3), green: UInt8(y * 7), blue: hue &* UInt8(1 + x / 8))
            }
            return true
        }
    }
}
