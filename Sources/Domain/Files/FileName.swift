/// The name of a directory entry, as the bytes that the file system keeps: below the folder it is used with, so it may
/// lead through others (`a/b/x.png`). Text is made of it only for show.
package struct FileName: Hashable, Comparable, Sendable, Codable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// For show: what is not UTF-8, and every hidden character, is escaped as `TerminalText` does it, so that no name forges
    /// a line of a log or steers a terminal.
    package var shown: String {
        if bytes.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        for scalar in decoded { Self.show(scalar, in: &text) }
        return text
    }

    /// The name as text, `nil` when its bytes are not UTF-8.
    package var text: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The name without its ending. `.profile` has none; `a.tar.gz` becomes `a.tar`.
    package var stem: FileName {
        guard let dot = endingDot else { return self }
        return FileName(bytes: Array(bytes[..<dot]))
    }

    /// The ending in lower case without its dot, empty when there is none.
    package var ending: String {
        guard let dot = endingDot else { return "" }
        return String(decoding: bytes[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// At once, which is several times faster than byte after byte.
    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.bytes.lexicographicallyPrecedes(rhs.bytes)
    }

    /// The dot that an ending follows: not the first character of a name.
    private var endingDot: Int? {
        guard let dot = bytes.lastIndex(of: 46), dot > bytes.startIndex, bytes[dot - 1] != 47 else { return nil }
        return bytes[dot...].contains(47) ? nil : dot
    }

    private enum Piece {
        case scalar(Unicode.Scalar)
        case byte(UInt8)
    }

    private var decoded: [Piece] {
        var pieces: [Piece] = []
        var rest = bytes[...]
        while let first = rest.first {
            let length = Self.sequenceLength(first)
            let head = rest.prefix(length)
            if let text = String(validating: head, as: UTF8.self), let scalar = text.unicodeScalars.first {
                pieces.append(.scalar(scalar))
                rest = rest.dropFirst(length)
            } else {
                pieces.append(.byte(first))
                rest = rest.dropFirst()
            }
        }
        return pieces
    }

    private static func sequenceLength(_ first: UInt8) -> Int {
        switch first {
        case 0xC0...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF7: 4
        default: 1
        }
    }

    private static func show(_ piece: Piece, in text: inout String) {
        switch piece {
        case .byte(let byte): text += TerminalText.escape(byte)
        case .scalar(let scalar) where TerminalText.isHidden(scalar): text += TerminalText.escape(scalar)
        case .scalar(let scalar): text.unicodeScalars.append(scalar)
        }
    }
}

extension FileName: CustomStringConvertible {
    package var description: String { shown }
}

/// A name that leads through folders.
extension FileName {
    /// The name alone: `x.png` of `a/b/x.png`.
    package var last: FileName {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[($0 + 1)...])) } ?? self
    }

    /// The folders that it leads through: `a/b` of `a/b/x.png`; `nil` when it leads through none.
    package var parent: FileName? {
        bytes.lastIndex(of: 47).map { FileName(bytes: Array(bytes[..<$0])) }
    }

    /// The folder that holds it where `root` is the folder that it is used with.
    package func holder(in root: FolderPath) -> FolderPath { parent.map(root.appending) ?? root }

    /// Each name on the way, the last one too.
    package var components: [FileName] {
        bytes.split(separator: 47).map { FileName(bytes: Array($0)) }
    }

    /// An entry of the folder that has this name.
    package func appending(_ name: FileName) -> FileName {
        FileName(bytes: bytes + [47] + name.bytes)
    }

    /// Whether it leads through the folder of that name, at any depth.
    package func isBelow(_ folder: FileName) -> Bool {
        bytes.count > folder.bytes.count && bytes[folder.bytes.count] == 47 && bytes.starts(with: folder.bytes)
    }
}
