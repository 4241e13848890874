import FoundationEssentials
import Glibc
import TestFolders
import Testing

@Suite("Unit files")
struct UnitFilesTests {
    @Test("units use only directives of systemd 252", arguments: ["textifyd.service", "textifyd.socket"])
    func known(name: String) throws {
        let unit = try unit(name)
        #expect(!unit.assignments.isEmpty)
        #expect(unit.unknown == [])
    }

    @Test("a directive of a later version or in the wrong section is found")
    func bites() {
        let unit = UnitFile("[Service]\n#OpenFile=x\nRestartSteps=3\nListenStream=/x\n[Socket]\nListenStream=/x\n")
        #expect(unit.unknown == ["[Service] RestartSteps", "[Service] ListenStream"])
    }

    @Test("the service uses Type=notify, has time to stop, and sees its peers' groups")
    func promises() throws {
        let service = try unit("textifyd.service")
        #expect(service.values("Type") == ["notify"])
        #expect(service.values("TimeoutStopSec") == ["330"])
        #expect(service.values("RestartPreventExitStatus") == ["64 77 78"])
        #expect(service.values("PrivateUsers") == ["no"])
        // Otherwise stopping the service would remove the socket's file.
        #expect(service.values("RuntimeDirectoryPreserve") == ["yes"])
        #expect(service.values("LoadCredential") == [])
        let socket = try unit("textifyd.socket")
        #expect(socket.values("ListenStream") == ["/run/textifyd/control.sock"])
        #expect(socket.values("SocketMode") == ["0660"] && socket.values("SocketGroup") == ["textifyd"])
    }

    @Test("the state is private to the service, and in the shared inbox users can't remove each other's drops")
    func modes() throws {
        #expect(try unit("textifyd.service").values("StateDirectoryMode") == ["0700"])
        let folders = try text("textifyd.tmpfiles.conf").split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: " ").map(String.init) }
        // The owner of a sticky folder may move other users' files.
        #expect(folders.contains(["d", "/srv/textifyd/inbox", "3775", "textifyd", "textifyd", "-"]))
        #expect(folders.contains(["d", "/srv/textifyd/outbox", "2775", "textifyd", "textifyd", "-"]))
    }

    @Test("systemd-analyze finds no problems", .enabled(if: access(verifier, X_OK) == 0))
    func verified() throws {
        let folder = try TemporaryFolder()
        for name in ["textifyd.service", "textifyd.socket"] {
            // The program need not be installed at the unit's path.
            let text = try text(name).replacing("=/usr/local/bin/textifyd", with: "=/bin/true")
            try folder.write(text.utf8, to: name)
        }
        let units = "'\(folder.path)/textifyd.service' '\(folder.path)/textifyd.socket'"
        let complaints = try output("\(verifier) verify --man=no \(units) 2>&1; echo $?")
        #expect(complaints == "0\n")
    }

    private func unit(_ name: String) throws -> UnitFile {
        UnitFile(try text(name))
    }

    private func text(_ name: String) throws -> String {
        let top = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        return try String(contentsOf: top.appending(path: "systemd/" + name), encoding: .utf8)
    }

    private func output(_ command: String) throws -> String {
        let pipe = try #require(popen(command, "r"))
        defer { pclose(pipe) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&part, 1, part.count, pipe), count > 0 { bytes += part[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

private let verifier = "/usr/bin/systemd-analyze"
