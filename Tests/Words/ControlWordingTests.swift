import Domain
import Testing
import Words

@Suite("Wording of the control socket's errors")
struct ControlWordingTests {
    private static let id = JobID(high: 1, low: 2)

    static let failures: [ControlFailure] = [
        .noSuchJob("abcd"), .ambiguousJob(part: "abcd", matches: [id]), .mayPayTwice(id),
        .notRetryable(id, state: "done"), .hasEnded(id, state: "done"), .notForgettable(id, state: "queued"),
        .notRedeliverable(id, state: "failed"),
        .noSuchCache("a", known: ["renderings"]),
        .fields([FieldFailure(key: "size", problem: .missing)]), .noSuchFolder("a", known: []),
        .noSuchFolder("inbx", known: ["inbox"]), .noSuchBackend("stdio", known: ["sketch", "studio"]),
        .noSuchFolder("x", known: ["inbox", "posters"]), .prompt(.empty),
        .picture(.notAPicture),
        .configuration(.invalid([FieldFailure(key: "size", problem: .missing)])), .notServable(message: "x: y."),
        .repository(.full), .pictureLost(id), .neverStarted(id), .sourceGone(id), .sourceMoving(id),
        .refusedAgain(.empty, name: "cat.txt"), .artGone(id, state: "done"),
        .artGone(id, state: "queued"),
        .storage(.full), .noRoom(jobs: 512), .draining, .unsupported(feature: "approve"),
        .noVisionModel, .galleryOff, .noTags(id, .lost(backend: "eyes")), .noTags(id, .pictureGone),
        .noTags(id, .excluded(folder: "inbox")),
        .noLikeness(id), .nothingToUndo, .pictureRemoved(id, on: LocalDay(year: 2026, month: 11, day: 25)),
    ]

    static let refusals: [RequestRefusal] = [
        .noSuchPath, .methodNotAllowed(allowed: ["GET"]), .notAcceptable(offered: ["a/b"]),
        .unsupportedMediaType(wanted: ["a/b"]), .noBody, .bodyTooLarge(limit: 1024), .tooBusy, .malformedTarget,
        .malformedQuery, .hostMissing, .foreignHost("evil"), .fromWebPage(header: "Origin"),
        .notAllowed(role: "operate", group: "admins"), .notAllowed(role: "operate", group: nil),
        .timedOut(openJobs: 3), .serviceNotReady, .noToken, .tooManyConnections, .malformedHead,
        .unknownTransferCoding,
    ]

    static let sockets: [SocketFailure] = [
        .inUse, .notASocket, .pathTooLong(bytes: 200, limit: 107), .file(.denied), .notListening, .serverFailed,
    ]

    @Test("every failure has a distinct sentence in both languages and a well-formed code")
    func all() {
        for language in Language.allCases {
            let words = Wording(language)
            let sentences =
                Self.failures.map { words.sentence($0) } + Self.refusals.map { words.sentence($0) }
                + Self.sockets.map { words.sentence($0, about: "/run/c.sock") }
            #expect(Set(sentences).count == sentences.count)
            for sentence in sentences {
                #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?") || sentence.hasSuffix("요?"), "\(sentence)")
                #expect(!sentence.contains("  ") && sentence.count > 12, "\(sentence)")
                let isKorean = sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
                #expect(isKorean == (language == .korean), "\(sentence)")
            }
        }
        let codes = Self.failures.map(\.code) + Self.refusals.map(\.code) + Self.sockets.map(\.code)
        #expect(codes.allSatisfy { $0.utf8.allSatisfy { $0 == 95 || (97...122).contains($0) } })
    }

    @Test("the list of codes contains every code of a job's state exactly once") func codes() {
        let causes = WordingTests.jobs.map { JobState.failed($0).code } + [JobState.held(.approval).code]
        let known = Set(JobState.codes)
        #expect(known.count == JobState.codes.count)
        #expect(causes.allSatisfy { $0.map(known.contains) == true }, "\(causes)")
        #expect(JobState.unknown.code.map(known.contains) == true)
    }

    @Test("a stalled state has a sentence with its cause, and an active one has none") func states() {
        let words = Wording(.english)
        #expect(words.sentence(JobState.queued, about: "a") == nil)
        #expect(words.sentence(JobState.unknown, about: "a")?.isEmpty == false)
        let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(5))
        let stop = BudgetExceeded(cap: cap, resetsAt: 0)
        #expect(
            words.sentence(JobState.held(.budget(stop, until: 0)), about: "a")
                != words.sentence(.held(.approval), about: "a"))
        #expect(words.sentence(JobState.failed(.pictureLost), about: "a.png")?.contains("a.png") == true)
    }

    @Test("a sample beyond the budget says how many fit, and a failed one how to make only it again")
    func samples() {
        let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(5))
        func held(_ fitting: Int, _ language: Language) -> String {
            let stop = BudgetExceeded(cap: cap, resetsAt: 0, samples: FittingSamples(fitting, of: 4))
            return Wording(language).sentence(JobState.held(.budget(stop, until: 0)), about: "a") ?? ""
        }
        #expect(held(3, .english).hasPrefix("Only 3 of 4 pictures fit into the budget (5 pictures a day)"))
        #expect(held(1, .english).hasPrefix("Only 1 of 4 pictures fits into"))
        #expect(held(3, .korean).contains("그림 4개 중 3개만"))
        let id = JobID(high: 1, low: 2)
        func told(_ isRetryable: Bool, _ language: Language) -> String {
            let part = FailedPart(
                line: 0, sample: Sample(2, of: 4), job: id, failure: .pictureLost, isRetryable: isRetryable)
            return Wording(language).retryOnly([part])
        }
        for language in [Language.english, .korean] {
            #expect(told(true, language).contains("textify retry \(id.text)\n"))
            #expect(!told(false, language).contains("retry") && told(false, language).contains("samples"))
        }
    }
}
