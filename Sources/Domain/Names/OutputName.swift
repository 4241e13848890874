@_spi(_Unicode) import Swift

/// How an output is named after its drop.
public enum OutputName {
    /// The longest stem, in UTF-8 bytes: the longest ending, a number and a temporary prefix still fit into 255.
    public static let longest = 180

    /// The drop's name without its ending: NFC, none of `<>:"|?*\/`, no control characters, no bytes that are not
    /// UTF-8, no dot or space at its end, never empty, never hidden.
    public static func stem(of name: FileName) -> String {
        var text = ""
        for scalar in String(decoding: name.stem.bytes, as: UTF8.self)._nfc {
            let isForbidden = "<>:\"|?*\\/\u{FFFD}".unicodeScalars.contains(scalar)
            let isControl = scalar.properties.generalCategory == .control
            text.unicodeScalars.append(isForbidden || isControl ? "_" : scalar)
        }
        while text.utf8.count > longest { text.removeLast() }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        let head = text.drop { $0 == "." || $0 == " " }
        return head.isEmpty ? "untitled" : String(head)
    }

    /// `NAME`, `NAME (2)`, `NAME (3)` …
    public static func numbered(_ stem: String, _ number: Int) -> String {
        number < 2 ? stem : "\(stem) (\(number))"
    }

    /// The same with an ending kept behind the number: `a (2).txt`.
    public static func numbered(_ name: FileName, _ number: Int) -> FileName {
        guard number > 1 else { return name }
        let ending = name.bytes[name.stem.bytes.count...]
        return FileName(bytes: name.stem.bytes + Array(" (\(number))".utf8) + Array(ending))
    }
}
