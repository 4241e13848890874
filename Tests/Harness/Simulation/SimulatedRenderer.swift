import BackendKit
import Domain
import MVISimulation
import Rendering

/// A renderer whose text art is the text of a simulated picture between two markers.
struct SimulatedRenderer: Renderer {
    let files: SimulatedFiles

    func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        guard case .file(let name, let folder) = picture else { throw .notAPicture }
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try await files.read(name, in: folder, limit: 1 << 20) } catch {
            throw .unreadable(error)
        }
        guard let words = SimulatedPicture.words(bytes) else { throw .truncated(rows: 1, height: 2) }
        return outputs.map { RenderedOutput(kind: $0, bytes: Self.art(words)) }
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        ConversionResult(outputs: try await render(picture, art: art, outputs: [output], caption: ArtCaption()))
    }

    static func art(_ words: String) -> [UInt8] {
        Array("art of \(words), whole\n".utf8)
    }

    /// The text of the picture that the art shows; `nil` if the art is incomplete.
    static func words(of art: [UInt8]) -> String? {
        let text = String(decoding: art, as: UTF8.self)
        guard text.hasPrefix("art of "), text.hasSuffix(", whole\n") else { return nil }
        return String(text.dropFirst("art of ".count).dropLast(", whole\n".count))
    }
}

/// Simulated pictures: a PNG signature, a text, and an end marker that exposes truncated pictures.
enum SimulatedPicture {
    private static let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let end = Array("|END\n".utf8)

    static func bytes(_ words: String) -> [UInt8] {
        head + words.utf8 + end
    }

    /// The copy that a vision model is shown.
    static func copy(_ picture: StoredPicture, _ bytes: [UInt8]) async throws(PictureFailure) -> InputPicture {
        guard words(bytes) != nil else { throw .truncated(rows: 1, height: 2) }
        return InputPicture(bytes, picture.format, digest: picture.digest)
    }

    /// The text of a picture; `nil` if it is incomplete or not a picture.
    static func words(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: head), bytes.suffix(end.count) == end[...] else { return nil }
        return String(decoding: bytes.dropFirst(head.count).dropLast(end.count), as: UTF8.self)
    }
}
