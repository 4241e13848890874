import Domain
import PlatformSystem
import Testing

@Suite("textify convert with several pictures", .ownThread)
struct ConvertManyTests {
    @Test("several pictures are written to a folder under their names, and equal names are numbered")
    func folder() throws {
        let service = try Service()
        for name in ["a.png", "b.png"] { try service.keep(name, try Pictures.ramp()) }
        try service.keep("a.jpg", Pictures.jpeg)
        let names = ["a.png", "b.png", "a.jpg"].map { service.kept($0) }
        let program = try convert(names + ["-o", service.outbox.shown + "/", "--format", "svg"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(program.output.isEmpty && program.log == [])
        for name in ["a.svg", "b.svg", "a (2).svg"] {
            #expect(try service.bytes(name, in: service.outbox).starts(with: Array("<svg ".utf8)))
        }
    }

    @Test(
        "each unreadable picture is one error line, the others are shown in order, and the worst error is the exit code"
    )
    func worst() throws {
        let service = try Service()
        try service.keep("one.png", try Pictures.ramp())
        try service.keep("two.png", try Pictures.numbered(0x5A3C))
        try service.keep("text.png", Array("a boat".utf8))
        let one = try convert([service.kept("one.png")])
        let two = try convert([service.kept("two.png")])
        #expect(try one.ending() == .code(0) && two.ending() == .code(0))
        let names = ["one.png", "text.png", "none.png", "two.png", "one.png"].map { service.kept($0) }
        let program = try convert(names)
        #expect(try program.ending() == .code(66))
        #expect(program.output == one.output + two.output + one.output)
        #expect(program.log.count == 2)
        #expect(program.log.first?.contains("text.png is not a picture") == true)
        #expect(program.log.last?.contains("none.png does not exist") == true)
    }

    @Test("conflicting options are refused in one sentence before any work is done")
    func usage() throws {
        let service = try Service()
        try service.keep("a.png", try Pictures.ramp())
        let a = service.kept("a.png")
        for (words, code, said) in [
            ([a, a, "-o", service.root.shown + "/x.txt"], 64, "can't be written to one file"),
            ([a, a, "--format", "png"], 64, "can't be concatenated"), (["-", "-"], 64, "given twice"),
            ([a, a, "--copy"], 64, "one picture"), ([a, "-o", a], 64, "overwrite itself"),
            ([a, "--format", "avi"], 64, "avi"),
            ([a, "--preset", "irk"], 64, "Did you mean irc?"),
            ([a, "-o", a + "/none/"], 73, "a.png"),
            ([a, "--bytes", "256", "--format", "html"], 65, "the limit is 256"), ([a, "--depth", "3"], 64, "depth"),
        ] as [([String], Int32, String)] {
            let program = try convert(words)
            #expect(try program.ending() == .code(code), "\(words)")
            #expect(program.log.count == 1 && program.log.first?.contains(said) == true, "\(program.log)")
            #expect(program.output.isEmpty)
        }
    }

    @Test("the output's extension selects the format over a preset's, and --format over the extension")
    func endings() throws {
        let service = try Service()
        try service.keep("a.png", try Pictures.ramp())
        for (name, options, start) in [
            ("a.svg", [], "<svg "), ("a.html", [], "<!DOCTYPE"), ("a.json", [], "{\"engine\""),
            ("a.png", [], "\u{89}PNG"),
            ("b.svg", ["-p", "irc"], "<svg "), ("b.txt", ["-p", "discord"], "```\n"), ("c.txt", ["-p", "eink"], nil),
            ("d.svg", ["-f", "bbcode"], "[font="),
        ] as [(String, [String], String?)] {
            let program = try convert([service.kept("a.png"), "-o", service.outbox.shown + "/" + name] + options)
            #expect(try program.ending() == .code(0), "\(name): \(program.log)")
            let bytes = try service.bytes(name, in: service.outbox)
            if let start {
                let wanted = start.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
                #expect(bytes.starts(with: wanted), "\(name)")
            }
        }
    }

    @Test("a user's preset applies, options override it, and a mistake in it is reported with its place")
    func presets() throws {
        let service = try Service()
        try service.keep("a.png", try Pictures.ramp())
        let folder = service.root.shown + "/config"
        let file = try service.keepPresets("[presets.mine]\nformat = \"svg\"\ncolumns = 12\n")
        let home = ["XDG_CONFIG_HOME=" + folder]
        let mine = try convert([service.kept("a.png"), "-p", "mine"], home)
        #expect(try mine.ending() == .code(0), "\(mine.log)")
        #expect(String(decoding: mine.output, as: UTF8.self).contains("text art of 12 by 6"))
        let wider = try convert([service.kept("a.png"), "-p", "mine", "--columns", "20"], home)
        #expect(try wider.ending() == .code(0))
        #expect(String(decoding: wider.output, as: UTF8.self).contains("text art of 20 by 10"))
        _ = try service.keepPresets("[presets.mine]\ncolums = 12\n")
        let wrong = try convert([service.kept("a.png"), "-p", "mine"], home)
        #expect(try wrong.ending() == .code(78))
        #expect(
            wrong.log.count == 1 && wrong.log.first?.contains("\(file):2:1: presets.mine.colums") == true,
            "\(wrong.log)")
    }

    @Test("the e-paper preset produces the exact size and bit depth")
    func eink() throws {
        let service = try Service()
        try service.keep("a.png", try Pictures.ramp())
        let program = try convert([service.kept("a.png"), "-p", "eink", "--pixels", "296x128", "--depth", "2"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(Array(program.output[16..<26]) == [0, 0, 1, 40, 0, 0, 0, 128, 2, 0])
    }

    private func convert(_ arguments: [String], _ variables: [String] = []) throws -> Program {
        try Program("textify", ["convert"] + arguments, home: "/nonexistent", variables: variables)
    }
}

extension Service {
    /// Writes the presets file below `config` and returns its path.
    fileprivate func keepPresets(_ text: String) throws -> String {
        let folder = root.appending("config").appending("textify")
        for part in [root.appending("config"), folder] { try? FileDescriptor.makeFolder(part) }
        try FileDescriptor.folder(folder).replace(FileName("textify.toml"), with: Array(text.utf8))
        return folder.shown + "/textify.toml"
    }
}
