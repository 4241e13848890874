package import Domain
import FoundationEssentials
import Synchronization

/// Quotes a server's words: in one line, bounded, and without secrets, even where the server repeats them.
package struct Quoting: Sendable {
    /// The maximum length of a quotation, in characters.
    package static let longest = 200
    private static let mask = "•••"
    /// The number of bytes read from a text: far more than are shown.
    private static let mostRead = 16 << 10

    private let known: KnownSecrets

    package init(hiding secrets: [Secret?] = []) {
        self.init(hiding: KnownSecrets(secrets.compactMap { $0 }))
    }

    /// Also hides secrets that are added to `known` later.
    package init(hiding known: KnownSecrets) {
        self.known = known
    }

    /// Returns the words without control characters, runs of white space and secrets, including partial and re-encoded
    /// ones (`SecretPatterns`); at most `limit` characters.
    package func quoted(_ words: String, limit: Int = longest) -> String {
        let read = String(decoding: words.utf8.prefix(Self.mostRead), as: UTF8.self)
        let scalars = read.unicodeScalars.map { Self.isPlain($0) ? $0 : " " }
        let line = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
        let safe = hidden(line)
        return safe.count > limit ? String(safe.prefix(max(0, limit - 1))) + "…" : safe
    }

    /// Returns the quoted words; `nil` if there are none.
    package func quotedUnlessEmpty(_ words: String?, limit: Int = longest) -> String? {
        let quoted = quoted(words ?? "", limit: limit)
        return quoted.isEmpty ? nil : quoted
    }

    private func hidden(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var safe: [UInt8] = []
        var end = 0
        for secret in known.patterns.found(in: bytes).ranges {
            safe += bytes[end..<secret.lowerBound] + Array(Self.mask.utf8)
            end = secret.upperBound
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

/// A growing set of secrets. None is ever removed: an old key is a secret too.
package final class KnownSecrets: Sendable {
    private struct State {
        var secrets: [Secret] = []
        var patterns = SecretPatterns()
    }

    private let state = Mutex(State())

    package init(_ secrets: [Secret] = []) {
        add(secrets)
    }

    package func add(_ secrets: [Secret]) {
        state.withLock { state in
            for secret in secrets where !secret.value.isEmpty && !state.secrets.contains(secret) {
                state.secrets.append(secret)
                state.patterns.add(secret)
            }
        }
    }

    var patterns: SecretPatterns { state.withLock { $0.patterns } }
}

/// Finds secrets in a text: the secret itself, any piece of it that is long enough to be useful, and both as Base64 of
/// either alphabet at any offset, as hexadecimal digits and percent-encoded.
///
/// Text and secrets are compared in a normal form: without spaces, percent escapes resolved, in lower case, with `+`
/// and `/` for `-` and `_`. Pieces are found by their runs of eight bytes, each a number in a set, so a text is read
/// once regardless of the number of secrets.
struct SecretPatterns: Sendable {
    /// Shorter pieces are ignored, since they could be anything. A secret shorter than this is hidden only as a whole.
    private static let run = 8
    /// A shorter secret in an encoded form cannot be distinguished from other text.
    private static let shortestEncoded = 5

    private var runs: Set<UInt64> = []
    /// Forms too short to contain a run.
    private var short: [[UInt8]] = []

    mutating func add(_ secret: Secret) {
        let bytes = Array(secret.value.utf8)
        guard !bytes.isEmpty else { return }
        add(form: bytes)
        guard bytes.count >= Self.shortestEncoded else { return }
        add(form: Array(Self.hex(bytes).utf8))
        for offset in 0..<3 { add(form: Array(Self.base64(bytes, at: offset).utf8)) }
    }

    /// Returns the bytes of the text that belong to a secret.
    func found(in text: [UInt8]) -> RangeSet<Int> {
        guard !runs.isEmpty || !short.isEmpty else { return RangeSet() }
        let plain = PlainText(text)
        let count = plain.bytes.count
        var found = RangeSet<Int>()
        var key: UInt64 = 0
        for (index, byte) in plain.bytes.enumerated() {
            key = key << 8 | UInt64(byte)
            guard index >= Self.run - 1, runs.contains(key) else { continue }
            found.insert(contentsOf: index - Self.run + 1..<index + 1)
        }
        for form in short where form.count <= count {
            for start in 0...count - form.count where plain.bytes[start..<start + form.count].elementsEqual(form) {
                found.insert(contentsOf: start..<start + form.count)
            }
        }
        return plain.origins(of: found)
    }

    private mutating func add(form: [UInt8]) {
        let plain = PlainText(form).bytes
        guard plain.count >= Self.run else {
            if !plain.isEmpty, !short.contains(plain) { short.append(plain) }
            return
        }
        var key: UInt64 = 0
        for (index, byte) in plain.enumerated() {
            key = key << 8 | UInt64(byte)
            if index >= Self.run - 1 { runs.insert(key) }
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The Base64 characters that depend only on the secret when `offset` other bytes precede it in its group of three.
    private static func base64(_ bytes: [UInt8], at offset: Int) -> String {
        let letters = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
        let whole = (offset + bytes.count) * 8 / 6
        return String(letters.prefix(whole).dropFirst(offset == 0 ? 0 : offset + 1))
    }
}

/// A text in the normal form used for comparison, with the original position of each byte.
private struct PlainText {
    private(set) var bytes: [UInt8] = []
    private var origins: [Range<Int>] = []
    private let original: [UInt8]

    init(_ text: [UInt8]) {
        original = text
        bytes.reserveCapacity(text.count)
        origins.reserveCapacity(text.count)
        for (index, byte) in text.enumerated() where byte != UInt8(ascii: " ") {
            append(byte, index..<index + 1)
            // A doubly encoded byte is resolved from its last digit on.
            while resolveEnd() {}
        }
        for index in bytes.indices { bytes[index] = Self.plain(bytes[index]) }
    }

    private mutating func append(_ byte: UInt8, _ origin: Range<Int>) {
        bytes.append(byte)
        origins.append(origin)
    }

    /// Replaces `%` and two digits at the end by the byte they encode. Returns whether it did.
    private mutating func resolveEnd() -> Bool {
        let count = bytes.count
        guard count >= 3, bytes[count - 3] == UInt8(ascii: "%"), let high = Self.digit(bytes[count - 2]),
            let low = Self.digit(bytes[count - 1])
        else { return false }
        let origin = origins[count - 3].lowerBound..<origins[count - 1].upperBound
        bytes.removeLast(3)
        origins.removeLast(3)
        append(high << 4 | low, origin)
        return true
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    private static func plain(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 65...90: byte + 32
        case UInt8(ascii: "-"): UInt8(ascii: "+")
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
    }

    /// Maps ranges of the normal form back to the original, including the spaces within them, without cutting a
    /// character in two.
    func origins(of found: RangeSet<Int>) -> RangeSet<Int> {
        RangeSet(
            found.ranges.map { range in
                var start = origins[range.lowerBound].lowerBound
                var end = origins[range.upperBound - 1].upperBound
                // Bytes of the form 10xxxxxx continue a UTF-8 character.
                while start > 0, original[start] & 0xC0 == 0x80 { start -= 1 }
                while end < original.count, original[end] & 0xC0 == 0x80 { end += 1 }
                return start..<end
            })
    }
}
