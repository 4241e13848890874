internal import Domain
internal import TextArt

/// The cells of a picture's outputs, before they are written as files. They don't depend on the caption.
package struct RenderedCells: Sendable {
    struct Output: Sendable {
        let kind: OutputKind
        /// The first frame, if the output moves.
        let grid: ArtGrid
        /// All frames of a clip; `nil` if the output doesn't move or the picture is still.
        var motion: MovingArt?
        let score: ArtScore?
        let choice: ArtChoice?
    }

    let colors: ArtColor
    let palette: ArtPalette?
    let writing: WritingOptions
    let animation: AnimationOptions
    var likeness: Likeness?
    /// Outputs with the same needs share their grid's storage.
    var outputs: [Output] = []

    /// Whether there are no outputs, as when the task was cancelled.
    package var isEmpty: Bool { outputs.isEmpty }

    /// The memory that the cells take, in bytes.
    package var bytes: Int {
        outputs.reduce(256) { $0 + ($1.motion?.bytes ?? $1.grid.cells.count * MemoryLayout<ArtCell>.stride) }
    }

    /// An upper bound, in bytes, on the memory for writing the files.
    var writingMemory: Int64 {
        outputs.reduce(0) { sum, output in
            let cells = Int64(output.grid.cells.count)
            let still = { ArtFileWriter.memory(of: output.kind, cells: cells, writing: writing, animation: animation) }
            return sum + (output.motion.map { ArtFileWriter.memory(of: output.kind, $0, writing: writing) } ?? still())
        }
    }

    func files(_ caption: ArtCaption) throws(PictureFailure) -> [RenderedOutput] {
        var files: [RenderedOutput] = []
        for output in outputs {
            let file = ArtFileWriter(
                kind: output.kind, colors: colors, palette: palette, writing: writing, animation: animation,
                caption: caption)
            files.append(
                RenderedOutput(
                    kind: output.kind, bytes: try file.bytes(of: output.grid, output.motion, score: output.score),
                    score: output.score, choice: output.choice, likeness: likeness))
        }
        return files
    }
}
