public import Domain
import PlatformTOML

/// Makes a request of a dropped text: optional front matter between `+++` lines, then the prompt.
public struct PromptReader: Sendable {
    private let limit: Int
    private let table: FieldTable<Request>
    /// What a backend paints where nothing says a size, by its name.
    private let sizes: [String: PictureSize]

    /// `limit` is the longest prompt, in characters; `backends` are the names that are configured, and
    /// `sizes` what of them have a size of their own.
    public init(
        limit: Int = 32_000, backends: [String] = ["sketch"], sizes: [String: PictureSize] = [:]
    ) {
        self.limit = limit
        self.sizes = sizes
        table = .request(backends: backends)
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
        let opening = lines.first.map { PromptText.trimmed($0) }
        if opening == "---" { throw .yamlFrontMatter }
        if opening == "+++" {
            body = try frontMatter(lines, file, over: &request)
        }
        let words = PromptText.trimmed(body.joined(separator: "\n"))
        if !words.isEmpty { request.prompt = words }
        request.prompt = try PromptText.checked(request.prompt ?? "", limit: limit)
        return request
    }

    /// Lays the front matter over the request and returns the lines after it.
    private func frontMatter(
        _ lines: [Substring], _ file: String, over request: inout Request
    ) throws(PromptFailure) -> ArraySlice<Substring> {
        guard let end = lines.dropFirst().firstIndex(where: { PromptText.trimmed($0) == "+++" }) else {
            throw .frontMatterNotClosed
        }
        let tree: FieldValue
        do throws(FieldFailure) {
            tree = try TOML.read(lines[1..<end].joined(separator: "\n").utf8, file: file, firstLine: 2)
        } catch {
            throw .frontMatter(error)
        }
        let chosen = request.generation.backend
        if let failure = table.apply(tree, to: &request, file: file).first { throw .frontMatter(failure) }
        // A drop that chooses another backend than its folder's, and no size, takes that one's own.
        if tree["backend"] != nil, tree["size"] == nil, request.generation.backend != chosen {
            request.generation.size = sizes[request.generation.backend] ?? request.generation.size
        }
        let body = lines[(end + 1)...]
        if let entry = tree["prompt"], body.contains(where: { !PromptText.trimmed($0).isEmpty }) {
            throw .promptTwice(line: entry.line)
        }
        return body
    }
}
