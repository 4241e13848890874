package import Domain
import PlatformTOML

/// Parses dropped files that contain complete requests: TOML, JSON, a batch of JSON lines, and the sidecar of a
/// picture.
package struct RequestReader: Sendable {
    package enum Notation: Sendable {
        case toml
        case json
    }

    private let limits: Limits
    private let layer: RequestLayer

    package init(limits: Limits = Limits(), layer: RequestLayer = RequestLayer()) {
        self.limits = limits
        self.layer = layer
    }

    /// Returns a reader for a drop in subfolders whose names become tags.
    package func adding(subfolders names: [String]) -> RequestReader {
        RequestReader(limits: limits, layer: layer.adding(subfolders: names))
    }

    /// Parses one request. `base` is the folder's request; `file` is the name for display.
    package func read(
        _ bytes: [UInt8], as notation: Notation, file: String, base: Request
    ) -> Result<Request, PromptFailure> {
        Result { () throws(PromptFailure) in
            let tree = try tree(try TextDecoding.text(of: bytes), notation, file)
            return try request(tree, file, base, from: .request)
        }
    }

    /// Parses a request on every non-blank line. An invalid line fails alone.
    package func lines(_ bytes: [UInt8], file: String, base: Request) -> Result<[DropLine], PromptFailure> {
        Result { () throws(PromptFailure) in
            let lines = try TextLines(TextDecoding.text(of: bytes)).batch(limit: limits.batchLines).map {
                number, text in
                let request = Result { () throws(PromptFailure) in
                    try self.request(tree(String(text), .json, file, firstLine: number), file, base, from: .request)
                }
                return DropLine(number: number, request: request)
            }
            return try lines.checked(limit: limits.batchLines)
        }
    }

    /// The given lines of a batch, ready to be dropped again.
    package func excerpt(_ bytes: [UInt8], lines: Set<Int>) -> Result<[UInt8], PromptFailure> {
        Result { () throws(PromptFailure) in Array(TextLines(try TextDecoding.text(of: bytes)).excerpt(lines).utf8) }
    }

    /// Parses the sidecar of a picture. `count`: the picture's size in bytes. `isShaped`: no size is set, so the
    /// output takes the picture's shape.
    package func read(
        beside picture: StoredPicture, bytes count: Int, _ bytes: [UInt8], file: String, base: Request
    ) -> Result<(request: Request, isShaped: Bool), PromptFailure> {
        Result { () throws(PromptFailure) in
            let tree = try tree(try TextDecoding.text(of: bytes), .toml, file)
            let given = RequestLayer.Given(format: picture.format, bytes: count)
            var request = try request(tree, file, base, [given], from: .sidecar)
            request.take(InputPictures(picture), as: tree)
            return (request, tree["size"] == nil && request.prompt != nil)
        }
    }

    /// Parses a folder's own settings file, overlaid on the request of the folder above. It has no prompt: prompts
    /// come with drops.
    package func base(_ bytes: [UInt8], file: String, over base: Request) -> Result<Request, PromptFailure> {
        Result { () throws(PromptFailure) in
            let tree = try tree(try TextDecoding.text(of: bytes), .toml, file)
            var request = base
            if let entry = tree["prompt"] {
                throw .request(FieldFailure(key: "prompt", problem: .unknown(nearest: nil), file: file, at: entry))
            }
            if let failure = layer.overlay(tree, on: &request, file: file, from: .folderFile).first {
                throw .request(failure)
            }
            return request
        }
    }

    private func tree(
        _ text: String, _ notation: Notation, _ file: String, firstLine: Int = 1
    ) throws(PromptFailure) -> FieldValue {
        do throws(FieldFailure) {
            switch notation {
            case .toml: return try TOML.read(text.utf8, file: file)
            case .json: return try JSONReader.read(Array(text.utf8), file: file, firstLine: firstLine)
            }
        } catch {
            throw .request(error)
        }
    }

    private func request(
        _ tree: FieldValue, _ file: String, _ base: Request, _ given: [RequestLayer.Given] = [],
        from origin: RequestOrigin
    ) throws(PromptFailure) -> Request {
        do throws(RequestFault) {
            return try layer.request(
                tree, over: base, given: given, limit: limits.promptCharacters, file: file, from: origin)
        } catch {
            switch error {
            case .fields(let failures): throw .request(failures.first ?? FieldFailure(key: "", problem: .missing))
            case .prompt(let failure): throw failure
            }
        }
    }
}
