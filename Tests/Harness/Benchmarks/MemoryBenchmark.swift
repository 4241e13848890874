import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import PlatformSystem
import Rendering

/// Renders the worst known pictures of each format, each in a child process. Prints the memory estimate from the head,
/// the peak of that process and of its own children, and the outcome.
enum MemoryBenchmark: Benchmark {
    static let name = "memory"
    static let usage = "[LIMIT_BYTES=536870912 [COLUMNS=80]]"

    static func run(_ arguments: [String]) throws {
        if arguments.first == "--once" { return try once(Array(arguments.dropFirst())) }
        let numbers = try IntegerArguments(arguments, atLeast: [1 << 20, 10])
        let limit = numbers.at(0, usually: Int(PictureLimits().memory))
        let columns = numbers.at(1, usually: ArtOptions().columns)
        let folder = FolderPath.temporary
        let temporary = try FileDescriptor.folder(folder)
        Report.line(
            "limit \(limit >> 20) MiB, \(columns) columns; the peak is resident memory of the process and its child")
        Report.line("picture | file | estimate | peak | outcome")
        for file in WorstPictures.all {
            let name = FileName("textify-bench-\(ProcessFacts.identifier)-\(file.name)")
            try temporary.write(file.bytes, to: name)
            let path = folder.appending(name).shown
            defer { _ = unlink(path) }
            try? PeakMemory.runChild([Self.name, "--once", path, file.what, "\(limit)", "\(columns)"])
        }
    }

    /// The child's part: renders one picture, then prints its own peak memory.
    private static func once(_ arguments: [String]) throws {
        let number = open(arguments[0], O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw FileFailure.failed(code: Errno(errno)) }
        let file = FileDescriptor(adopting: number)
        let limits = PictureLimits(memory: Int64(arguments[2]) ?? PictureLimits().memory)
        let art = ArtOptions(columns: Int(arguments[3]) ?? 80)
        let outcome: String
        do throws(PictureFailure) {
            let made = try Conversion(art: art, outputs: [.ansi], limits: limits, isLenient: true)
                .run(.descriptor(file.number))
            outcome = made.damage.map { "rendered with damage: \($0)" } ?? "rendered"
        } catch {
            outcome = "rejected: \(error)"
        }
        let peak = try PeakMemory.kibibytes() >> 10
        var children = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &children)
        var about = stat()
        fstat(file.number, &about)
        let child = children.ru_maxrss > 0 ? " + \(children.ru_maxrss >> 10)" : ""
        Report.line(
            "\(arguments[1]) | \(about.st_size >> 10) KiB | \(estimate(file.number)) | \(peak)\(child) MiB | \(outcome)"
        )
    }

    /// The estimate of the decoder alone, regardless of the limit.
    private static func estimate(_ descriptor: Int32) -> String {
        let limits = PictureLimits(memory: 1 << 40)
        guard let info = try? PictureDecoder.inspect(.descriptor(descriptor), limits: limits) else { return "more" }
        return "\(info.memory >> 20) MiB"
    }
}

/// Small files that demand much memory: the worst head of each format, followed by just enough pixels that the memory
/// is really touched.
enum WorstPictures {
    struct File {
        let name: String
        let what: String
        let bytes: [UInt8]
    }

