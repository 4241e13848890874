import Domain
import Glibc
import PlatformSystem
import Testing

/// Runs the gallery in a real terminal of 100 columns, which `script` provides.
@Suite("textify gallery, list and search --grid", .ownThread)
struct GalleryTests {
    private let service: Service

    init() throws {
        service = try Service()
        try service.run()
        for prompt in ["a red fox", "바다 앞의 등대", "a lighthouse"] {
            #expect(try service.textify("submit", prompt, "--wait", "--quiet").code == 0)
        }
    }

    private func lines(_ words: String...) throws -> [String] {
        let reply = try service.reply(service.ask(words))
        #expect(reply.code == 0, "\(reply)")
        return reply.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("keys select, open, mark, tag and move artworks, and q restores the terminal")
    func keys() throws {
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let order =
            "TMPDIR='\(service.root.shown)' \(Spawn.place(of: "textify")) gallery --socket \(service.socket); echo ended $?"
        let gallery = try service.shown(order, keys)
        try gallery.wait(for: "?1049h")
        try gallery.wait(for: "1 of 3")
        let typing = open(keys, O_WRONLY)
        defer { close(typing) }
        for (typed, mark) in [
            ("\u{1B}[C", "2 of 3"), ("f", "Marked as a favourite"), ("tsea -nothing\r", "Tags: "),
            ("\r", "등대"), ("\u{1B}[C", "3 of 3"), ("\u{1B}", "Enter opens"), ("/tga:sea\r", "is not a key"),
            ("\u{1B}", "3 of 3"), ("/tag:sea\r", "1 of 1"), ("d", "to the trash? y/n"), ("y", "Moved to the trash"),
            ("u", "Taken out of the trash"), ("o", "No viewer was found"),
        ] {
            #expect(write(typing, typed, typed.utf8.count) == typed.utf8.count)
            try gallery.wait(for: mark)
        }
        #expect(write(typing, "q", 1) == 1)
        try gallery.wait(for: "ended 0")
        #expect(gallery.log.contains { $0.contains("?1049l") })
        _ = try gallery.ending()
        #expect(try service.textify("search", "--count", "is:favourite tag:sea").output == "1\n")
        let folder = try #require(try service.names(service.root).first { $0.hasPrefix("textify-gallery-") })
        let names = try service.names(service.root.appending(folder))
        #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("artwork-") && $0.hasSuffix(".png") }, "\(names)")
    }

    @Test("without a terminal the gallery suggests list --grid; a mistake is marked before the service is called")
    func refuses() throws {
        let piped = try service.textify("gallery")
        #expect(piped.code == 64 && piped.errors.first?.contains("textify list --grid") == true, "\(piped)")
        let wrong = try service.textify("gallery", "tga:sea")
        #expect(wrong.code == 64 && wrong.errors.last == "  ^^^^", "\(wrong)")
    }

    @Test("list shows the newest artworks, and with words the same as search")
    func list() throws {
        #expect(try lines("list") == lines("search"))
        #expect(try lines("list", "-q", "lighthouse", "-등대") == lines("search", "-q", "lighthouse", "-등대"))
        #expect(try lines("list", "--count") == ["3", ""])
    }

    @Test("--grid prints plain art in a pipe, side by side with names and IDs, at most 80 columns wide")
    func grid() throws {
        let ids = try lines("list", "-q").dropLast().map { String($0.suffix(8)) }
        let grid = try lines("list", "--grid")
        #expect(grid.allSatisfy { $0.unicodeScalars.count <= 80 && !$0.contains("\u{1B}") }, "\(grid)")
        // Three cells of 25 columns, with two blanks between.
        let last = try #require(grid.dropLast().last)
        let starts = ids.map { last.firstRange(of: $0).map { last.distance(from: last.startIndex, to: $0.lowerBound) } }
        #expect(starts == [0, 27, 54], "\(grid)")
        #expect(grid.count > 6 && grid.first?.isEmpty == false, "\(grid)")
        let one = try lines("search", "--grid", "red")
        #expect(one.first?.isEmpty == false)
        #expect(try lines("search", "--grid", "fox", "lighthouse") == ["Nothing found", ""])
        #expect(try lines("list", "--grid", "-n1").suffix(2).first?.hasPrefix("There are more") == true)
        #expect(try lines("list", "--grid", "-q") == lines("list", "-q"))
    }
}
