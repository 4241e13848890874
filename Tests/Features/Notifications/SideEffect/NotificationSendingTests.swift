import Domain
import MVISimulation
import NotificationsFeature
@testable import NotificationsSideEffect
import Synchronization
import Testing

@Suite("Sending notifications")
struct NotificationSendingTests {
    /// A target that answers as the test says, and remembers what it was sent.
    private final class Receiver: NotificationChannel {
        let outcome = Mutex(NotificationOutcome.delivered)
        let messages = Mutex<[NotificationMessage]>([])

        func send(_ message: NotificationMessage) async -> NotificationOutcome {
            messages.withLock { $0.append(message) }
            return outcome.withLock { $0 }
        }

        var sent: [NotificationMessage] { messages.withLock { $0 } }
    }

    private final class Clock: Sendable {
        private let value = Mutex<UTCMillis>(1_000)

        var utc: UTCMillis { value.withLock { $0 } }

        func advance(_ milliseconds: Int64) { value.withLock { $0 = $0 + milliseconds } }
    }

    private let spool = ModelSpoolRepository()
    private let receiver = Receiver()
    private let now = Clock()

    private func sideEffects(
        digests: Bool = true, isRemote: Bool = true, attachesArt: Bool = false, reminding rule: NotificationRule? = nil,
        jobs: (any JobReader)? = nil
    ) -> NotificationsSideEffectImpl<ManualClock> {
        let words = NotificationWords(
            sentence: { "\($0.kind.rawValue) \($1)" }, withheld: { "\($0.rawValue) in \($1)" },
            reminder: { "\($0.span.text) \($0.count) \($1.joined(separator: "+"))" },
            title: { kinds, name in
                name ?? kinds.map { "\($0.value) \($0.key.rawValue)" }.sorted().joined(separator: ",")
            },
            more: { "+\($0)" }, code: { _ in nil })
        let writer = NotificationWriter(
            jobs: jobs ?? spool, artworks: ModelLibrary(spool), localFolders: ["private"], openFolders: ["inbox"],
            words: words
        ) { picture, _ in NotificationArt(plain: picture.hex, html: "") }
        let route = NotificationRoute(
            target: "phone", channel: receiver, digests: digests, isRemote: isRemote, attachesArt: attachesArt)
        // Days of UTC.
        @Sendable func day(_ utc: UTCMillis) -> LocalDay { LocalDay(dayNumber: Int(utc.milliseconds / 86_400_000)) }
        @Sendable func start(_ day: LocalDay) -> UTCMillis { UTCMillis(Int64(day.dayNumber) * 86_400_000) }
        let finder = ReminderFinder(
            rules: NotificationRules(rule.map { [$0] } ?? []), artworks: ModelLibrary(spool),
            calendar: { [now] in LibraryCalendar(now: now.utc, today: day(now.utc)) { start($0) } },
            nine: { start($0) + 32_400_000 })
        return NotificationsSideEffectImpl(
            spool, routes: [route], writer: writer, reminders: finder, clock: ManualClock(), utc: { [now] in now.utc })
    }

    private func insert(_ number: UInt64, in folder: String = "inbox", _ state: JobState = .unknown) async throws -> Job
    {
        let drop = Drop.submission(to: folder, at: 1, seed: number)
        let origin = JobOrigin(
            drop: drop, outbox: FolderPath("/out"), utc: 1, day: LocalDay(year: 2026, month: 3, day: 9), seed: number)
        let job = origin.job(
            named: FileName("cat \(number).txt"), for: Request(source: .prompt("secret cat"), tags: ["pets"]))
        spool.follow(NotificationRules([NotificationRule(target: "phone", kinds: [.unknown, .failed, .done])]))
        _ = try await spool.submit(SubmittedJobs(job, content: nil), drop: drop, key: nil, at: 1)
        #expect(try await spool.move(job, to: state, token: 0, at: 900))
        return job
    }

