import Domain
import FoundationEssentials

/// What of a text gives a secret away: the secret itself, any piece of it that is long enough to be of use, and both in
/// Base64 of either alphabet at any place of a longer text, in hexadecimal digits and percent-encoded.
///
/// Text and secrets are compared in one form: without spaces, percent signs resolved, in small letters, with `+` and `/` for
/// `-` and `_`. Pieces are found by their runs of eight bytes, each one number in a set, so that a text is read once however
/// many secrets there are.
struct SecretPatterns: Sendable {
    /// Pieces of fewer bytes are left: they may be anything. A secret that is no longer than this is hidden whole alone.
    private static let run = 8
    /// In other spellings a secret of fewer bytes is too little to be told from other text.
    private static let shortestEncoded = 5

    private var runs: Set<UInt64> = []
    /// What is too short to have a run, the longest first.
    private var short: [[UInt8]] = []

    var isEmpty: Bool { runs.isEmpty && short.isEmpty }

    mutating func add(_ secret: Secret) {
        let bytes = Array(secret.value.utf8)
        guard !bytes.isEmpty else { return }
        add(form: bytes)
        guard bytes.count >= Self.shortestEncoded else { return }
        add(form: Array(Self.hex(bytes).utf8))
        for offset in 0..<3 { add(form: Array(Self.base64(bytes, at: offset).utf8)) }
    }

    /// Where a text holds any of it, in places of its bytes, in order and apart from each other.
    func found(in text: [UInt8]) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        let plain = PlainText(text)
        let count = plain.bytes.count
        var isHidden = [Bool](repeating: false, count: count)
        var key: UInt64 = 0
        for (place, byte) in plain.bytes.enumerated() {
            key = key << 8 | UInt64(byte)
            guard place >= Self.run - 1, runs.contains(key) else { continue }
            for hidden in place - Self.run + 1...place { isHidden[hidden] = true }
        }
        for form in short where form.count <= count {
            for start in 0...count - form.count where plain.bytes[start..<start + form.count].elementsEqual(form) {
                for hidden in start..<start + form.count { isHidden[hidden] = true }
            }
        }
        return plain.places(of: isHidden)
    }

    private mutating func add(form: [UInt8]) {
        let plain = PlainText(form).bytes
        guard plain.count >= Self.run else {
            if !plain.isEmpty, !short.contains(plain) { short.append(plain) }
            return
        }
        var key: UInt64 = 0
        for (place, byte) in plain.enumerated() {
            key = key << 8 | UInt64(byte)
            if place >= Self.run - 1 { runs.insert(key) }
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The letters that depend on the secret alone, when `offset` bytes of something else stand before it in its group of
    /// three.
    private static func base64(_ bytes: [UInt8], at offset: Int) -> String {
        let letters = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
        let whole = (offset + bytes.count) * 8 / 6
        return String(letters.prefix(whole).dropFirst(offset == 0 ? 0 : offset + 1))
    }
}

/// A text as it is compared, with the place in the original that each of its bytes came from.
private struct PlainText {
    private(set) var bytes: [UInt8] = []
    private var origins: [Range<Int>] = []
    private let original: [UInt8]

    init(_ text: [UInt8]) {
        original = text
        bytes.reserveCapacity(text.count)
        origins.reserveCapacity(text.count)
        for (place, byte) in text.enumerated() where byte != UInt8(ascii: " ") {
            append(byte, place..<place + 1)
            // One that is encoded twice is resolved from its last digit on.
            while resolveEnd() {}
        }
        for place in bytes.indices { bytes[place] = Self.plain(bytes[place]) }
    }

    private mutating func append(_ byte: UInt8, _ origin: Range<Int>) {
        bytes.append(byte)
        origins.append(origin)
    }

    /// Whether the text ended with `%` and two digits, which are one byte now.
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

    /// The places in the original of the bytes that are hidden, with the spaces between them, and no letter cut in two.
    func places(of isHidden: [Bool]) -> [Range<Int>] {
        var places: [Range<Int>] = []
        var last = -2
        for place in isHidden.indices where isHidden[place] {
            let origin = whole(origins[place])
            if last == place - 1, let before = places.popLast() {
                places.append(before.lowerBound..<max(before.upperBound, origin.upperBound))
            } else if let before = places.last, before.upperBound >= origin.lowerBound {
                places[places.count - 1] = before.lowerBound..<max(before.upperBound, origin.upperBound)
            } else {
                places.append(origin)
            }
            last = place
        }
        return places
    }

    /// Widened to whole letters of UTF-8.
    private func whole(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start > 0, original[start] & 0xC0 == 0x80 { start -= 1 }
        while end < original.count, original[end] & 0xC0 == 0x80 { end += 1 }
        return start..<end
    }
}
