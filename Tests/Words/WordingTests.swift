import Domain
import Testing

@testable import Words

@Suite("Wording")
struct WordingTests {
    @Test(
        "A progress says what is known",
        arguments: [
            (GenerationProgress(fraction: 0.409, secondsLeft: 12), "40 %, 12 s left", "40%, 12초 남음"),
            (GenerationProgress(queuePosition: 3), "queued at the provider: position 3", "제공자 대기열 3번째"),
            (GenerationProgress(step: 8, steps: 20), "40 %, step 8 of 20", "40%, 20단계 중 8단계"),
            (GenerationProgress(secondsLeft: 90, step: 8), "step 8, 1 min left", "8단계, 1분 남음"),
        ])
    func progress(progress: GenerationProgress?, english: String, korean: String) throws {
        let progress = try #require(progress)
        #expect(Wording(.english).progress(progress) == english && Wording(.korean).progress(progress) == korean)
    }

    static let files: [FileFailure] = [
        .missing, .exists, .denied, .full, .readOnly, .notRegular, .notFolder(FolderPath("/in/done")),
        .tooLarge(bytes: 2 << 20, limit: 1 << 20),
        .changing, .otherDevice, .nameTooLong, .unmounted, .served(by: 7), .failed(code: 5),
    ]
    static let pictures: [PictureFailure] =
        [
            .notAPicture, .unsupportedKind(.tiff, message: "bad\nbits."), .missingLibrary(.heic),
            .tooManyPixels(width: 9, height: 9, limit: 8), .tooMuchMemory(bytes: 2 << 30, limit: 512 << 20),
            .truncated(rows: 120, height: 600), .corrupt("bad\nrow."), .outOfMemory, .unreadable(.denied),
        ] + foreign
    static let foreign = PictureFormat.allCases.filter { !$0.isReadable }.map { PictureFailure.unsupported($0) }
    static let field = FieldFailure(key: "a", problem: .missing, file: "p.txt", line: 2, column: 1)
    static let prompts: [PromptFailure] = [
        .empty, .tooLong(characters: 9, limit: 8), .notUTF8(offset: 1, likely: "CP949"),
        .notUTF8(offset: 1, likely: nil), .binary(offset: 0), .yamlFrontMatter, .frontMatterNotClosed,
        .frontMatter(field), .promptTwice(line: 2), .request(field), .emptyBatch, .tooManyLines(lines: 9, limit: 8),
        .tooManyPictures(pictures: 9, limit: 8),
        .unfit(field),
    ]
    static let backends: [BackendFailure] = [
        .auth, .quota, .rateLimited(after: 1500), .rateLimited(after: nil), .moderated(stage: "input", charged: true),
        .invalid(parameter: "size", message: "no."), .gone, .loading(eta: 5), .transient(message: "x"), .timeout,
        .unknown,
        .empty, .badResponse(message: "x"), .expired, .lost, .tooLarge(bytes: 9, limit: 8), .cancelled,
        .failed(message: "x"), .unsupported(feature: "seed"), .config(message: "x"),
    ]
    static let repositories: [RepositoryFailure] = [
        .full, .denied, .busy, .corrupt("x"), .moved, .newer(found: 3, known: 2), .foreign(application: 7),
        .networkFileSystem("nfs"), .movedAway(to: "postgresql:///x"), .incomplete(from: "/x"),
        .failed(code: 1, "x"), .unreachable("x"), .expelled, .usedByOlder(["alpha (1.0)"]), .onServer(.full),
        .onServer(.denied("x")), .onServer(.interrupted("x")), .onServer(.readOnly), .onServer(.corrupt("x")),
        .onServer(.failed("x")),
    ]
    static let jobs: [JobFailure] =
        [.noSuchBackend("skech", nearest: "sketch"), .noSuchBackend("x", nearest: nil), .pictureLost]
        + pictures.map { .picture($0) } + backends.map { .backend("studio", $0) } + files.map { .delivery($0) }
        + repositories.map { .storage($0) } + prompts.map { .request($0) } + [.refused(.empty)]
    static let drops: [DropFailure] =
        [
            .folder, .link, .special, .empty, .tooLarge(bytes: 9, limit: 8), .vanished,
            .unknownKind(ending: "md", looksLikeText: true), .unknownKind(ending: "", looksLikeText: true),
            .unknownKind(ending: "bin", looksLikeText: false), .notAPicture(ending: "png", looksLikeText: true),
            .notAPicture(ending: "png", looksLikeText: false),
            .sidecarMissing(seconds: 60), .ownOutput(JobID(high: 1, low: 1)),
            .notAccepted(kind: "prompts", accepted: ["pictures", "requests"]),
        ] + files.map { .unreadable($0) } + files.map { .sidecarFile($0) } + prompts.map { .sidecar($0) }
        + pictures.map { .picture($0) } + prompts.map { .prompt($0) }
        + jobs.map { .job($0) }

