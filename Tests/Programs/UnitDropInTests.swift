import BackendKinds
import Configuration
import Domain
import Glibc
import PlatformSystem
import Testing
import Words

@testable import textify

/// `textify doctor --unit`.
@Suite("Drop-in for the unit", .ownThread)
struct UnitDropInTests {
    private static let mounts = MountTable(
        mounts: """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            30 22 0:27 / /mnt/with\\040space rw - nfs4 nas:/x rw
            31 22 0:28 / /home rw - ext4 /dev/sda2 rw

            """,
        known: "# <file system>\n//nas/scans /mnt/scans cifs noauto 0 0\nUUID=1 none swap sw 0 0\n")

    private static func settings(_ text: String) throws -> Settings {
        try Settings.read(
            Array(text.utf8), file: "/etc/textifyd/textifyd.toml", kinds: backendDescriptions,
            environment: UnitDropIn.environment, folder: "/")
    }

    private static func dropIn(_ text: String) throws -> UnitDropIn {
        UnitDropIn(try settings(text), mounts: mounts) { $0 == "/srv/textifyd/link" ? "/data/linked" : $0 }
    }

    private static func lines(_ dropIn: UnitDropIn) -> [String] {
        (dropIn.text(Wording(.english)) ?? "").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    private static func watch(_ path: String, _ outbox: String, _ more: String = "") -> String {
        let quoted = [path, outbox].map { FieldValue(.text($0)).toml }
        return "[[watch]]\npath = \(quoted[0])\noutbox = \(quoted[1])\n\(more)\n"
    }

    @Test("the sample's folders need none")
    func none() throws {
        let dropIn = try Self.dropIn(Self.watch("/srv/textifyd/inbox", "/srv/textifyd/outbox"))
        #expect(dropIn.isEmpty && dropIn.text(Wording(.english)) == nil)
        #expect(UnitDropIn([.init(path: "/var/lib/textifyd/x", isWritten: true)], mounts: Self.mounts).isEmpty)
    }

    @Test("folders elsewhere are opened, once, and their mounts waited for, also when they are not there now")
    func elsewhere() throws {
        let dropIn = try Self.dropIn(
            "[service]\nstate = \"/data/state\"\n" + Self.watch("/mnt/scans/in", "/mnt/with space/out")
                + Self.watch("/srv/textifyd/link", "/data/art", "failed = \"/data/art/failed\"\narchive = \"/old\""))
        #expect(
            Self.lines(dropIn) == [
                "[Unit]", "RequiresMountsFor=/mnt/scans/in", "RequiresMountsFor=\"/mnt/with space/out\"", "[Service]",
                "ReadWritePaths=-/data/art", "ReadWritePaths=-/data/linked", "ReadWritePaths=-/data/state",
                "ReadWritePaths=-/mnt/scans/in", "ReadWritePaths=\"-/mnt/with space/out\"", "ReadWritePaths=-/old",
            ])
    }

