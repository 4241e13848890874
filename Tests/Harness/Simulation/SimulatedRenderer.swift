import Domain
import MVISimulation
import Rendering

/// Text art of simulated pictures: their words between two marks.
struct SimulatedRenderer: Renderer {
    let files: SimulatedFiles

    func render(
        _ picture: PictureFile, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
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
        _ picture: PictureFile, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConvertedPicture {
        ConvertedPicture(outputs: try await render(picture, art: art, outputs: [output], caption: ArtCaption()))
    }

    static func art(_ words: String) -> [UInt8] {
        Array("art of \(words), whole\n".utf8)
    }

    /// Whose picture a text shows, `nil` when the text is not whole.
    static func words(of art: [UInt8]) -> String? {
        let text = String(decoding: art, as: UTF8.self)
        guard text.hasPrefix("art of "), text.hasSuffix(", whole\n") else { return nil }
        return String(text.dropFirst("art of ".count).dropLast(", whole\n".count))
    }
}
