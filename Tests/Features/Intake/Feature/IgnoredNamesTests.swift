import Domain
import IntakeFeature
import Testing

@Suite("Ignored names")
struct IgnoredNamesTests {
    @Test(
        "hidden, temporary and the service's own names never become drops",
        arguments: [
            "", ".hidden.png", ".01j.txt.part", "._a.png", ".goutputstream-X", ".nfs0001", ".DS_Store", "a.part",
            "a.PNG.Partial", "a.crdownload", "a.download", "a.tmp", "a.TEMP", "a.txt.swp", "a.txt~", "~$a.docx",
            ".~lock.a.odt#", "~syncthing~a.tmp", "Thumbs.db", "desktop.ini", "@eaDir", "__MACOSX", "lost+found",
            "a.camelLock", "a.png.filepart", "a.png.error.txt", "a.waiting.txt", "a.png.done",
        ])
    func ignored(name: String) {
        #expect(IgnoredNames.contains(FileName(name)))
    }

    @Test(
        "names that only look similar are drops",
        arguments: [
            "a.png", "part.png", "error.txt", "done.txt", "failed.png", "done", "failed", "tmp", "a~b.txt", "a.tmp.png",
            "x\ny.txt",
        ]
    )
    func taken(name: String) {
        #expect(!IgnoredNames.contains(FileName(name)))
    }

    @Test("names with invalid UTF-8 are judged by their bytes")
    func bytes() {
        #expect(!IgnoredNames.contains(FileName(bytes: [0xFF, 0xFE])))
        #expect(IgnoredNames.contains(FileName(bytes: [0xFF] + Array(".part".utf8))))
    }
}
