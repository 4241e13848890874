@_spi(_Unicode) import Swift

/// Derives the names of outputs from the name of their drop.
package enum OutputName {
    /// The longest stem, in UTF-8 bytes. The longest extension, a number and a temporary prefix still fit into 255.
    package static let longest = 180

    /// Replaces a name of which nothing remains.
    static let untitled = "untitled"

    /// Returns the stem of a name that is a path: subfolders keep their extensions and are joined with `/`.
    package static func path(of name: FileName) -> String {
        let folders = name.parent?.components ?? []
        return (folders.map { clean($0.bytes) } + [stem(of: name.last)]).joined(separator: "/")
    }

    /// Returns the drop's name without its extension: NFC; without `<>:"|?*\/`, control characters, invalid UTF-8, and
    /// dots or spaces at either end; never empty.
    package static func stem(of name: FileName) -> String { clean(name.stem.bytes) }

    /// Returns the drop's name of at most `limit` bytes, with or without its extension. A name that is too long loses
    /// the end of its stem.
    package static func stem(of name: FileName, keepsEnding: Bool, limit: Int) -> String {
        let ending = keepsEnding ? name.bytes.dropFirst(name.stem.bytes.count) : []
        let whole = clean(name.stem.bytes + ending, limit: .max)
        if whole.utf8.count <= limit { return whole }
        let kept = ending.isEmpty ? "" : "." + clean(Array(ending.dropFirst()))
        // An extension that leaves no place is not one.
        guard kept.utf8.count < limit / 2 else { return clean(name.stem.bytes + ending, limit: limit) }
        return clean(name.stem.bytes, limit: limit - kept.utf8.count) + kept
    }

    /// Returns what all paths have in common whose outputs could meet: without case, and without the beginnings of output
    /// endings such as `.art`, because `cat.art` with `json` is `cat` with `art.json`.
    package static func root(of path: FileName) -> [UInt8] {
        var bytes = path.bytes
        if bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "."), bytes.allSatisfy(isPlain) {
            for index in bytes.indices where (65...90).contains(bytes[index]) { bytes[index] += 32 }
        } else {
            let cleaned = path.components.map { clean($0.bytes, limit: .max) }.joined(separator: "/")
            bytes = Array(fold(cleaned).utf8)
        }
        while let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0, beginnings.contains(Array(bytes[dot...])) {
            bytes.removeSubrange(dot...)
        }
        return bytes
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || [45, 46, 47, 95].contains(byte)
    }

    /// The dot and the first part of each ending that has several.
    private static let beginnings = Set(
        OutputKind.allCases.compactMap { kind -> [UInt8]? in
            let parts = kind.rawValue.split(separator: ".")
            return parts.count > 1 || kind == .picture ? Array(("." + parts[0]).utf8) : nil
        })

    /// Normalises case and composition, because names that differ in nothing else are the same on many file systems.
    package static func fold(_ name: String) -> String { composed(composed(name).lowercased()) }

    /// NFC.
    package static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether a name on a common file system can't contain the character.
    static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        "<>:\"|?*\\/\u{FFFD}".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
    }

    static func clean(_ bytes: [UInt8], limit: Int = longest) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self)._nfc {
            text.unicodeScalars.append(isForbidden(scalar) ? "_" : scalar)
        }
        let head = text.drop { $0 == "." || $0 == " " }
        var kept = String(head)
        while kept.utf8.count > limit { kept.removeLast() }
        while let last = kept.last, last == "." || last == " " { kept.removeLast() }
        return kept.isEmpty ? untitled : kept
    }

    /// Returns `NAME`, `NAME (2)`, `NAME (3)` …
    package static func numbered(_ stem: String, _ number: Int) -> String {
        number < 2 ? stem : "\(stem) (\(number))"
    }

    /// Returns the name with ` (2)`, ` (3)` … inserted before its last `ending` bytes, which are its extension with the
    /// dot: `a (2).art.png`. Number 1 leaves the name unchanged.
    package static func numbered(_ name: FileName, _ number: Int, ending: Int) -> FileName {
        guard number > 1 else { return name }
        return FileName(
            bytes: name.bytes.dropLast(ending) + Array(" (\(number))".utf8) + name.bytes.suffix(ending))
    }
}
