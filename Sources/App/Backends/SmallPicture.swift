import BackendKit
import Domain
import PlatformConcurrency
import PlatformPictures
import Rendering

/// Makes small upright copies of pictures for vision models.
struct SmallPicture: Sendable {
    /// The longest side, in pixels: more would cost more and be scaled down anyway.
    static let side = 512

    let limits: PictureLimits
    /// `nil` works on the caller.
    let threads: ThreadExecutor?
    /// The memory shared with renderings.
    let budget: MemoryBudget?

    /// The copy is a PNG under the original's digest.
    func copy(_ picture: StoredPicture, _ bytes: [UInt8]) async throws(PictureFailure) -> InputPicture {
        let info = try PictureDecoder.inspect(.bytes(bytes), limits: limits)
        let memory = min(info.memory, limits.memory)
        if let budget {
            guard memory <= budget.limit else { throw .tooMuchMemory(bytes: memory, limit: budget.limit) }
            guard await budget.take(memory) else { throw .outOfMemory }
        }
        defer { budget?.unreserve(memory) }
        let small: [UInt8]
        if let threads {
            small = try await threads.run { [limits] () throws(PictureFailure) in try Self.png(bytes, limits) }
        } else {
            small = try Self.png(bytes, limits)
        }
        return InputPicture(small, .png, digest: picture.digest)
    }

    static func png(_ picture: [UInt8], _ limits: PictureLimits) throws(PictureFailure) -> [UInt8] {
        var means = AreaMeans(width: 1, height: 1)
        try PictureDecoder.decode(.bytes(picture), limits: limits) { info in
            let size = scaled(info.width, info.height)
            return PictureSize(width: size.width, height: size.height)
        } begin: { info in
            let rows = PictureSize(width: info.rowWidth, height: info.rowCount)
            let size = scaled(rows.width, rows.height)
            means = AreaMeans(width: size.width, height: size.height, of: rows, info.orientation)
            return true
        } row: { row in
            means.add(row)
            return true
        }
        let size = means.uprightSize
        return try PNGEncoder.encode(width: size.width, height: size.height, style: .photo) { y, row in
            for x in 0..<size.width { row[x] = means.pixel(x, y) }
            return true
        }
    }

    /// The size within the longest side, never larger than the picture.
    static func scaled(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard longest > side else { return (max(1, width), max(1, height)) }
        return (max(1, width * side / longest), max(1, height * side / longest))
    }
}

/// The mean colour of each area of a picture whose rows are read once, on white.
private struct AreaMeans {
    let width: Int
    let height: Int
    private let rows: PictureSize
    private let orientation: Orientation
    /// Red, green, blue and the number of pixels of each area.
    private var sums: [UInt32]
    private var nextRow = 0

    init(
        width: Int, height: Int, of rows: PictureSize = PictureSize(width: 1, height: 1),
        _ orientation: Orientation = .up
    ) {
        self.width = width
        self.height = height
        self.rows = rows
        self.orientation = orientation
        sums = [UInt32](repeating: 0, count: width * height * 4)
    }

    mutating func add(_ row: Span<RGBA>) {
        let y = min(height - 1, nextRow * height / max(1, rows.height))
        nextRow += 1
        for x in 0..<row.count {
            let area = (y * width + min(width - 1, x * width / max(1, rows.width))) * 4
            let pixel = row[x]
            let alpha = UInt32(pixel.alpha)
            let white = 255 * (255 - alpha)
            sums[area] += (UInt32(pixel.red) * alpha + white) / 255
            sums[area + 1] += (UInt32(pixel.green) * alpha + white) / 255
            sums[area + 2] += (UInt32(pixel.blue) * alpha + white) / 255
            sums[area + 3] += 1
        }
    }

    var uprightSize: PictureSize {
        orientation.swapsAxes
            ? PictureSize(width: height, height: width) : PictureSize(width: width, height: height)
    }

    /// A pixel of the upright picture.
    func pixel(_ x: Int, _ y: Int) -> RGBA {
        let (column, row) = stored(x, y)
        let area = (row * width + column) * 4
        let count = max(1, sums[area + 3])
        return RGBA(
            red: UInt8(clamping: sums[area] / count), green: UInt8(clamping: sums[area + 1] / count),
            blue: UInt8(clamping: sums[area + 2] / count))
    }

    /// Where an upright pixel is stored: the eight orientations of Exif.
    private func stored(_ x: Int, _ y: Int) -> (column: Int, row: Int) {
        let (right, bottom) = (width - 1, height - 1)
        return switch orientation.rawValue {
        case 2: (right - x, y)
        case 3: (right - x, bottom - y)
        case 4: (x, bottom - y)
        case 5: (y, x)
        case 6: (y, bottom - x)
        case 7: (right - y, bottom - x)
        case 8: (right - y, x)
        default: (x, y)
        }
    }
}