    @Test("an observed folder is only read; files of keys are shown where they are hidden")
    func observed() throws {
        let dropIn = try Self.dropIn(
            Self.watch("/data/pictures", "/srv/textifyd/out", "source = \"observe\"")
                + Self.watch("/home/kim/pictures", "/home/kim/art", "source = \"observe\"\nname = \"b\"")
                    + """
                    [backends.studio]
                    type = "openai"
                    base_url = "http://127.0.0.1:1/v1"
                    model = "m"
                    api_key = { file = "/root/key" }
                    ca_file = "/etc/ssl/own.pem"

                    """)
        #expect(
            Self.lines(dropIn) == [
                "[Unit]", "RequiresMountsFor=/home/kim/art", "RequiresMountsFor=/home/kim/pictures", "[Service]",
                "ProtectHome=tmpfs", "BindPaths=-/home/kim/art", "BindReadOnlyPaths=-/home/kim/pictures",
                "BindReadOnlyPaths=-/root/key",
            ])
    }

    @Test("below /tmp folders are shown, and home folders stay hidden")
    func temporary() throws {
        let dropIn = try Self.dropIn(Self.watch("/tmp/in", "/homes/out"))
        #expect(
            Self.lines(dropIn) == ["[Service]", "ReadWritePaths=-/homes/out", "BindPaths=-/tmp/in"])
    }

    @Test("the comments say where it belongs and what to run")
    func instructions() throws {
        let text = try #require(try Self.dropIn(Self.watch("/data/in", "/data/out")).text(Wording(.english)))
        let head = text.split(separator: "\n").prefix { $0.hasPrefix("#") }
        #expect(head.contains { $0.hasSuffix("/etc/systemd/system/textifyd.service.d/50-folders.conf") })
        #expect(head.suffix(2).map { $0.drop { "# ".contains($0) } } == UnitDropIn.commands.map { $0[...] })
        #expect(try Self.dropIn(Self.watch("/data/in", "/data/out")).text(Wording(.korean)) != text)
    }

    private static let verifier = "/usr/bin/systemd-analyze"

    @Test("a path that no unit can contain is named in a comment, in one line, even if nothing else is to be opened")
    func controlCharacter() throws {
        for outbox in ["/mnt/o", "/srv/textifyd/outbox"] {
            let text = try #require(Self.dropIn(Self.watch("/mnt/a\nb", outbox)).text(Wording(.english)))
            #expect(
                text.split(separator: "\n").count { $0.hasPrefix("# Not opened") && $0.hasSuffix("Rename it.") } == 1)
            #expect(text.contains("ReadWritePaths=") == (outbox == "/mnt/o") && !text.contains("\nb"))
        }
    }

    @Test("systemd reads every path as it is", .enabled(if: access(verifier, X_OK) == 0))
    func verified() throws {
        let service = try Service()
        let names = ["a b", "50% off", "q\"uo'te", "back\\slash", "col:on", "한글 폴더", "semi;#$x", "~tilde*"]
        let text =
            names.map { Self.watch("/data/" + $0, "/home/kim/" + $0, "name = " + FieldValue(.text($0)).toml) }
            .joined()
        let dropIn = UnitDropIn(
            try Self.settings(text), mounts: MountTable(mounts: "1 1 0:1 / /data rw"), resolve: { $0 })
        let unit = try #require(dropIn.text(Wording(.english))) + "ExecStart=/bin/true\n"
        try FileDescriptor.folder(service.root).replace(FileName("textifyd.service"), with: Array(unit.utf8))
        let program = try Program(
            Self.verifier, ["verify", service.root.shown + "/textifyd.service"], home: service.root.shown,
            variables: ["SYSTEMD_LOG_LEVEL=debug", "SYSTEMD_LOG_TARGET=console"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        let lines =
            (String(decoding: program.output, as: UTF8.self).split(separator: "\n").map(String.init) + program.log)
            .map { $0.drop { $0 == "\t" || $0 == " " } }
        #expect(!lines.contains { $0.contains("textifyd.service:") && $0.contains("gnoring") }, "\(lines)")
        let opened = lines.first { $0.hasPrefix("ReadWritePaths:") }
        #expect(opened == "ReadWritePaths: " + names.sorted().map { "-/data/" + $0 }.joined(separator: " ")[...])
        for name in names {
            #expect(lines.contains { $0.hasPrefix("RequiresMountsFor: /data/\(name) ") }, "\(name)")
            let path = "/home/kim/" + name
            #expect(lines.contains { $0.hasPrefix("BindPaths: -\(path):\(path):rbind") }, "\(name)")
        }
    }

    @Test("the command prints the drop-in, a sentence if none is needed, and the mistakes of a broken file")
    func command() throws {
        let service = try Service()
        func doctor(_ words: String...) throws -> Reply {
            try service.reply(
                Program(
                    "textify", ["doctor", "--unit", "--config", service.root.shown + "/textifyd.toml"] + words,
                    home: service.root.shown))
        }
        let needed = try doctor()
        #expect(needed.code == 0 && needed.lines.contains("[Service]"), "\(needed)")
        #expect(needed.output.contains("\nBindPaths=-\(service.inbox.shown)\n"), "\(needed)")
        let json = try doctor("--json")
        #expect(json.output.contains("50-folders.conf") && json.output.contains("drop_in"), "\(json)")
        try service.write(Self.watch("/srv/textifyd/in", "/srv/textifyd/out"))
        let unneeded = try doctor()
        #expect(unneeded.code == 0 && unneeded.lines.count == 1 && unneeded.output.contains("No drop-in"))
        try service.write("[[watch]]\npath = 1\n")
        let broken = try doctor()
        #expect(broken.code == 78 && broken.errors.joined().contains("textifyd.toml:2:8: watch[0].path"), "\(broken)")
    }

    @Test("a folder that only the service can't use is denied by its sandbox")
    func denial() {
        let words = Wording(.english)
        func told(_ path: String, _ failure: FileFailure, isThere: Bool = true, isReadOnly: Bool = false) -> String {
            let trouble = "2 deliveries wait: " + words.serviceSentence(failure, about: path)
            let denial = SandboxDenial(path: path, isThere: isThere, isReadOnly: isReadOnly)
            let text = denial.explaining(trouble, words)
            return text == trouble ? "" : text
        }
        #expect(told("/data", .readOnly) == words.sandboxReadOnly("/data"))
        #expect(told("/data", .readOnly, isReadOnly: true).isEmpty)
        #expect(told("/home/kim/in", .missing) == words.sandboxHidden("/home/kim/in"))
        #expect(told("/home/kim/in", .denied) == words.sandboxHidden("/home/kim/in"))
        #expect(told("/home/kim/in", .missing, isThere: false).isEmpty)
        #expect(told("/data/in", .missing).isEmpty && told("/data/in", .full).isEmpty)
    }
}
