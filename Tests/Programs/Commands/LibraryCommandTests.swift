import ControlAPI
import Domain
import Testing

@Suite("textify search, tag and tags", .ownThread)
struct LibraryCommandTests {
    private let service: Service

    init() throws {
        service = try Service()
        try service.run()
        for (prompt, tags) in [("a red fox", "snow,first"), ("바다 앞의 등대", "first"), ("a lighthouse", "")] {
            let options = tags.isEmpty ? [] : ["--tags", tags]
            let made = try run(["submit", prompt, "--wait", "--quiet"] + options)
            #expect(made.code == 0, "\(made)")
        }
    }

    private func run(_ words: [String]) throws -> Reply { try service.reply(try service.ask(words)) }

    private func found(_ words: String...) throws -> [String] {
        let list = try run(["search"] + words + ["--json"])
        return try ControlJSON.decode(ArtworkList.self, from: Array(list.output.utf8)).artworks.map { $0.prompt ?? "" }
    }

    @Test("Words, negations and Korean find artworks, the newest first")
    func search() throws {
        #expect(try found() == ["a lighthouse", "바다 앞의 등대", "a red fox"])
        #expect(try found("lighthouse") == ["a lighthouse"])
        #expect(try found("등대") == ["바다 앞의 등대"])
        #expect(try found("tag:first", "-fox") == ["바다 앞의 등대"])
        #expect(try found("-tag:first") == ["a lighthouse"])
        #expect(try found("태그:snow") == ["a red fox"])
        #expect(try service.textify("search", "--count", "tag:first").lines == ["2"])
        #expect(try service.textify("search", "-n1", "-q").lines.count == 1)
        let table = try service.textify("search", "fox").lines
        #expect(table.count == 2 && table[0].hasPrefix("ID") && table[1].contains("first, snow"), "\(table)")
        #expect(try service.textify("search", "nothing").lines == ["Nothing found"])
    }

    @Test("The values of the results are counted")
    func facets() throws {
        let all = try service.textify("search", "--facets").lines
        #expect(all.contains { $0.hasPrefix("tag:") && $0.hasSuffix("first 2, snow 1") }, "\(all)")
        #expect(all.contains { $0.hasPrefix("folder:") && $0.hasSuffix("inbox 3") }, "\(all)")
        let one = try service.textify("search", "--facets", "fox").lines
        #expect(one.contains { $0.hasPrefix("source:") && $0.hasSuffix("generated 1") }, "\(one)")
        #expect(try service.textify("search", "--facets", "nothing").lines == ["Nothing found"])
    }

