import Domain
import FoundationEssentials

/// A body as JSON, when it is.
enum JSONBody {
    static func value(_ body: [UInt8]) -> JSONValue? {
        let opening = body.first { $0 > 32 }
        guard let opening, opening != UInt8(ascii: "<") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    }
}
