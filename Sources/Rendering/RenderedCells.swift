internal import Domain
internal import TextArt

/// The cells of a picture's outputs, before they are written as files. They don't depend on the caption.
package struct RenderedCells: Sendable {
    struct Output: Sendable {
        let kind: OutputKind
        let grid: ArtGrid
        let score: ArtScore?
        let choice: ArtChoice?
    }

    let colors: ArtColor
    let palette: ArtPalette?
    let writing: WritingOptions
    var likeness: Likeness?
    /// Outputs with the same needs share their grid's storage.
    var outputs: [Output] = []

    /// Whether there are no outputs, as when the task was cancelled.
    package var isEmpty: Bool { outputs.isEmpty }

    /// The memory that the cells take, in bytes.
    package var bytes: Int {
        outputs.reduce(256) { $0 + $1.grid.cells.count * MemoryLayout<ArtCell>.stride }
    }

    /// An upper bound, in bytes, on the memory for writing the files.
    var writingMemory: Int64 {
        outputs.reduce(0) {
            $0 + ArtFileWriter.memory(of: $1.kind, cells: Int64($1.grid.cells.count), writing: writing)
        }
    }

    func files(_ caption: ArtCaption) throws(PictureFailure) -> [RenderedOutput] {
        var files: [RenderedOutput] = []
        for output in outputs {
            let file = ArtFileWriter(
                kind: output.kind, colors: colors, palette: palette, writing: writing, caption: caption)
            files.append(
                RenderedOutput(
                    kind: output.kind, bytes: try file.bytes(of: output.grid, score: output.score),
                    score: output.score, choice: output.choice, likeness: likeness))
        }
        return files
    }
}
