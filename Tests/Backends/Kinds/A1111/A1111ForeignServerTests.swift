@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import FoundationEssentials
import Testing

/// A real server, whose URL is in `TEXTIFY_TEST_A1111_URL`.
@Suite("A foreign web UI")
struct A1111ForeignServerTests {
    static let url = ProcessInfo.processInfo.environment["TEXTIFY_TEST_A1111_URL"]

    @Test(
        "is ready and makes a small picture that can be decoded",
        .enabled(if: url != nil, "TEXTIFY_TEST_A1111_URL is not set"), .timeLimit(.minutes(10)))
    func paints() async throws {
        let options = ConfiguredBackend(
            A1111Settings(baseURL: try #require(Self.url), steps: 2),
            BackendContext("foreign", isFree: true, limits: .ownHardware))
        let wire = try Wire(total: .seconds(540), stall: .seconds(60), bodyBytes: 8 << 20)
        let backend = A1111Backend(options.own, options.context, transport: wire, utc: { 0 })
        #expect(await backend.probe() == .ready)
        let request = ImageRequest(prompt: "a boat", size: PictureSize(width: 64, height: 64), seed: 7)
        guard case .finished(let sources, _) = try await backend.submit(request, key: UUID().uuidString),
            let source = sources.first
        else { return }
        let bytes = try await backend.fetch(source, limit: 8 << 20)
        #expect(PictureFormat(magic: bytes)?.isReadable == true)
    }
}
