import BackendKit
import Domain
import Testing

@Suite("Lost answers, as configured", .timeLimit(.minutes(1)))
struct UnknownPolicyTests {
    private func lost(_ times: Int) -> [Result<Submission, BackendFailure>] {
        Array(repeating: .failure(.unknown), count: times)
    }

    @Test("retry asks again with the same seed, and after five times leaves it to a person")
    func retry() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(onUnknown: .retry, .init(submissions: lost(9)))
            for number in 1...4 {
                let answer = await studio.generate(backend, number)
                guard case .failure(.backend("studio", .transient)) = answer else {
                    Issue.record("try \(number): \(answer)")
                    continue
                }
                #expect(await studio.phase == .settled)
            }
            for number in 5...7 {
                #expect(await studio.generate(backend, number) == .failure(.backend("studio", .unknown)))
            }
            #expect(backend.asked == Array(repeating: "submit a cat 1", count: 5))
        }
    }

    @Test("fail ends the job and sends nothing again")
    func fail() async throws {
        try await Studio.lend { studio in
            let backend = studio.backend(onUnknown: .fail, .init(submissions: lost(1)))
            guard case .failure(.backend("studio", .failed)) = await studio.generate(backend) else {
                Issue.record("the job goes on")
                return
            }
            #expect(await studio.phase == .settled)
            #expect(backend.asked.count == 1)
        }
    }

    @Test(
        "a call that a crash cut off is treated the same",
        arguments: [(UnknownPolicy.hold, 0), (.retry, 1), (.fail, 0)])
    func crash(_ policy: UnknownPolicy, sent: Int) async throws {
        try await Studio.lend { studio in
            try await studio.left(.submitting)
            let backend = studio.backend(onUnknown: policy, .init(submissions: [.success(Studio.finished)]))
            let answer = await studio.generate(backend)
            #expect(backend.asked.count == sent)
            switch (policy, answer) {
            case (.hold, .failure(.backend(_, .unknown))), (.retry, .success), (.fail, .failure(.backend(_, .failed))):
                break
            default: Issue.record("\(policy): \(answer)")
            }
        }
    }
}
