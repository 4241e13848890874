/// The first or the last characters of a job's identifier, four or more of them: what people type instead of all 26.
package struct JobPart: Hashable, Sendable {
    /// 4–26 characters of Crockford's base 32, in lower case.
    package let text: String

    package static var shortest: Int { 4 }

    /// `nil` when the text is too short, too long, or holds a character that no identifier has.
    package init?(text: String) {
        let lower = text.lowercased()
        guard (Self.shortest...26).contains(lower.utf8.count) else { return nil }
        guard lower.unicodeScalars.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = lower
    }

    /// The identifier, when all of it was given.
    package var whole: JobID? { JobID(text: text) }

    package func matches(_ job: JobID) -> Bool {
        let id = job.text
        return id.hasSuffix(text) || id.hasPrefix(text)
    }

    private static var alphabet: String.UnicodeScalarView { "0123456789abcdefghjkmnpqrstvwxyz".unicodeScalars }
}
