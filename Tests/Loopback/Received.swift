/// A request as it came in.
public struct Received: Equatable, Sendable {
    /// Counted from 0, over all connections of the server.
    public let number: Int
    /// Which connection it came on, counted from 0.
    public let connection: Int
    /// Its lines, without the empty one.
    public let head: String
    public let body: [UInt8]

    public var method: String { word(0) }
    /// The path with its query, as it was sent.
    public var target: String { word(1) }
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The first field of that name; case does not count.
    public func header(_ name: String) -> String? {
        headers(name).first
    }

    /// All fields of that name.
    public func headers(_ name: String) -> [String] {
        lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                return nil
            }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
    }

    private var lines: [Substring] { head.split(separator: "\r\n") }

    private func word(_ place: Int) -> String {
        let words = (lines.first ?? "").split(separator: " ")
        return place < words.count ? String(words[place]) : ""
    }
}
