/// The name of a directory entry as the file system's bytes, relative to the folder that it is used with. It may be a
/// path through subfolders (`a/b/x.png`). It is only converted to text for display.
package struct FileName: Hashable, Comparable, Sendable, Codable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The name for display. Invalid UTF-8 and hidden characters are escaped as in `TerminalText`, so that no name can
    /// forge a log line or control a terminal.
    package var shown: String {
        if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            // The leading one bits of the first byte are the length of its sequence in UTF-8.
            let length = max(1, (~first).leadingZeroBitCount)
            if let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first {
                text += TerminalText.isHidden(scalar) ? TerminalText.escape(scalar) : String(scalar)
                rest = rest.dropFirst(length)
            } else {
                text += TerminalText.escape(first)
                rest = rest.dropFirst()
            }
        }
        return text
    }

    /// The name as text, `nil` when its bytes are not UTF-8.
    package var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The name without its extension. `.profile` has none; `a.tar.gz` becomes `a.tar`.
    package var stem: FileName {
        guard let dot = endingDot else { return self }
        return FileName(bytes: Array(bytes[..<dot]))
    }

    /// The extension in lower case without its dot; empty if there is none.
    package var ending: String {
        guard let dot = endingDot else { return "" }
        return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Hashes all bytes at once, which is several times faster than one by one.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }

    /// The dot before the extension; never the first character of a name.
    private var endingDot: Int? {
        guard let dot = bytes.lastIndex(of: 46), dot > bytes.startIndex, bytes[dot - 1] != 47 else { return nil }
        return bytes[dot...].contains(47) ? nil : dot
    }
}

extension FileName: CustomStringConvertible {
    package var description: String { shown }
}

/// Names as paths through subfolders.
extension FileName {
    /// The last component: `x.png` of `a/b/x.png`.
    package var last: FileName {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[($0 + 1)...])) } ?? self
    }

    /// The path without its last component: `a/b` of `a/b/x.png`; `nil` for a single name.
    package var parent: FileName? {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[..<$0])) }
    }

    /// Returns the folder that directly contains the entry, if the name is relative to `root`.
    package func holder(in root: FolderPath) -> FolderPath { parent.map(root.appending) ?? root }

    /// Every component of the path, including the last.
    package var components: [FileName] {
        bytes.split(separator: 47).map { FileName(bytes: Array($0)) }
    }

    /// Returns the name for one job of a drop: `NAME-0007.jsonl`, `NAME-2.txt`, `NAME-0007-2.jsonl`. `line`: 0 for the
    /// whole drop.
    package func part(line: Int, _ sample: Sample) -> FileName {
        let numbers = [line > 0 ? line.digits(4) : nil, sample.isOneOfMany ? "\(sample.number)" : nil]
        let stem = stem.bytes
        let suffix = numbers.compactMap(\.self).map { "-" + $0 }.joined()
        return FileName(bytes: stem + Array(suffix.utf8) + bytes.dropFirst(stem.count))
    }

    /// Returns the path of `name` within this folder.
    package func appending(_ name: FileName) -> FileName {
        FileName(bytes: bytes + [47] + name.bytes)
    }

    /// Returns whether the path leads through `folder`, at any depth.
    package func isBelow(_ folder: FileName) -> Bool {
        bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 47 && bytes.starts(with: folder.bytes)
    }
}