    @Test("every failure of a drop has a sentence that names the file and ends with a full stop")
    func allDrops() {
        for failure in Self.drops {
            check(.english, failure)
            check(.korean, failure)
        }
    }

    private func check(_ language: Language, _ failure: DropFailure) {
        let sentence = Wording(language).sentence(failure, about: "photo.jpg")
        #expect(sentence.contains("photo.jpg") && sentence.hasSuffix("."), "\(sentence)")
        #expect(!sentence.contains("..") && !sentence.contains("\n") && !sentence.contains("  "), "\(sentence)")
        let hasHangul = sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
        #expect(hasHangul == (language == .korean), "\(sentence)")
        #expect(!failure.code.isEmpty && failure.code.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "_" })
    }

    @Test("every failed download has a sentence in both languages that begins with the address")
    func addresses() {
        let faults = HTTPFault.Reason.allCases.map { HTTPFault($0) }
        var failures: [HTTPFailure] = faults.map { .notSent(host: "example.org", $0) }
        failures += faults.map { .sentNoAnswer(host: "example.org", $0) }
        failures += faults.map { .partialAnswer(host: "example.org", $0, status: 200, received: 5) }
        failures += [
            .headersTooLarge(host: "example.org", limit: 1),
            .bodyTooLarge(host: "example.org", status: 200, limit: 2048),
            .cancelled(host: "example.org", wasSent: true),
        ]
        let address = "https://example.org/cat.png"
        for language in Language.allCases {
            let words = Wording(language)
            let sentences =
                failures.map { words.sentence($0, about: address) }
                + [302, 403, 404, 500].map { words.sentence(status: $0, about: address) }
            for sentence in sentences {
                #expect(sentence.hasPrefix(address) && sentence.hasSuffix("."), "\(sentence)")
                let hasHangul = sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
                #expect(hasHangul == (language == .korean), "\(sentence)")
            }
        }
    }

    @Test("a sentence about an invalid setting begins with file, line, column and key")
    func fields() {
        let problems: [FieldFailure.Problem] = [
            .syntax("x"), .unknown(nearest: "columns"), .unknown(nearest: nil),
            .wrongType(wanted: "integer", got: "text"), .outOfRange(got: "5", range: "10–500"),
            .notOneOf(got: "a", choices: ["b"], nearest: nil), .malformed(got: "a", example: "30s"), .missing,
            .duplicate, .conflict(with: "b"),
        ]
        for problem in problems {
            let failure = FieldFailure(key: "art.colums", problem: problem, file: "t.toml", line: 4, column: 2)
            for language in Language.allCases {
                let sentence = Wording(language).sentence(failure)
                #expect(sentence.hasPrefix("t.toml:4:2: art.colums: ") && sentence.hasSuffix("."), "\(sentence)")
            }
        }
    }

