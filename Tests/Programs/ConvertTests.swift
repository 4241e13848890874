import Domain
import Glibc
import Testing

@Suite("textify convert", .ownThread)
struct ConvertTests {
    @Test("piped output equals the service's text output byte for byte")
    func sameAsService() throws {
        let service = try Service("settle.picture = \"0s\"\noutputs = [\"txt\"]")
        let pictures = [("ramp.png", try Pictures.ramp()), ("bars.png", try Pictures.numbered(0x5A3C))]
        for (name, bytes) in pictures {
            try service.drop(name, bytes)
            try service.keep(name, bytes)
        }
        #expect(try service.start("--once").ending() == .code(0))
        for (name, _) in pictures {
            let program = try convert(service.kept(name))
            #expect(try program.ending() == .code(0), "\(program.log)")
            #expect(!program.output.isEmpty)
            #expect(try program.output == service.bytes(FileName(name).stem.shown + ".txt", in: service.outbox))
        }
    }

    @Test("--score prints the score to standard error and does not change the art")
    func score() throws {
        let service = try Service()
        try service.keep("ramp.png", try Pictures.ramp())
        let plain = try convert(service.kept("ramp.png"))
        let measured = try convert("--score", service.kept("ramp.png"))
        #expect(try plain.ending() == .code(0) && measured.ending() == .code(0))
        #expect(plain.output == measured.output && plain.log.isEmpty)
        #expect(measured.log.count == 1, "\(measured.log)")
        #expect(measured.log[0].contains(/ramp.png: [0-9]+ of 100$/), "\(measured.log)")
        let full = try convert("--score=full", service.kept("ramp.png"))
        #expect(try full.ending() == .code(0) && full.output == plain.output)
        #expect(full.log[0].hasPrefix(measured.log[0] + " (ms_ssim 0.") && full.log[0].contains(", tone_skill "))
        #expect(full.log[1] == "charset ascii, look tone: letters are clearest with faithful tones")
    }

    @Test("an invalid command line exits with 64 and suggests a correction")
    func usage() throws {
        let stranger = try convert("--colums", "20", "picture.png")
        #expect(try stranger.ending() == .code(64))
        #expect(stranger.log == ["textify: convert: unknown option --colums. Did you mean --columns?"])
        let nothing = try convert()
        #expect(try nothing.ending() == .code(64))
        #expect(nothing.log.count == 1)
        let command = try Program("textify", ["convertt"], home: "/nonexistent")
        #expect(try command.ending() == .code(64))
        #expect(command.log == ["textify: convertt: there is no such command or file; did you mean convert?"])
        #expect(stranger.output + nothing.output + command.output == [])
    }

