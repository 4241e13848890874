import Domain
import Testing

@Suite("Which jobs are old")
struct OldJobRuleTests {
    private let day: Int64 = 24 * 60 * 60 * 1_000

    @Test("A job is old after its days, an unread failure after twice as many")
    func days() {
        var retention = Retention()
        retention.jobDays = 3
        let old = retention.oldJobs(at: UTCMillis(10 * day))
        #expect(old == OldJobs(ended: UTCMillis(7 * day), unread: UTCMillis(4 * day)))
        #expect(old.contains(endedAt: UTCMillis(7 * day), isUnread: false))
        #expect(!old.contains(endedAt: UTCMillis(7 * day + 1), isUnread: false))
        #expect(!old.contains(endedAt: UTCMillis(7 * day), isUnread: true))
        #expect(old.contains(endedAt: UTCMillis(4 * day), isUnread: true))
    }

    @Test("By default a job is kept for two years, and the clean-up erases jobs before it removes pictures")
    func defaults() {
        let tasks = Retention().tasks
        #expect(Retention().jobDays == 730)
        #expect(tasks == [.trash, .jobs, .pictures(.generated), .pictures(.dropped), .index])
    }

    @Test("Refused files are removed only if wanted, and before their jobs")
    func refused() {
        var retention = Retention()
        #expect(!retention.tasks.contains(.refusedFiles))
        retention.failedDays = 4
        #expect(retention.tasks.prefix(3) == [.trash, .refusedFiles, .jobs])
        #expect(retention.newestRefused(at: UTCMillis(5 * day)) == UTCMillis(day))
    }

    @Test("The first identifier of a time is not greater than any other of it")
    func identifier() {
        for seed in 0..<50 as Range<UInt64> {
            #expect(JobID(firstAt: 7) <= JobID(utc: 7, seed: seed))
            #expect(JobID(utc: 6, seed: seed) < JobID(firstAt: 7))
        }
    }
}
