/// The elements of a short XML text with the texts directly in them, in the order of their ends: enough for the answers of
/// an S3 service. Attributes, comments and declarations are skipped. It ends where the text is no XML.
struct XMLElements: Sequence, IteratorProtocol {
    struct Element: Equatable {
        /// The names from the root's to its own, without prefixes.
        let path: [String]
        let text: String
    }

    private var rest: Substring.UTF8View
    private var names: [String] = []
    private var texts: [String] = []

    init(_ bytes: [UInt8]) {
        rest = String(decoding: bytes, as: UTF8.self)[...].utf8
    }

    mutating func next() -> Element? {
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            if let last = texts.indices.last { texts[last] += Self.unescaped(String(rest[..<open]) ?? "") }
            let after = rest.index(after: open)
            guard let close = rest[after...].firstIndex(of: UInt8(ascii: ">")), let tag = String(rest[after..<close])
            else { return nil }
            rest = rest[rest.index(after: close)...]
            if tag.hasPrefix("?") || tag.hasPrefix("!") { continue }
            if tag.hasPrefix("/") { return end() }
            names.append(Self.name(tag))
            texts.append("")
            if tag.hasSuffix("/") { return end() }
        }
        return nil
    }

    private mutating func end() -> Element? {
        guard let text = texts.popLast() else { return nil }
        defer { names.removeLast() }
        return Element(path: names, text: text)
    }

    private static func name(_ tag: String) -> String {
        let name = tag.prefix { !" \t\r\n/".contains($0) }
        return String(name.split(separator: ":").last ?? "")
    }

    private static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var plain = text
        for (code, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#34;", "\"")] {
            plain = plain.replacing(code, with: character)
        }
        return plain.replacing("&amp;", with: "&")
    }
}

extension XMLElements {
    /// The text of the first element with this name; `nil` if there is none.
    static func text(of name: String, in bytes: [UInt8]) -> String? {
        XMLElements(bytes).first { $0.path.last == name }?.text
    }
}
