import Domain
import MVISimulation
import Testing

@Suite("Calls in the spool")
struct SpoolCallTests {
    @Test("a call that fails through its backend doesn't count as an attempt of its job", arguments: SpoolKind.allCases)
    func attempts(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            for (number, failure) in [
                BackendFailure.auth, .transient(message: "502"), .invalid(parameter: nil, message: ""),
            ]
            .enumerated() {
                var call = try Samples.call(number + 2, of: job.id)
                #expect(try await spool.calls.begin(call, token: 0, at: 3))
                call.failure = failure
                call.phase = .settled
                for _ in 1...2 { try await spool.calls.keep(call, at: 4) }
            }
            #expect(try await spool.jobs.job(job.id)?.attempts == 1)
        }
    }

    @Test(
        "a call and its job's state are recorded together, and the newest call is found", arguments: SpoolKind.allCases)
    func calls(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            var call = try await spool.begun(job)
            call.phase = .submitting
            #expect(try await spool.calls.lastCall(of: job.id) == call)
            #expect(try await spool.jobs.job(job.id)?.state == .submitting)
            #expect(try await spool.jobs.job(job.id)?.attempts == 1)

            call.phase = .submitted
            call.handle = "remote-1"
            call.failure = .loading(eta: nil)
            for _ in 1...2 { try await spool.calls.keep(call, at: 4) }
            #expect(try await spool.calls.lastCall(of: job.id) == call)
            let story = try #require(try await spool.jobList.timeline(job.id))
            #expect(story.steps.map(\.state) == [.queued, .submitting, .submitted])
            #expect(story.entry.job.state == .submitted && story.entry.changed == 4)

            var second = try Samples.call(1, of: job.id)
            #expect(try await spool.calls.begin(second, token: 0, at: 5))
            second.phase = .submitting
            #expect(try await spool.calls.lastCall(of: job.id) == second)
            await #expect(throws: RepositoryFailure.self) {
                try await spool.calls.keep(Samples.call(8, of: job.id), at: 6)
            }
        }
    }

    @Test("a waiting job keeps waiting if its call is recorded as submitted late", arguments: SpoolKind.allCases)
    func lateHandle(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let job = try await spool.accepted(1)
            var call = try await spool.begun(job)
            let waiting = JobState.waiting(until: 9, .backend("sketch", .auth))
            #expect(try await spool.jobs.move(job.id, to: waiting, picture: nil, token: 0, at: 4))
            call.phase = .submitted
            call.handle = "remote-1"
            try await spool.calls.keep(call, at: 5)
            let story = try #require(try await spool.jobList.timeline(job.id))
            #expect(story.steps.map(\.state) == [.queued, .submitting, waiting])
            #expect(story.entry.job.state == waiting && story.entry.changed == 4)
        }
    }
}