    static var all: [File] {
        [
            File(
                name: "wide-1-bit.png", what: "PNG, 299,000,000 x 1 at 1 bit",
                bytes: png(299_000_000, 1, 1, 0, row: 37_375_000)),
            File(
                name: "wide.png", what: "PNG, 40,000,000 x 1, RGBA", bytes: png(40_000_000, 1, 8, 6, row: 160_000_000)),
            File(
                name: "interlaced.png", what: "PNG, 8000 x 8000, RGBA, interlaced",
                bytes: png(8_000, 8_000, 8, 6, isInterlaced: true, row: 64_000_000)),
            File(
                name: "progressive.jpg", what: "JPEG, 8000 x 8000, progressive, 4:4:4",
                bytes: jpeg(8_000, 8_000, components: 3)),
            File(
                name: "ink.jpg", what: "JPEG, 8000 x 8000, progressive, 4 inks",
                bytes: jpeg(8_000, 8_000, components: 4)),
            File(name: "woven.gif", what: "GIF, 65,535 x 970, interlaced", bytes: gif(65_535, 970)),
            File(name: "held.webp", what: "WebP, lossless, 8000 x 8000", bytes: lossless(8_000, 8_000)),
            File(name: "less.webp", what: "WebP, lossless, 7000 x 7000", bytes: lossless(7_000, 7_000)),
            File(
                name: "strip.tif", what: "TIFF, 8000 x 8000, one strip", bytes: tiff(8_000, 8_000, samples: 1, tags: 0)),
            File(
                name: "tags.tif", what: "TIFF, a thousand tags of one megabyte",
                bytes: tiff(8, 8, samples: 1, tags: 1_000)),
            File(name: "wide.bmp", what: "BMP, 299,000,000 x 1 at 1 bit", bytes: bmp(299_000_000, 1)),
            File(name: "less.bmp", what: "BMP, 100,000,000 x 1 at 1 bit", bytes: bmp(100_000_000, 1)),
            File(name: "wide.pbm", what: "PNM, 299,000,000 x 1 at 1 bit", bytes: pbm(299_000_000, 1)),
            File(name: "less.pbm", what: "PNM, 100,000,000 x 1 at 1 bit", bytes: pbm(100_000_000, 1)),
            File(name: "head.avif", what: "AVIF, 7500 x 8000 in its head", bytes: avif(7_500, 8_000)),
        ]
    }

    private static func big(_ number: Int, _ bytes: Int = 4) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private static func little(_ number: Int, _ bytes: Int = 4) -> [UInt8] { big(number, bytes).reversed() }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        var sum = UInt32.max
        for byte in named {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(body.count) + named + big(Int(~sum))
    }

