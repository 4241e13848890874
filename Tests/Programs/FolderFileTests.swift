import Domain
import Glibc
import PlatformSystem
import Testing

/// A folder's own `.textify.toml`, and pictures that are still being written.
@Suite("Files in a watch folder", .ownThread)
struct FolderFileTests {
    private func put(_ text: String, _ way: String, in service: Service) throws {
        let file = FileName(way)
        let holder = file.parent.map(service.inbox.appending) ?? service.inbox
        try FileDescriptor.makeFolder(holder)
        try FileDescriptor.folder(holder).replace(file.last, with: Array(text.utf8))
    }

    private func columns(_ name: String, _ service: Service) throws -> Int? {
        try service.text(name, in: service.outbox).split(separator: "\n").map(\.count).max()
    }

    @Test(".textify.toml applies to its folder's drops, an invalid one holds them back, and show names each source")
    func layers() throws {
        let service = try Service(Service.quick + "\ntags = [\"home\"]")
        try put("art.columns = 20\ntags = [\"fine\"]", ".textify.toml", in: service)
        try put("art.columns = \"many\"", "sub/.textify.toml", in: service)
        let program = try service.serve()
        try service.drop("one.png", Pictures.ramp())
        try program.wait(for: "one.png became one.txt")
        #expect(try columns("one.txt", service) == 20)
        let shown = try service.textify("show", "last").output
        #expect(shown.contains("20 (.textify.toml)"), "\(shown)")
        #expect(shown.contains("home, fine ([[watch]], .textify.toml)"), "\(shown)")

        try put("x = 1", ".textify.toml", in: service)
        try program.wait(for: " folder_misconfigured: ")
        try service.drop("two.png", Pictures.ramp())
        let status = try service.textify("status").output
        #expect(status.contains(".textify.toml:1:1") && status.contains("misconfigured"), "\(status)")
        try put("", ".textify.toml", in: service)
        try program.wait(for: "two.png became two.txt")
        #expect(try columns("two.txt", service) == 16)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("a picture whose second half arrives later is processed once, when it is complete")
    func halves() throws {
        let service = try Service(Service.quick + "\ninterval = \"1h\"")
        let program = try service.serve()
        let picture = try Pictures.grain()
        let half = picture.count / 2
        let path = service.inbox.shown + "/slow.png"
        let first = open(path, O_WRONLY | O_CREAT, 0o644)
        try #require(write(first, picture, half) == half)
        close(first)
        try program.wait(for: " picture_cut: ")
        let second = open(path, O_WRONLY | O_APPEND)
        let rest = Array(picture[half...])
        try #require(write(second, rest, rest.count) == rest.count)
        close(second)
        try program.wait(for: "slow.png became slow.txt")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(try service.names(service.outbox) == ["slow.json", "slow.txt"])
        #expect(try service.names(service.inbox) == ["done"])
    }
}
