import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering
import TextArt

/// Times turning a clip into a cast against decoding the same frames and discarding them.
enum MotionBenchmark: Benchmark {
    static let name = "motion"
    static let usage = "FILE [COLUMNS=80] [CHARSET=half] [COLOR=full] [FRAMES=600]"

    static func run(_ words: [String]) throws {
        guard let path = words.first else { throw InvalidArgument(word: "") }
        let columns = words.dropFirst().first.flatMap { Int($0) } ?? 80
        let charset = words.dropFirst(2).first.flatMap { Charset(rawValue: $0) } ?? .half
        let color = words.dropFirst(3).first.flatMap { ArtColor(rawValue: $0) } ?? .full
        let most = words.dropFirst(4).first.flatMap { Int($0) } ?? 600
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InvalidArgument(word: path) }
        defer { close(descriptor) }
        let clip = PictureSource.descriptor(descriptor)
        let (count, floor) = try timed { try decode(clip) }
        let before = try PeakMemory.kibibytes()
        let options = ArtOptions(columns: columns, charset: charset, color: color)
        let ((shown, bytes), work) = try timed {
            try AsyncRunner.answer { await cast(clip, options, most) }.get()
        }
        Report.line("\(path): \(count) frames, \(columns) columns, \(charset.rawValue), \(color.rawValue)")
        show("decode only", count, floor)
        show("cast", count, work)
        Report.line("\(shown) different frames, \(bytes) bytes")
        Report.line("memory        \(before) KiB after decoding, \(try PeakMemory.kibibytes()) KiB at most")
    }

    /// The processor time of all threads.
    private static func timed<Answer>(_ work: () throws -> Answer) rethrows -> (Answer, Double) {
        let start = clock()
        let answer = try work()
        return (answer, Double(clock() - start) / Double(CLOCKS_PER_SEC))
    }

    private static func show(_ what: String, _ frames: Int, _ seconds: Double) {
        let padded = what + String(repeating: " ", count: 14 - what.count)
        let each = Report.number(seconds * 1_000 / Double(max(frames, 1)))
        Report.line("\(padded)\(Report.number(Double(frames) / seconds)) frames a second of one core, \(each) ms each")
    }

    private static func decode(_ clip: PictureSource) throws(PictureFailure) -> Int {
        var decoder = try ClipDecoder(clip, limits: PictureLimits())
        var count = 0
        while try decoder.next() != nil { count += 1 }
        return count
    }

    private static func cast(
        _ clip: PictureSource, _ options: ArtOptions, _ most: Int
    ) async -> Result<(frames: Int, bytes: Int), PictureFailure> {
        var (frames, bytes) = (0, 0)
        var writer: CastWriter?
        do throws(PictureFailure) {
            guard
                var art = try await ClipFrames.open(
                    clip, art: options, mostFrames: most, mostPerSecond: 60, limits: PictureLimits(),
                    budget: MemoryBudget(PictureLimits().memory), extra: 0)
            else { return .success((0, 0)) }
            while let frame = try await art.next() {
                let grid = frame.grid
                if writer == nil {
                    writer = CastWriter(columns: grid.columns, rows: grid.rows, title: "", colors: options.color)
                }
                writer?.add(grid, at: frame.start)
                // A file would be written here.
                bytes += writer?.out.count ?? 0
                writer?.out.removeAll(keepingCapacity: true)
                frames += 1
            }
        } catch {
            return .failure(error)
        }
        return .success((frames, bytes))
    }
}