    @Test("a count of one uses the singular")
    func singular() {
        let words = Wording(.english)
        let sentences = [
            words.sentence(ControlFailure.noRoom(jobs: 1)), words.sentence(RequestRefusal.timedOut(openJobs: 1)),
            words.sentence(FileFailure.tooLarge(bytes: 2, limit: 1), about: "a"),
            words.sentence(PromptFailure.tooLong(characters: 2, limit: 1), about: "a"),
            words.sentence(PictureFailure.tooManyPixels(width: 1, height: 2, limit: 1), about: "a"),
            words.sentence(PictureFailure.artTooLarge(bytes: 1, limit: 1), about: "a"),
            words.sentence(BackendFailure.tooLarge(bytes: 2, limit: 1), about: "a"),
            words.sentence(HTTPFailure.bodyTooLarge(host: "h", status: 200, limit: 1), about: "a"),
            words.sentence(ArtWarning.thinToneRange(inks: 1, range: 0)),
            words.sentence(ArtWarning.fewGlyphs(left: 1, missing: 1)),
        ]
        let plurals = try? Regex("\\b1 ([a-z]+ )?(bytes|jobs|characters|pixels|amounts|are)\\b")
        for sentence in sentences {
            #expect(plurals.map { sentence.contains($0) } == false, "\(sentence)")
            #expect(!sentence.hasSuffix("1 are left") && !sentence.contains(" are taken"), "\(sentence)")
        }
        #expect(sentences[0] == "The queue is full (1 unfinished job). Try again when it has finished.")
        #expect(words.sentence(ControlFailure.noRoom(jobs: 2)).hasPrefix("The queue is full (2 unfinished jobs)."))
        #expect(sentences[1].contains("1 job unfinished. It continues;"))
    }

    @Test("a waiting job's sentence announces a retry and a failed job's does not, in both languages")
    func endings() {
        let backend: [BackendFailure] = [
            .rateLimited(after: 1500), .rateLimited(after: nil), .loading(eta: 5), .transient(message: "x"), .timeout,
        ]
        for failure in backend {
            let job = JobFailure.backend("studio", failure)
            for (language, again, person) in [
                (Language.english, "automatically", "Retry the job"), (.korean, "자동으로", "작업을"),
            ] {
                let words = Wording(language)
                let ended = words.sentence(JobState.failed(job), about: "a") ?? ""
                let waiting = words.sentence(JobState.waiting(until: 0, job), about: "a") ?? ""
                #expect(!ended.contains(again) && ended.contains(person), "\(ended)")
                #expect(waiting.contains(again) && !waiting.contains(person), "\(waiting)")
                #expect(words.sentence(DropFailure.job(job), about: "a").contains(again) == false)
            }
        }
    }

    @Test("a lost answer's sentence announces a new request only while the job waits")
    func lostAnswers() {
        let job = JobFailure.backend("studio", .unknown)
        for (language, again, decide) in [
            (Language.english, "requested automatically", "Decide"), (.korean, "자동으로 요청", "정하세요"),
        ] {
            let words = Wording(language)
            let waiting = words.sentence(JobState.waiting(until: 0, job), about: "a") ?? ""
            #expect(waiting.contains(again) && !waiting.contains(decide), "\(waiting)")
            let ended = words.sentence(JobState.failed(job), about: "a") ?? ""
            #expect(!ended.contains(again), "\(ended)")
        }
    }

    @Test("a palette of one colour is reported in the singular")
    func palette() {
        var art = ArtOptions()
        let failures = FieldTable.art.apply(
            FieldValue(.table([FieldEntry(name: "palette", value: FieldValue(.text("#000000")))])), to: &art)
        let sentence = failures.first.map { Wording(.english).sentence($0) } ?? ""
        #expect(sentence.contains("1 colour is out of range; allowed: 2–256 colours."), "\(sentence)")
    }

