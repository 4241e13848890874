import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import MVISimulation
import TestFolders
import Testing

@Suite("Reading a drop", .timeLimit(.minutes(5)))
struct ReadingTests {
    @Test("a picture becomes one job", arguments: ["a.png", "a.txt", "a", "line\nbreak.png"])
    func picture(name: String) async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop(pngHead, FileName(name))
        guard case .accepted(let jobs, _) = await inbox.read(drop), let job = jobs.first else {
            Issue.record("not accepted")
            return
        }
        let digest = try #require(Digest(bytes: pngHead))
        #expect(jobs.count == 1)
        #expect(job.id == JobID(utc: Inbox.utc, seed: 7, index: 0))
        #expect(job.request == Request(source: .picture(digest, .png), tags: ["inbox"]))
        #expect(job.picture == StoredPicture(digest: digest, format: .png))
        #expect(job.name == FileName(name) && job.folder == "inbox" && job.line == 0 && job.state == .queued)
        #expect(job.outbox == inbox.home.path.appending("outbox"))
        #expect(await inbox.stored(drop)?.phase == .read)
        // A restart reads it again with the same job as the result.
        #expect(await inbox.world.read(drop, at: 1, seed: 99) == .accepted([job], content: digest))
    }

    @Test("a prompt becomes one job, parsed by the reader", arguments: ["a.txt", "a.PROMPT"])
    func prompt(name: String) async throws {
        let inbox = try Inbox()
        guard case .accepted(let jobs, _) = await inbox.read(try await inbox.drop("a fox", name)) else {
            Issue.record("not accepted")
            return
        }
        #expect(jobs.map(\.request) == [Request(source: .prompt("a fox"), tags: ["inbox"])])
        #expect(jobs.first?.picture == nil)
    }

    @Test(
        "rejected drops have a reason",
        arguments: [
            ("bad", "a.txt", DropFailure.prompt(.empty)), ("", "a.png", .empty), ("", "a.txt", .empty),
            ("8BPS and more", "a.gif", .picture(.unsupported(.psd))),
            ("8BPS\u{0}", "a.txt", .picture(.unsupported(.psd))),
            ("hello", "a.png", .notAPicture(ending: "png", looksLikeText: true)),
            ("\u{1}\u{2}", "a.jpg", .notAPicture(ending: "jpg", looksLikeText: false)),
            ("hello", "a.doc", .unknownKind(ending: "doc", looksLikeText: true)),
            ("hello hello ok, 여우", "fox", .unknownKind(ending: "", looksLikeText: true)),
        ])
    func fails(text: String, name: String, failure: DropFailure) async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop(text, name)
        #expect(await inbox.read(drop) == .failed(failure))
        #expect(await inbox.stored(drop)?.phase == .ended)
    }

    @Test("a folder accepts only its configured kinds, by content and not by name")
    func accepted() async throws {
        let inbox = try Inbox(accepted: [.pictures])
        let names = ["prompts", "requests", "requests"]
        for (file, kind) in zip(["a.txt", "a.toml", "a.jsonl"], names) {
            let drop = try await inbox.drop("a fox", file)
            #expect(await inbox.read(drop) == .failed(.notAccepted(kind: kind, accepted: ["pictures"])))
        }
        guard case .accepted = await inbox.read(try await inbox.drop(pngHead, FileName("b.txt"))) else {
            Issue.record("not accepted")
            return
        }
        let words = try Inbox(accepted: [.prompts, .requests])
        let picture = try await words.drop(pngHead, FileName("a.png"))
        let failure = DropFailure.notAccepted(kind: "pictures", accepted: ["prompts", "requests"])
        #expect(await words.read(picture) == .failed(failure))
    }

    @Test("FIFOs, folders, dangling links and links out of the folder are never opened")
    func kinds() async throws {
        let inbox = try Inbox()
        try #require(mkfifo(cPath(FileName("pipe.png"), inbox.path), 0o644) == 0)
        try #require(symlink("/nowhere/at/all", cPath(FileName("away.txt"), inbox.path)) == 0)
        try #require(symlink("/etc/passwd", cPath(FileName("out.txt"), inbox.path)) == 0)
        _ = try inbox.home.folder("inbox/x.png")
        #expect(await inbox.read(try await inbox.claim(FileName("pipe.png"))) == .failed(.special))
        #expect(await inbox.read(try await inbox.claim(FileName("away.txt"))) == .failed(.link))
        #expect(await inbox.read(try await inbox.claim(FileName("out.txt"))) == .failed(.link))
        #expect(await inbox.read(try await inbox.claim(FileName("x.png"))) == .failed(.folder))
    }

    @Test("a file removed before it was read is gone, and reported")
    func vanished() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "a.txt")
        try await inbox.files.remove(FileName("a.txt"), in: inbox.path)
        #expect(await inbox.read(drop) == .vanished)
        #expect(await inbox.stored(drop)?.phase == .gone)
        #expect(await inbox.stored(drop)?.failure == .vanished)
        #expect(names(in: inbox.path).isEmpty)
    }

    @Test("a file that grew since its claim is released without a failure")
    func grew() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("half a pro", "a.txt")
        try put(Array("mpt".utf8), FileName("a.txt"), in: inbox.path, adding: true)
        #expect(await inbox.read(drop) == .changed)
        #expect(await inbox.stored(drop)?.phase == .gone)
        #expect(await inbox.stored(drop)?.failure == nil)
        #expect(text("a.txt", in: inbox.path) == "half a prompt")
    }

    @Test("a file over the limit fails with both sizes")
    func tooLarge() async throws {
        let inbox = try Inbox(limits: IntakeLimits(fileBytes: 20, promptBytes: 4))
        let file = try await inbox.drop(pngHead, FileName("a.png"))
        #expect(await inbox.read(file) == .failed(.tooLarge(bytes: 32, limit: 20)))
        let prompt = try await inbox.drop("a fox", "a.txt")
        #expect(await inbox.read(prompt) == .failed(.tooLarge(bytes: 5, limit: 4)))
    }

    @Test("a text delivered by a job is no prompt; if that can't be determined, it is postponed")
    func ownOutput() async throws {
        let inbox = try Inbox()
        let text = try await inbox.drop("@@##", "cat.txt")
        await inbox.spool.fail(.busy)
        #expect(await inbox.read(text) == .postponed(.repository(.busy)))
        await inbox.spool.fail(nil)
        guard case .accepted(_, let content?) = await inbox.read(text) else {
            Issue.record("nobody delivered it yet")
            return
        }
        let job = JobID(high: 1, low: 2)
        await inbox.spool.note(content, by: job)
        let again = try await inbox.drop("@@##", "again.txt")
        #expect(await inbox.read(again) == .failed(.ownOutput(job)))
    }

    @Test(
        "a fault of the file fails it, a fault of the machine postpones it",
        arguments: [
            (TakeFailure.source(.denied), ReadOutcome.failed(.unreadable(.denied))),
            (.source(.full), .postponed(.storage(.full))), (.source(.readOnly), .postponed(.storage(.readOnly))),
            (.source(.failed(code: Errno(EMFILE))), .postponed(.storage(.failed(code: Errno(EMFILE))))),
            (.source(.failed(code: Errno(ESTALE))), .postponed(.storage(.failed(code: Errno(ESTALE))))),
            (.source(.changing), .changed), (.source(.notRegular), .changed), (.source(.missing), .vanished),
            (.store(.failed(code: Errno(EIO))), .postponed(.storage(.failed(code: Errno(EIO))))),
            (.store(.denied), .postponed(.storage(.denied))), (.store(.missing), .postponed(.storage(.missing))),
        ])
    func faults(failure: TakeFailure, outcome: ReadOutcome) async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "a.txt")
        await inbox.blobs.fail(failure)
        #expect(await inbox.read(drop) == outcome)
    }

    @Test("a disk failure is retried twice", arguments: [1, 2, 3])
    func diskFaults(faults: Int) async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "a.txt")
        await inbox.blobs.fail(.source(.failed(code: Errno(EIO))), times: faults)
        async let outcome = inbox.read(drop)
        for pause in [Duration.seconds(1), .seconds(5)].prefix(faults) {
            await inbox.clock.sleepers()
            inbox.clock.advance(by: pause)
        }
        switch await outcome {
        case .accepted(let jobs, _): #expect(jobs.count == 1 && faults < 3)
        case let other: #expect(other == .failed(.unreadable(.failed(code: Errno(EIO)))) && faults == 3)
        }
    }

    @Test("a stop between two attempts leaves the drop as it was")
    func stoppedBetween() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "a.txt")
        await inbox.blobs.fail(.source(.failed(code: Errno(EIO))))
        let reading = Task { await inbox.read(drop) }
        await inbox.clock.sleepers()
        reading.cancel()
        #expect(await reading.value == .postponed(.storage(.failed(code: Errno(EIO)))))
    }

    @Test("an unwritable database postpones everything")
    func repository() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "a.txt")
        await inbox.spool.fail(.busy)
        let late = ReadOutcome.postponed(.repository(.busy))
        #expect(await inbox.read(drop) == late)
        #expect(await inbox.dispose(drop) == .postponed(.repository(.busy)))
        #expect(await inbox.world.claim([drop], at: 0) == .failure(.busy))
        #expect(await inbox.world.recover() == .failure(.busy))
        try await inbox.files.remove(FileName("a.txt"), in: inbox.path)
        #expect(await inbox.read(drop) == late)
    }
}
