/// Why a text is no prompt. Found before anything is paid for.
package enum PromptFailure: Error, Equatable, Sendable, Codable {
    case empty
    case tooLong(characters: Int, limit: Int)
    /// Not UTF-8 at byte `offset`; `likely` names the encoding that it seems to be in, such as `CP949`.
    case notUTF8(offset: Int, likely: String?)
    /// A NUL or another control character: a binary file with a text's name.
    case binary(offset: Int)
    /// Opens with `---`: YAML is not read, `+++` opens TOML.
    case yamlFrontMatter
    /// `+++` was opened and never closed.
    case frontMatterNotClosed
    case frontMatter(FieldFailure)
    /// A field of a whole request.
    case request(FieldFailure)
    /// A batch without a single line.
    case emptyBatch
    case tooManyLines(lines: Int, limit: Int)
    /// The backend that is asked can't honour it.
    case unfit(FieldFailure)
    case promptTwice(line: Int)
}
