/// Guesses from the first bytes whether a file is text, to say something useful about it.
enum TextHead {
    /// UTF-8 without control characters but tab, line feed, form feed and carriage return. A character that the head
    /// cuts in two is forgiven.
    static func looksLikeText(_ head: [UInt8]) -> Bool {
        let hasControls = head.contains { $0 < 32 && ![9, 10, 12, 13].contains($0) || $0 == 127 }
        if head.isEmpty || hasControls { return false }
        return (0...min(3, head.count - 1)).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }
}
