public import Domain

/// Quotes what a server said: in one line, bounded, and never with a secret in it, even where the server repeats it.
public struct Quoting: Sendable {
    /// The most characters of a quotation.
    public static let longest = 200
    private static let mask = "•••"

    private let known: KnownSecrets

    public init(hiding secrets: [Secret?] = []) {
        self.init(hiding: KnownSecrets(secrets.compactMap { $0 }))
    }

    /// Hides also what comes to be known later.
    public init(hiding known: KnownSecrets) {
        self.known = known
    }

    /// The words without control characters, runs of white space and secrets; at most `limit` characters.
    public func quoted(_ words: String, limit: Int = longest) -> String {
        let scalars = words.unicodeScalars.map { Self.isPlain($0) ? $0 : " " }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let safe = hidden(line)
        return safe.count > limit ? String(safe.prefix(max(0, limit - 1))) + "…" : safe
    }

    /// Hidden in the text as it came and without its spaces: a key that is broken over lines is one too.
    private func hidden(_ line: String) -> String {
        known.all.reduce(line) { line, secret in
            let masked = line.replacing(secret.value, with: Self.mask)
            let packed = masked.filter { $0 != " " }
            let secret = secret.value.filter { $0 != " " }
            return !secret.isEmpty && packed.contains(secret) ? Self.mask : masked
        }
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format, .spaceSeparator: false
        default: true
        }
    }
}
