import ControlServer
import Domain
import FoundationEssentials
import Testing

@testable import App

@MainActor
@Suite("Parameters in pictures", .serialized, .timeLimit(.minutes(5)))
struct EmbeddingTests {
    @Test("A prompt is in the delivered picture and its art, also when rendered again; with embed = false nowhere")
    func embedded() async throws {
        for isEmbedding in [true, false] {
            let installation = try Installation(
                """
                settle = { picture = "0s", prompt = "0s" }
                outputs = ["art.png", "html"]
                art.columns = 16
                request.size = "64x64"
                request.embed = \(isEmbedding)
                """)
            try await installation.served { served in
                let job = try await served.done("A fox").job
                let stored = try await served.control.art.picture(of: job.id).bytes
                let delivered = bytes(installation, "outbox/a-fox.picture.png")
                let art = bytes(installation, "outbox/a-fox.art.png")
                #expect(try await served.control.art.art(of: job.id, ArtRequest(.artPNG)) == art && !art.isEmpty)
                #expect(PNGParameters.text(in: stored) == nil)
                #expect((delivered == stored) != isEmbedding)
                let text = PNGParameters.text(in: delivered)
                #expect(PNGParameters.text(in: art) == text && (text != nil) == isEmbedding)
                #expect(text?.hasPrefix("A fox\nSeed: ") != false && text?.contains("Generator: sketch, ") != false)
                let page = String(decoding: bytes(installation, "outbox/a-fox.html"), as: UTF8.self)
                #expect(page.contains("A fox") == isEmbedding)
            }
        }
    }

    private func bytes(_ installation: Installation, _ name: String) -> [UInt8] {
        Array(FileManager.default.contents(atPath: installation.root.appending(name).shown) ?? Data())
    }
}