    @Test("a folder on the command line is reported as one, with a pattern for its files")
    func folders() {
        let words = Wording(.english)
        #expect(words.folder("a") == "a is a folder. Name a file in it, or a/* for all of them.")
        #expect(words.folder("a/") == "a/ is a folder. Name a file in it, or a/* for all of them.")
        #expect(words.sentence(FileFailure.failed(code: 21), about: "a") == "a is a folder. Name a file.")
        #expect(Wording(.korean).folder("a").contains("a/*"))
    }

    @Test("a truncated picture's sentence gives the rows and advice")
    func truncated() {
        let sentence = Wording(.english).sentence(PictureFailure.truncated(rows: 120, height: 600), about: "a.jpg")
        #expect(sentence.contains("row 120 of 600") && sentence.contains("Copy it again"))
        // If not even the size arrived, there is no number to report.
        let none = Wording(.english).sentence(PictureFailure.truncated(rows: 0, height: 0), about: "a.heic")
        #expect(none.contains("before the first row") && none.contains("Copy it again") && !none.contains("0"))
    }

    @Test("an unsupported format is named, with the command that converts it to PNG")
    func converters() {
        let svg = Wording(.english).sentence(PictureFailure.unsupported(.svg), about: "a.svg")
        #expect(svg.contains("SVG") && svg.contains("rsvg-convert in.svg -o out.png"))
        let psd = Wording(.korean).sentence(PictureFailure.unsupported(.psd), about: "a.psd")
        #expect(psd.contains("PSD") && psd.contains("magick in.psd out.png"))
        let gone = Wording(.english).sentence(PictureFailure.missingLibrary(.heic), about: "a.heic")
        #expect(gone.contains("HEIC") && gone.contains("libheif1"))
    }

    @Test("a file that can't be moved for lack of permission is a matter of its folder")
    func moving() {
        for language in Language.allCases {
            let words = Wording(language)
            let denied = words.moving(.denied, "fox.txt", in: "/inbox")
            #expect(denied.contains("/inbox") && !denied.contains("fox.txt"))
            #expect(words.moving(.full, "fox.txt", in: "/inbox").contains("fox.txt"))
        }
    }

    @Test("a state folder that root owns is explained by the commands that give it to the service")
    func foreignState() {
        for language in Language.allCases {
            let roots = Wording(language).foreignState("/state", owner: 0, user: 7)
            #expect(["chown 7 /state", "chgrp 0 /state", "chmod g=u /state", "--state"].allSatisfy(roots.contains))
            #expect(!Wording(language).foreignState("/state", owner: 8, user: 7).contains("chown"))
        }
    }

    @Test("a key failure names the backend and the key's source, but not the key command's arguments")
    func keys() {
        let problems: [KeyFailure.Problem] = [
            .missing, .unreadable(.denied), .tooOpen(mode: 0o644), .empty, .tooLong(limit: 16_384), .malformed,
            .failed(.code(3)), .failed(.signal(9)), .late(.seconds(30)),
        ]
        let sources: [(KeySource, String)] = [
            (.environment("OPENAI_API_KEY"), "OPENAI_API_KEY"),
            (.file(FolderPath("/etc/openai.key")), "/etc/openai.key"),
            (.credential("openai"), "openai"), (.command(["pass", "show", "hush"]), "pass"),
        ]
        for problem in problems {
            for (source, word) in sources {
                let failure = KeyFailure(source, problem)
                #expect(failure.code.hasPrefix("key_"))
                for language in Language.allCases {
                    let sentence = Wording(language).sentence(failure, about: "studio")
                    #expect(sentence.contains("studio") && sentence.contains(word), "\(sentence)")
                    #expect(sentence.hasSuffix(".") && !sentence.contains(".."), "\(sentence)")
                    #expect(!sentence.contains("hush") && !Wording(language).reason(failure).contains("hush"))
                }
            }
        }
        let open = KeyFailure(.file(FolderPath("/k")), .tooOpen(mode: 0o644))
        #expect(Wording(.english).sentence(open, about: "studio").contains("(mode 644)"))
    }
}