    @Test("a delivered message is gone; nothing is sent twice")
    func delivered() async throws {
        let job = try await insert(1)
        let effects = sideEffects()
        #expect(await effects.send(to: "phone") == .delivered)
        #expect(await effects.send(to: "phone") == .nothing)
        let message = try #require(receiver.sent.first)
        #expect(
            message.kind == .unknown && message.title == job.name.shown && message.text == "unknown \(job.name.shown)")
        #expect(message.entries.first?.prompt == "secret cat" && message.entries.first?.tags == ["pets"])
        #expect(message.art == nil)
    }

    @Test("a failure is tried again with the same identifier, ever more rarely, for a day")
    func retries() async throws {
        _ = try await insert(1)
        receiver.outcome.withLock { $0 = .later(.status(503)) }
        let effects = sideEffects()
        var pauses: [Int64] = []
        while true {
            let sending = await effects.send(to: "phone")
            guard case .postponed(_, let pause) = sending else {
                #expect(sending == .gaveUp(.status(503), count: 1))
                break
            }
            pauses.append(pause)
            #expect(await effects.send(to: "phone") == .nothing)
            now.advance(pause)
        }
        #expect(pauses.prefix(4) == [10_000, 30_000, 60_000, 120_000] && pauses.last == 3_600_000)
        #expect(pauses.reduce(0, +) >= 86_400_000 && pauses.count < 40)
        #expect(Set(receiver.sent.map(\.id)).count == 1)
        let outlook = try #require(await effects.outlook(tidies: true))
        #expect(outlook.map(\.dead) == [1] && outlook.map(\.waiting) == [0])
    }

    @Test("a receiver that asks for time gets it; a refusal is final")
    func asked() async throws {
        _ = try await insert(1)
        receiver.outcome.withLock { $0 = .later(.status(429), after: 3_000_000) }
        let effects = sideEffects()
        #expect(await effects.send(to: "phone") == .postponed(.status(429), pause: 3_000_000))
        now.advance(3_000_000)
        receiver.outcome.withLock { $0 = .refused(.status(410)) }
        #expect(await effects.send(to: "phone") == .gaveUp(.status(410), count: 1))
        #expect(await effects.send(to: "phone") == .nothing)
    }

    @Test("a thousand ends are one digest with the first twenty")
    func digest() async throws {
        for number in 1...1000 {
            _ = try await insert(UInt64(number), number % 2 == 0 ? .unknown : .failed(.pictureLost))
        }
        let effects = sideEffects()
        #expect(await effects.send(to: "phone") == .delivered)
        #expect(await effects.send(to: "phone") == .nothing)
        let message = try #require(receiver.sent.first)
        #expect(receiver.sent.count == 1 && message.count == 1000 && message.kind == nil)
        #expect(message.title == "500 failed,500 unknown" && message.entries.count == 20)
        #expect(message.text.hasSuffix("\n+980") && message.id.hasPrefix("digest-"))
    }

    @Test("a program gets each by itself")
    func alone() async throws {
        for number in 1...5 { _ = try await insert(UInt64(number)) }
        let effects = sideEffects(digests: false)
        for _ in 1...5 { #expect(await effects.send(to: "phone") == .delivered) }
        #expect(await effects.send(to: "phone") == .nothing)
        #expect(receiver.sent.map(\.count) == [1, 1, 1, 1, 1])
    }

    @Test("of a folder whose work stays here, a message that leaves tells the folder and the state alone")
    func withheld() async throws {
        let job = try await insert(1, in: "private")
        #expect(await sideEffects(attachesArt: true).send(to: "phone") == .delivered)
        let message = try #require(receiver.sent.first)
        #expect(message.text == "unknown in private" && message.art == nil)
        let json = "\(message.json(withPaths: true))"
        #expect(
            !json.contains("secret cat") && !json.contains(".txt") && !json.contains("pets")
                && message.entries.first?.job == job.id)
        _ = try await insert(2, in: "private")
        #expect(await sideEffects(isRemote: false).send(to: "phone") == .delivered)
        #expect(receiver.sent.last?.entries.first?.prompt == "secret cat")
    }

    /// Adds an artwork that was made on 1 January 1970.
    private func make(_ number: UInt64, _ name: String, in folder: String = "inbox", at made: UTCMillis = 1)
        async throws
    {
        let digest = try #require(Digest(bytes: [UInt8](repeating: UInt8(number), count: 32)))
        let artwork = Artwork(
            number: ArtworkNumber(Int64(number)), job: JobID(high: 9, low: number), made: made, source: .dropped,
            name: name, folder: folder, prompt: "secret \(name)", picture: StoredPicture(digest: digest, format: .png))
        #expect(try await ModelLibrary(spool).add([artwork]) == 1)
    }

    private static let year: Int64 = 365 * 86_400_000
    private let rule = NotificationRule(target: "phone", kinds: [.reminder], reminders: [ReminderSpan(1, .years)])

    @Test("a year later at nine the target is reminded once, whatever clocks and restarts do")
    func reminded() async throws {
        try await make(1, "cat")
        try await make(2, "dog")
        try await make(3, "hill", in: "private")
        try await make(4, "later", at: 86_400_000)
        let effects = sideEffects(attachesArt: true, reminding: rule)
        now.advance(Self.year - 1_000 + 32_399_000)
        #expect(await effects.remind(told: nil) == ReminderCheck(day: nil, count: 0, pause: .seconds(1)))
        now.advance(1_000)
        let today = LocalDay(year: 1971, month: 1, day: 1)
        let check = ReminderCheck(day: today, count: 1, pause: .seconds(3600))
        #expect(await effects.remind(told: nil) == check)
        #expect(await effects.send(to: "phone") == .delivered)
        let message = try #require(receiver.sent.first)
        #expect(
            message.kind == .reminder && message.text == "1y 3 cat+dog" && message.art?.plain.hasPrefix("0101") == true)
        #expect(!"\(message.json(withPaths: true))".contains("hill"))
        // Another start, another service, or a clock that is set back within the day.
        for pause: Int64 in [0, 3_600_000, -1_800_000] {
            now.advance(pause)
            _ = await sideEffects(reminding: rule).remind(told: nil)
            #expect(await effects.send(to: "phone") == .nothing)
        }
        #expect(await effects.remind(told: today)?.count == 0)
        now.advance(-2 * 86_400_000)
        #expect(await effects.remind(told: today)?.count == 0)
        now.advance(3 * 86_400_000)
        #expect(await effects.remind(told: today)?.count == 1)
        #expect(await effects.send(to: "phone") == .delivered)
        #expect(receiver.sent.map(\.text) == ["1y 3 cat+dog", "1y 1 later"])
        now.advance(86_400_000)
        #expect(await effects.remind(told: today.next)?.count == 0)
    }

    @Test("of private folders, and of those that are gone, only the number leaves this machine; filters decide")
    func remindedOfPrivate() async throws {
        try await make(1, "hill", in: "private")
        try await make(2, "old", in: "removed")
        now.advance(Self.year + 40_000_000)
        let effects = sideEffects(attachesArt: true, reminding: rule)
        #expect(await effects.remind(told: nil)?.count == 1)
        #expect(await effects.send(to: "phone") == .delivered)
        let message = try #require(receiver.sent.first)
        let json = "\(message.json(withPaths: true))"
        #expect(message.text == "1y 2 " && message.art == nil)
        #expect(
            !json.contains("hill") && !json.contains("old") && !json.contains("private") && !json.contains("removed"))
        let filtered = NotificationRule(
            target: "other", kinds: [.reminder], folders: ["inbox"], reminders: [ReminderSpan(1, .years)])
        #expect(await sideEffects(reminding: filtered).remind(told: nil)?.count == 0)
    }

    /// Jobs that can't be read for now.
    private struct Unreadable: JobReader {
        func job(_ id: JobID) async throws(RepositoryFailure) -> Job? { throw .busy }
    }

    @Test("a message whose job can't be read now is told in full later, instead of with less")
    func unreadable() async throws {
        let job = try await insert(1)
        #expect(await sideEffects(jobs: Unreadable()).send(to: "phone") == .unrecorded)
        #expect(receiver.sent.isEmpty)
        #expect(await sideEffects().send(to: "phone") == .delivered)
        #expect(receiver.sent.first?.title == job.name.shown)
    }

    @Test("a stop during an attempt keeps the message")
    func stopped() async throws {
        _ = try await insert(1)
        receiver.outcome.withLock { $0 = .later(.stopped) }
        let effects = sideEffects()
        #expect(await effects.send(to: "phone") == .postponed(.stopped, pause: 10_000))
        let outlook = try #require(await effects.outlook(tidies: false))
        #expect(outlook.map(\.waiting) == [1])
    }
}
