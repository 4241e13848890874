package import Domain

/// Quotes what a server said: in one line, bounded, and never with a secret in it, even where the server repeats it.
package struct Quoting: Sendable {
    /// The most characters of a quotation.
    package static let longest = 200
    private static let mask = "•••"
    /// The most bytes of a text that are read: far more than are shown.
    private static let mostRead = 16 << 10

    private let known: KnownSecrets

    package init(hiding secrets: [Secret?] = []) {
        self.init(hiding: KnownSecrets(secrets.compactMap { $0 }))
    }

    /// Hides also what comes to be known later.
    package init(hiding known: KnownSecrets) {
        self.known = known
    }

    /// The words without control characters, runs of white space and secrets, also in part and in other spellings
    /// (`SecretPatterns`); at most `limit` characters.
    package func quoted(_ words: String, limit: Int = longest) -> String {
        let read = String(decoding: words.utf8.prefix(Self.mostRead), as: UTF8.self)
        let scalars = read.unicodeScalars.map { Self.isPlain($0) ? $0 : " " }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let safe = hidden(line)
        return safe.count > limit ? String(safe.prefix(max(0, limit - 1))) + "…" : safe
    }

    private func hidden(_ line: String) -> String {
        let bytes = Array(line.utf8)
        let places = known.patterns.found(in: bytes)
        guard !places.isEmpty else { return line }
        var safe: [UInt8] = []
        var end = 0
        for place in places {
            safe += bytes[end..<place.lowerBound]
            safe += Array(Self.mask.utf8)
            end = place.upperBound
        }
        return String(decoding: safe + bytes[end...], as: UTF8.self)
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .spaceSeparator: false
        default: true
        }
    }
}
