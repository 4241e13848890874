import Domain
import Testing

@Suite("Jobs behind gates")
struct GatedJobsTests {
    private func park(_ job: Job, _ gate: String, in spool: SpoolRepositories) async throws {
        let state = JobState.behind(GateClosure(gate: gate, until: 99), at: 9)
        #expect(try await spool.jobs.move(job, to: state, token: 0, at: 9))
    }

    @Test("a start leaves them alone; they are admitted once their gate is not closed", arguments: SpoolKind.allCases)
    func admitted(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            var jobs: [Job] = []
            for number in 1...4 { jobs.append(try await spool.accepted(number)) }
            try await park(jobs[0], "night", in: spool)
            try await park(jobs[1], "mains", in: spool)
            try await park(jobs[2], "night", in: spool)
            #expect(try await spool.jobs.job(jobs[0].id)?.state.gate == GateClosure(gate: "night", until: 99))
            let resumed = try await spool.jobs.claimUnfinished(limit: 9, after: nil, token: 1, at: 10)
            #expect(resumed.map(\.id) == [jobs[3].id])

            func admit(_ closed: Set<String>, _ limit: Int) async throws -> [Job] {
                try await spool.jobs.admitGated(except: closed, limit: limit, token: 20, at: 20).jobs
            }
            let none = try await spool.jobs.admitGated(except: ["night", "mains"], limit: 9, token: 20, at: 20)
            #expect(none == GateAdmission(waiting: 3))
            #expect(try await admit(["mains"], 1).map(\.id) == [jobs[0].id])
            let rest = try await admit(["mains"], 9)
            #expect(rest.map(\.id) == [jobs[2].id] && rest.map(\.state) == [.queued] && rest.map(\.token) == [20])
            #expect(try await admit(["mains"], 9).isEmpty)
            // A gate that is no longer configured closes nothing.
            #expect(try await admit([], 9).map(\.id) == [jobs[1].id])
            #expect(try await spool.jobList.counts() == ["queued": 4])
            let steps = try await spool.jobList.steps(of: jobs[1].id)?.steps.map(\.state.word)
            #expect(steps == ["queued", "waiting", "queued"])
        }
    }

    @Test(
        "one that was cancelled is not admitted, and one that waits for something else later is resumed",
        arguments: SpoolKind.allCases)
    func ended(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (one, other) = (try await spool.accepted(1), try await spool.accepted(2))
            try await park(one, "night", in: spool)
            #expect(try await spool.jobs.move(one, to: .cancelled, token: 0, at: 10))
            try await park(other, "night", in: spool)
            let admitted = try await spool.jobs.admitGated(except: [], limit: 9, token: 20, at: 20).jobs
            #expect(admitted.map(\.id) == [other.id])
            let down = JobState.waiting(until: 30, .backend("studio", .auth))
            #expect(try await spool.jobs.move(other, to: down, token: 20, at: 21))
            let resumed = try await spool.jobs.claimUnfinished(limit: 9, after: nil, token: 22, at: 22)
            #expect(resumed.map(\.id) == [other.id])
        }
    }
}
