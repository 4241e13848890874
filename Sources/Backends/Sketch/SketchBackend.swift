package import BackendKit
package import Domain

/// The built-in backend: paints a small scene from the prompt's words, without a network, a model or costs.
package struct SketchBackend: SynchronousBackend {
    /// Encodes a picture file from rows of pixels, top first; `texts` are PNG keywords and their values.
    package typealias Encode =
        @Sendable (_ width: Int, _ height: Int, _ texts: [(String, String)], _ pixels: [RGBA])
        throws(PictureFailure) -> [UInt8]

    /// The supported side lengths, in pixels.
    private static let sides = 64...2048

    package let descriptor: BackendDescriptor
    private let encode: Encode

    package init(credit: String = "sketch, no AI", encode: @escaping Encode) {
        descriptor = BackendDescriptor(
            name: "sketch", kind: "sketch", credit: credit, isFree: true, isDeterministic: true, sides: Self.sides,
            concurrency: 2, abilities: BackendCapabilities(options: [.seed: .any, .format: .words(["png"])]))
        self.encode = encode
    }

    /// Returns a copy with another credit line.
    package func withCredit(_ credit: String) -> SketchBackend {
        SketchBackend(credit: credit, encode: encode)
    }

    /// Paints immediately. Throws `.invalid` for a size outside `sides`, `.failed` when the picture cannot be encoded.
    package func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        guard Self.sides.contains(request.size.width), Self.sides.contains(request.size.height) else {
            throw .invalid(parameter: "size", message: request.size.text)
        }
        return .finished([.bytes(try await painted(request))], Receipt(charged: .no))
    }

    package func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .bytes(let bytes) = source else { throw .unsupported(feature: "url") }
        return try ReceivedPicture.checked(bytes, limit: limit)
    }

    package func probe() async -> BackendHealth { .ready }

    /// Runs off the caller's actor, since painting takes a core's time.
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
            throw .failed(message: String(describing: error))
        }
    }
}
