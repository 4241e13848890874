import BackendKit
import Domain
import Testing

@testable import SketchBackend

@Suite("Sketch backend")
struct SketchBackendTests {
    private let backend = SketchBackend { width, height, texts, pixels throws(PictureFailure) in
        guard pixels.count == width * height else { throw .truncated(rows: 0, height: height) }
        return texts.flatMap { Array($0.1.utf8) } + pixels.flatMap { [$0.red, $0.green, $0.blue] }
    }

    private func request(_ width: Int, _ height: Int, seed: UInt64 = 1) -> ImageRequest {
        ImageRequest(prompt: "a boat", size: PictureSize(width: width, height: height), seed: seed)
    }

    @Test("A submission is finished at once, is free, and has the prompt in its metadata")
    func finishes() async throws {
        let answer = try await backend.submit(request(64, 80), key: "k")
        guard case .finished(let sources, let receipt) = answer, case .bytes(let bytes) = sources.first else {
            Issue.record("not finished: \(answer)")
            return
        }
        let texts = Array("textifydsketch, no AIa boat1".utf8)
        #expect(receipt == Receipt(charged: .no))
        #expect(Array(bytes.prefix(texts.count)) == texts)
        #expect(bytes.count == texts.count + 64 * 80 * 3)
    }

    @Test("Equal requests give equal bytes")
    func repeats() async throws {
        let first = try await backend.submit(request(64, 64), key: "one")
        #expect(try await backend.submit(request(64, 64), key: "two") == first)
    }

    @Test(
        "Sizes outside 64…2048 are rejected as invalid",
        arguments: [(63, 64), (64, 63), (2049, 64), (64, 2049), (0, 0)])
    func refuses(width: Int, height: Int) async {
        await #expect(throws: BackendFailure.invalid(parameter: "size", message: "\(width)x\(height)")) {
            try await backend.submit(request(width, height), key: "k")
        }
    }

    @Test("A picture that can't be encoded is a failure, not a picture")
    func encodingFails() async {
        let broken = SketchBackend { _, _, _, _ throws(PictureFailure) in throw .outOfMemory }
        await #expect(throws: BackendFailure.failed(message: "outOfMemory")) {
            try await broken.submit(request(64, 64), key: "k")
        }
    }

    @Test("The descriptor says free, deterministic, no AI")
    func describes() async {
        let expected = BackendDescriptor(
            name: "sketch", kind: "sketch", credit: "sketch, no AI", isFree: true, isDeterministic: true,
            sides: 64...2048, concurrency: 2,
            abilities: BackendCapabilities(options: [.seed: .any, .format: .words(["png"])]))
        #expect(backend.descriptor == expected)
        #expect(await backend.probe() == .ready)
    }

    @Test("Nothing is ever pending; bytes are returned within the limit")
    func endings() async throws {
        let handle = try #require(JobHandle("{}"))
        await #expect(throws: BackendFailure.lost) { try await backend.poll(handle) }
        #expect(await backend.cancel(handle) == .notRunning)
        let picture: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
        #expect(try await backend.fetch(.bytes(picture), limit: 8) == picture)
        await #expect(throws: BackendFailure.badResponse(message: "data that is not a picture")) {
            try await backend.fetch(.bytes([1, 2]), limit: 2)
        }
        await #expect(throws: BackendFailure.tooLarge(bytes: 2, limit: 1)) {
            try await backend.fetch(.bytes([1, 2]), limit: 1)
        }
        await #expect(throws: BackendFailure.unsupported(feature: "url")) {
            try await backend.fetch(.url("file:///x"), limit: 1)
        }
    }
}
