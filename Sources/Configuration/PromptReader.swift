public import Domain
import PlatformTOML

/// Makes a request of a dropped text: optional front matter between `+++` lines, then the prompt.
public struct PromptReader: Sendable {
    private let limit: Int
    private let layer: RequestLayer

    /// `limit` is the longest prompt, in characters.
    public init(limit: Int = 32_000, layer: RequestLayer = RequestLayer()) {
        self.limit = limit
        self.layer = layer
    }

    /// `base` is what the folder asks for; `file` is the name for show. The prompt has no spaces or lines at its ends.
    public func read(_ bytes: [UInt8], file: String, base: Request) -> Result<Request, PromptFailure> {
        Result { () throws(PromptFailure) in try request(bytes, file, base) }
    }

    private func request(_ bytes: [UInt8], _ file: String, _ base: Request) throws(PromptFailure) -> Request {
        let text = try TextDecoding.text(of: bytes)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var request = base
        request.prompt = nil
        var body = lines[...]
        var fields: FieldValue?
        let opening = lines.first.map { PromptText.trimmed($0) }
        if opening == "---" { throw .yamlFrontMatter }
        if opening == "+++" {
            let tree: FieldValue
            (tree, body) = try frontMatter(lines, file, over: &request)
            fields = tree
        }
        let words = PromptText.trimmed(body.joined(separator: "\n"))
        if !words.isEmpty { request.prompt = words }
        request.prompt = try PromptText.checked(request.prompt ?? "", limit: limit)
        if let failure = layer.fit(&request, fields, file: file).first { throw .unfit(failure) }
        return request
    }

    /// Lays the front matter over the request and returns it and the lines after it.
    private func frontMatter(
        _ lines: [Substring], _ file: String, over request: inout Request
    ) throws(PromptFailure) -> (tree: FieldValue, body: ArraySlice<Substring>) {
        guard let end = lines.dropFirst().firstIndex(where: { PromptText.trimmed($0) == "+++" }) else {
            throw .frontMatterNotClosed
        }
        let tree: FieldValue
        do throws(FieldFailure) {
            tree = try TOML.read(lines[1..<end].joined(separator: "\n").utf8, file: file, firstLine: 2)
        } catch {
            throw .frontMatter(error)
        }
        if let failure = layer.lay(tree, over: &request, file: file).first { throw .frontMatter(failure) }
        let body = lines[(end + 1)...]
        if let entry = tree["prompt"], body.contains(where: { !PromptText.trimmed($0).isEmpty }) {
            throw .promptTwice(line: entry.line)
        }
        return (tree, body)
    }
}
