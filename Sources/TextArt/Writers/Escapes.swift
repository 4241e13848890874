/// Words for HTML and XML.
enum Escapes {
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escape(scalar) ?? String(scalar) }
        return result
    }

    /// What stands for a character with a meaning, or for one that XML does not allow; `nil` when it stands for itself.
    static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
        default: nil
        }
    }
}
