import Domain
import Testing

@testable import IntakeFeature

@Suite("Own folders")
struct OwnFoldersTests {
    private let folder = Intake.Folder(
        settings: WatchFolder(name: "inbox", path: FolderPath("/srv/inbox")),
        own: [
            "/srv/inbox/failed", "/srv/inbox/kept/old.png", "/srv/inbox/bad.txt", "/srv/outbox", "/srv/inboxes/x",
            "/srv",
        ]
        .map { FolderPath($0) })

    @Test("only entries of the folder itself are skipped, by the first component of their path")
    func names() {
        #expect(folder.own == [FileName("failed"), FileName("kept"), FileName("bad.txt")])
    }

    @Test(
        "the service's own folders and links to them are never drops; a file with such a name is",
        arguments: [
            ("failed", FileEntry.Kind.folder, false), ("failed", .link, false), ("failed", .file, true),
            ("bad.txt", .folder, false), ("bad.txt", .file, true), ("bad.txt", .special, true),
            ("done", .file, true), ("done", .folder, false), ("done", .link, true), ("other.txt", .folder, true),
            ("other", .folder, false), (".failed", .file, false),
        ])
    func candidates(name: String, kind: FileEntry.Kind, isCandidate: Bool) {
        #expect(folder.mayBeDrop(entry(name, kind: kind)) == isCandidate)
    }
}
