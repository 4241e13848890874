/// A piece of an HTML page. A literal is markup; every text that is interpolated in it is escaped, so that foreign text can't
/// become markup.
struct HTML: ExpressibleByStringInterpolation, Equatable, Sendable {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation pieces: Interpolation) { text = pieces.text }

    init(_ pieces: [HTML]) { text = pieces.map(\.text).joined() }

    static let none: HTML = ""

    static func + (one: HTML, other: HTML) -> HTML { HTML([one, other]) }

    static func += (one: inout HTML, other: HTML) { one.text += other.text }

    /// Nothing is inlined: pages are made of hundreds of interpolations, which would make the program larger by half a
    /// megabyte.
    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }

        @inline(never)
        mutating func appendLiteral(_ literal: String) { text += literal }

        @inline(never)
        mutating func appendInterpolation(_ foreign: String) { text += HTML.escaped(foreign) }

        @inline(never)
        mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }

        @inline(never)
        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        @inline(never)
        mutating func appendInterpolation(_ pieces: [HTML]) { for piece in pieces { text += piece.text } }

        /// An attribute without a value, such as `hidden`, preceded by a space; nothing unless `isSet`.
        @inline(never)
        mutating func appendInterpolation(_ attribute: StaticString, if isSet: Bool) {
            if isSet { text += " \(attribute)" }
        }

        /// An attribute with a value, preceded by a space; nothing for `nil`.
        @inline(never)
        mutating func appendInterpolation(_ attribute: StaticString, _ value: String?) {
            if let value { text += " \(attribute)=\"\(HTML.escaped(value))\"" }
        }
    }

    /// Replaces the characters with a meaning in markup. Control characters are not allowed in HTML and become U+FFFD, so
    /// that they can't reach a terminal when a person copies from the page.
    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes += "&amp;".utf8
            case "<": bytes += "&lt;".utf8
            case ">": bytes += "&gt;".utf8
            case "\"": bytes += "&quot;".utf8
            case "'": bytes += "&#39;".utf8
            case "\n", "\t": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case _ where scalar.value < 32 || (127..<160).contains(scalar.value): bytes += "\u{FFFD}".utf8
            default: bytes += String(scalar).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension HTML {
    /// JSON inside a `<script>` element, which ends at the first `</` and knows no character references.
    static func data(_ json: [UInt8]) -> HTML {
        HTML(
            stringLiteral: String(decoding: json, as: UTF8.self).split(separator: "<", omittingEmptySubsequences: false)
                .joined(separator: "\\u003c"))
    }
}

extension Optional {
    /// The HTML of a value, nothing for `nil`.
    func html(_ make: (Wrapped) -> HTML) -> HTML { map(make) ?? .none }
}
