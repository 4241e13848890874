internal import Domain
internal import TextArt

/// The frames of moving art: the first one whole, of each other the cells that changed.
struct MovingArt: Sendable {
    private struct Change: Sendable {
        let start: Int
        /// Indices of cells, and their new values.
        let places: [Int32]
        let cells: [ArtCell]
    }

    let first: ArtGrid
    private var last: ArtGrid
    private var changes: [Change] = []
    /// The memory that the frames take, in bytes.
    private(set) var bytes: Int
    /// Milliseconds from the first frame's start to the last one's end.
    var duration = 0
    var plays = ClipPlays.forever

    init(_ first: ArtGrid) {
        (self.first, last) = (first, first)
        bytes = first.cells.count * MemoryLayout<ArtCell>.stride * 2
    }

    /// Adds a frame that is shown from `start` on, in milliseconds since the first one.
    mutating func add(_ frame: ArtGrid, at start: Int) {
        let places = frame.cells.indices.filter { frame.cells[$0] != last.cells[$0] }
        changes.append(
            Change(start: start, places: places.map { Int32($0) }, cells: places.map { frame.cells[$0] }))
        bytes += MemoryLayout<Change>.stride + places.count * (MemoryLayout<ArtCell>.stride + 4)
        last = frame
    }

    /// Passes each frame with its start.
    func forEach(_ body: (ArtGrid, Int) throws(PictureFailure) -> Void) throws(PictureFailure) {
        try body(first, 0)
        var cells = first.cells
        for change in changes {
            for (place, cell) in zip(change.places, change.cells) { cells[Int(place)] = cell }
            try body(first.with(cells), change.start)
        }
    }
}
