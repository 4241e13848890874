import MVITesting
import Testing

@Suite("Unstubbed")
struct UnstubbedTests {
    private protocol CounterSideEffect: Sendable {
        func read(_ name: String) async -> Result<Int, NoNumber>
        func reset() async
    }

    private struct NoNumber: Error {}

    private struct Fake: CounterSideEffect {
        func read(_ name: String) async -> Result<Int, NoNumber> { unstubbed(returning: .failure(NoNumber())) }
        func reset() async { unstubbed() }
    }

    @Test("an unstubbed side effect fails the test by name")
    func byName() async {
        await withKnownIssue {
            _ = await Fake().read("x")
        } matching: {
            $0.comments.contains { $0.rawValue.contains("the side effect read(_:) was called") }
        }
        await withKnownIssue {
            await Fake().reset()
        } matching: {
            $0.comments.contains { $0.rawValue.contains("the side effect reset() was called") }
        }
    }

    @Test("the code under test continues with the given value") func value() {
        withKnownIssue {
            #expect(throws: NoNumber.self) {
                try unstubbed("x", returning: Result<Int, NoNumber>.failure(NoNumber())).get()
            }
        }
    }
}
