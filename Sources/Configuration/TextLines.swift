import Domain

/// A text with its lines, each under its number in the file.
struct TextLines {
    /// From `start` on; the first line of a file is 1.
    let lines: ArraySlice<Substring>
    /// How many lines of the file stand before the first of these.
    let offset: Int

    init(_ text: String) {
        self.init(text.split(separator: "\n", omittingEmptySubsequences: false)[...], offset: 0)
    }

    init(_ lines: ArraySlice<Substring>, offset: Int) {
        self.lines = lines
        self.offset = offset
    }

    /// Those that say something, with their numbers. Throws `.emptyBatch`, `.tooManyLines`.
    func batch(limit: Int) throws(PromptFailure) -> [(number: Int, text: Substring)] {
        let said = zip(lines, (offset + 1)...).filter { !PromptText.trimmed($0.0).isEmpty }
        guard !said.isEmpty else { throw .emptyBatch }
        guard said.count <= limit else { throw .tooManyLines(lines: said.count, limit: limit) }
        return said.map { ($0.1, $0.0) }
    }

    /// The lines of these numbers as a text of their own.
    func excerpt(_ numbers: Set<Int>) -> String {
        zip(lines, (offset + 1)...).filter { numbers.contains($0.1) }.map { $0.0 + "\n" }.joined()
    }
}
