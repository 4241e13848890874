import Domain
import Testing

@testable import TextArt

@Suite("Columns and rows")
struct GridFitTests {
    @Test(
        "fit keeps the shape within the given columns and rows",
        arguments: [
            (512, 512, 80, 24, 48, 24), (512, 512, 40, 24, 40, 20), (1920, 1080, 80, 24, 80, 23),
            (1920, 1080, 80, 10, 36, 10), (100, 1000, 80, 24, 5, 24), (1000, 10, 80, 24, 80, 1),
            (10, 10_000, 80, 1, 1, 1),
        ])
    func fit(width: Int, height: Int, columns: Int, rows: Int, wide: Int, high: Int) {
        let size = size(width, height, ArtOptions(columns: columns, rows: rows))
        #expect([size.columns, size.rows] == [wide, high])
        #expect(size.crop == PictureCrop(info(width, height)))
    }

    @Test("in any box the art fits, touches a side, and has the right shape except for rounding")
    func everyBox() {
        for columns in [10, 33, 80, 200] {
            for rows in 1...60 {
                let size = size(640, 427, ArtOptions(columns: columns, rows: rows))
                #expect(size.columns <= columns && size.rows <= rows)
                #expect(size.columns == columns || size.rows == rows)
                let shape = 0.5 * 427 / 640
                #expect(abs(Double(size.rows) - Double(size.columns) * shape) <= 0.5)
            }
        }
    }

    @Test("stretch uses all cells and the whole picture, fill all cells and the picture's middle")
    func whole() {
        let stretched = size(300, 100, ArtOptions(columns: 20, rows: 20, fit: .stretch))
        #expect([stretched.columns, stretched.rows] == [20, 20])
        #expect(stretched.crop == PictureCrop(info(300, 100)))
        let filled = size(300, 100, ArtOptions(columns: 20, rows: 10, fit: .fill))
        #expect([filled.columns, filled.rows] == [20, 10])
        #expect(filled.crop.columns == 100..<200 && filled.crop.rows == 0..<100)
        let tall = size(100, 300, ArtOptions(columns: 40, rows: 10, fit: .fill))
        #expect(tall.crop.columns == 0..<100 && tall.crop.rows == 125..<175)
    }

    @Test("without rows every fit is the same", arguments: ArtFit.allCases)
    func open(fit: ArtFit) {
        let size = size(640, 427, ArtOptions(columns: 80, fit: fit))
        #expect([size.columns, size.rows] == [80, 27])
    }

    @Test("a filled picture shows its middle, however it was stored", arguments: Orientation.allCases)
    func turned(orientation: Orientation) {
        // Displayed 120 wide and 40 high, with a white middle third.
        var picture = Picture(120, 40) { x, _ in (40..<80).contains(x) ? .white : .black }
        if orientation.swapsAxes { picture = Picture(40, 120) { _, y in (40..<80).contains(y) ? .white : .black } }
        picture.orientation = orientation
        let art = picture.art(ArtOptions(columns: 10, rows: 5, fit: .fill, charset: .blocks))
        #expect(art.lines == Array(repeating: "██████████", count: 5))
    }

    private func info(_ width: Int, _ height: Int) -> PictureInfo {
        PictureInfo(format: .png, width: width, height: height, orientation: .up, hasAlpha: false)
    }

    private func size(_ width: Int, _ height: Int, _ options: ArtOptions) -> GridSize {
        GridSize(info: info(width, height), options: options)
    }
}
