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

        var value: [String: Int] { counts.withLock { $0 } }

        func note(_ prompt: String) {
            counts.withLock { $0[prompt, default: 0] += 1 }
        }
    }

    private let server: Server
    private let sales: Sales

    init() throws {
        let sales = Sales()
        self.sales = sales
        server = try Server { request in
            guard request.method == "POST" else { return .json(#"{"data":[{"id":"painter-1"}]}"#) }
            guard let body = try? JSONDecoder().decode(Body.self, from: Data(request.body)),
                let picture = try? Self.picture(of: body.prompt)
            else { return .status(400) }
            sales.note(body.prompt)
            return .json("{\"data\":[{\"b64_json\":\"\(Data(picture).base64EncodedString())\"}]}")
        }
    }

    var url: String { server.url }

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
