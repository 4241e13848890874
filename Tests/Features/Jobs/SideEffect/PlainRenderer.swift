import Domain
import Rendering

/// A renderer that writes text instead of art but reads its picture: a missing one can't be rendered.
struct PlainRenderer: Renderer {
    let files: any FileSystem
    var failure: PictureFailure?
    static let score = ArtScore(
        hasColors: true, msSSIM: 0.91234567, ssim: 0.7, blurredSSIM: 0.9, deltaE: 0.5, correlation: 0.97,
        toneSkill: -0.1)
    static let likeness = Likeness(
        hash: 5, isFlat: false, colors: [UInt8](repeating: 9, count: Likeness.colorBytes))
    static let choice = ArtChoice(
        columns: 80, rows: 30, charset: "braille",
        look: LookChoice(.sharp, because: .contours, LookChoice.Ratings(tone: 0.481, sharp: 0.619)))

    func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        if let failure { throw failure }
        guard case .file(let name, let folder) = picture, (try? await files.entry(name, in: folder)) != nil else {
            throw .unreadable(.missing)
        }
        return outputs.filter { $0 != .picture && $0 != .json }.map { kind in
            let parameters = kind == .artPNG ? caption.parameters.map { "\n" + $0.text } : nil
            return RenderedOutput(
                kind: kind, bytes: Array("\(kind.rawValue) \(caption.credit ?? "-")\(parameters ?? "")".utf8),
                score: art.score != .none ? Self.score : nil, choice: Self.choice,
                likeness: Self.likeness)
        }
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        throw .notAPicture
    }
}
