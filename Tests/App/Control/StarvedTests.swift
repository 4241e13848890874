import ControlServer
import Domain
import FoundationEssentials
import Testing

@testable import App

/// Pictures that need more memory than `limits.memory` allows, by each way into the service.
@MainActor
@Suite("Pictures that need too much memory", .serialized, .timeLimit(.minutes(5)))
struct StarvedTests {
    @Test("The render route rejects a tiny pixmap that would need a gigabyte")
    func route() async throws {
        let installation = try Installation()
        try await installation.served { served in
            let order = RenderRequest(
                picture: Array("P4 299999999 1\n".utf8), art: FieldValue(.table([])), output: .txt)
            let failure = await #expect(throws: ControlFailure.self) { try await served.control.art.render(order) }
            guard case .picture(.tooMuchMemory(let bytes, let limit)) = failure else { throw try #require(failure) }
            #expect(bytes > 1_199_999_996 && limit == 512 << 20)
        }
    }

    @Test(
        "A paid picture is delivered without art that needs too much memory; raising the limit makes the art available")
    func generated() async throws {
        let wide = Installation.quick.replacing("art.columns = 16", with: "art.columns = 500")
        let installation = try Installation(wide, more: "[limits]\nmemory = 16777216\n")
        let job = try await installation.served { served in
            let story = try await served.done("A fox")
            #expect(story.job.state == .done && story.job.picture != nil)
            guard case .tooMuchMemory(let bytes, 16_777_216) = story.job.missingArt else {
                throw ControlFailure.picture(try #require(story.job.missingArt))
            }
            #expect(bytes > 16_777_216)
            let names = installation.names("outbox")
            #expect(names.contains { $0.hasSuffix(".json") } && names.contains { $0.contains(".picture.") })
            #expect(!names.contains { $0.hasSuffix(".txt") }, "\(names)")
            let json = try #require(names.first { $0.hasSuffix(".json") })
            let path = installation.root.appending("outbox/" + json).shown
            let told = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
            #expect(told.contains("\"missing_art\"") && told.contains("limits.memory"), "\(told)")
            let failure = await #expect(throws: ControlFailure.self) {
                try await served.control.art.art(of: story.job.id, ArtRequest(.txt))
            }
            guard case .picture(.tooMuchMemory) = failure else { throw try #require(failure) }
            return story.job.id
        }
        try installation.configure(wide)
        try await installation.served { served in
            let art = try await served.control.art.art(of: job, ArtRequest(.txt))
            #expect(!art.isEmpty)
        }
    }
}
