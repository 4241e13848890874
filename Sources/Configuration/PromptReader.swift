package import Domain
import PlatformTOML

/// Parses requests from a dropped text: optional front matter between `+++` lines, then one prompt, or one on each
/// line.
package struct PromptReader: Sendable {
    private let limits: Limits
    private let layer: RequestLayer

    package init(limits: Limits = Limits(), layer: RequestLayer = RequestLayer()) {
        self.limits = limits
        self.layer = layer
    }

    /// Returns a reader for a drop in subfolders whose names become tags.
    package func adding(subfolders names: [String]) -> PromptReader {
        PromptReader(limits: limits, layer: layer.adding(subfolders: names))
    }

    /// Parses a text with one prompt, which is trimmed. `base` is the folder's request; `file` is the name for
    /// display.
    package func read(_ bytes: [UInt8], file: String, base: Request) -> Result<Request, PromptFailure> {
        Result { () throws(PromptFailure) in
            let opened = try open(bytes, file, base)
            var request = opened.request
            try PromptText.checkNoPictures(opened.body.lines, first: opened.body.offset + 1)
            let words = PromptText.trimmed(opened.body.lines.joined(separator: "\n"))
            if let entry = opened.fields?["prompt"], !words.isEmpty { throw .promptTwice(line: entry.line) }
            if !words.isEmpty { request.prompt = words }
            return try checked(request, opened.fields, file)
        }
    }

    /// Parses a prompt on every non-blank line; the front matter applies to all of them. An invalid line fails alone.
    package func lines(_ bytes: [UInt8], file: String, base: Request) -> Result<[DropLine], PromptFailure> {
        Result { () throws(PromptFailure) in
            let opened = try open(bytes, file, base)
            if let entry = opened.fields?["prompt"] { throw .promptTwice(line: entry.line) }
            try PromptText.checkNoPictures(opened.body.lines, first: opened.body.offset + 1)
            let lines = try opened.body.batch(limit: limits.batchLines).map { number, text in
                var request = opened.request
                request.prompt = PromptText.trimmed(text)
                let line = request
                return DropLine(
                    number: number,
                    request: Result { () throws(PromptFailure) in try checked(line, opened.fields, file) })
            }
            return try lines.checked(limit: limits.batchLines)
        }
    }

    /// The front matter and the given lines, ready to be dropped again.
    package func excerpt(_ bytes: [UInt8], lines: Set<Int>) -> Result<[UInt8], PromptFailure> {
        Result { () throws(PromptFailure) in
            let opened = try open(bytes, "", .builtIn)
            let text = TextLines(opened.front, offset: 0).excerpt(Set(1...(opened.front.count + 1)))
            return Array((text + opened.body.excerpt(lines)).utf8)
        }
    }

    /// A text whose front matter was overlaid on the folder's request.
    private struct Opened {
        var request: Request
        var fields: FieldValue?
        /// The lines of the front matter with their delimiters.
        var front: ArraySlice<Substring> = []
        var body: TextLines
    }

    private func open(_ bytes: [UInt8], _ file: String, _ base: Request) throws(PromptFailure) -> Opened {
        let lines = TextLines(try TextDecoding.text(of: bytes)).lines
        var request = base
        request.prompt = nil
        let opening = lines.first.map { PromptText.trimmed($0) }
        if opening == "---" { throw .yamlFrontMatter }
        guard opening == "+++" else { return Opened(request: request, body: TextLines(lines, offset: 0)) }
        guard let end = lines.dropFirst().firstIndex(where: { PromptText.trimmed($0) == "+++" }) else {
            throw .frontMatterNotClosed
        }
        let tree: FieldValue
        do throws(FieldFailure) {
            tree = try TOML.read(lines[1..<end].joined(separator: "\n").utf8, file: file, firstLine: 2)
        } catch {
            throw .frontMatter(error)
        }
        if let failure = layer.overlay(tree, on: &request, file: file, from: .frontMatter).first {
            throw .frontMatter(failure)
        }
        return Opened(
            request: request, fields: tree, front: lines[...end], body: TextLines(lines[(end + 1)...], offset: end + 1))
    }

    private func checked(_ request: Request, _ fields: FieldValue?, _ file: String) throws(PromptFailure) -> Request {
        var request = request
        try layer.completePrompt(of: &request, limit: limits.promptCharacters)
        if let failure = layer.resolveOptions(of: &request, fields, file: file).first { throw .unfit(failure) }
        return request
    }
}