    @Test("a file that is not a picture exits with 65, a missing one with 66")
    func data() throws {
        let service = try Service()
        try service.keep("text.png", Array("a boat".utf8))
        let text = try convert(service.kept("text.png"))
        #expect(try text.ending() == .code(65))
        #expect(
            text.log == [
                "textify: \(service.kept("text.png")) is not a picture: its first bytes match no picture format. Save it as PNG or JPEG."
            ])
        let missing = try convert(service.kept("nothing.png"))
        #expect(try missing.ending() == .code(66))
        #expect(missing.log.count == 1)
        #expect(text.output + missing.output == [])
    }

    @Test("a folder is refused with advice; a socket and a device are refused")
    func noFile() throws {
        let service = try Service()
        let root = service.root.shown
        for (said, all) in [(root, root + "/*"), (root + "/", root + "/*")] {
            let folder = try convert(said)
            #expect(try folder.ending() == .code(66))
            #expect(folder.log == ["textify: \(said) is a folder. Name a file in it, or \(all) for all of them."])
            #expect(folder.output == [])
        }
        try service.drop(FileName("hidden.sock")) { mknod($0, S_IFSOCK | 0o600, 0) }
        let socket = try convert(service.inbox.shown + "/hidden.sock")
        #expect(try socket.ending() == .code(66))
        #expect(socket.log.count == 1 && socket.log[0].contains("a socket or a device"), "\(socket.log)")
        for path in ["/dev/null", "/dev/zero"] {
            let device = try convert(path)
            #expect(try device.ending() == .code(65))
            #expect(device.log.count == 1 && device.log[0].contains("is not a picture"), "\(device.log)")
        }
    }

    @Test("a FIFO is read like a file")
    func fifo() throws {
        let service = try Service()
        try service.keep("ramp.png", try Pictures.ramp())
        let plain = try convert(service.kept("ramp.png"))
        let pipe = service.kept("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let piped = try convert(pipe)
        let writer = try Program(
            "/bin/sh", ["-c", "cat \"$1\" > \"$2\"", "sh", service.kept("ramp.png"), pipe], home: "/nonexistent")
        #expect(try writer.ending() == .code(0))
        #expect(try plain.ending() == .code(0) && piped.ending() == .code(0), "\(piped.log)")
        #expect(plain.output == piped.output)
    }

    @Test("a truncated picture is shown as far as possible, with a warning")
    func truncated() throws {
        let service = try Service()
        let picture = try Pictures.grain()
        try service.keep("half.png", Array(picture.prefix(picture.count / 2)))
        let program = try convert(service.kept("half.png"))
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(program.log.count == 1 && program.log.first?.contains("shown as far as possible") == true)
        #expect(!program.output.isEmpty)
    }

    @Test("a corrupt picture is shown and reported, and the exit code is 65, alone or among others")
    func wrong() throws {
        let service = try Service()
        var picture = try Pictures.ramp()
        // The last byte of the pixel data's CRC, before the twelve bytes of the IEND chunk.
        picture[picture.count - 13] ^= 1
        try service.keep("wrong.png", picture)
        try service.keep("ramp.png", try Pictures.ramp())
        let whole = try convert(service.kept("ramp.png"))
        #expect(try whole.ending() == .code(0))
        let one = try convert(service.kept("wrong.png"))
        #expect(try one.ending() == .code(65))
        #expect(one.log.count == 1 && one.log[0].contains("wrong.png is damaged"), "\(one.log)")
        #expect(one.output == whole.output)
        let both = try convert(service.kept("wrong.png"), service.kept("ramp.png"))
        #expect(try both.ending() == .code(65))
        #expect(both.output == whole.output + whole.output && both.log.count == 1)
    }

    @Test("a damaged or incomplete picture without a single readable pixel is refused")
    func nothing() throws {
        let service = try Service()
        let picture = try Pictures.ramp()
        var header = picture
        header[29] ^= 1
        try service.keep("header.png", header)
        try service.keep("cut.png", Array(picture.prefix(34)))
        for (name, said) in [("header.png", "is damaged"), ("cut.png", "is incomplete")] {
            let program = try convert(service.kept(name))
            #expect(try program.ending() == .code(65))
            #expect(program.output.isEmpty && program.log.count == 1)
            #expect(program.log[0].hasPrefix("textify: \(service.kept(name)) \(said)"), "\(program.log)")
        }
    }

    @Test(
        "a pixel format is piped unchanged for one picture and refused for several",
        arguments: [("png", [0x89, 0x50]), ("bmp", [0x42, 0x4D])] as [(String, [UInt8])])
    func pixels(format: String, magic: [UInt8]) throws {
        let service = try Service()
        try service.keep("ramp.png", try Pictures.ramp())
        let piped = try convert("--format", format, service.kept("ramp.png"))
        #expect(try piped.ending() == .code(0) && piped.log.isEmpty, "\(piped.log)")
        let file = service.outbox.shown + "/art." + format
        let filed = try convert("-o", file, service.kept("ramp.png"))
        #expect(try filed.ending() == .code(0), "\(filed.log)")
        #expect(piped.output.starts(with: magic))
        #expect(try piped.output == service.bytes("art." + format, in: service.outbox))
        let several = try convert("--format", format, service.kept("ramp.png"), service.kept("ramp.png"))
        #expect(try several.ending() == .code(64) && several.output.isEmpty)
        #expect(several.log == ["textify: convert: \(format) can't be concatenated; name a folder with -o"])
    }

    private func convert(_ arguments: String...) throws -> Program {
        try Program("textify", ["convert"] + arguments, home: "/nonexistent")
    }
}
