import Domain
import FoundationEssentials
import MVIRuntime
import Testing

@testable import App

@MainActor
@Suite("Art at the socket", .serialized, .timeLimit(.minutes(5)))
struct ArtTests {
    private func bytes(_ installation: Installation, _ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: installation.root.appending(name).shown) ?? Data())
    }

    private func failure(_ served: Served, _ id: JobID, _ output: OutputKind = .txt) async -> ControlFailure? {
        await #expect(throws: ControlFailure.self) { try await served.control.art(of: id, as: output) }
    }

    @Test("a generated picture's art is made again, the same as was delivered, in any format, whoever took the files")
    func generated() async throws {
        let installation = try Installation(Installation.quick.replacing("\"txt\"", with: "\"txt\", \"html\""))
        try await installation.served { served in
            let story = try await served.done("A fox & a hen")
            let delivered = (
                bytes(installation, "outbox/a-fox-a-hen.txt"), bytes(installation, "outbox/a-fox-a-hen.html")
            )
            for name in installation.names("outbox") { try installation.remove("outbox/" + name) }
            let text = try await served.control.art(of: story.job.id, as: .txt)
            let page = try await served.control.art(of: story.job.id, as: .html)
            let ansi = try await served.control.art(of: story.job.id, as: .ansi)
            #expect(text == delivered.0 && !text.isEmpty)
            #expect(page == delivered.1)
            #expect(ansi.contains(0x1b))
        }
    }

    @Test("a sent picture's art is the delivered file, as long as nobody has taken that away")
    func sent() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let order = JobSubmission.picture(try SentPicture.whole()).with { $0.name = "a" }
            let id = try await served.control.rest(of: try await served.control.submit(order).job.id).job.id
            await served.cleared()
            let text = try await served.control.art(of: id, as: .txt)
            #expect(text == bytes(installation, "outbox/a.txt") && !text.isEmpty)
            #expect(await failure(served, id, .html) == .artGone(id, state: "done"))
            try installation.remove("outbox/a.txt")
            #expect(await failure(served, id) == .artGone(id, state: "done"))
            try installation.remove("outbox")
            #expect(await failure(served, id) == .artGone(id, state: "done"))
        }
    }

    @Test("before the end there is none, and of no job neither")
    func none() async throws {
        try await Installation().served { served in
            try await served.control.pause()
            let id = try await served.control.submit(.prompt("a fox")).job.id
            #expect(await failure(served, id) == .artGone(id, state: "queued"))
            let other = JobID(utc: 1, seed: 1)
            #expect(await failure(served, other) == .noSuchJob(other.text))
        }
    }

    @Test("a picture is rendered with the defaults and the options that are given, and nothing is kept")
    func render() async throws {
        try await Installation().served { served in
            let columns = FieldValue(.table([FieldEntry(name: "columns", value: FieldValue(.integer(12)))]))
            let picture = try SentPicture.whole(64)
            let rendered = try await served.control.render(RenderRequest(picture: picture, art: columns, output: .txt))
            let lines = String(decoding: rendered.bytes, as: UTF8.self).split(separator: "\n")
            #expect(lines.count > 1 && lines.allSatisfy { $0.count <= 12 } && rendered.damage == nil)
            let jobs = try await served.control.jobs(JobQuery()).jobs
            let blobs = try await served.base.blobs.all()
            #expect(jobs.isEmpty && blobs.isEmpty)
        }
    }

    @Test("a picture that ends early is shown as far as it came, and what is wrong is said")
    func truncated() async throws {
        try await Installation().served { served in
            let order = RenderRequest(picture: try SentPicture.truncated(), art: FieldValue(.table([])), output: .txt)
            let rendered = try await served.control.render(order)
            guard case .truncated(let rows, 128) = rendered.damage else {
                Issue.record("\(String(describing: rendered.damage))")
                return
            }
            #expect(rows > 0 && rows < 128 && !rendered.bytes.isEmpty)
        }
    }

    @Test("what may disappoint about the art is told as convert tells it")
    func warnings() async throws {
        try await Installation().served { served in
            let thin = FieldValue(.table([.text("characters", "xX")]))
            let picture = try SentPicture.whole(64)
            let rendered = try await served.control.render(RenderRequest(picture: picture, art: thin, output: .txt))
            guard case .thinToneRange = rendered.warnings.first else {
                Issue.record("\(rendered.warnings)")
                return
            }
            #expect(rendered.warnings.count == 1 && !rendered.hasBrokenProfile && rendered.damage == nil)
            let broken = RenderRequest(
                picture: SentPicture.brokenProfile(picture), art: FieldValue(.table([])), output: .txt)
            let shown = try await served.control.render(broken)
            #expect(shown.hasBrokenProfile && shown.warnings.isEmpty && !shown.bytes.isEmpty)
        }
    }

    @Test("options that there are not and bytes that are no picture are refused")
    func refused() async throws {
        try await Installation().served { served in
            let art = FieldValue(.table([.text("colums", "8"), .text("charset", "nothing")]))
            let picture = try SentPicture.whole()
            let fields = await #expect(throws: ControlFailure.self) {
                try await served.control.render(RenderRequest(picture: picture, art: art, output: .txt))
            }
            guard case .fields(let failures) = fields else {
                Issue.record("\(String(describing: fields))")
                return
            }
            #expect(failures.map(\.key) == ["colums", "charset"])
            let text = RenderRequest(picture: Array("hello".utf8), art: FieldValue(.table([])), output: .txt)
            let failure = await #expect(throws: ControlFailure.self) { try await served.control.render(text) }
            #expect(failure == .picture(.notAPicture))
            var header = picture
            header[29] ^= 1
            let broken = RenderRequest(picture: header, art: FieldValue(.table([])), output: .txt)
            let refused = await #expect(throws: ControlFailure.self) { try await served.control.render(broken) }
            guard case .picture(.corrupt) = refused else {
                Issue.record("\(String(describing: refused))")
                return
            }
        }
    }
}
