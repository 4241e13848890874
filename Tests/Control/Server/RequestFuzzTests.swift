import ControlAPI
import ControlServer
import Domain
import FoundationEssentials
import PlatformHTTPServer
import Testing

/// Random mutations of valid requests. `TEXTIFY_FUZZ_SEEDS` sets their number, `TEXTIFY_FUZZ_FROM` the first seed.
@Suite("Random requests", .timeLimit(.minutes(5)))
struct RequestFuzzTests {
    private let client = CheckedClient()

    @Test("Every request succeeds or is rejected with a problem document, never with a server error") func answers()
        async
    {
        let words = ProcessInfo.processInfo.environment
        let count = words["TEXTIFY_FUZZ_SEEDS"].flatMap(UInt64.init) ?? 1_500
        let first = words["TEXTIFY_FUZZ_FROM"].flatMap(UInt64.init) ?? 1
        var (codes, done): (Set<String>, Int) = ([], 0)
        for seed in first..<first + count {
            var chance = ChanceRequest(seed: seed)
            let asked = chance.next()
            let response = await answer(asked)
            let isRefused = (400..<500).contains(response.status)
            #expect(isRefused || (200..<300).contains(response.status), "seed \(seed): \(response.status) \(asked)")
            #expect(response.body.count < 1 << 20, "seed \(seed): \(asked)")
            guard isRefused, let problem = response.problem else {
                done += 1
                #expect(!isRefused, "seed \(seed): no problem document for \(asked)")
                continue
            }
            codes.insert(problem.code)
            #expect(
                problem.status == response.status && !problem.code.isEmpty && !problem.detail.isEmpty, "seed \(seed)")
            #expect(!problem.detail.unicodeScalars.contains { $0.value < 32 }, "seed \(seed): \(problem.detail)")
        }
        // Otherwise the mutations are too strong or too weak.
        if count >= 1_000 { #expect(done > 50 && codes.count > 15, "\(done) \(codes.sorted())") }
    }

    private func answer(_ asked: ServerRequest) async -> ServerResponse {
        switch client.service.admit(asked.head) {
        case .refuse(let response): response
        case .read(let limit) where asked.body.count > limit: client.service.refuse(asked.head, .tooLarge)
        case .read: await client.service.answer(asked)
        }
    }
}
