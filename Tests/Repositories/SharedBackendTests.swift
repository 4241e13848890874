import Domain
import PlatformSystem
import Repositories
import TestPostgreSQL
import Testing

/// What nodes may together ask of a backend.
extension FleetTests {
    @Test(
        "Nodes together keep to a backend's concurrency, and a stored end frees the place",
        .enabled(if: PostgreSQLServer.isInstalled))
    func places() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let limits = SharedLimits(concurrency: 2)
            let mine = try await one.taken(1...3)
            let theirs = try await two.taken(4...4)
            #expect(try await one.begin(mine[0], within: limits) == .begun(warnings: []))
            #expect(try await one.begin(mine[1], within: limits) == .begun(warnings: []))
            #expect(try await two.begin(theirs[0], within: limits) == .turnedAway(.busy))
            #expect(try await two.spool.calls.lastCall(of: theirs[0].id) == nil)
            var ended = try Samples.call(1, of: mine[0].id)
            ended.phase = .settled
            try await one.spool.calls.keep(ended, settling: nil, at: 9)
            // The other has waited for longer.
            #expect(try await one.begin(mine[2], within: limits) == .turnedAway(.busy))
            #expect(try await two.begin(theirs[0], within: limits) == .begun(warnings: []))
        }
    }

    @Test(
        "A dead node's calls take no places, and a node that has left isn't waited for",
        .enabled(if: PostgreSQLServer.isInstalled))
    func deadPlaces() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let mine = try await one.taken(1...1)
            let theirs = try await two.taken(2...3)
            let limits = SharedLimits(concurrency: 1)
            #expect(try await one.begin(mine[0], within: limits) == .begun(warnings: []))
            #expect(try await two.begin(theirs[0], within: limits) == .turnedAway(.busy))
            try one.fallSilent(60)
            #expect(try await two.fleet.expelSilent() == [one.node])
            #expect(try await two.begin(theirs[0], within: limits) == .begun(warnings: []))
            try await one.join(one.node)
            let again = try await one.taken(4...4)
            #expect(try await one.begin(again[0], within: limits) == .turnedAway(.busy))
            try await one.leave()
            var ended = try Samples.call(2, of: theirs[0].id)
            ended.phase = .settled
            try await two.spool.calls.keep(ended, settling: nil, at: 9)
            #expect(try await two.begin(theirs[1], within: limits) == .begun(warnings: []))
        }
    }

    @Test("Nodes together keep to a rate", .enabled(if: PostgreSQLServer.isInstalled))
    func rate() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let limits = SharedLimits(concurrency: 9, rate: RateLimit(calls: 2, per: .seconds(3_600)))
            let mine = try await one.taken(1...2)
            let theirs = try await two.taken(3...3)
            #expect(try await one.begin(mine[0], within: limits) == .begun(warnings: []))
            #expect(try await two.begin(theirs[0], within: limits) == .begun(warnings: []))
            guard case .turnedAway(.paced(let pause)) = try await one.begin(mine[1], within: limits) else {
                Issue.record("not paced")
                return
            }
            #expect(pause > .seconds(1_700) && pause <= .seconds(1_800))
        }
    }

    @Test(
        "An outage that one node reports holds for all; then one call at a time is tried, until one succeeds",
        .enabled(if: PostgreSQLServer.isInstalled))
    func outage() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let limits = SharedLimits(concurrency: 5)
            let mine = try await one.taken(1...1)
            let theirs = try await two.taken(2...2)
            try await one.fleet.report(
                SharedOutage(backend: "sketch", failure: .quota, remaining: 60_000), of: "sketch")
            guard case .turnedAway(.closed(let found)) = try await two.begin(theirs[0], within: limits) else {
                Issue.record("not closed")
                return
            }
            #expect(found.failure == .quota && (50_000...60_000).contains(found.remaining))
            let known = try await two.fleet.beat(NodeReach(folders: [])).outages
            #expect(known.map(\.backend) == ["sketch"] && known.map(\.failure) == [.quota])
            try await one.fleet.report(SharedOutage(backend: "sketch", failure: .quota, remaining: -1), of: "sketch")
            #expect(try await two.begin(theirs[0], within: limits) == .begun(warnings: []))
            #expect(try await one.begin(mine[0], within: limits) == .turnedAway(.busy))
            try await two.fleet.report(nil, of: "sketch")
            #expect(try await one.fleet.beat(NodeReach(folders: [])).outages.isEmpty)
            #expect(try await one.begin(mine[0], within: limits) == .begun(warnings: []))
        }
    }

    @Test("A backend that isn't shared has no limits in the database", .enabled(if: PostgreSQLServer.isInstalled))
    func unlimited() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let mine = try await one.taken(1...2)
            try await two.fleet.report(
                SharedOutage(backend: "sketch", failure: .quota, remaining: 60_000), of: "sketch")
            for job in mine { #expect(try await one.begin(job, within: nil) == .begun(warnings: [])) }
        }
    }

    @Test("A node that is asked to leave learns of it with its next beat", .enabled(if: PostgreSQLServer.isInstalled))
    func askedToLeave() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let before = try await one.fleet.beat(NodeReach(folders: []))
            #expect(!before.isLeaving)
            #expect(try await two.fleet.askToLeave(one.node.id))
            #expect(try await one.fleet.beat(NodeReach(folders: [])).isLeaving)
            #expect(try await two.fleet.beat(NodeReach(folders: [])).isLeaving == false)
            #expect(try await two.fleet.nodes().map(\.isLeaving) == [true, false])
            #expect(try await two.fleet.askToLeave(NodeID("nobody")) == false)
        }
    }

    @Test("The database's health counts rows and knows the server's clock", .enabled(if: PostgreSQLServer.isInstalled))
    func health() async throws {
        try await withNodes(.postgreSQL) { one, _ in
            let health = try await one.fleet.health()
            #expect(health.bytes > 1_000_000 && health.oldestTransaction >= 0)
            #expect(abs(health.now.milliseconds(since: UTCMillis.now())) < 60_000)
            #expect(one.fleet.node == one.node.id)
        }
        let bloated = DatabaseHealth(bytes: 1, liveRows: 100_000, deadRows: 200_001, oldestTransaction: 0, now: 0)
        #expect(bloated.isBloated)
        #expect(!DatabaseHealth(bytes: 1, liveRows: 1, deadRows: 90_000, oldestTransaction: 0, now: 0).isBloated)
    }
}

