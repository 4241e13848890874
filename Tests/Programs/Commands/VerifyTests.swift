import Domain
import FoundationEssentials
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Testing

@Suite("textify verify", .ownThread)
struct VerifyTests {
    @Test("A flipped bit is found and repaired from the outbox; without a copy it is left, and then given up")
    func flipped() throws {
        let service = try Service(onServer: false)
        try service.run()
        for prompt in ["a boat", "a lake"] { #expect(try service.textify("submit", prompt, "--wait").code == 0) }
        let sound = try service.textify("verify")
        #expect(sound.code == 0, "\(sound)")
        #expect(sound.output.split(separator: "\n").count == 5 && !sound.output.contains("defects are"), "\(sound)")
        #expect(sound.output.contains("2 stored pictures") && sound.output.contains("2 pictures that are needed"))

        let boat = try picture("a-boat", service)
        try flip(boat, service)
        let found = try service.textify("verify", "-q")
        #expect(found.code == 65 && found.errors == ["textify: 1 defect is left."], "\(found)")
        #expect(found.output.hasPrefix("The picture \(boat) is damaged (job ") && found.output.contains("--repair"))
        let repaired = try service.textify("verify", "--repair")
        #expect(repaired.code == 0 && repaired.output.contains("Repaired."), "\(repaired)")
        #expect(try service.textify("verify").code == 0)

        let lake = try picture("a-lake", service)
        try FileDescriptor.folder(service.outbox).unlink(FileName("a-lake.picture.png"))
        try flip(lake, service)
        let refused = try service.textify("render", "last", "--format", "svg")
        #expect(refused.code != 0 && refused.errors.contains { $0.contains("damaged") }, "\(refused)")
        let lost = try service.textify("verify", "--repair", "--json")
        #expect(lost.code == 65 && lost.output.contains(#""outcome":"lost""#), "\(lost)")
        #expect(lost.output.contains(#""code":"blob_damaged""#) && lost.output.contains(lake))
        #expect(try service.textify("verify").code == 0)
        let quarantine = service.root.appending("state").appending("blobs").appending("quarantine")
        #expect(Set(try service.names(quarantine)) == [boat, lake])
    }

    @Test("An index and counts that don't match are found and written again while the service runs") func index() throws
    {
        let service = try Service(onServer: false)
        try service.run()
        #expect(try service.textify("submit", "a lighthouse", "--tag", "sea", "--wait").code == 0)
        try harm(service)
        #expect(try service.textify("search", "lighthouse").output.contains("lighthouse") == false)
        let found = try service.textify("verify")
        #expect(found.code == 65 && found.output.contains("index of words: 1 defect"), "\(found)")
        #expect(found.output.contains("stored numbers: 1 defect"), "\(found)")
        let repaired = try service.textify("verify", "--repair")
        #expect(repaired.code == 0, "\(repaired)")
        #expect(try service.textify("verify").code == 0)
        #expect(try service.textify("search", "lighthouse").output.contains("lighthouse"))
    }

    private func harm(_ service: Service) throws {
        let path = service.root.appending("state").appending("textifyd.db").bytes
        let connection = try Connection(path: path, .write)
        try connection.prepare(.write)
        try connection.script("INSERT INTO artwork_words (artwork_words) VALUES ('delete-all')")
        try connection.script("UPDATE tags SET artworks = 9")
    }

    /// The digest of the delivered picture, as the blob's name.
    private func picture(_ stem: String, _ service: Service) throws -> String {
        let delivered = try service.picture(stem)
        for shelf in try FileDescriptor.folder(blobs(service)).list() where shelf.kind == .folder {
            for entry in try FileDescriptor.folder(blobs(service).appending(shelf.name)).list()
            where try service.bytes(entry.name, in: blobs(service).appending(shelf.name)) == delivered {
                return shelf.name.shown + entry.name.shown
            }
        }
        Issue.record("no blob of \(stem)")
        return ""
    }

    private func flip(_ digest: String, _ service: Service) throws {
        let folder = blobs(service).appending(String(digest.prefix(2)))
        let name = FileName(String(digest.dropFirst(2)))
        var bytes = try service.bytes(name, in: folder)
        bytes[bytes.count / 2] ^= 1
        try FileDescriptor.folder(folder).replace(name, with: bytes)
    }

    private func blobs(_ service: Service) -> FolderPath { service.root.appending("state").appending("blobs") }
}
