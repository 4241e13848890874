import Domain
import Testing

@testable import TextArt

@Suite("Grid size")
struct GridSizeTests {
    @Test(
        "rows follow the picture's shape and the cell's",
        arguments: [
            (512, 512, 80, 0.5, 40), (512, 512, 80, 1.0, 80), (512, 512, 80, 0.2, 16), (512, 512, 80, 2.0, 160),
            (1920, 1080, 80, 0.5, 23), (1080, 1920, 80, 0.5, 71), (600, 400, 10, 0.5, 3), (600, 400, 500, 0.5, 167),
            (451, 300, 80, 0.5, 27), (1, 1, 10, 0.5, 5), (1, 1, 500, 1.0, 500),
        ])
    func shape(width: Int, height: Int, columns: Int, aspect: Double, rows: Int) {
        #expect(size(width, height, columns, aspect) == [columns, rows])
    }

    @Test("half a row is rounded up, less is rounded down")
    func rounding() {
        #expect(size(20, 25, 10, 0.2) == [10, 3])  // 2.5
        #expect(size(40, 49, 10, 0.2) == [10, 2])  // 2.45
    }

    @Test("a flat picture has at least one row, a tall one at most two thousand")
    func extremes() {
        #expect(size(100_000, 1, 10, 0.5) == [10, 1])
        #expect(size(1, 100_000, 10, 0.5) == [10, 2_000])
        #expect(size(1, 300_000_000, 500, 2) == [500, 2_000])
    }

    @Test("a rotated picture has the displayed shape", arguments: Orientation.allCases)
    func turned(orientation: Orientation) {
        var picture = Picture(30, 60) { _, _ in .white }
        picture.orientation = orientation
        let grid = picture.art(ArtOptions(columns: 20))
        #expect(grid.columns == 20)
        #expect(grid.rows == (orientation.swapsAxes ? 5 : 20))
        #expect(grid.cells.count == grid.columns * grid.rows)
    }

    @Test("with any number of columns the art's shape is within half a row of the picture's")
    func everyWidth() {
        for columns in 10...500 {
            for aspect in [0.5, 1.0] {
                let rows = Double(size(640, 427, columns, aspect)[1])
                #expect(abs(rows - Double(columns) * aspect * 427 / 640) <= 0.5)
            }
        }
    }

    private func size(_ width: Int, _ height: Int, _ columns: Int, _ aspect: Double) -> [Int] {
        let info = PictureInfo(format: .png, width: width, height: height, orientation: .up, hasAlpha: false)
        let size = GridSize(info: info, options: ArtOptions(columns: columns, cellAspect: aspect))
        return [size.columns, size.rows]
    }
}
