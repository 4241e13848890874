import Domain

/// The lines of a text with their line numbers in the file.
struct TextLines {
    /// The lines; the first line of a file is 1.
    let lines: ArraySlice<Substring>
    /// The number of lines in the file before these.
    let offset: Int

    init(_ text: String) {
        self.init(text.split(separator: "\n", omittingEmptySubsequences: false)[...], offset: 0)
    }

    init(_ lines: ArraySlice<Substring>, offset: Int) {
        self.lines = lines
        self.offset = offset
    }

    /// Returns the non-blank lines with their numbers. Throws `.emptyBatch`, `.tooManyLines`.
    func batch(limit: Int) throws(PromptFailure) -> [(number: Int, text: Substring)] {
        let batch = zip((offset + 1)..., lines).filter { !PromptText.trimmed($0.1).isEmpty }
        guard !batch.isEmpty else { throw .emptyBatch }
        guard batch.count <= limit else { throw .tooManyLines(lines: batch.count, limit: limit) }
        return batch.map { ($0.0, $0.1) }
    }

    /// Returns the lines with these numbers, as a text.
    func excerpt(_ numbers: Set<Int>) -> String {
        zip((offset + 1)..., lines).filter { numbers.contains($0.0) }.map { $0.1 + "\n" }.joined()
    }
}

extension [DropLine] {
    /// Returns the lines if they make at most `limit` jobs. Throws `.tooManyPictures`.
    func checked(limit: Int) throws(PromptFailure) -> Self {
        let pictures = reduce(0) { $0 + ((try? $1.request.get())?.pictures ?? 1) }
        guard pictures <= limit else { throw .tooManyPictures(pictures: pictures, limit: limit) }
        return self
    }
}
