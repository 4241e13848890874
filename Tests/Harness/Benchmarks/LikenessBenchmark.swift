import Domain
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering
import TextArt

/// Prints how long it takes to compute the likeness of pictures beside decoding them, and how alike they are.
enum LikenessBenchmark: Benchmark {
    static let name = "likeness"
    static let usage = "FILE…"

    static func run(_ arguments: [String]) throws {
        var known: [(name: String, likeness: Likeness)] = []
        for path in arguments {
            if let likeness = try measure(path) { known.append((path, likeness)) }
        }
        for (place, one) in known.enumerated() {
            for other in known.dropFirst(place + 1) {
                guard let distance = one.likeness.distance(to: other.likeness) else { continue }
                Report.line("\(distance.resemblance.rawValue) \(distance.value)  \(one.name)  \(other.name)")
            }
        }
    }

    private static func measure(_ path: String) throws -> Likeness? {
        let clock = ContinuousClock()
        var (decoding, computing) = (Duration.seconds(60), Duration.seconds(60))
        var likeness: Likeness?
        var size = PictureSize(width: 0, height: 0)
        for _ in 0..<9 {
            let file = try open(path)
            var sampler: LikenessSampler?
            var rows = Duration.zero
            let start = clock.now
            try PictureDecoder.decode(.descriptor(file.number), limits: PictureLimits()) { info in
                size = info.shown
                sampler = LikenessSampler(info: info)
                return true
            } row: { row in
                let start = clock.now
                sampler?.take(row: row)
                rows += clock.now - start
                return true
            }
            let end = clock.now
            likeness = sampler?.likeness
            decoding = min(decoding, end - start - rows)
            computing = min(computing, rows + (clock.now - end))
        }
        guard let likeness else { return nil }
        let times = [computing, decoding].map { Report.number($0 / .milliseconds(1)) }
        Report.line(
            """
            \(path): \(size.width) x \(size.height), \(times[0]) ms beside \(times[1]) ms of decoding\
            \(likeness.isFlat ? ", flat" : ""), \(likeness.text)
            """)
        return likeness
    }

    private static func open(_ path: String) throws(FileFailure) -> FileDescriptor {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .failed(code: Errno(errno)) }
        return FileDescriptor(adopting: number)
    }
}
