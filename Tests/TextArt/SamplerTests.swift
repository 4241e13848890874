import Domain
import Testing

@testable import TextArt

@Suite("From rows to art")
struct SamplerTests {
    @Test("requesting intermediate art changes nothing, and rows aren't retained")
    func split() {
        let picture = Picture.random(37, 29, seed: 6, hasAlpha: true)
        for charset in [Charset.basic, .half] {
            let options = ArtOptions(columns: 20, charset: charset)
            var sampler = ArtSampler(info: picture.info, options: options, colors: .full)
            var line = picture.row(0)
            for y in 0..<picture.height {
                for x in 0..<picture.width { line[x] = picture.row(y)[x] }
                sampler.take(row: line.span)
                let soFar = picture.art(options, color: .full, rows: y + 1)
                #expect(sampler.grid() == soFar)
            }
            sampler.take(row: line.span)
            #expect(sampler.grid() == picture.art(options, color: .full), "rows beyond the height are ignored")
        }
    }

    @Test("missing rows are background")
    func partial() {
        var options = ArtOptions(columns: 10, charset: .half)
        options.background = RGB(red: 9, green: 99, blue: 199)
        let picture = Picture(10, 10) { _, _ in .white }
        let grid = picture.art(options, color: .full, rows: 4)
        #expect(grid.cells.prefix(20).allSatisfy { $0.foreground == RGB(.white) && $0.background == RGB(.white) })
        #expect(grid.cells.dropFirst(20).allSatisfy { $0.foreground == options.background })
        let none = picture.art(options, color: .full, rows: 0)
        #expect(none.cells.allSatisfy { $0.foreground == options.background })
    }

    @Test("a picture takes no more memory than its art: a tall one is summed in place")
    func streamed() {
        let row = [RGBA](repeating: .grey(200), count: 10)
        let info = PictureInfo(format: .png, width: 10, height: 20_000, orientation: .up, hasAlpha: false)
        var sampler = AreaSampler(width: 10, height: info.height, across: 10, down: 2, hasAlpha: false)
        for _ in 0..<info.height { sampler.take(row: row.span) }
        for index in 0..<20 {
            #expect(sampler.mean(across: index % 10, down: index / 10, over: Light(.black)).color == RGB(.grey(200)))
        }
        let held = Mirror(reflecting: sampler).children.compactMap { ($0.value as? any Collection)?.count }
        #expect(held.sorted() == [10, 10, 20], "a line of boxes, a line of sums, and the plane")
    }

    @Test("a picture with an orientation equals the picture rotated by hand", arguments: Orientation.allCases)
    func orientation(_ orientation: Orientation) {
        let stored = Picture.random(6, 4, seed: 2)
        var turned = stored
        turned.orientation = orientation
        let (width, height) = orientation.swapsAxes ? (4, 6) : (6, 4)
        let upright = Picture(width, height) { x, y in
            let (left, up) = (width - 1 - x, height - 1 - y)
            return switch orientation {
            case .up: stored.row(y)[x]
            case .upMirrored: stored.row(y)[left]
            case .down: stored.row(up)[left]
            case .downMirrored: stored.row(up)[x]
            case .leftMirrored: stored.row(x)[y]
            case .right: stored.row(left)[y]
            case .rightMirrored: stored.row(left)[up]
            case .left: stored.row(x)[up]
            }
        }
        for charset in [Charset.half, .extended] {
            let options = ArtOptions(columns: 12, charset: charset)
            let grid = turned.art(options, color: .full)
            #expect(grid == upright.art(options, color: .full))
        }
    }
}
