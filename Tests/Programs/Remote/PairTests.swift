import Domain
import FoundationEssentials
import Glibc
import Loopback
import Testing

@Suite("Pictures with sidecar requests", .ownThread)
struct PairTests {
    private static let words = "prompt = \"boat 5\"\ntags = [\"sea\"]\n[art]\ncolumns = 40\n"

    @Test("a picture and its sidecar are one job and one edit request, and are both archived")
    func pair() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        try service.drop("photo.png.toml", Array(Self.words.utf8))
        try service.drop("photo.png", FakeImagesServer.png(3))
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
        let posts = studio.server.requests.filter { $0.method == "POST" }
        #expect(posts.map(\.target) == ["/v1/images/edits"])
        let base64 = Data(FakeImagesServer.png(3)).base64EncodedString()
        #expect(posts.first?.text.contains("data:image/png;base64," + base64) == true)
        #expect(try service.picture("photo") == FakeImagesServer.png(5))
        let story = try service.text("photo.json", in: service.outbox)
        #expect(story.contains("\"prompt\" : \"boat 5\"") && story.contains("\"sea\""), "\(story)")
        #expect(try service.names(service.inbox) == ["done"])
        #expect(Set(try service.files(below: service.inbox)) == ["photo.png", "photo.png.toml"])
    }

    @Test("with sidecar = required a picture waits for its sidecar")
    func required() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table(), watch: "sidecar = \"required\"")
        let program = try service.serve()
        try service.drop("photo.png", FakeImagesServer.png(3))
        try service.drop("words.txt", Array("boat 4".utf8))
        try program.wait(for: "words.txt became")
        try service.drop("photo.png.toml", Array(Self.words.utf8))
        try program.wait(for: "photo.png became")
        #expect(studio.orders == ["boat 4": 1, "boat 5": 1])
    }

    @Test("a sidecar with options but no prompt calls no backend")
    func options() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop("photo.png.toml", Array("art.columns = 12\ntags = ['a']".utf8))
        try service.drop("photo.png", Pictures.ramp())
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        let art = try service.text("photo.txt", in: service.outbox)
        #expect(art.split(separator: "\n").allSatisfy { $0.count <= 12 } && !art.isEmpty, "\(art)")
        #expect(studio.total == 0)
    }

    @Test("an invalid sidecar fails both files with one line; corrected and moved back, they are processed")
    func bad() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop("photo.png.toml", Array("prompt = \"boat 5\"\nsead = 7\n".utf8))
        try service.drop("photo.png", FakeImagesServer.png(3))
        let first = try service.start("--once")
        #expect(try first.ending() == .code(65), "\(first.log)")
        #expect(try service.names(service.failed) == ["photo.png", "photo.png.error.txt", "photo.png.toml"])
        let text = try service.text("photo.png.error.txt", in: service.failed)
        #expect(text.contains("photo.png.toml:2:1: sead: unknown key. Did you mean seed?"), "\(text)")
        #expect(text.contains("together with photo.png.") && text.split(separator: "\n").count == 1, "\(text)")
        #expect(studio.total == 0)
        for name in ["photo.png", "photo.png.toml"] {
            #expect(rename(service.failed.shown + "/" + name, service.inbox.shown + "/" + name) == 0)
        }
        try service.drop("photo.png.toml", Array(Self.words.utf8))
        let second = try service.start("--once")
        #expect(try second.ending() == .code(0), "\(second.log)")
        #expect(studio.orders == ["boat 5": 1])
        #expect(try service.names(service.failed).isEmpty)
    }

    @Test("a sidecar without its picture waits, is counted by status, and does not delay --once")
    func alone() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.drop("photo.png.toml", Array(Self.words.utf8))
        let once = try service.start("--once")
        #expect(try once.ending() == .code(0), "\(once.log)")
        #expect(try service.names(service.inbox) == ["photo.png.toml"])
        try service.run()
        let status = try service.textify("status", "--json")
        #expect(status.output.filter { $0 != " " }.contains("\"alone\":1"), "\(status.output)")
        #expect(studio.total == 0)
    }
}
