import Domain
import Testing

@testable import IntakeFeature

@Suite("Own folders")
struct OwnFoldersTests {
    private let folder = IntakeFolder(
        name: "inbox", path: FolderPath("/srv/inbox"),
        own: [
            "/srv/inbox/failed", "/srv/inbox/kept/old.png", "/srv/inbox/bad.txt", "/srv/outbox", "/srv/inboxes/x",
            "/srv",
        ]
        .map { FolderPath($0) })

    @Test("only what lies in the folder itself is passed over, by the first name on the way")
    func names() {
        #expect(folder.own == [FileName("failed"), FileName("kept"), FileName("bad.txt")])
    }

    @Test(
        "a folder of ours, or a link to one, is never a drop; a file of that name is one like any other",
        arguments: [
            ("failed", FileEntry.Kind.folder, false), ("failed", .link, false), ("failed", .file, true),
            ("bad.txt", .folder, false), ("bad.txt", .file, true), ("bad.txt", .special, true),
            ("done", .file, true), ("done", .folder, false), ("done", .link, true), ("other.txt", .folder, true),
            ("other", .folder, false), (".failed", .file, false),
        ])
    func candidates(name: String, kind: FileEntry.Kind, isCandidate: Bool) {
        #expect(folder.isCandidate(entry(name, kind: kind)) == isCandidate)
    }
}
