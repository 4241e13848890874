import Domain
import FoundationEssentials
import TestPictures
import Testing

@Suite("Picture formats", .ownThread)
struct FormatTests {
    private static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    private static let webp = bytes("UklGRiwAAABXRUJQVlA4TB8AAAAvE8ACALmM6H/sovDR/4CQgDDC/72aOgzTEBMAXOoaAA==")

    private static let gif = bytes(
        """
        R0lGODdhFAAMAIUAALTc+MDI8tK08NjPBNKg466gzpDc45DI1nLSy4S0woSgtVTcwFTIszbSqEi0nxLcmhLIjRK0gEigkhKgc9KM1tJ4ya6C\
        utJkvK5kp5CMr5B4onKCl4RkjlSMjFR4fzaCdEhkaxKMZhJ4WRJkTNJQr9I8oq5Gk9Iola4ogJBQiJA8e3JGcIQoZ9IUiNIAe64KbJAUYZAA\
        VHIKSVRQZVQ8WDZGTUgoRBJQPxI8MhIoJVQUPlQAMTYKJhIUGBIACwAAACwAAAAAFAAMAAAIxAB9CPTBg8eOgzJkxFj4oqGLhz0i9iioo2JC\
        GBgbttjYIofHHDZC2qDBoiQLFChRnFiJoyWOGjVoyFyxQoVNEzhL6LzB8wbMGUBpphiKk4RREiOSjgDBFIQHDlA5YJiK4YJVEVhFfPjgoeuG\
        DRrCWhhboWyIsyG2dlj7NYPbsRTiUphAd4KEu3cV6FVQoG8BAoAjCI7goLADBgkSJzjQV4BjARAiQ2jQgIFlBAgOaD4QoPOAAQ9CP6C8oDRm\
        A6gBqP48ICAAOw==
        """)

    /// 4 × 4 pixels, from black to white.
    private static let pixmap = Array("P2 4 4 15 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n".utf8)

    /// The start of a TGA file, and an SVG drawing behind a long comment.
    private static let targa: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0, 1, 2, 3, 4, 5, 6]
    private static let drawing = Array(
        "<?xml version='1.0'?><!-- \(String(repeating: "drawn ", count: 50)) --><svg width='1' height='1'/>".utf8)

    @Test("a known but unsupported format is named, with a command that converts it")
    func known() throws {
        let service = try Service("settle.picture = \"0s\"\nsettle.prompt = \"0s\"")
        try service.drop("a.tga", Self.targa)
        try service.drop("b.svg", Self.drawing)
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        #expect(program.log.contains { $0.contains("a.tga is in TGA format") && $0.contains("magick") })
        #expect(program.log.contains { $0.contains("b.svg is in SVG format") && $0.contains("rsvg-convert") })
    }

    @Test("a dropped moving picture is delivered as the moving files that its folder lists, and the rest as stills")
    func moving() throws {
        let service = try Service(
            """
            settle = { picture = "0s" }
            outputs = ["txt", "cast", "art.gif", "play.html"]
            art = { columns = 16, fps = 60, loop = 2 }
            """)
        try service.drop("film.gif", GIFMaker.film(frames: 4))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        let names = ["film.art.gif", "film.cast", "film.json", "film.play.html", "film.txt"]
        #expect(try service.names(service.outbox) == names)
        #expect(try service.text("film.cast", in: service.outbox).components(separatedBy: "?2026h").count == 5)
        #expect(try service.text("film.play.html", in: service.outbox).contains("[400]]"))
        #expect(try !service.text("film.txt", in: service.outbox).contains("\u{1B}"))
    }

    @Test("a supported format is delivered whatever its extension, and convert gives the same art")
    func delivered() throws {
        let service = try Service("settle.picture = \"0s\"\noutputs = [\"txt\", \"picture\"]")
        let pictures = [
            ("sea.webp", Self.webp), ("moon.gif", Self.gif), ("odd.png", Self.webp), ("grey.ppm", Self.pixmap),
        ]
        for (name, bytes) in pictures {
            try service.drop(name, bytes)
            try service.keep(name, bytes)
        }
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        for (name, bytes) in pictures {
            let stem = FileName(name).stem.shown
            let converted = try Program("textify", ["convert", service.kept(name)], home: "/nonexistent")
            #expect(try converted.ending() == .code(0), "\(converted.log)")
            #expect(
                try !converted.output.isEmpty && converted.output == service.bytes(stem + ".txt", in: service.outbox))
            let kept = try service.names(service.outbox).filter { $0.hasPrefix(stem + ".picture.") }
            #expect(kept == [stem + ".picture." + (name == "odd.png" ? "webp" : FileName(name).ending)])
            #expect(try service.bytes(kept[0], in: service.outbox) == bytes)
        }
    }
}
