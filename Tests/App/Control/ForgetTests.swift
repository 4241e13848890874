import ControlAPI
import ControlServer
import Domain
import FoundationEssentials
import MVIRuntime
import Repositories
import Testing

@testable import App

@MainActor
@Suite("Forget over the control socket", .serialized, .timeLimit(.minutes(5)))
struct ForgetTests {
    @Test("Forgetting a job deletes its outputs, picture and record, and drops its cached renderings")
    func gone() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let story = try await served.done("A fox")
            let id = story.job.id
            await served.cleared()
            let picture = try #require(story.job.picture)
            #expect(try await served.base.blobs.all() == [picture.digest])
            _ = try await served.control.art.art(of: id, ArtRequest(.txt))
            _ = try await served.control.art.thumbnail(of: id)
            #expect(await served.base.renderings.memoryFigures.entries >= 2)
            #expect(installation.names("state/cache/renderings").count == 2)
            _ = try await served.control.actions.forget(id)
            #expect(installation.names("state/cache/renderings") == [])
            #expect(await served.base.renderings.diskFigures.entries == 0)
            #expect(installation.names("outbox").filter { $0 != ".textifyd" } == [])
            #expect(try await served.base.blobs.all() == [])
            #expect(await served.base.renderings.memoryFigures.entries == 0)
            await #expect(throws: ControlFailure.noSuchJob(id.text)) { try await served.control.jobs.job(id) }
            await #expect(throws: ControlFailure.noSuchJob(id.text)) { try await served.control.actions.forget(id) }
        }
    }

    @Test("Forgetting deletes the archived source and the job's `latest.*` files, and reports remaining backups")
    func archived() async throws {
        let installation = try Installation(more: "latest = true")
        try await installation.served { served in
            try installation.picture("inbox/a.png")
            await installation.log.wait(for: "a.png became")
            await served.cleared()
            let page = try await served.control.jobs.jobs(JobQuery())
            let first = try #require(page.jobs.first?.job)
            let shown = installation.names("outbox").filter { $0.hasPrefix("latest.") }
            #expect(!shown.isEmpty && installation.archived == ["a.png"])
            let answer = try await served.control.actions.forget(first.id)
            #expect(answer.removed == first.outputs.count + shown.count + 1 && answer.source == nil)
            #expect(answer.backups == 0 && installation.archived.isEmpty)
            #expect(installation.names("outbox").filter { $0 != ".textifyd" } == [])
            // Forgetting an older job leaves the `latest.*` files of a newer one.
            let (older, newer) = (try await served.done("A fox"), try await served.done("A hen"))
            _ = try await served.control.operations.backUp()
            let kept = try await served.control.actions.forget(older.job.id)
            #expect(kept.backups == 1 && installation.names("outbox").contains("latest.txt"))
            _ = try await served.control.actions.forget(newer.job.id)
            #expect(!installation.names("outbox").contains("latest.txt"))
        }
    }

    @Test("All jobs of a filter are forgotten, and a dry run only lists them") func all() async throws {
        try await Installation().served { served in
            let ids = [try await served.done("A fox").job.id, try await served.done("A hen").job.id]
            await served.cleared()
            let preview = try await served.control.actions.all(.forget, BulkFilter(states: ["done"], isDryRun: true))
            #expect(Set(preview.done) == Set(ids) && preview.refused.isEmpty)
            _ = try await served.control.jobs.job(ids[0])
            let result = try await served.control.actions.all(.forget, BulkFilter(states: ["done"]))
            #expect(Set(result.done) == Set(ids) && result.refused.isEmpty)
            #expect(try await served.control.jobs.jobs(JobQuery()).jobs.isEmpty)
            #expect(try await served.control.actions.all(.forget, BulkFilter(states: ["queued"])) == BulkResult())
        }
    }

    @Test("A missing output does not prevent forgetting, and a picture shared with another job is kept")
    func shared() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let seed = FieldEntry(name: "seed", value: FieldValue(.integer(7)))
            let first = try await served.control.jobs.rest(
                of: try await served.control.submissions.submit(.prompt("A fox", [seed])).job.id)
            let second = try await served.control.jobs.rest(
                of: try await served.control.submissions.submit(.prompt("A fox", [seed])).job.id)
            #expect(first.job.picture == second.job.picture)
            await served.cleared()
            try installation.remove("outbox/" + first.job.outputs[0].name.shown)
            _ = try await served.control.actions.forget(first.job.id)
            #expect(try await served.base.blobs.all().count == 1)
            _ = try await served.control.art.art(of: second.job.id, ArtRequest(.txt))
        }
    }

    @Test("An unfinished job cannot be forgotten") func open() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            await #expect(throws: ControlFailure.notForgettable(id, state: "queued")) {
                try await served.control.actions.forget(id)
            }
            #expect(try await served.control.jobs.job(id).job.state == .queued)
        }
    }

    @Test("The `renderings` cache can be cleared; any other cache name is rejected") func caches() async throws {
        try await Installation().served { served in
            let id = try await served.done().job.id
            _ = try await served.control.art.art(of: id, ArtRequest(.txt))
            let filled = (await served.base.renderings.memoryFigures, await served.base.renderings.diskFigures)
            #expect(filled.0.entries > 0 && filled.1.entries == 1)
            try await served.control.operations.clear(cache: "renderings")
            let emptied = (await served.base.renderings.memoryFigures, await served.base.renderings.diskFigures)
            #expect(emptied.0.entries == 0 && emptied.1.entries == 0)
            for name in ["purchases", "", "Renderings"] {
                await #expect(throws: ControlFailure.noSuchCache(name, known: ["renderings"])) {
                    try await served.control.operations.clear(cache: name)
                }
            }
        }
    }
}

extension Installation {
    /// Names of the archived files of all months.
    fileprivate var archived: [String] {
        names("inbox/done").flatMap { year in
            names("inbox/done/\(year)").flatMap { names("inbox/done/\(year)/\($0)") }
        }
    }
}
