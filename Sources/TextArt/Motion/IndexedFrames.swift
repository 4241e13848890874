package import Domain

/// Turns the frames of moving art into the pictures of an animated GIF: of each frame only the rectangle that changes,
/// with at most 256 colours. What a frame doesn't change stays exactly as it was shown.
package struct IndexedFrames: Sendable {
    /// In pixels, as `ArtRaster` draws the art.
    package let width: Int
    package let height: Int
    /// The first frame's palette, which also serves every picture that has none of its own. The last colour is for
    /// transparent pixels.
    package private(set) var palette: [RGB] = []

    private let caption: ArtCaption
    private var raster: MotionRaster
    private var colors = ClipColors()
    /// What is on the canvas.
    private var shown: [PackedColor]
    private var shared: [PackedColor: UInt8] = [:]

    /// `first`: the first frame, which is still to be added. All frames have its size.
    package init(_ first: ArtGrid, caption: ArtCaption = ArtCaption()) {
        self.caption = caption
        raster = MotionRaster(first, caption: caption)
        (width, height) = (raster.width, raster.height)
        shown = Array(repeating: .none, count: width * height)
    }

    /// The forms that a frame's picture may have, which look the same but may be compressed to different sizes; none if
    /// nothing changes.
    package mutating func next(_ frame: ArtGrid) -> [IndexedPicture] {
        let runs = raster.draw(frame, caption: caption)
        let chosen = colors.choose(for: runs)
        guard let change = Change(runs, chosen, over: &shown, width: width) else { return [] }
        guard !palette.isEmpty else {
            let table = Table(change.colors)
            (palette, shared) = (table.palette + [.black], table.numbers)
            return [change.picture(shown, shared, palette: nil, transparent: nil)]
        }
        return transparentForms(change) + opaqueForms(change)
    }

    /// Unchanged pixels are transparent: all of them, or only those that don't repeat the pixel before them. Which is
    /// shorter depends on the art.
    private func transparentForms(_ change: Change) -> [IndexedPicture] {
        let isShared = change.colors.allSatisfy { shared[$0] != nil }
        let table = Table(change.colors)
        var forms: [IndexedPicture] = []
        for repeats in change.hasUnchanged ? [false, true] : [true] {
            if isShared {
                forms.append(
                    change.picture(
                        shown, shared, palette: nil, transparent: UInt8(shared.count), repeats: repeats))
            }
            if !isShared || table.isShorter(than: shared.count) {
                forms.append(
                    change.picture(
                        shown, table.numbers, palette: table.palette + [.black],
                        transparent: UInt8(table.palette.count), repeats: repeats))
            }
        }
        return forms
    }

    /// Unchanged pixels are shown again, if their colours fit.
    private func opaqueForms(_ change: Change) -> [IndexedPicture] {
        guard change.hasUnchanged, let all = change.allColors(shown) else { return [] }
        if all.allSatisfy({ shared[$0] != nil }) {
            return [change.picture(shown, shared, palette: nil, transparent: nil)]
        }
        let table = Table(all)
        return [change.picture(shown, table.numbers, palette: table.palette, transparent: nil)]
    }

    /// The colours of a single picture.
    private struct Table {
        let palette: [RGB]
        let numbers: [PackedColor: UInt8]

        init(_ colors: Set<PackedColor>) {
            let sorted = colors.sorted { $0.bits < $1.bits }
            palette = sorted.map(\.color)
            numbers = Dictionary(uniqueKeysWithValues: sorted.enumerated().map { ($1, UInt8($0)) })
        }

        /// Whether indices with a transparent one take fewer bits than those of another palette.
        func isShorter(than count: Int) -> Bool { palette.count.leadingZeroBitCount > count.leadingZeroBitCount }
    }
}

/// The pixels that a frame changes on the canvas.
private struct Change {
    private let width: Int
    private let left: Int
    private let top: Int
    private let columns: Int
    private let rows: Int
    /// By pixel of the rectangle.
    private let isChanged: [Bool]
    /// The new colours of the changed pixels.
    let colors: Set<PackedColor>
    /// Whether the rectangle has pixels that don't change.
    let hasUnchanged: Bool

    /// Draws the runs in the chosen colours. `nil` if nothing looks different.
    init?(_ runs: [MotionRaster.Run], _ chosen: [PackedColor], over shown: inout [PackedColor], width: Int) {
        var (left, top, right, bottom) = (Int.max, Int.max, 0, 0)
        var colors: Set<PackedColor> = []
        var last = PackedColor.none
        var changed: [Range<Int>] = []
        for (run, color) in zip(runs, chosen) {
            var (first, end) = (run.start, run.start + run.count)
            while first < end, shown[first] == color { first += 1 }
            while first < end, shown[end - 1] == color { end -= 1 }
            guard first < end else { continue }
            for place in first..<end { shown[place] = color }
            if color != last { colors.insert(color) }
            last = color
            changed.append(first..<end)
            let (row, column) = first.quotientAndRemainder(dividingBy: width)
            (left, right) = (min(left, column), max(right, column + end - first))
            (top, bottom) = (min(top, row), max(bottom, row + 1))
        }
        guard !changed.isEmpty else { return nil }
        self.width = width
        (self.left, self.top) = (left, top)
        (columns, rows) = (right - left, bottom - top)
        self.colors = colors
        var isChanged = [Bool](repeating: false, count: columns * rows)
        var count = 0
        for run in changed {
            let (row, column) = run.lowerBound.quotientAndRemainder(dividingBy: width)
            let start = (row - top) * columns + column - left
            for place in start..<start + run.count { isChanged[place] = true }
            count += run.count
        }
        self.isChanged = isChanged
        hasUnchanged = count < isChanged.count
    }

    /// The colours of all pixels of the rectangle; `nil` if they are more than 256.
    func allColors(_ shown: [PackedColor]) -> Set<PackedColor>? {
        var all = colors
        var last = PackedColor.none
        for row in top..<top + rows {
            for color in shown[row * width + left..<row * width + left + columns] where color != last {
                last = color
                all.insert(color)
                if all.count > 256 { return nil }
            }
        }
        return all
    }

    /// Unchanged pixels are transparent, unless `transparent` is `nil`, or one has the colour of the pixel before it and
    /// `repeats` is set.
    func picture(
        _ shown: [PackedColor], _ numbers: [PackedColor: UInt8], palette: [RGB]?, transparent: UInt8?,
        repeats: Bool = true
    ) -> IndexedPicture {
        var indices = [UInt8](repeating: 0, count: columns * rows)
        var (last, number) = (PackedColor.none, UInt8(0))
        var place = 0
        for row in top..<top + rows {
            for column in left..<left + columns {
                let color = shown[row * width + column]
                if !isChanged[place], !repeats || color != last, let transparent {
                    (last, number) = (.none, transparent)
                } else if color != last {
                    (last, number) = (color, numbers[color] ?? 0)
                }
                indices[place] = number
                place += 1
            }
        }
        return IndexedPicture(
            left: left, top: top, width: columns, height: rows, indices: indices, palette: palette,
            transparent: transparent)
    }
}