    @Test("Variations of a prompt are one row, and found by any of them")
    func stacks() throws {
        for _ in 0..<2 { #expect(try run(["submit", "a red fox", "--wait", "--quiet"]).code == 0) }
        let rows = try service.textify("search", "--stacks").lines
        #expect(rows.count == 4 && rows[0].contains("MORE"), "\(rows)")
        #expect(rows[1].contains("+2") && rows[1].contains("a red fox") && !rows[2].contains("+"), "\(rows)")
        let id = try #require(try service.textify("search", "-q", "--stacks", "fox").lines.first)
        #expect(try found("stack:" + id).count == 3 && found("stack:" + id, "tag:snow").count == 1)
        #expect(try service.textify("search", "stack:zzzzzzzz").code == 66)
    }

    @Test("Pictures that look alike are found by a file and by an ID, and told apart for good")
    func like() throws {
        for (name, side) in [("one", 64), ("two", 48)] {
            try service.drop(name + ".png", try Pictures.scene(side))
            #expect(try service.textify("sync").code == 0)
        }
        let first = try #require(try service.textify("search", "-q", "one").lines.first)
        let story = try service.text("two.json", in: service.outbox)
        #expect(story.filter { $0 != " " }.contains("\"duplicate_of\":\"\(first)\""), "\(story)")
        try service.keep("three.png", try Pictures.scene(90))
        let file = try run(["search", "--like", service.kept("three.png"), "--json"])
        let list = try ControlJSON.decode(ArtworkList.self, from: Array(file.output.utf8)).artworks
        try #require(list.count == 2, "\(file)")
        #expect(Set(list.map(\.name)) == ["one", "two"] && list.allSatisfy { $0.likeness == "duplicate" }, "\(file)")
        let table = try service.textify("search", "--like", "last").lines
        #expect(table.count == 2 && table[0].contains("LIKENESS") && table[1].contains("duplicate"), "\(table)")
        #expect(try service.textify("search", "--like", "last", "--count", "-one").lines == ["0"])
        let ids = list.map(\.id)
        #expect(try service.textify("distinct", ids[0], ids[1]).lines == ["Told apart: 1 pair"])
        #expect(try service.textify("search", "like:" + ids[0]).lines == ["Nothing found"])
        #expect(try service.textify("distinct", "--off", ids[0], ids[1]).lines == ["No longer told apart: 1 pair"])
        #expect(try service.textify("search", "-q", "like:" + ids[0]).lines == [ids[1]])
    }

    @Test(
        "A picture that can't be read, or an artwork that isn't there, is reported", arguments: ["no.png", "zzzzzzzz"])
    func notThere(name: String) throws {
        let answer = try service.textify("search", "--like", name)
        #expect(answer.code == 66 && answer.errors.count == 1 && answer.errors[0].contains(name), "\(answer)")
    }

    @Test("A mistake in a search is marked at its place, before the service is asked")
    func mistake() throws {
        let answer = try service.textify("search", "fox", "tga:snow")
        #expect(answer.code == 64)
        #expect(answer.errors.first?.contains("Did you mean tag:?") == true)
        #expect(answer.errors.dropFirst() == ["  fox tga:snow", "      ^^^^"])
    }

    @Test("Tags are added and removed, by ID and by a search, and renamed")
    func tags() throws {
        #expect(try service.textify("tag", "last", "+sea", "-first", "+두 낱말").lines == ["Changed 1 of 1 artwork"])
        #expect(try found("tag:\"두 낱말\"") == ["a lighthouse"])
        #expect(try service.textify("tag", "--query", "tag:first", "-first", "+sea", "-n").lines.count == 1)
        #expect(try found("tag:sea") == ["a lighthouse"])
        _ = try service.textify("tag", "--query", "tag:first", "-first", "+sea")
        #expect(try found("tag:sea").count == 3)
        #expect(try service.textify("tags").lines.first?.hasSuffix("sea") == true)
        let refused = try service.textify("tags", "--rename", "snow", "--to", "sea")
        #expect(refused.code != 0 && refused.errors.first?.contains("--merge") == true)
        _ = try service.textify("tags", "--rename", "snow", "--to", "sea", "--merge")
        #expect(try service.textify("tags", "sn").lines == ["No tags"])
        _ = try service.textify("tags", "--delete", "sea")
        #expect(try found("is:untagged").count == 2)
    }

    @Test("Tags are suggested from artworks that share others, and nothing is changed")
    func suggestions() throws {
        let id = try #require(try service.textify("search", "-q", "lighthouse").lines.first)
        let short = String(id.suffix(8))
        #expect(try service.textify("tag", "last", "--suggest").lines.first?.contains("no suggestions") == true)
        for prompt in ["a grey gull", "a white gull", "an old gull"] {
            #expect(try run(["submit", prompt, "--wait", "--quiet", "--tags", "bird,coast"]).code == 0)
        }
        _ = try service.textify("tag", short, "+bird")
        let rows = try service.textify("tag", short, "--suggest").lines
        #expect(rows.count == 1 && rows[0].hasPrefix(short) && rows[0].contains("+coast"), "\(rows)")
        #expect(try found("tag:coast").count == 3)
    }

    @Test("Without a vision model it can't be asked, and there is nothing to take back")
    func withoutModel() throws {
        let answer = try service.textify("tag", "last", "--ask")
        #expect(answer.code != 0 && answer.errors.first?.contains("[library.suggest]") == true, "\(answer)")
        #expect(try run(["tags", "--machine-off"]).lines.first == "Changed 0 of 0 artworks")
        #expect(try found("is:autotagged") == [])
    }

    @Test("Filters select artworks as a search does, together with it")
    func filters() throws {
        func dryRun(_ words: String...) throws -> [String] { try run(["delete", "-n"] + words).lines }
        #expect(try dryRun("--folder", "inbox") == ["Would change 3 of 3 artworks"])
        #expect(try dryRun("--folder", "INBOX", "--query", "fox") == ["Would change 1 of 1 artwork"])
        #expect(try dryRun("--backend", "none") == ["Would change 0 of 0 artworks"])
        #expect(try dryRun("--since", "1h", "--backend", "sketch") == ["Would change 3 of 3 artworks"])
        #expect(try dryRun("--since", "2001-01-01") == ["Would change 3 of 3 artworks"])
        #expect(try dryRun("--since", "2999-01-01") == ["Would change 0 of 0 artworks"])
        #expect(try dryRun("--folder", "a b: -\"c\"") == ["Would change 0 of 0 artworks"])
        _ = try service.textify("tag", "--since", "yesterday", "--folder", "inbox", "+sea")
        #expect(try found("tag:sea").count == 3)
        for words in [["--since", "soon"], ["--folder", "inbox", "last"], ["--folder", "inbox", "--query", ""]] {
            #expect(try run(["delete"] + words).code == 64, "\(words)")
        }
        #expect(try found().count == 3)
    }

    @Test("A change of several artworks is undone by its token, and the newest change without one")
    func undo() throws {
        let lines = try service.textify("delete", "--query", "tag:first").lines
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0] == "Changed 2 of 2 artworks" && lines[1].hasPrefix("Undo: textify undo "))
        let token = String(lines[1].split(separator: " ").last ?? "")
        _ = try service.textify("tag", "last", "+sea")
        #expect(try service.textify("undo", token).lines == ["Restored 2 artworks"])
        #expect(try found().count == 3)
        let again = try service.textify("undo", token)
        #expect(again.code != 0 && again.errors.first?.contains("nothing to undo") == true, "\(again)")
        _ = try service.textify("tag", "last", "-sea")
        #expect(try service.textify("undo").lines == ["Restored 1 artwork"])
        #expect(try service.textify("undo").lines == ["Restored 1 artwork"])
        #expect(try found("tag:sea").isEmpty)
        let deleted = try service.textify("tags", "--delete", "first").lines
        #expect(deleted.count == 2 && deleted[1].hasPrefix("Undo: textify undo "), "\(deleted)")
        #expect(try service.textify("undo").lines == ["Restored 2 artworks"])
        #expect(try found("tag:first").count == 2)
        #expect(try service.textify("undo", "a", "b").code == 64)
    }

    @Test("The trash is emptied with the pictures, and what needs one says why it is missing")
    func cleanUp() throws {
        // A database that is shared keeps a picture for a day after nothing has needed it: another node may be about to.
        let service = try Service(Service.quick + "\n[keep]\ntrash_days = 0\npicture_bytes = 0\n", onServer: false)
        try service.run()
        for prompt in ["a red fox", "a lighthouse"] {
            #expect(try service.textify("submit", prompt, "--wait", "--quiet").code == 0)
        }
        _ = try service.textify("favourite", "last")
        _ = try service.textify("delete", "--query", "fox")
        let preview = try service.textify("cleanup", "--dry-run").lines
        let erased = "would be erased from the trash: 1 artwork, 1 picture ("
        #expect(preview.first?.hasPrefix(erased) == true, "\(preview)")
        #expect(try service.textify("search", "-q", "is:trashed").lines.count == 1)
        let done = try service.textify("cleanup").lines
        #expect(done.first?.hasPrefix("erased from the trash: 1 artwork, 1 picture (") == true, "\(done)")
        #expect(try service.textify("search", "-q", "is:trashed").output.isEmpty)
        let fox = try #require(try service.textify("jobs", "-q").lines.last)
        let render = try service.textify("render", fox, "--columns", "20")
        #expect(render.code != 0 && render.errors.first?.contains("was removed on") == true, "\(render)")
        let again = try service.textify("redeliver", fox)
        #expect(again.code != 0 && again.errors.first?.contains("was removed on") == true, "\(again)")
        // A favourite keeps its picture, whatever the bounds.
        #expect(try service.textify("render", "last").code == 0)
        _ = try service.textify("favourite", "last", "--off")
        #expect(try service.textify("cleanup").lines.contains { $0.hasPrefix("removed of the generated pictures: 1") })
        #expect(try service.textify("search", "--count", "-has:picture").lines == ["1"])
        #expect(try service.textify("cleanup").lines == ["Nothing to remove"])
    }

    @Test("Favourites and the trash")
    func marks() throws {
        #expect(try service.textify("favourite", "last", "last").lines == ["Changed 1 of 1 artwork"])
        #expect(try found("is:favourite") == ["a lighthouse"])
        _ = try service.textify("favourite", "last", "--off")
        #expect(try found("is:favourite") == [])
        _ = try service.textify("delete", "--query", "tag:first")
        #expect(try found() == ["a lighthouse"])
        _ = try service.textify("undelete", "--query", "is:trashed fox")
        #expect(try found() == ["a lighthouse", "a red fox"])
    }

    @Test(
        "A change that names nothing, or everything, is refused",
        arguments: [
            ["tag", "+sea"], ["tag", "last"], ["tag", "last", "--suggest", "+sea"], ["tag", "--suggest"],
            ["tag", "last", "--query", "fox", "+sea"], ["tag", "last", "--again"], ["tag", "last", "--ask", "+sea"],
            ["tag", "--query", "", "+sea"],
            ["delete"], ["delete", "--query", "sort:oldest"], ["tags", "--rename", "snow"], ["tags", "a", "b"],
        ])
    func refused(words: [String]) throws {
        let answer = try run(words)
        #expect(answer.code == 64 && answer.errors.count == 1, "\(answer)")
        #expect(try found().count == 3)
    }

    @Test("An unknown ID is reported, and no artwork is changed")
    func unknown() throws {
        let answer = try service.textify("tag", "last", "zzzzzzzz", "+sea")
        #expect(answer.code == 66 && answer.errors.first?.contains("zzzzzzzz") == true, "\(answer)")
        #expect(try found("tag:sea") == [])
    }
}
