import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Files with the same stem")
struct TwinTests {
    private func put(_ names: [String], into inbox: Inbox) throws {
        for name in names {
            if let parent = FileName(name).parent { _ = try inbox.home.folder("inbox/" + parent.shown) }
            try IntakeSideEffectTests.put(pngHead, FileName(name), in: inbox.path)
        }
    }

    private func twins(_ names: [String], in inbox: Inbox, most: Int = 4096) async throws -> [String] {
        try put(names, into: inbox)
        return try await inbox.world.list("inbox", most: most).get().twins.map(\.shown).sorted()
    }

    @Test(
        "a listing reports the files that share their stem, whatever their kinds",
        arguments: [
            (["cat.jpg", "cat.png", "cat.txt", "dog.png"], ["cat.jpg", "cat.png", "cat.txt"]),
            (["Cat.jpg", "cAT.PNG"], ["Cat.jpg", "cAT.PNG"]),
            // With its ending, cat.jpg would be named like cat.jpg.txt without its own.
            (["cat.jpg", "cat.png", "cat.jpg.txt"], ["cat.jpg", "cat.jpg.txt", "cat.png"]),
            // The outputs cat.art.json and cat.picture.png belong to cat.
            (["cat.png", "cat.art.jpg"], ["cat.art.jpg", "cat.png"]),
            (["cat.png", "cat.picture.jpg"], ["cat.picture.jpg", "cat.png"]),
            (["a/cat.jpg", "b/cat.png", "cat.gif"], []), (["a/cat.jpg", "a/cat.png"], ["a/cat.jpg", "a/cat.png"]),
            (["cat", "cat.png"], ["cat", "cat.png"]), (["cat.art"], []),
            (["e\u{301}.jpg", "\u{E9}.png"], ["e\u{301}.jpg", "\u{E9}.png"]),
        ])
    func listed(_ names: [String], _ twins: [String]) async throws {
        let found = try await self.twins(names, in: try Inbox())
        #expect(
            found.map { Array($0.utf8) } == twins.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
    }

    @Test("files that are never drops are nobody's twins")
    func companions() async throws {
        let names = ["cat.jpg", "cat.jpg.toml", "cat.jpg.done", "cat.error.txt", "cat.part", ".cat.png", "cat~"]
        #expect(try await twins(names, in: try Inbox()) == [])
    }

    @Test("where all outputs are in one folder, so are the stems", arguments: [WatchRules.Layout.flat, .date])
    func flat(_ layout: WatchRules.Layout) async throws {
        #expect(
            try await twins(["a/cat.jpg", "b/cat.png"], in: try Inbox(layout: layout)) == ["a/cat.jpg", "b/cat.png"])
    }

    @Test("equal names of different subfolders are no twins in one outbox: their ending would not tell them apart")
    func equal() async throws {
        #expect(try await twins(["a/cat.jpg", "b/cat.jpg", "b/Cat.JPG"], in: try Inbox(layout: .flat)) == [])
    }

    @Test("a file that the listing has no place for is a twin all the same")
    func beyond() async throws {
        #expect(try await twins(["cat.jpg", "cat.png"], in: try Inbox(), most: 1).count == 1)
    }

    @Test("a processed file of an observed folder is a twin, also once listings skip it")
    func processed() async throws {
        let inbox = try Inbox(isObserved: true)
        try IntakeSideEffectTests.put(pngHead + [1], FileName("cat.jpg"), in: inbox.path)
        let drop = try await inbox.claim(FileName("cat.jpg"))
        _ = await inbox.read(drop)
        #expect(await inbox.dispose(drop) == .gone)
        for _ in 1...3 { #expect(try await twins(["cat.png"], in: inbox) == ["cat.png"]) }
    }

    @Test("with on_conflict = fail, a prompt whose name is taken fails before it costs anything; a picture is rendered")
    func taken() async throws {
        let inbox = try Inbox(onConflict: .fail)
        let outbox = try inbox.home.folder("outbox")
        for name in ["cat.json", "moon.json", "sun.picture"] {
            try IntakeSideEffectTests.put([1], FileName(name), in: outbox)
        }
        let prompt = Array("a cat".utf8)
        let cases: [(String, [UInt8], JobState)] = [
            ("cat.txt", prompt, .failed(.nameTaken(FileName("cat.json")))), ("dog.txt", prompt, .queued),
            ("moon.png", pngHead, .queued), ("sun.txt", prompt, .queued),
        ]
        for (name, bytes, state) in cases {
            guard case .accepted(let jobs, _) = await inbox.read(try await inbox.drop(bytes, FileName(name))) else {
                Issue.record("\(name) was not accepted")
                continue
            }
            #expect(jobs.map(\.state) == [state], "\(name)")
            #expect(jobs.map(\.naming.onConflict) == [.fail])
        }
    }

    @Test("the outputs of a drop that has a twin keep its ending, and a batch's keep their lines")
    func named() async throws {
        let inbox = try Inbox()
        for (name, naming) in [("a/cat.png", "a/cat.png"), ("a/dog.png", "a/dog")] {
            try put([name], into: inbox)
            let drop = try await inbox.claim(FileName(name), hasTwin: naming == name)
            guard case .accepted(let jobs, _) = await inbox.read(drop) else {
                Issue.record("not accepted")
                continue
            }
            #expect(jobs.map(\.naming) == [OutputNaming(parts: [naming])] && jobs[0].name == FileName(name))
        }
    }
}