    /// Makes a PNG with `row` zero bytes of pixel data behind its head.
    private static func png(
        _ width: Int, _ height: Int, _ depth: UInt8, _ color: UInt8, isInterlaced: Bool = false, row: Int
    ) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", big(width) + big(height) + [depth, color, 0, 0, isInterlaced ? 1 : 0])
            + chunk("IDAT", zeroes(row + 1)) + chunk("IEND", [])
    }

    private static func jpeg(_ width: Int, _ height: Int, components: Int) -> [UInt8] {
        let numbers = 1...UInt8(components)
        let table: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
        let frame =
            [0xFF, 0xC2] + big(8 + 3 * components, 2) + [8] + big(height, 2) + big(width, 2) + [UInt8(components)]
            + numbers.flatMap { [$0, 0x11, 0] }
        let codes: [UInt8] = [0xFF, 0xC4, 0, 20, 0, 1] + [UInt8](repeating: 0, count: 15) + [0]
        let scan =
            [0xFF, 0xDA] + big(6 + 2 * components, 2) + [UInt8(components)] + numbers.flatMap { [$0, 0] } + [0, 0, 0]
        return [0xFF, 0xD8] + table + frame + codes + scan + [0, 0, 0xFF, 0xD9]
    }

    private static func gif(_ width: Int, _ height: Int) -> [UInt8] {
        Array("GIF89a".utf8) + little(width, 2) + little(height, 2) + [0x80, 0, 0] + [0, 0, 0, 255, 255, 255] + [
            0x2C, 0, 0, 0, 0,
        ]
            + little(width, 2) + little(height, 2) + [0x40, 2, 2, 0x4C, 1, 0, 0x3B]
    }

    /// Makes a lossless WebP of a single colour. Pixels take no bits, because every prefix code has one symbol.
    private static func lossless(_ width: Int, _ height: Int) -> [UInt8] {
        let size = UInt64(width - 1) | UInt64(height - 1) << 14
        // No transform, no colour cache, no code groups, then five simple codes of one 1-bit symbol each.
        var (bits, count) = (size, UInt64(32))
        var body: [UInt8] = [0x2F]
        let rest: [(UInt64, UInt64)] = [(0, 1), (0, 1), (0, 1)] + [(UInt64, UInt64)](repeating: (0b0001, 4), count: 5)
        var pending: [UInt8] = []
        for (value, length) in rest {
            bits |= value << count
            count += length
        }
        for shift in stride(from: 0, to: 64, by: 8) { pending.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        body += pending + [UInt8](repeating: 0, count: 16)
        if body.count % 2 == 1 { body.append(0) }
        return Array("RIFF".utf8) + little(body.count + 12) + Array("WEBPVP8L".utf8) + little(body.count) + body
    }

    private static func tiff(_ width: Int, _ height: Int, samples: Int, tags: Int) -> [UInt8] {
        let pixels = zeroes(width * height * samples)
        let filling = tags > 0 ? [UInt8](repeating: 0, count: 1 << 20) : []
        var body = pixels + filling
        if body.count % 2 == 1 { body.append(0) }
        let fields: [(Int, Int, Int, Int)] =
            [
                (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1), (273, 4, 1, 8),
                (277, 3, 1, samples), (278, 4, 1, height), (279, 4, 1, pixels.count),
            ] + (0..<tags).map { (40_000 + $0, 7, 1 << 20, 8) }
        let entries = fields.flatMap { little($0.0, 2) + little($0.1, 2) + little($0.2) + little($0.3) }
        return Array("II*\0".utf8) + little(8 + body.count) + body + little(fields.count, 2) + entries + little(0)
    }

    private static func bmp(_ width: Int, _ height: Int) -> [UInt8] {
        let head = little(40) + little(width) + little(height) + little(1, 2) + little(1, 2) + little(0, 24)
        let pixels = [UInt8](repeating: 0, count: (width + 31) / 32 * 4)
        return Array("BM".utf8) + little(0) + little(0) + little(62) + head + little(0) + little(0xFF_FFFF) + pixels
    }

    private static func pbm(_ width: Int, _ height: Int) -> [UInt8] {
        Array("P4 \(width) \(height)\n".utf8) + [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    }

    /// Makes an AVIF of 32 x 32 pixels whose head claims another size.
    private static func avif(_ width: Int, _ height: Int) -> [UInt8] {
        let text =
            "AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aW"
            + "YAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAIEAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29s"
            + "b3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAACAAAAAgAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAAABNjb2xybmNseAABAA"
            + "0AAIAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAIltZGF0EgAKCDgRP/YQENACMnMQAACG9vDGPN9udFxZ+6cJ1w8DZDZBQCx2Yg3QXNgZFfUD"
            + "L80z1YllrKbOfFm13m2y0V7HPIRr3iYPVe7rHn5qpFdZSBU+H0EIIZtydm/8DWo6XAITHUX0wnQqtqUQBTPyErVsZJOy9JAHayN4ioLCAV/0"
        var bytes = Array(Data(base64Encoded: text) ?? Data())
        let name = Array("ispe".utf8)
        guard let place = bytes.indices.first(where: { bytes[$0...].starts(with: name) }) else { return [] }
        bytes.replaceSubrange(place + 8..<place + 16, with: big(width) + big(height))
        return bytes
    }

    private typealias Compress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>, UInt, Int32
        ) -> Int32

    /// Deflates `count` zero bytes with zlib. Empty if zlib can't be loaded.
    private static func zeroes(_ count: Int) -> [UInt8] {
        guard let library = dlopen("libz.so.1", RTLD_NOW), let symbol = dlsym(library, "compress2") else { return [] }
        let compress = unsafeBitCast(symbol, to: Compress.self)
        let bytes = [UInt8](repeating: 0, count: count)
        var packed = [UInt8](repeating: 0, count: count / 100 + 1_024)
        var size = UInt(packed.count)
        guard compress(&packed, &size, bytes, UInt(count), 9) == 0 else { return [] }
        return Array(packed.prefix(Int(size)))
    }
}
