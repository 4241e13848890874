@_spi(_Unicode) import Swift

/// Derives the names of outputs from the name of their drop.
package enum OutputName {
    /// The longest stem, in UTF-8 bytes. The longest extension, a number and a temporary prefix still fit into 255.
    package static let longest = 180

    /// Returns the stem of a name that is a path: subfolders keep their extensions and are joined with `/`.
    package static func path(of name: FileName) -> String {
        let folders = name.parent?.components ?? []
        return (folders.map { clean($0.bytes) } + [stem(of: name.last)]).joined(separator: "/")
    }

    /// Returns the drop's name without its extension: NFC; without `<>:"|?*\/`, control characters, invalid UTF-8, and
    /// dots or spaces at either end; never empty.
    package static func stem(of name: FileName) -> String { clean(name.stem.bytes) }

    private static func clean(_ bytes: [UInt8]) -> String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self)._nfc {
            let isForbidden = "<>:\"|?*\\/\u{FFFD}".unicodeScalars.contains(scalar)
            let isControl = scalar.properties.generalCategory == .control
            text.unicodeScalars.append(isForbidden || isControl ? "_" : scalar)
        }
        while text.utf8.count > longest { text.removeLast() }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        let head = text.drop { $0 == "." || $0 == " " }
        return head.isEmpty ? "untitled" : String(head)
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
