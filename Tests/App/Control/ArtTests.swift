import ControlServer
import Domain
import FoundationEssentials
import MVIRuntime
import Testing

@testable import App

@MainActor
@Suite("Art over the control socket", .serialized, .timeLimit(.minutes(5)))
struct ArtTests {
    private func bytes(_ installation: Installation, _ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: installation.root.appending(name).shown) ?? Data())
    }

    private func failure(_ served: RunningService, _ id: JobID, _ output: OutputKind = .txt) async -> ControlFailure? {
        await #expect(throws: ControlFailure.self) {
            try await served.control.art.art(of: id, ArtRequest(output))
        }
    }

    @Test("A generated picture's art is rendered again in any format, even if the delivered file is gone")
    func generated() async throws {
        let installation = try Installation(Installation.quick.replacing("\"txt\"", with: "\"txt\", \"html\""))
        try await installation.served { served in
            let story = try await served.done("A fox & a hen")
            let delivered = (
                bytes(installation, "outbox/a-fox-a-hen.txt"), bytes(installation, "outbox/a-fox-a-hen.html")
            )
            for name in installation.names("outbox") { try installation.remove("outbox/" + name) }
            let text = try await served.control.art.art(of: story.job.id, ArtRequest(.txt))
            let page = try await served.control.art.art(of: story.job.id, ArtRequest(.html))
            let ansi = try await served.control.art.art(of: story.job.id, ArtRequest(.ansi))
            let fine = try await served.control.art.art(of: story.job.id, ArtRequest(.ansi, charset: .sextant))
            let sextants = 0x1FB00...0x1FB3B as ClosedRange<UInt32>
            #expect(String(decoding: fine, as: UTF8.self).unicodeScalars.contains { sextants.contains($0.value) })
            #expect(fine != ansi)
            #expect(try await served.control.art.art(of: story.job.id, ArtRequest(.txt, charset: .sextant)) == text)
            #expect(text == delivered.0 && !text.isEmpty)
            #expect(page == delivered.1)
            #expect(ansi.contains(0x1b))
        }
    }

    @Test("A dropped picture is kept and rendered again in any format, even if the delivered file is gone")
    func kept() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let order = JobSubmission.picture(try SentPicture.whole()).with { $0.name = "a" }
            let id = try await served.control.jobs.rest(of: try await served.control.submissions.submit(order).job.id)
                .job.id
            await served.cleared()
            let delivered = bytes(installation, "outbox/a.txt")
            try installation.remove("outbox/a.txt")
            #expect(try await served.control.art.art(of: id, ArtRequest(.txt)) == delivered && !delivered.isEmpty)
            let page = try await served.control.art.art(of: id, ArtRequest(.svg))
            #expect(String(decoding: page, as: UTF8.self).contains("<svg"))
            let digest = try #require(try await served.base.blobs.all().first)
            // As a power cut may leave it.
            let place = try await served.base.blobs.place(of: digest)
            #expect(
                FileManager.default.createFile(atPath: place.folder.appending(place.name).shown, contents: Data([0])))
            #expect(await failure(served, id, .html) == .storage(.damaged))
            // Art that was made of the intact picture is still right.
            #expect(try await served.control.art.art(of: id, ArtRequest(.txt)) == delivered)
        }
    }

    @Test("Done jobs are delivered again at no cost, under the same names once these are free, and only they")
    func redelivered() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let prompt = try await served.done("A fox & a hen")
            let order = JobSubmission.picture(try SentPicture.whole()).with { $0.name = "a" }
            let picture = try await served.control.jobs.rest(
                of: try await served.control.submissions.submit(order).job.id)
            await served.cleared()
            let (first, sent) = (bytes(installation, "outbox/a-fox-a-hen.txt"), bytes(installation, "outbox/a.txt"))
            for name in ["a.txt", "a.json"] { try installation.remove("outbox/" + name) }
            for id in [prompt.job.id, picture.job.id] {
                let story = try await served.control.actions.redeliver(id)
                #expect(story.steps.count { $0.state == .queued } == 2)
                #expect(try await served.control.jobs.rest(of: id).job.state == .done)
            }
            #expect(bytes(installation, "outbox/a-fox-a-hen (2).txt") == first && !first.isEmpty)
            #expect(bytes(installation, "outbox/a.txt") == sent && !sent.isEmpty)
            #expect(try await served.control.jobs.job(prompt.job.id).call == prompt.call && prompt.call != nil)

            let failed = try await served.stored(.failed(.pictureLost), 2)
            await #expect(throws: ControlFailure.notRedeliverable(failed, state: "failed")) {
                try await served.control.actions.redeliver(failed)
            }
            try await served.base.blobs.remove(try await served.base.blobs.all(), .unneeded) { _ in [] }
            await #expect(throws: ControlFailure.pictureLost(picture.job.id)) {
                try await served.control.actions.redeliver(picture.job.id)
            }
            let none = JobID(utc: 1, seed: 1)
            await #expect(throws: ControlFailure.noSuchJob(none.text)) {
                try await served.control.actions.redeliver(none)
            }
        }
    }

    @Test("Without kept originals a submitted picture's art is the delivered file, and gone once that is removed")
    func sent() async throws {
        let installation = try Installation(Installation.quick + "\n[keep]\noriginal_days = 0\n")
        try await installation.served { served in
            let order = JobSubmission.picture(try SentPicture.whole()).with { $0.name = "a" }
            let id = try await served.control.jobs.rest(of: try await served.control.submissions.submit(order).job.id)
                .job.id
            await served.cleared()
            let text = try await served.control.art.art(of: id, ArtRequest(.txt))
            #expect(text == bytes(installation, "outbox/a.txt") && !text.isEmpty)
            #expect(isRemoval(await failure(served, id, .html), of: id))
            try installation.remove("outbox/a.txt")
            #expect(isRemoval(await failure(served, id), of: id))
            try installation.remove("outbox")
            #expect(isRemoval(await failure(served, id), of: id))
        }
    }

    private func isRemoval(_ failure: ControlFailure?, of job: JobID) -> Bool {
        if case .pictureRemoved(job, _) = failure { true } else { false }
    }

    @Test("An unfinished job has no art, and an unknown job is reported as unknown")
    func none() async throws {
        try await Installation().served { served in
            try await served.control.operations.pause()
            let id = try await served.control.submissions.submit(.prompt("a fox")).job.id
            #expect(await failure(served, id) == .artGone(id, state: "queued"))
            let other = JobID(utc: 1, seed: 1)
            #expect(await failure(served, other) == .noSuchJob(other.text))
        }
    }

    @Test("Rendering uses the defaults and the given options, and stores nothing")
    func render() async throws {
        try await Installation().served { served in
            let columns = FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(12)))]))
            let picture = try SentPicture.whole(64)
            let rendered = try await served.control.art.render(
                RenderRequest(picture: picture, art: columns, output: .txt))
            let lines = String(decoding: rendered.bytes, as: UTF8.self).split(separator: "\n")
            #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 12 } && rendered.damage == nil)
            let jobs = try await served.control.jobs.jobs(JobQuery()).jobs
            let blobs = try await served.base.blobs.all()
            #expect(jobs.isEmpty && blobs.isEmpty)
        }
    }

    @Test("A truncated picture is rendered as far as it goes, and the damage is reported")
    func truncated() async throws {
        try await Installation().served { served in
            let order = RenderRequest(picture: try SentPicture.truncated(), art: FieldValue(.table([])), output: .txt)
            let rendered = try await served.control.art.render(order)
            guard case .truncated(let rows, 128) = rendered.damage else {
                Issue.record("\(String(describing: rendered.damage))")
                return
            }
            #expect(rows > 0 && rows < 128 && !rendered.bytes.isEmpty)
        }
    }

    @Test("Rendering reports the same warnings as `convert`")
    func warnings() async throws {
        try await Installation().served { served in
            let thin = FieldValue(.table([.text("characters", "xX")]))
            let picture = try SentPicture.whole(64)
            let rendered = try await served.control.art.render(RenderRequest(picture: picture, art: thin, output: .txt))
            guard case .thinToneRange = rendered.warnings.first else {
                Issue.record("\(rendered.warnings)")
                return
            }
            #expect(rendered.warnings.count == 1 && !rendered.hasBrokenProfile && rendered.damage == nil)
            let broken = RenderRequest(
                picture: SentPicture.brokenProfile(picture), art: FieldValue(.table([])), output: .txt)
            let shown = try await served.control.art.render(broken)
            #expect(shown.hasBrokenProfile && shown.warnings.isEmpty && !shown.bytes.isEmpty)
        }
    }

    @Test("Unknown options and bytes that are not a picture are rejected")
    func refused() async throws {
        try await Installation().served { served in
            let art = FieldValue(.table([.text("colums", "8"), .text("charset", "nothing")]))
            let picture = try SentPicture.whole()
            let fields = await #expect(throws: ControlFailure.self) {
                try await served.control.art.render(RenderRequest(picture: picture, art: art, output: .txt))
            }
            guard case .fields(let failures) = fields else {
                Issue.record("\(String(describing: fields))")
                return
            }
            #expect(failures.map(\.key) == ["colums", "charset"])
            let text = RenderRequest(picture: Array("hello".utf8), art: FieldValue(.table([])), output: .txt)
            let failure = await #expect(throws: ControlFailure.self) { try await served.control.art.render(text) }
            #expect(failure == .picture(.notAPicture))
            var header = picture
            header[29] ^= 1
            let broken = RenderRequest(picture: header, art: FieldValue(.table([])), output: .txt)
            let refused = await #expect(throws: ControlFailure.self) { try await served.control.art.render(broken) }
            guard case .picture(.corrupt) = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
        }
    }
}
