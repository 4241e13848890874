import Domain
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Pictures with sidecars", .timeLimit(.minutes(5)))
struct PairTests {
    private func pair(_ words: String, in inbox: Inbox, _ name: String = "fox.png") async throws -> Drop {
        try put(Array(words.utf8), FileName(name + ".toml"), in: inbox.path)
        return try await inbox.drop(pngHead, FileName(name))
    }

    @Test("both make one job and are archived together")
    func job() async throws {
        let inbox = try Inbox()
        for _ in 1...2 {
            let drop = try await pair("a fox", in: inbox)
            guard case .accepted(let jobs, _) = await inbox.read(drop) else {
                Issue.record("not accepted")
                return
            }
            let digest = try #require(Digest(bytes: pngHead))
            #expect(jobs.map(\.request?.source) == [.edit("32 a fox", digest, .png)])
            #expect(jobs.first?.picture == nil, "its picture has yet to be made")
            #expect(await inbox.dispose(drop) == .gone)
        }
        let done = inbox.path.appending("done/2026/03")
        #expect(names(in: done) == ["fox (2).png", "fox (2).png.toml", "fox.png", "fox.png.toml"])
    }

    @Test("an invalid sidecar fails both with one error text, and neither is lost")
    func bad() async throws {
        let inbox = try Inbox(after: .delete)
        let drop = try await pair("bad", in: inbox)
        #expect(await inbox.read(drop) == .failed(.sidecar(.empty)))
        #expect(await inbox.dispose(drop, .sidecar(.empty)) == .gone)
        let failed = inbox.path.appending("failed")
        #expect(names(in: failed) == ["fox.png", "fox.png.error.txt", "fox.png.toml"])
        #expect(text("fox.png.toml", in: failed) == "bad")
        // Moved back, they are processed again and the error text is removed.
        for name in ["fox.png", "fox.png.toml"] {
            try await inbox.files.move(FileName(name), from: failed, to: FileName(name), in: inbox.path)
        }
        try put(Array("a fox".utf8), FileName("fox.png.toml"), in: inbox.path)
        guard case .accepted = await inbox.read(try await inbox.claim(FileName("fox.png"))) else {
            Issue.record("not accepted")
            return
        }
        #expect(names(in: failed).isEmpty)
    }

    @Test("deleting a processed source removes both")
    func delete() async throws {
        let inbox = try Inbox(after: .delete)
        #expect(await inbox.dispose(try await pair("a fox", in: inbox)) == .gone)
        #expect(names(in: inbox.path).isEmpty)
    }

    @Test("after a crash between the two moves they end up together")
    func crash() async throws {
        let inbox = try Inbox()
        let drop = try await pair("a fox", in: inbox)
        let failed = try inbox.home.folder("inbox/failed")
        try await inbox.files.move(
            FileName("fox.png.toml"), from: inbox.path, to: FileName("fox.png.toml"), in: failed)
        #expect(await inbox.dispose(drop, .empty) == .gone)
        #expect(names(in: failed) == ["fox.png", "fox.png.error.txt", "fox.png.toml"])
    }

    @Test("a sidecar restored by a power cut follows its picture: deleted, or moved to it")
    func powerCut() async throws {
        let deleting = try Inbox(after: .delete)
        let gone = try await pair("a fox", in: deleting)
        try await deleting.files.remove(gone.identity.name, in: deleting.path)
        #expect(await deleting.dispose(gone) == .gone)
        #expect(names(in: deleting.path).isEmpty)
        for (failure, folder) in [(nil, "done/2026/03"), (DropFailure.empty, "failed")] as [(DropFailure?, String)] {
            let inbox = try Inbox()
            let target = inbox.path.appending(folder)
            for _ in 1...2 {
                let drop = try await pair("a fox", in: inbox)
                try await inbox.files.makeFolder(target)
                let place = FileName(names(in: target).isEmpty ? "fox.png" : "fox (2).png")
                try await inbox.files.move(drop.identity.name, from: inbox.path, to: place, in: target)
                #expect(await inbox.dispose(drop, failure) == .gone)
            }
            #expect(names(in: target) == ["fox (2).png", "fox (2).png.toml", "fox.png", "fox.png.toml"])
        }
    }

    @Test("a sidecar moved before its picture reserves the picture's name")
    func half() async throws {
        let inbox = try Inbox()
        let done = inbox.path.appending("done/2026/03")
        let drop = try await pair("a fox", in: inbox)
        try await inbox.files.makeFolder(done)
        // The state after an attempt that was ended by the disk.
        try await inbox.files.move(drop.identity.name.sidecar, from: inbox.path, to: FileName("fox.png.toml"), in: done)
        try await inbox.files.move(drop.identity.name, from: inbox.path, to: FileName("kept"), in: inbox.path)
        #expect(await inbox.dispose(try await inbox.drop(pngHead, FileName("fox.png"))) == .gone)
        #expect(names(in: done) == ["fox (2).png", "fox.png.toml"])
        try await inbox.files.move(FileName("kept"), from: inbox.path, to: drop.identity.name, in: inbox.path)
        #expect(await inbox.dispose(drop) == .gone)
        #expect(names(in: done) == ["fox (2).png", "fox.png", "fox.png.toml"])
    }

    @Test("the sidecar of a removed picture stays")
    func takenAway() async throws {
        let inbox = try Inbox()
        let drop = try await pair("a fox", in: inbox)
        try await inbox.files.remove(drop.identity.name, in: inbox.path)
        #expect(await inbox.dispose(drop) == .gone)
        #expect(names(in: inbox.path) == ["fox.png.toml"])
    }

    @Test("if either changed or vanished since the claim, both settle again", arguments: ["another fox", nil])
    func changed(words: String?) async throws {
        let inbox = try Inbox()
        let drop = try await pair("a fox", in: inbox)
        try await inbox.files.remove(FileName("fox.png.toml"), in: inbox.path)
        if let words { try put(Array(words.utf8), FileName("fox.png.toml"), in: inbox.path) }
        #expect(await inbox.read(drop) == .changed)
        #expect(await inbox.stored(drop)?.phase == .gone)
        #expect(names(in: inbox.path).contains("fox.png"))
    }

    @Test("if required, a picture without a sidecar fails, and a text doesn't")
    func required() async throws {
        let inbox = try Inbox(sidecar: .required)
        let drop = try await inbox.drop(pngHead, FileName("fox.png"))
        #expect(await inbox.read(drop) == .failed(.sidecarMissing(seconds: 60)))
        guard case .accepted = await inbox.read(try await inbox.drop("a fox", "fox.txt")) else {
            Issue.record("not accepted")
            return
        }
    }

    @Test("too large a sidecar fails both with its reason")
    func unreadable() async throws {
        let inbox = try Inbox(limits: IntakeLimits(promptBytes: 4))
        let large = try await pair("a fox", in: inbox)
        #expect(await inbox.read(large) == .failed(.sidecarFile(.tooLarge(bytes: 5, limit: 4))))
    }
}
