import Domain
import Glibc
import PlatformSystem
import Testing

/// The programs with files in `conf.d`.
@Suite("Folder of the configuration", .ownThread)
struct ConfigurationFolderTests {
    private let service: Service

    init() throws {
        service = try Service()
        try FileDescriptor.makeFolder(service.root.appending("conf.d"))
    }

    private func write(_ name: String, _ text: String) throws {
        try FileDescriptor.folder(service.root.appending("conf.d")).replace(FileName(name), with: Array(text.utf8))
    }

    @Test("--check reports the mistakes of all files, and what a start would refuse, at its own place")
    func check() throws {
        let root = service.root.shown
        try write("10-a.toml", "[log]\nlevel = 7\n")
        try write("20-b.toml", "[[watch]]\nname = \"inbox\"\noutbos = \"x\"\n")
        let mistaken = try service.start("--check")
        #expect(try mistaken.ending() == .code(78))
        #expect(mistaken.log.count == 2, "\(mistaken.log)")
        #expect(mistaken.log[0].contains(root + "/conf.d/10-a.toml:2:9: log.level: "), "\(mistaken.log)")
        #expect(mistaken.log[1].contains(root + "/conf.d/20-b.toml:3:1: watch[0].outbos: "), "\(mistaken.log)")

        try write("10-a.toml", "")
        try write("20-b.toml", "\n[[watch]]\nname = \"inbox\"\noutbox = \"textifyd.toml\"\n")
        let refused = try service.start("--check")
        #expect(try refused.ending() == .code(73))
        #expect(
            refused.log.contains { $0.contains(root + "/conf.d/20-b.toml:4: watch[0].outbox: ") }, "\(refused.log)")

        try write("20-b.toml", "")
        let valid = try service.start("--check")
        #expect(try valid.ending() == .code(0), "\(valid.log)")
    }

    @Test("config show names the file and line of each value")
    func show() throws {
        try write("10-a.toml", "[[watch]]\nname = \"inbox\"\nart.columns = 12\n")
        let file = service.root.shown + "/conf.d/10-a.toml"
        func show(_ option: String) throws -> Reply {
            try service.reply(
                Program(
                    "textify", ["config", "show", option, "--config", service.root.shown + "/textifyd.toml"],
                    home: service.root.shown))
        }
        let lines = try show("--origin").lines
        #expect(lines.contains("# " + file))
        #expect(lines.contains { $0.hasPrefix("columns = 12 ") && $0.hasSuffix("# \(file):3") }, "\(lines)")
        let json = try show("--json")
        #expect(json.output.contains(#""file":"\#(file)""#) || json.output.contains(#""file" : "\#(file)""#), "\(json)")
    }

    @Test("SIGHUP reads the files again; a broken one changes nothing")
    func reload() throws {
        let program = try service.serve()
        try write("10-a.toml", "[[watch]]\nname = \"inbox\"\nart.columns = \"x\"\n")
        program.send(SIGHUP)
        let complaint = try program.wait(for: " reload_failed: ")
        #expect(complaint.contains("/conf.d/10-a.toml:3:"))
        try write("10-a.toml", "[[watch]]\nname = \"inbox\"\nart.columns = 12\n")
        program.send(SIGHUP)
        try program.wait(for: " started: ")
        try service.drop("a.png", Pictures.ramp())
        try program.wait(for: " job_done: ")
        #expect(try service.text("a.txt", in: service.outbox).split(separator: "\n").first?.count == 12)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }
}
