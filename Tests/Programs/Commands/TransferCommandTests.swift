import ControlAPI
import Domain
import PlatformSystem
import Testing

@Suite("textify export and import", .ownThread)
struct TransferCommandTests {
    /// A service with two artworks of prompts and two of pictures, one of them in the trash.
    private func filled() throws -> Service {
        let service = try Service()
        try service.run()
        for (prompt, tag) in [("a red fox", "snow"), ("바다 앞의 등대", "바다")] {
            #expect(try service.textify("submit", prompt, "--wait", "--quiet", "--tags", tag).code == 0)
        }
        for side in [64, 48] { try service.drop("scene\(side).png", try Pictures.scene(side)) }
        #expect(try service.textify("sync").code == 0)
        #expect(try service.textify("favourite", "--query", "fox").code == 0)
        #expect(try service.textify("delete", "--query", "sort:newest columns:>1 -fox -등대 -scene48").code == 0)
        return service
    }

    private func archive(_ service: Service) throws -> [UInt8] {
        let program = try service.ask(["export", "-"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        return program.output
    }

    @Test("A library moves whole: exported, imported into an empty one and exported again it is the same archive")
    func moved() throws {
        let one = try filled()
        let exported = try archive(one)
        let other = try Service()
        try other.run()
        try other.keep("library.tar", exported)
        #expect(try other.textify("import", other.kept("library.tar")).lines == ["4 artworks added."])
        #expect(try archive(other) == exported)
        #expect(try other.textify("import", other.kept("library.tar")).lines == ["0 artworks added, 4 here already."])
        #expect(try other.textify("search", "--count", "is:trashed").lines == ["1"])
        #expect(try other.textify("search", "--count", "is:favourite").lines == ["1"])
        #expect(try other.textify("verify").code == 0)
        // Every format can be rendered again.
        let art = try other.textify("render", "--format", "txt", try other.textify("search", "-q", "등대").lines[0])
        #expect(art.code == 0 && art.lines.count > 5)
    }

    @Test("A folder holds pictures for other programs, takes what is new, and is imported as well")
    func folder() throws {
        let one = try filled()
        let place = one.kept("library")
        #expect(
            try one.textify("export", "fox", place, "--sidecars").lines.first?.hasPrefix(
                "Exported 1 artwork and 1 picture") == true)
        #expect(
            try one.textify("export", place, "--sidecars").lines.first?.hasPrefix("Exported 4 artworks and 4 pictures")
                == true)
        let other = try Service()
        try other.run()
        #expect(try other.textify("import", place).lines == ["4 artworks added."])
        #expect(try other.textify("search", "--count").lines == ["3"])
    }

    @Test("A picture that is not in the export is told, and its artwork is there nevertheless")
    func withoutPicture() throws {
        let one = try filled()
        let place = one.kept("library")
        #expect(try one.textify("export", place).code == 0)
        let remove = try Program("/bin/rm", ["-r", place + "/pictures"], home: "/tmp")
        #expect(try remove.ending() == .code(0))
        let other = try Service()
        try other.run()
        let answer = try other.textify("import", place).lines
        #expect(answer == ["4 artworks added.", "The export lacks the pictures of 4 artworks."], "\(answer)")
        #expect(try other.textify("verify").code == 0)
    }

    @Test("A picture that was changed in the export is left out and told; a whole export completes its artwork")
    func damagedPicture() throws {
        let one = try filled()
        let place = one.kept("library")
        #expect(try one.textify("export", place).code == 0)
        let list = try Program("/usr/bin/find", [place + "/pictures", "-type", "f"], home: "/tmp")
        #expect(try list.ending() == .code(0))
        let lines = String(decoding: list.output, as: UTF8.self).split(separator: "\n")
        let path = FolderPath(String(try #require(lines.first)))
        var bytes = try FileDescriptor.file(path).all(limit: 1 << 20)
        bytes[bytes.count / 2] ^= 1
        try FileDescriptor.folder(path.folder).replace(path.name, with: bytes)
        let other = try Service()
        try other.run()
        let answer = try other.textify("import", place)
        #expect(answer.code == 65, "\(answer)")
        #expect(answer.lines.first == "4 artworks added.", "\(answer)")
        #expect(answer.errors.first?.contains("1 picture of the export is damaged") == true, "\(answer)")
        #expect(try other.textify("verify").code == 0)
        #expect(try one.textify("export", one.kept("whole")).code == 0)
        let again = try other.textify("import", one.kept("whole"))
        #expect(again.code == 0 && again.lines == ["0 artworks added, 1 completed, 3 here already."], "\(again)")
    }

    @Test("What is no export, or a damaged one, is refused with what to do")
    func refused() throws {
        let one = try filled()
        let archive = try archive(one)
        try one.keep("cut.tar", Array(archive.prefix(archive.count / 2)))
        let cut = try one.textify("import", one.kept("cut.tar"))
        #expect(cut.code == 65 && cut.errors.first?.contains("can't be read as a tar archive") == true, "\(cut)")
        try one.keep("none.tar", Array("no archive".utf8))
        #expect(try one.textify("import", one.kept("none.tar")).code == 65)
        #expect(try one.textify("import", one.kept("missing")).code == 66)
        let full = try one.textify("export", one.kept(""))
        #expect(full.code == 73 && full.errors.first?.contains("is not empty") == true, "\(full)")
        #expect(try one.textify("export").code == 64)
        #expect(try one.textify("import").code == 64)
    }
}
