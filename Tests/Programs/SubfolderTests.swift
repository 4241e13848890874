import Domain
import Glibc
import PlatformSystem
import Testing

/// Files in folders below a watch folder.
@Suite("Subfolders of a watch folder", .ownThread)
struct FoldersInFoldersTests {
    private func put(_ name: String, _ bytes: [UInt8], in folder: FolderPath) throws {
        let holder = FileName(name).parent.map(folder.appending) ?? folder
        try FileDescriptor.makeFolder(holder)
        try FileDescriptor.folder(holder).write(bytes, to: FileName(name).last)
    }

    /// The relative paths of all files below a folder, sorted, without markers.
    private func files(_ folder: FolderPath, _ way: String = "") throws -> [String] {
        try FileDescriptor.folder(folder).list().flatMap { entry in
            let name = way + entry.name.shown
            return entry.kind == .folder ? try files(folder.appending(entry.name), name + "/") : [name]
        }.filter { $0 != ".textifyd" }.sorted()
    }

    @Test("files in folders that are created, moved in or renamed at run time are delivered once, to the same path")
    func live() throws {
        let service = try Service(Service.quick + "\ninterval = \"1h\"")
        let program = try service.serve()
        try put("a/b/one.png", Pictures.numbered(1), in: service.inbox)
        try program.wait(for: "a/b/one.png became a/b/one.txt")
        // The new folder is watched by now.
        try put("a/b/two.png", Pictures.numbered(2), in: service.inbox)
        try program.wait(for: "a/b/two.png became a/b/two.txt")
        let elsewhere = service.root.appending("elsewhere")
        try put("c/three.png", Pictures.numbered(3), in: elsewhere)
        #expect(rename(elsewhere.shown + "/c", service.inbox.shown + "/c") == 0)
        try program.wait(for: "c/three.png became c/three.txt")
        #expect(rename(service.inbox.shown + "/a", service.inbox.shown + "/d") == 0)
        try put("d/b/four.png", Pictures.numbered(4), in: service.inbox)
        try program.wait(for: "d/b/four.png became d/b/four.txt")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let stems = ["a/b/one", "a/b/two", "c/three", "d/b/four"]
        #expect(try files(service.outbox) == stems.flatMap { [$0 + ".json", $0 + ".txt"] }.sorted())
        let kept = try files(service.inbox).map { $0.split(separator: "/").dropFirst(3).joined(separator: "/") }
        #expect(kept.sorted() == stems.map { $0 + ".png" })
    }

    @Test("despite several kills, each file in a subfolder is delivered once")
    func kills() throws {
        let service = try Service()
        for number in 0..<40 {
            try put("n\(number % 4)/deep/same-\(number / 4).png", Pictures.numbered(number), in: service.inbox)
        }
        for mark in [" job_accepted: ", " job_done: ", " job_done: "] {
            let program = try service.serve()
            try program.wait(for: mark, 3)
            program.send(SIGKILL)
            #expect(try program.ending() == .killed(SIGKILL))
        }
        let last = try service.start("--once")
        #expect(try last.ending() == .code(0), "\(last.log)")
        let names = (0..<40).map { "n\($0 % 4)/deep/same-\($0 / 4)" }
        #expect(try files(service.outbox) == names.flatMap { [$0 + ".json", $0 + ".txt"] }.sorted())
        #expect(try files(service.inbox).count == 40 && service.names(service.inbox).contains("done"))
    }

    @Test("with layout = flat, equal names from two folders are numbered")
    func flat() throws {
        let service = try Service(Service.quick + "\nlayout = \"flat\"")
        for folder in ["a", "b"] { try put(folder + "/x.png", Pictures.ramp(), in: service.inbox) }
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(try files(service.outbox) == ["x (2).json", "x (2).txt", "x.json", "x.txt"])
    }

    @Test("a link in the outbox with a subfolder's name leads no result out of the outbox")
    func link() throws {
        let service = try Service()
        let elsewhere = service.root.appending("elsewhere")
        try FileDescriptor.makeFolder(elsewhere)
        #expect(symlink(elsewhere.shown, service.outbox.shown + "/a") == 0)
        try put("a/x.png", Pictures.ramp(), in: service.inbox)
        let program = try service.start("--once")
        #expect(try program.ending() == .code(75), "\(program.log)")
        #expect(try files(elsewhere) == [])
    }
}
