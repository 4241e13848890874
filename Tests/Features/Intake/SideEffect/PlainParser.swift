import Domain
import IntakeSideEffect

/// A reader for which a text is its own prompt and `bad` is rejected. Batches have one prompt per line. A text that ends
/// in ` x3` asks for three samples.
struct PlainParser: DropParser {
    /// Each settings file is a tag; `bad` is invalid.
    func base(_ files: [FolderConfigFile], folder: String) -> Result<Request, FolderConfigFailure> {
        var request = Request(source: .prompt(""), tags: [folder])
        for file in files {
            let text = String(decoding: file.bytes, as: UTF8.self)
            if text == "bad" { return .failure(FolderConfigFailure(file.place, .mistake(.empty))) }
            request.tags.append(text)
        }
        return .success(request)
    }

    func requests(
        in text: [UInt8], named name: FileName, folder: String, over base: Request
    ) -> Result<[DropLine], PromptFailure> {
        guard name.ending == "jsonl" || name.bytes.starts(with: "lines".utf8) else {
            return .success([DropLine(request: request(text, base))])
        }
        let lines = text.split(separator: 10, omittingEmptySubsequences: false).enumerated()
        let said = lines.filter { !$0.element.isEmpty }.map { index, line in
            DropLine(number: index + 1, request: request(Array(line), base))
        }
        return said.isEmpty ? .failure(.emptyBatch) : .success(said)
    }

    func request(
        beside picture: StoredPicture, bytes: Int64, in text: [UInt8], named name: FileName, folder: String,
        over base: Request
    ) async -> Result<Request, DropFailure> {
        switch request(text, base) {
        case .failure(let failure): return .failure(.sidecar(failure))
        case .success(var request):
            request.source = .edit("\(bytes) " + (request.prompt ?? ""), picture.digest, picture.format)
            return .success(request)
        }
    }

    func excerpt(
        of text: [UInt8], named name: FileName, folder: String, lines: Set<Int>
    ) -> Result<[UInt8], PromptFailure> {
        let kept = text.split(separator: 10, omittingEmptySubsequences: false).enumerated()
            .filter { lines.contains($0.offset + 1) }
        return .success(kept.flatMap { Array($0.element) + [10] })
    }

    private func request(_ text: [UInt8], _ base: Request) -> Result<Request, PromptFailure> {
        let text = String(decoding: text, as: UTF8.self)
        if text == "bad" { return .failure(.empty) }
        let words = text.split(separator: " x")
        let samples = words.count == 2 ? Int(words[1]) : nil
        var request = Request(source: .prompt(samples == nil ? text : String(words[0])), tags: base.tags)
        request.generation.samples = samples ?? 1
        return .success(request)
    }
}
