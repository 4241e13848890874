import Domain
import FoundationEssentials
import PlatformSystem
import Rendering
import Repositories

/// Serving the art of one picture from the caches against rendering it.
enum CacheBenchmark: Benchmark {
    static let name = "cache"
    static let usage = "[COLUMNS=80] [ROUNDS=20]"
    private static let kinds: [OutputKind] = [.txt, .ansi, .html, .svg, .artPNG]

    static func run(_ arguments: [String]) throws {
        let numbers = try IntegerArguments(arguments, atLeast: [10, 1])
        let (columns, rounds) = (numbers.at(0, usually: 80), numbers.at(1, usually: 20))
        let picture = try SyntheticPhoto.png(width: 1_920, height: 1_080)
        let folder = FolderPath.ofBenchmark(name)
        defer { try? FileManager.default.removeItem(atPath: folder.shown) }
        Report.line("1920 x 1080 pixels to \(columns) columns, fastest of \(rounds) rounds")
        for kind in kinds {
            let art = ArtOptions(columns: columns)
            let times = try AsyncRunner.answer { await CacheTimes(picture, art, kind, rounds, in: folder) }
            Report.line(times.line(kind))
        }
    }
}

/// The shortest times of rendering a file and of finding it in a cache.
private struct CacheTimes: Sendable {
    private var rendering = Duration.seconds(60)
    private var memory = Duration.seconds(60)
    private var disk = Duration.seconds(60)
    private var bytes = 0

    init(_ picture: [UInt8], _ art: ArtOptions, _ kind: OutputKind, _ rounds: Int, in folder: FolderPath) async {
        let renderer = PictureRenderer()
        let render: @Sendable () async -> [UInt8] = {
            let outputs = try? await renderer.render(
                .bytes(picture), art: art, outputs: [kind], caption: ArtCaption())
            return outputs?.first?.bytes ?? []
        }
        let place = UInt8(OutputKind.allCases.firstIndex(of: kind) ?? 0)
        guard let digest = Digest(bytes: [UInt8](repeating: place, count: 32)) else { return }
        let key = DiskCache.Key(picture: digest, recipe: digest)
        let onDisk = DiskCache(folder: folder, limit: 256 << 20)
        let inMemory = MemoryCache<DiskCache.Key, [UInt8]>(limit: 16 << 20) { $0.count }
        _ = await inMemory.value(key) { await onDisk.file(key, make: render) }
        for _ in 0..<rounds {
            rendering = min(rendering, await Self.time { bytes = await render().count })
            memory = min(memory, await Self.time { _ = await inMemory.value(key, make: render) })
            disk = min(disk, await Self.time { _ = await onDisk.file(key, make: render) })
        }
    }

    func line(_ kind: OutputKind) -> String {
        let milliseconds = Report.number(rendering / .milliseconds(1))
        func hit(_ time: Duration) -> String {
            "\(Report.number(time / .microseconds(1))) us, \(Report.number(rendering / time)) x faster"
        }
        return
            "\(kind.rawValue): \(bytes) bytes, rendered in \(milliseconds) ms; memory \(hit(memory)); disk \(hit(disk))"
    }

    private static func time(_ work: () async -> Void) async -> Duration {
        let clock = ContinuousClock()
        let start = clock.now
        await work()
        return clock.now - start
    }
}