extension FleetTests {
    /// The reach of a node that has the folder and the backend of the samples.
    static let inbox = NodeReach(folders: ["inbox"], backends: ["sketch"])
}

extension FleetMember {
    /// Accepts jobs with these numbers, which this node takes.
    fileprivate func taken(_ numbers: ClosedRange<Int>) async throws -> [Job] {
        for number in numbers { _ = try await spool.accepted(number) }
        return try await fleet.claim(limit: numbers.count, FleetTests.inbox, token: 5, at: 7)
    }

    /// Begins a call with the job's number.
    fileprivate func begin(_ job: Job, within limits: SharedLimits?) async throws -> CallStart {
        let number = try #require((1...9).first { Samples.jobID($0) == job.id })
        return try await spool.calls.begin(
            try Samples.call(number, of: job.id), reserving: .none, within: limits, token: job.token, at: 8)
    }
}

/// Jobs of folders that a node doesn't have.
extension FleetTests {
    @Test(
        "A node calls for an open folder that it doesn't have, and gives the job back once the picture is there",
        .enabled(if: PostgreSQLServer.isInstalled))
    func elsewhere() async throws {
        try await withNodes(.postgreSQL) { one, two in
            let away = NodeReach(folders: ["other"], backends: ["sketch"], sharedBackends: ["sketch"])
            for number in 1...2 { _ = try await one.spool.accepted(number) }
            #expect(try await two.fleet.claim(limit: 5, away, token: 5, at: 7).isEmpty)
            #expect(try await two.fleet.beat(away).ready == 0)
            _ = try await one.fleet.hold(SharedFolder(name: "inbox", marker: "m", outbox: "o", isOpen: true))
            #expect(try await two.fleet.beat(away).ready == 2)
            let job = try #require(try await two.fleet.claim(limit: 1, away, token: 5, at: 7).first)
            var call = try Samples.call(1, of: job.id)
            _ = try await two.spool.calls.begin(
                call, reserving: .none, within: SharedLimits(concurrency: 1), token: job.token, at: 8)
            call.phase = .fetched
            call.picture = StoredPicture(digest: try Samples.digest(9), format: .png)
            try await two.spool.calls.keep(call, settling: nil, at: 9)
            var made = job
            made.picture = call.picture
            #expect(try await two.spool.jobs.move(made, to: .generated, token: job.token, at: 9))
            // Not its own any more: a late request changes nothing.
            try await one.fleet.handOver(job)
            #expect(try await two.fleet.owned().map(\.id) == [job.id])
            try await two.fleet.handOver(job)
            #expect(try await two.fleet.owned().isEmpty)
            // What has its picture is for those that have the folder, whatever backends they have.
            #expect(try await two.fleet.claim(limit: 1, away, token: 5, at: 9).map(\.id) != [job.id])
            let here = try await one.claim(1)
            #expect(here == [job.id])
        }
    }

    @Test("A node without the backend leaves the job to one that has it", .enabled(if: PostgreSQLServer.isInstalled))
    func backendless() async throws {
        try await withNodes(.postgreSQL) { one, two in
            _ = try await one.spool.accepted(1)
            let without = NodeReach(folders: ["inbox"], backends: ["fal"], sharedBackends: ["fal"])
            #expect(try await two.fleet.claim(limit: 5, without, token: 5, at: 7).isEmpty)
            #expect(try await two.fleet.beat(without).ready == 0)
            #expect(try await one.claim() == [Samples.jobID(1)])
        }
    }
}

extension BudgetReservation {
    /// Of a call that costs nothing.
    fileprivate static var none: BudgetReservation {
        let day = LocalDay(year: 1970, month: 1, day: 1)
        return BudgetReservation(
            folder: "inbox", submitter: nil, estimate: nil, moment: BudgetMoment(day: day, dayEnds: 0, monthEnds: 0),
            caps: [])
    }
}
