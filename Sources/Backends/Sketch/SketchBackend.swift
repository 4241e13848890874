package import BackendKit
package import Domain

/// The embedded backend: paints a small scene from the prompt's words. No network, no model, no cost.
package struct SketchBackend: ImageBackend {
    /// Makes a picture file of rows of pixels from the top; `texts` are PNG keywords and their values.
    package typealias Encode =
        @Sendable (_ width: Int, _ height: Int, _ texts: [(String, String)], _ pixels: [RGBA])
        throws(PictureFailure) -> [UInt8]

    package static let kind = "sketch"
    package static let credit = "sketch, no AI"
    /// Sizes in pixels, each way.
    package static let sides = 64...2048
    package static let abilities = BackendAbilities(options: [.seed: .any, .format: .words(["png"])])

    package let descriptor: BackendDescriptor
    private let encode: Encode

    package init(
        name: String = SketchBackend.kind, credit: String = SketchBackend.credit, concurrency: Int = 2,
        encode: @escaping Encode
    ) {
        descriptor = BackendDescriptor(
            name: name, kind: Self.kind, credit: credit, isFree: true, isDeterministic: true,
            sides: Self.sides, concurrency: concurrency, abilities: Self.abilities)
        self.encode = encode
    }

    /// The same painter under another name.
    package func crediting(_ credit: String) -> SketchBackend {
        SketchBackend(name: descriptor.name, credit: credit, concurrency: descriptor.concurrency, encode: encode)
    }

    /// Paints at once. `.invalid` for a size out of `sides`, `.failed` when the picture could not be encoded.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        guard Self.sides.contains(request.size.width), Self.sides.contains(request.size.height) else {
            throw .invalid(parameter: "size", said: request.size.text)
        }
        return .finished([.bytes(try await painted(request))], Receipt(charged: .no))
    }

    /// Nothing is ever pending here.
    package func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        throw .lost
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .bytes(let bytes) = source else { throw .unsupported(feature: "url") }
        return try ReceivedPicture.checked(bytes, limit: limit)
    }

    package func cancel(_ handle: JobHandle) async -> CancelOutcome {
        .notRunning
    }

    package func probe() async -> BackendHealth {
        .ready
    }

    /// Painting is work for a core: it leaves the caller's actor.
    @concurrent
    private func painted(_ request: ImageRequest) async throws(BackendFailure) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        let painting = Painting(prompt: request.prompt, size: request.size, seed: request.seed)
        let texts = [
            ("Software", "textifyd"), ("Source", descriptor.credit), ("Description", request.prompt),
            ("Seed", String(request.seed)),
        ]
        do throws(PictureFailure) {
            return try encode(request.size.width, request.size.height, texts, painting.pixels())
        } catch {
            throw .failed(said: String(describing: error))
        }
    }
}
