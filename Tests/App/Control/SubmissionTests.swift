import Domain
import JobsFeature
import FoundationEssentials
import Loopback
import MVIRuntime
import PlatformDigest
import Repositories
import Testing

@testable import App

@MainActor
@Suite("Submission", .serialized, .timeLimit(.minutes(5)))
struct SubmissionTests {
    @Test("A prompt becomes a job of the first folder, named after its first words and delivered to its outbox")
    func prompt() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let story = try await served.control.submissions.submit(.prompt("  A fox, at night!\n"))
            #expect(story.job.folder == "inbox" && story.job.request?.prompt == "A fox, at night!")
            #expect(story.job.name == FileName("a-fox-at-night.txt"))
            let rested = try await served.control.jobs.rest(of: story.job.id)
            #expect(rested.job.state == .done && rested.job.outputs.count == 3)
        }
        #expect(
            installation.names("outbox") == [
                "a-fox-at-night.json", "a-fox-at-night.picture.png", "a-fox-at-night.txt",
            ])
        #expect(installation.names("inbox") == [])
    }

    @Test("A picture becomes art, its drop ends, and its bytes are kept to be rendered again")
    func picture() async throws {
        let installation = try Installation()
        let bytes = try SentPicture.whole()
        try await installation.served { served in
            let story = try await served.control.submissions.submit(.picture(bytes).with { $0.name = "신호등" })
            #expect(story.job.picture?.digest == sha256(bytes))
            let rested = try await served.control.jobs.rest(of: story.job.id)
            #expect(rested.job.state == .done)
            await served.cleared()
            let drops = try await served.base.spool.drops.unfinishedDrops()
            let blobs = try await served.base.blobs.all()
            #expect(drops == [] && blobs == [sha256(bytes)])
        }
        #expect(installation.names("outbox") == ["신호등.json", "신호등.txt"])
    }

    @Test("A submission's drop is removed even if its watch folder is missing")
    func folderMissing() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.remove("inbox")
            let story = try await served.control.submissions.submit(.picture(try SentPicture.whole()))
            let rested = try await served.control.jobs.rest(of: story.job.id)
            #expect(rested.job.state == .done)
            await served.cleared()
        }
        #expect(!installation.log.all.contains { $0.contains("source_stuck") }, "\(installation.log.all)")
    }

    @Test("Submitted fields override those of the named folder, and results go to that folder's outbox")
    func fields() async throws {
        let installation = try Installation(
            more: "[[watch]]\npath = 'scans'\noutbox = 'made'\noutputs = ['txt']\nart.columns = 20\ntags = ['a']")
        for name in ["scans", "made"] { try installation.folder(name) }
        try await installation.served { served in
            let art = FieldEntry(
                name: "art", value: FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(31)))])))
            let tags = FieldEntry(name: "tags", value: FieldValue(.list([FieldValue(.text("b"))])))
            let order = JobSubmission.prompt("a fox", [art, tags]).with { order in
                order.folder = "scans"
                order.name = "x"
                order.reference = "order 7"
            }
            let story = try await served.control.submissions.submit(order)
            #expect(story.job.folder == "scans" && story.job.request?.art.columns == 31)
            #expect(story.job.request?.tags == ["a", "b"] && story.job.reference == "order 7")
            let rested = try await served.control.jobs.rest(of: story.job.id)
            #expect(rested.job.state == .done && rested.job.reference == "order 7")
        }
        #expect(installation.names("made") == ["x.json", "x.picture.png", "x.txt"])
    }

    @Test("A submission that chooses another backend and no size gets that backend's default size")
    func backendSize() async throws {
        let installation = try Installation(
            more:
                "[backends.studio]\ntype = 'openai'\nbase_url = 'http://127.0.0.1:9/v1'\nmodel = 'm'\nsize = '512x640'")
        try await installation.served { served in
            try await served.control.operations.pause()
            let backend = FieldEntry(name: "backend", value: FieldValue(.text("studio")))
            let size = FieldEntry(name: "size", value: FieldValue(.text("64x64")))
            let story = try await served.control.submissions.submit(.prompt("a fox", [backend]))
            #expect(story.job.request?.generation.size.text == "512x640")
            let sized = try await served.control.submissions.submit(.prompt("a fox", [backend, size]))
            #expect(sized.job.request?.generation.size.text == "64x64")
        }
    }

    @Test(
        "A submitted name that can't be one is refused, and nothing is made",
        arguments: [
            "../../x", "/etc/passwd", ".hidden", "a\u{0}b\n", String(repeating: "가", count: 400), "", " . ", "{x}",
        ])
    func badNames(name: String) async throws {
        let installation = try Installation()
        let before = installation.names(".")
        try await installation.served { served in
            let order = JobSubmission.picture(try SentPicture.whole()).with { $0.name = name }
            let failure = await #expect(throws: ControlFailure.self) {
                _ = try await served.control.submissions.submit(order)
            }
            guard case .fields(let failures) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(failures.map(\.key) == ["name"])
        }
        #expect(installation.names("outbox").isEmpty)
        #expect(Set(installation.names(".")).subtracting(before) == ["state"])
    }

    @Test("A submitted name is a template, and a name that is taken gives way as its folder says")
    func names() async throws {
        let installation = try Installation(
            more: "[[watch]]\npath = 'scans'\noutbox = 'made'\noutputs = ['txt']\non_conflict = 'replace'")
        for name in ["scans", "made"] { try installation.folder(name) }
        try await installation.served { served in
            let template = "\u{AC00}-{stem}-{seed}-{n}"
            for prompt in ["a fox", "a fox!"] {
                let seed = FieldEntry(name: "seed", value: FieldValue(.integer(7)))
                let order = JobSubmission.prompt(prompt, [seed]).with {
                    $0.folder = "scans"
                    $0.name = template
                }
                let job = try await served.control.submissions.submit(order).job
                #expect(job.name == FileName("가-a-fox-7-0001.txt") && job.request?.name.text == template)
                #expect(try await served.control.jobs.rest(of: job.id).job.state == .done)
            }
        }
        let endings = ["json", "picture.png", "txt"]
        #expect(installation.names("made") == endings.map { "가-a-fox-7-0001." + $0 })
    }

    @Test("An idempotency key identifies one job per user, for concurrent and for later requests")
    func keys() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let order = JobSubmission.prompt("a fox").with { $0.idempotencyKey = "k" }
            async let one = served.control.submissions.submit(order)
            async let two = served.control.submissions.submit(order)
            let (first, second) = try await (one, two)
            let third = try await served.control.submissions.submit(order)
            let other = try await served.control.submissions.submit(order.with { $0.user = 2 })
            #expect(first.job.id == second.job.id && third.job.id == first.job.id)
            #expect(other.job.id != first.job.id)
            let failure = await #expect(throws: ControlFailure.self) {
                try await served.control.submissions.submit(order.with { $0.sent = Array("another".utf8) })
            }
            #expect(failure == .keyReused(first.job.id))
            _ = try await served.control.jobs.rest(of: first.job.id)
            _ = try await served.control.jobs.rest(of: other.job.id)
            let page = try await served.control.jobs.jobs(JobQuery())
            #expect(page.jobs.count == 2)
        }
        #expect(installation.names("outbox").count == 6)
    }

    @Test("A paused service accepts a job and processes it after a resume")
    func paused() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let story = try await served.control.submissions.submit(.prompt("a fox"))
            #expect(story.job.state == .queued)
            let waiting = try await served.control.jobs.job(story.job.id)
            #expect(waiting == story && served.container.jobs.state.entries[story.job.id] != nil)
            try await served.control.operations.resume()
            let rested = try await served.control.jobs.rest(of: story.job.id)
            #expect(rested.job.state == .done)
        }
    }

    @Test("A submission is rejected once 512 jobs are unfinished")
    func room() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            try await withThrowingTaskGroup { group in
                for number in 0..<512 {
                    group.addTask { _ = try await served.control.submissions.submit(.prompt("fox \(number)")) }
                }
                try await group.waitForAll()
            }
            let failure = await #expect(throws: ControlFailure.self) {
                try await served.control.submissions.submit(.prompt("a fox"))
            }
            #expect(failure == .noRoom(jobs: 512))
        }
    }

    @Test("A job submitted while a reload replaces the stores is processed by the new stores")
    func reloaded() async throws {
        try await Installation().served { served in
            let orders = (0..<20).map { JobSubmission.prompt("fox \($0)") }
            async let reload: Void = served.control.operations.reload()
            let ids = try await withThrowingTaskGroup { group in
                for order in orders { group.addTask { try await served.control.submissions.submit(order).job.id } }
                var ids: [JobID] = []
                for try await id in group { ids.append(id) }
                return ids
            }
            try await reload
            for id in ids {
                let rested = try await served.control.jobs.rest(of: id)
                #expect(rested.job.state == .done)
            }
        }
    }
}
