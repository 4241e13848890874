/// The words of a prompt, wherever they come from.
package enum PromptText {
    /// Without spaces and lines at its ends, and neither empty nor longer than `limit`, in characters as people count
    /// them. Throws `.empty`, `.tooLong`.
    package static func checked(_ text: String, limit: Int) throws(PromptFailure) -> String {
        let prompt = trimmed(text)
        guard !prompt.isEmpty else { throw .empty }
        guard prompt.count <= limit else { throw .tooLong(characters: prompt.count, limit: limit) }
        return prompt
    }

    package static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
