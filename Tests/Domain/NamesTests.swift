import Domain
import Testing

@Suite("Identifiers and names")
struct NamesTests {
    @Test("An identifier has 26 characters, survives parsing and sorts by time")
    func identifiers() {
        let early = JobID(utc: 1_000, seed: 9)
        let late = JobID(utc: 2_000, seed: 1)
        #expect(early.text.count == 26 && JobID(text: early.text) == early)
        #expect(early < late && early.text < late.text)
        #expect(JobID(utc: 1_000, seed: 9, index: 1) != early)
        #expect(JobID(text: "8" + early.text.dropFirst()) == nil)
    }

    @Test("Close matches are found by whole name or by the part after an underscore, best first")
    func fewNames() {
        let names = ["backend_auth", "file_full", "database_full", "backend_moderated", "disk_fall", "job_full"]
        #expect(NearestName.few(of: "aut", among: names) == ["backend_auth"])
        #expect(NearestName.few(of: "backend-moderate", among: names) == ["backend_moderated"])
        #expect(NearestName.few(of: "ful", among: names) == ["file_full", "database_full", "job_full"])
        #expect(NearestName.few(of: "ful", among: names, most: 2) == ["file_full", "database_full"])
        #expect(NearestName.few(of: "zebra", among: names) == [])
        #expect(NearestName.few(of: "", among: names) == [])
    }

    @Test("A digest is exactly 64 hexadecimal characters")
    func digests() {
        let hex = String(repeating: "0f", count: 32)
        #expect(Digest(hex: hex)?.hex == hex)
        #expect(Digest(hex: hex.dropLast()) == nil && Digest(hex: "g" + hex.dropFirst()) == nil)
    }

    @Test("A file name keeps its bytes and is displayed without control characters")
    func fileNames() {
        let name = FileName(bytes: [0x61, 0x0A, 0xFF, 0x2E, 0x50])
        #expect(name.shown == "a\\x0a\\xff.P" && name.text == nil && name.ending == "p")
        #expect(FileName(".profile").ending.isEmpty && FileName("a.tar.gz").stem == FileName("a.tar"))
    }
}
