import Domain
import Testing

@Suite("Notifications until they are told")
struct NotificationTests {
    private func follow(_ spool: SpoolRepositories, _ kinds: Set<NotificationKind>, folders: Set<String> = []) {
        spool.notifications.follow(
            NotificationRules([NotificationRule(target: "phone", kinds: kinds, folders: folders)]))
    }

    private func event(_ gate: String, at utc: UTCMillis, to targets: [String] = ["phone"]) -> NewNotification {
        let event = NotificationEvent.gateOpened(gate)
        return NewNotification(
            event, at: utc, key: event.key(at: utc, day: LocalDay(year: 2026, month: 3, day: 9)), targets: targets)
    }

    private func next(_ spool: SpoolRepositories, at utc: UTCMillis) async throws -> NotificationDelivery? {
        try await spool.notifications.next(for: "phone", digests: true, at: utc)
    }

    @Test("a job's state is told to those whose rules ask for it, once", arguments: SpoolKind.allCases)
    func states(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            follow(spool, [.held, .unknown])
            let (one, other) = (try await spool.accepted(1), try await spool.accepted(2))
            #expect(try await spool.jobs.move(one, to: .held(.approval), token: 0, at: 9))
            // The same wait again is nothing new.
            #expect(try await spool.jobs.move(one, to: .held(.approval), token: 0, at: 10))
            #expect(try await spool.jobs.move(other, to: .failed(.pictureLost), token: 0, at: 11))
            let outlook = try await spool.notifications.outlook(at: 12)
            #expect(
                outlook == [NotificationOutlook(target: "phone", waiting: 1, due: 0, oldest: 9, newest: 9)])
            let delivery = try #require(try await next(spool, at: 12))
            #expect(delivery.members == [Notification(.held, at: 9, .job(one.id, .held(.approval)))])
            #expect(delivery.count == 1 && delivery.kinds == [.held: 1] && delivery.attempts == 1)
            #expect(delivery.id.hasPrefix(one.id.text + "-"))
            try await spool.notifications.delivered(delivery)
            #expect(try await spool.notifications.outlook(at: 13).isEmpty)
            #expect(try await next(spool, at: 13) == nil)
        }
    }

    @Test("filters compare folder and state; nobody is told without rules", arguments: SpoolKind.allCases)
    func filters(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let jobs = [try await spool.accepted(1), try await spool.accepted(2), try await spool.accepted(3)]
            #expect(try await spool.jobs.move(jobs[0], to: .unknown, token: 0, at: 9))
            follow(spool, [.unknown], folders: ["elsewhere"])
            #expect(try await spool.jobs.move(jobs[1], to: .unknown, token: 0, at: 9))
            #expect(try await spool.notifications.outlook(at: 9).isEmpty)
            follow(spool, [.unknown], folders: [jobs[2].folder])
            #expect(try await spool.jobs.move(jobs[2], to: .unknown, token: 0, at: 9))
            #expect(try await spool.notifications.outlook(at: 9).map(\.waiting) == [1])
        }
    }

    @Test("many become one digest, whose members and identifier stay when more arrive", arguments: SpoolKind.allCases)
    func digest(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            follow(spool, [.done, .unknown])
            for number in 1...5 {
                let job = try await spool.accepted(number)
                #expect(try await spool.jobs.move(job, to: .unknown, token: 0, at: 9))
            }
            let first = try #require(try await next(spool, at: 10))
            #expect(first.isDigest && first.count == 5 && first.members.count == 5 && first.kinds == [.unknown: 5])
            try await spool.notifications.postpone(first, to: 50, .status(503))
            let late = try await spool.accepted(6)
            #expect(try await spool.jobs.move(late, to: .unknown, token: 0, at: 11))
            // The new one does not wait behind what failed.
            let second = try #require(try await next(spool, at: 12))
            #expect(second.count == 1 && second.attempts == 1)
            try await spool.notifications.delivered(second)
            #expect(try await next(spool, at: 49) == nil)
            let outlook = try await spool.notifications.outlook(at: 50)
            #expect(outlook.map(\.hasRepeats) == [true] && outlook.map(\.failure) == [.status(503)])
            let again = try #require(try await next(spool, at: 50))
            #expect(again.id == first.id && again.members == first.members && again.attempts == 2)
            #expect(again.firstTried == 10)
        }
    }

    @Test("an event is told once, also after it was", arguments: SpoolKind.allCases)
    func events(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            try await spool.notifications.record([event("night", at: 9), event("night", at: 10)])
            let delivery = try #require(try await next(spool, at: 12))
            #expect(delivery.members == [Notification(.gate, at: 9, .event(.gateOpened("night")))])
            try await spool.notifications.delivered(delivery)
            try await spool.notifications.record([event("night", at: 11)])
            #expect(try await spool.notifications.outlook(at: 12).isEmpty)
            try await spool.notifications.record([event("night", at: 700_000)])
            #expect(try await spool.notifications.outlook(at: 700_000).map(\.waiting) == [1])
        }
    }

    @Test("what was given up is kept until it is tried again or dismissed", arguments: SpoolKind.allCases)
    func dead(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            try await spool.notifications.record([event("night", at: 9), event("mains", at: 9)])
            for _ in 1...2 {
                let delivery = try #require(try await next(spool, at: 10))
                try await spool.notifications.giveUp(delivery, .status(410), at: 10)
            }
            let outlook = try await spool.notifications.outlook(at: 11)
            #expect(outlook == [NotificationOutlook(target: "phone", dead: 2, failure: .status(410))])
            #expect(try await spool.notifications.revive(target: "phone", at: 12) == 2)
            let delivery = try #require(try await next(spool, at: 12))
            #expect(delivery.attempts == 1 && delivery.firstTried == 12)
            try await spool.notifications.giveUp(delivery, .status(410), at: 13)
            #expect(try await spool.notifications.dismiss(target: "phone") == 1)
            #expect(try await spool.notifications.outlook(at: 14).map(\.dead) == [0])
            // What was dismissed is not told again, such as a reminder after a restart.
            try await spool.notifications.record([event("night", at: 9), event("mains", at: 9)])
            let left = try await spool.notifications.outlook(at: 15)
            #expect(left.map(\.waiting) == [1] && left.map(\.dead) == [0])
        }
    }

    @Test("what nobody can send any more is given up, and old rows are removed", arguments: SpoolKind.allCases)
    func tidy(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            try await spool.notifications.record([event("night", at: 9, to: ["phone", "gone"])])
            try await spool.notifications.tidy(configured: ["phone"], since: 9, past: 0)
            #expect(try await spool.notifications.outlook(at: 20).map(\.dead) == [0, 0])
            try await spool.notifications.tidy(configured: ["phone"], since: 10, past: 0)
            let outlook = try await spool.notifications.outlook(at: 20)
            #expect(outlook.map(\.target) == ["gone", "phone"] && outlook.map(\.dead) == [1, 0])
            #expect(outlook.first?.failure == .noTarget)
            try await spool.notifications.tidy(configured: ["phone"], since: 10, past: 10)
            #expect(try await spool.notifications.outlook(at: 20).map(\.target) == ["phone"])
        }
    }

    @Test("a clock that was set back doesn't hold a message up", arguments: SpoolKind.allCases)
    func clock(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            // What was never tried is due whatever the clock said; it may have been another service's.
            try await spool.notifications.record([event("night", at: 900_000_000)])
            let first = try #require(try await next(spool, at: 800_000_000))
            try await spool.notifications.postpone(first, to: 800_010_000, .status(503))
            #expect(try await next(spool, at: 800_009_999) == nil)
            #expect(try await next(spool, at: 1000) != nil)
        }
    }

    @Test("an erased job is told of no more", arguments: SpoolKind.allCases)
    func erased(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            follow(spool, [.failed])
            let job = try await spool.accepted(1)
            #expect(try await spool.jobs.move(job, to: .failed(.pictureLost), token: 0, at: 9))
            #expect(try await spool.notifications.outlook(at: 9).map(\.waiting) == [1])
            _ = try await spool.erasure.forget(job.id, at: 10)
            #expect(try await spool.notifications.outlook(at: 10).isEmpty)
        }
    }
}
