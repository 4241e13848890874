/// A request as it came in.
package struct Received: Equatable, Sendable {
    /// Counted from 0, over all connections of the server.
    package let number: Int
    /// Which connection it came on, counted from 0.
    package let connection: Int
    /// Its lines, without the empty one.
    package let head: String
    package let body: [UInt8]

    package var method: String { word(0) }
    /// The path with its query, as it was sent.
    package var target: String { word(1) }
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first field of that name; case does not count.
    package func header(_ name: String) -> String? {
        headers(name).first
    }

    /// All fields of that name.
    package func headers(_ name: String) -> [String] {
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
