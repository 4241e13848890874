import ControlAPI
import Domain
import IntakeFeature
import JobsFeature
import Loopback
import MVIRuntime
import PlatformSQL
import PlatformSQLite
import Repositories
import Testing

@testable import App

@MainActor
@Suite("Status", .serialized, .timeLimit(.minutes(5)))
struct StatusTests {
    @Test("A new service reports every state as zero, its folders and backends in order, and no problem")
    func fresh() async throws {
        let installation = try Installation(more: "[[watch]]\npath = 'a'\noutbox = 'outbox'")
        try installation.folder("a")
        try await installation.served { served in
            _ = try await served.control.sync.sync()
            let status = await served.control.status.status(in: .english)
            #expect(status.phase == .running && status.uptime >= 0 && status.pid > 0)
            #expect(
                status.jobs.keys.sorted() == [
                    "cancelled", "done", "failed", "generated", "held", "queued", "staged", "submitted", "submitting",
                    "unknown", "waiting",
                ])
            #expect(status.jobs.values.allSatisfy { $0 == 0 })
            #expect(status.ended == ["done": 0, "failed": 0, "cancelled": 0])
            #expect(status.folders.map(\.name) == ["inbox", "a"] && status.folders.allSatisfy { $0.health == "fine" })
            #expect(status.folders.first?.outbox == installation.root.appending("outbox").shown)
            #expect(status.backends.map(\.name) == ["sketch"] && status.backends.allSatisfy { $0.code == nil })
            #expect(status.gates == [] && status.lastErrors == [])
            #expect(status.health.verdict == .well && status.health.reasons.isEmpty)
        }
    }

    @Test("Ended, waiting and settling work is counted")
    func counted() async throws {
        let installation = try Installation()
        try installation.configure(Installation.quick.replacing("prompt = \"0s\"", with: "prompt = \"1h\""))
        try await installation.served { served in
            _ = try await served.done()
            try installation.write("a hen", to: "inbox/a.txt")
            await served.until { [loop = served.loop] in
                loop.current.container.intake.state.folders[0].settling.count == 1
            }
            try await served.control.operations.pause()
            _ = try await served.control.submissions.submit(.prompt("a hen"))
            let status = await served.control.status.status(in: .english)
            #expect(status.jobs["done"] == 1 && status.jobs["queued"] == 1 && status.ended["done"] == 1)
            #expect(status.folders.first?.settling == 1 && status.backends.first?.waiting == 1)
            #expect(status.phase == .paused && status.gates.map(\.code) == ["paused"])
            #expect(status.gates.first?.detail.isEmpty == false)
            #expect(status.health.verdict == .stopped && status.health.reasons.map(\.code) == ["paused"])
            try await served.control.operations.resume()
            let resumed = await served.control.status.status(in: .english)
            #expect(resumed.phase == .running && resumed.gates == [])
        }
    }

    @Test("A missing folder is reported as missing, in the requested language")
    func missing() async throws {
        try await Installation(more: "[[watch]]\npath = 'a'\noutbox = 'outbox'").served { served in
            _ = try await served.control.sync.sync()
            let english = await served.control.status.status(in: .english).folders
            let korean = await served.control.status.status(in: .korean).folders
            #expect(english.map(\.health) == ["fine", "missing"] && korean.map(\.health) == ["fine", "missing"])
            let health = await served.control.status.status(in: .korean).health
            #expect(health.reasons.map(\.folder) == ["a"] && health.reasons.map(\.code) == ["folder_missing"])
            #expect(health.verdict == .degraded && health.reasons.first?.detail == korean[1].detail)
            #expect(english[1].detail != korean[1].detail && english[0].detail == nil)
            #expect(korean[1].detail?.unicodeScalars.contains { ("가"..."힣").contains($0) } == true)
        }
    }

    @Test("A source that cannot be moved away degrades the health until it can be")
    func stuck() async throws {
        let installation = try Installation()
        try installation.write("in the way", to: "inbox/failed")
        try await installation.served { served in
            try installation.write("no picture", to: "inbox/a.png")
            await installation.log.wait(for: "source_stuck")
            let reason = try #require(await served.control.status.status(in: .english).health.reasons.first)
            #expect(reason.code == "source_stuck" && reason.folder == "inbox", "\(reason)")
            try installation.remove("inbox/failed")
            _ = try await served.control.operations.scan()
            await served.until { [loop = served.loop] in loop.current.container.intake.state.drops.isEmpty }
            let refused = await served.control.status.status(in: .english)
            #expect(refused.health.reasons.map(\.code) == ["drops_refused"])
            // The file in the way was refused too.
            #expect(refused.refused == ["drop_not_a_picture": 1, "drop_unknown_kind": 1])
            #expect(try await served.control.actions.acknowledgeAll() == 2)
            #expect(await served.control.status.status(in: .english).health.verdict == .well)
        }
    }

    @Test("A new state folder beside folders served before degrades the health and is logged")
    func newState() async throws {
        let installation = try Installation()
        try installation.write("somebody else\n", to: "inbox/.textifyd")
        try await installation.served { served in
            await installation.log.wait(for: "state_new")
            let status = await served.control.status.status(in: .english)
            let reason = try #require(status.health.reasons.first { $0.code == "state_new" }, "\(status.health)")
            #expect(status.health.verdict == .degraded && reason.detail.contains("inbox was served before"))
        }
    }

    @Test("An unusable outbox degrades the health and is reported with its waiting jobs")
    func outbox() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.remove("outbox")
            try installation.write("in the way", to: "outbox")
            try installation.picture("inbox/a.png")
            await served.until { [loop = served.loop] in
                loop.current.container.jobs.state.entries.values.contains { entry in
                    if case .waiting(_, .delivery) = entry.job.state { true } else { false }
                }
            }
            let status = await served.control.status.status(in: .english)
            let reason = try #require(status.health.reasons.first { $0.code == "outbox_waits" }, "\(status.health)")
            #expect(status.health.verdict == .degraded && reason.folder == "inbox" && reason.jobs == 1)
            #expect(reason.detail.hasPrefix("1 job is waiting for the outbox"), "\(reason.detail)")
            try installation.remove("outbox")
        }
    }

    @Test("A backend answer that cannot be saved degrades the health until it is saved")
    func unsavedAnswer() async throws {
        let installation = try Installation()
        try await installation.served { served in
            try installation.move("state/blobs", to: "state/away")
            _ = try await served.control.submissions.submit(.prompt("a fox"))
            await installation.log.wait(for: "answer_unsaved")
            let reason = try #require(await served.control.status.status(in: .english).health.reasons.first)
            #expect(reason.code == "answers_unsaved" && reason.jobs == 1, "\(reason)")
            #expect(reason.detail.hasPrefix("1 backend answer is held in memory only"), "\(reason)")
            try installation.move("state/away", to: "state/blobs")
            await installation.log.wait(for: "job_done")
            #expect(await served.control.status.status(in: .english).health.verdict == .well)
        }
    }

    @Test("Ledger amounts dated later than today degrade the health, and the reason names the date")
    func ledgerDates() async throws {
        let server = try Server(try .painted())
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            let id = try await served.control.submissions.submit(.prompt("a fox", [.studio])).job.id
            _ = try await served.control.jobs.rest(of: id)
            #expect(await served.control.status.status(in: .english).health.verdict == .well)
        }
        let database = installation.root.appending("state").appending(SpoolDatabase.fileName)
        try Connection(path: database.bytes, .write).script("UPDATE ledger SET day = '2199-01-01'")
        try await installation.served { served in
            let reason = try #require(await served.control.status.status(in: .english).health.reasons.first)
            #expect(reason.code == "ledger_dates" && reason.detail.contains("2199-01-01"), "\(reason)")
            #expect(reason.detail.hasPrefix("1 ledger amount is dated later than today"), "\(reason)")
        }
    }

    @Test("A backend that is down is reported with code, sentence and time, in English and Korean")
    func down() async throws {
        let server = try Server(.json("{\"error\":{\"code\":\"invalid_api_key\",\"message\":\"no\"}}", status: 401))
        let installation = try Installation()
        try installation.configure(more: try installation.studio(server))
        try await installation.served { served in
            _ = try await served.control.submissions.submit(.prompt("a fox", [.studio]))
            await installation.log.wait(for: "backend_auth")
            let english = await served.control.status.status(in: .english)
            let korean = await served.control.status.status(in: .korean)
            #expect(english.backends.map(\.name) == ["sketch", "studio"])
            let studio = try #require(english.backends.last)
            #expect(studio.code == "backend_auth" && studio.detail?.contains("studio rejected its API key") == true)
            #expect(studio.waiting == 1 && studio.running == 0)
            let since = try #require(studio.since)
            #expect(since >= english.started)
            #expect(korean.backends.last?.detail?.contains("키를 거부") == true)
            #expect(english.lastErrors.first?.code == "backend_auth")
            let reason = try #require(english.health.reasons.first)
            #expect(reason.code == "backend_auth" && reason.backend == "studio" && reason.since == since)
            #expect(reason.jobs == 1 && reason.detail.hasSuffix("1 job is waiting; nothing is lost."), "\(reason)")
        }
    }

    @Test("Recent errors are listed newest first, at most ten")
    func troubles() async throws {
        let installation = try Installation()
        try await installation.served { served in
            for number in 0..<12 {
                try installation.write("no picture", to: "inbox/\(number).png")
                await installation.log.wait(for: "\(number).png")
            }
            let errors = await served.control.status.status(in: .korean).lastErrors
            #expect(errors.count == 10 && errors.map(\.at) == errors.map(\.at).sorted(by: >))
            #expect(errors.first?.detail.contains("11.png") == true && errors.last?.detail.contains("2.png") == true)
        }
    }

    @Test("After shutdown the phase is draining, and a status request still works")
    func ended() async throws {
        let control = try await Installation().served { $0.control }
        let status = await control.status.status(in: .english)
        #expect(status.phase == .draining && status.jobs["queued"] == 0)
        #expect(status.health.verdict == .stopped && status.health.reasons.map(\.code) == ["stopping"])
    }
}
