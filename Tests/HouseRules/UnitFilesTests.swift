import FoundationEssentials
import Glibc
import TestFolders
import Testing

@Suite("Unit files")
struct UnitFilesTests {
    @Test(
        "units use only directives of systemd 252",
        arguments: ["textifyd.service", "textifyd.socket", "user/textifyd.service"])
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
        // The decoders' own limits are set by prlimit64; one call of @resources would open the whole group to a reader.
        #expect(service.values("SystemCallFilter").contains("~@privileged @resources"))
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
            let text = try text(name).replacing("=/usr/bin/textifyd", with: "=/bin/true")
            try folder.write(text.utf8, to: name)
        }
        let units = "'\(folder.path)/textifyd.service' '\(folder.path)/textifyd.socket'"
        let complaints = try output("\(verifier) verify --man=no \(units) 2>&1; echo $?")
        #expect(complaints == "0\n")
    }

    /// An upgrade restarts the service alone. A changed socket would stay closed until someone restarts it, so a change
    /// also takes a step of postinst that stops both and starts the socket first.
    @Test("the socket's unit stays what the first package had")
    func frozen() throws {
        let lines = try unit("textifyd.socket").assignments.filter { $0.section != "Unit" }
            .map { "\($0.key)=\($0.value)" }
        #expect(
            lines == [
                "ListenStream=/run/textifyd/control.sock", "FileDescriptorName=control", "SocketMode=0660",
                "SocketUser=root", "SocketGroup=textifyd", "DirectoryMode=0755", "WantedBy=sockets.target",
            ])
    }

    @Test("the exposure is at most 1.2", .enabled(if: access(verifier, X_OK) == 0))
    func exposure() throws {
        let folder = try TemporaryFolder()
        try folder.write(try text("textifyd.service").utf8, to: "textifyd.service")
        let command = "\(verifier) security --offline=yes --no-pager --threshold=12 '\(folder.path)/textifyd.service'"
        #expect(try output("\(command) > /dev/null 2>&1; echo $?") == "0\n")
    }

    @Test("both units make the same restarts and filter the same calls")
    func alike() throws {
        let (system, user) = (try unit("textifyd.service"), try unit("user/textifyd.service"))
        for key in [
            "Type", "KillMode", "TimeoutStartSec", "TimeoutStopSec", "WatchdogSec", "Restart",
            "RestartPreventExitStatus",
            "SystemCallFilter", "RestrictAddressFamilies", "MemoryDenyWriteExecute", "NoNewPrivileges",
        ] {
            #expect(system.values(key) == user.values(key), "\(key)")
        }
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
