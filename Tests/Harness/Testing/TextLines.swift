/// A value as lines of `path: leaf`, so that each line of a diff says by itself what it is about.
enum TextLines {
    /// The order is fixed: dictionaries by key and sets by element, as text.
    static func of(_ value: Any) -> [String] {
        var lines: [String] = []
        write(value, "", &lines)
        return lines
    }

    private static func write(_ value: Any, _ path: String, _ lines: inout [String]) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection?:
            writeAll(mirror.children.enumerated().map { ("[\($0.offset)]", $0.element.value) }, "[]", path, &lines)
        case .set?:
            let elements = mirror.children.map { ("{\($0.value)}", $0.value) }.sorted { $0.0 < $1.0 }
            for element in elements { lines.append(path + element.0) }
            if elements.isEmpty { lines.append("\(path): {}") }
        case .dictionary?:
            writeAll(mirror.children.compactMap(entry).sorted { $0.0 < $1.0 }, "[:]", path, &lines)
        case .optional?:
            if let some = mirror.children.first {
                write(some.value, path, &lines)
            } else {
                lines.append("\(path): nil")
            }
        case _ where speaksForItself(value) || mirror.children.isEmpty:
            lines.append("\(path): \(text(value))")
        default:
            for child in mirror.children { write(child.value, "\(path).\(child.label ?? "_")", &lines) }
        }
    }

    private static func writeAll(
        _ parts: [(String, Any)], _ empty: String, _ path: String, _ lines: inout [String]
    ) {
        if parts.isEmpty { lines.append("\(path): \(empty)") }
        for (key, value) in parts { write(value, path + key, &lines) }
    }

    private static func entry(_ child: Mirror.Child) -> (String, Any)? {
        let pair = Mirror(reflecting: child.value).children.map(\.value)
        return pair.count == 2 ? ("[\(text(pair[0]))]", pair[1]) : nil
    }

    /// Numbers, strings, durations and types that have words of their own are shown by them.
    private static func speaksForItself(_ value: Any) -> Bool {
        value is any CustomStringConvertible
    }

    /// Strings keep their quotes, so that a trailing blank shows.
    private static func text(_ value: Any) -> String {
        value is String ? String(reflecting: value) : "\(value)"
    }
}
