internal import Domain

/// Guesses from the first bytes whether a file is text, to say something useful about it.
enum TextHead {
    /// UTF-8 without the control characters that no text holds. A character that the head
    /// cuts in two is forgiven.
    static func looksLikeText(_ head: [UInt8]) -> Bool {
        if head.isEmpty || ControlCharacter.offset(in: head) != nil { return false }
        return (0...min(3, head.count - 1)).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }
}
