import Domain
import Testing

@Suite("Short forms, filters, forgetting and languages", .ownThread)
struct ShortTests {
    private let service: Service

    init() throws {
        service = try Service()
    }

    @Test("a command can be shortened to its letter, and a job ID to a unique beginning or ending")
    func letters() throws {
        try service.run()
        let id = String(try service.textify("submit", "a boat", "--name", "boat").output.dropLast())
        let other = String(try service.textify("submit", "a fox", "--name", "fox").output.dropLast())
        #expect(try service.textify("sync").code == 0)
        let jobs = try service.textify("jobs")
        #expect(jobs.output.contains("boat.txt"))
        #expect(try service.textify("j").output == jobs.output)
        #expect(try service.textify("s").output.contains("all is well"))
        // An ID begins with its time, so a unique prefix is longer than a unique suffix.
        for part in [String(id.prefix(20)), String(id.suffix(4)), id.uppercased()] {
            #expect(try service.textify("show", part).output.contains(id), "\(part)")
            #expect(try service.textify("cat", part).code == 0, "\(part)")
        }
        let several = try service.textify("show", String(id.prefix(4)))
        #expect(several.code == 65 && several.errors.joined().contains(other), "\(several)")
        let older = try service.textify("jobs", "-q", "--after", String(other.prefix(20)))
        #expect(older.output == id + "\n", "\(older)")
        #expect(try service.textify("jobs", "-q", "--after", "last").output == id + "\n")
    }

    @Test("jobs --since omits earlier jobs, and --quiet prints IDs only, or nothing")
    func since() throws {
        try service.run()
        let id = String(try service.textify("submit", "a boat").output.dropLast())
        #expect(try service.textify("sync", "-q").output.isEmpty)
        for moment in ["1h", "yesterday", "2020-01-01", "2020-01-01T00:00:00+09:00"] {
            let listed = try service.textify("jobs", "--quiet", "--since", moment)
            #expect(listed.code == 0 && listed.output == id + "\n", "\(moment): \(listed)")
        }
        #expect(try service.textify("jobs", "-q", "--since", "2999-01-01").output.isEmpty)
        #expect(try service.textify("jobs", "--since", "2999-01-01").output == "no jobs\n")
        #expect(try service.textify("pause", "-q").output.isEmpty)
        #expect(try service.textify("status", "-q").code == 2)
        #expect(try service.textify("status", "-q").output.isEmpty)
        #expect(try service.textify("submit", "a fox", "-q").output.isEmpty)
        let cancelled = try service.textify("cancel", "last", "--quiet")
        #expect(cancelled.code == 0 && cancelled.output.isEmpty && cancelled.errors.isEmpty, "\(cancelled)")
        #expect(try service.textify("cancel", "last", "--quiet", "--json").output.contains("cancelled"))
    }

    @Test("each --tag adds to the tags of --tags, and an invalid tag is refused")
    func tags() throws {
        try service.run()
        _ = try service.textify("submit", "a boat", "--tag", "sea", "--tags", "night,boats", "--tag", "밤")
        #expect(try service.textify("sync").code == 0)
        let shown = try service.textify("show", "last").output
        #expect(shown.contains("sea, night, boats, 밤"), "\(shown)")
        let wrong = try service.textify("submit", "a boat", "--tag", " ")
        #expect(wrong.code == 64 && wrong.errors.count == 1, "\(wrong)")
    }

    @Test("forget removes a job and its outputs; its cost stays recorded")
    func forget() throws {
        try service.run()
        let id = String(try service.textify("submit", "a boat").output.dropLast())
        #expect(try service.textify("sync").code == 0)
        let spent = try service.textify("spend").output
        let forgotten = try service.textify("forget", String(id.suffix(6)))
        #expect(forgotten.code == 0, "\(forgotten)")
        let told = "Records remain in: the log, as long as it is kept."
        #expect(forgotten.output == "\(id.suffix(8)) forgotten; its cost stays recorded\n\(told)\n")
        #expect(try service.textify("show", id).code == 66)
        #expect(try service.textify("jobs").output == "no jobs\n")
        #expect(try service.textify("spend").output == spent && spent.contains("sketch"))
        let outputs = try service.names(service.outbox)
        #expect(outputs == [])
        #expect(try service.textify("forget", id).code == 66)
        #expect(try service.textify("forget").code == 64)
    }

    @Test("forget takes filters, and does nothing without consent")
    func forgetAll() throws {
        try service.run()
        for prompt in ["a boat", "a gull"] { _ = try service.textify("submit", prompt, "--wait", "--quiet") }
        let refused = try service.textify("forget", "--state", "done")
        #expect(refused.code == 64 && refused.errors.first?.contains("--yes") == true, "\(refused)")
        #expect(try service.textify("forget", "--folder", "inbox", "last").code == 64)
        let preview = try service.textify("forget", "--folder", "inbox", "--dry-run")
        #expect(preview.code == 0 && preview.output.contains("2 jobs match"), "\(preview)")
        #expect(try service.textify("jobs", "-q").output.split(separator: "\n").count == 2)
        let forgotten = try service.textify("forget", "--folder", "inbox", "--yes")
        #expect(forgotten.output.hasPrefix("2 jobs forgotten. What they cost stays recorded.\n"), "\(forgotten)")
        #expect(try service.textify("jobs").output == "no jobs\n")
    }

    @Test("caches clear empties the named cache and refuses one that cannot be cleared")
    func caches() throws {
        try service.run()
        let cleared = try service.textify("caches", "clear", "renderings")
        #expect(cleared.code == 0 && cleared.output == "renderings cleared\n", "\(cleared)")
        let strange = try service.textify("caches", "clear", "purchases")
        #expect(strange.code == 66 && strange.errors.first?.contains("renderings") == true, "\(strange)")
        for words in [["caches", "clear"], ["caches", "empty"], ["caches", "clear", "a", "b"]] {
            let reply = try service.reply(service.ask(words))
            #expect(reply.code == 64 && reply.errors.count == 1, "\(words): \(reply)")
        }
    }

    /// LC_ALL takes precedence over LC_MESSAGES, and LC_MESSAGES over LANG. An empty variable counts as unset.
    @Test(
        "the first locale variable that is set selects the language",
        arguments: [
            (["LANG=ko_KR.UTF-8"], true), (["LANG=ko"], true), (["LANG=ko@hangul"], true),
            (["LC_MESSAGES=ko_KR.UTF-8", "LANG=C"], true),
            (["LC_ALL=C", "LANG=ko_KR.UTF-8"], false), (["LC_ALL=", "LC_MESSAGES=", "LANG=ko_KR.UTF-8"], true),
            (["LC_ALL=ko_KR.UTF-8", "LC_MESSAGES=en_US.UTF-8", "LANG=C"], true), (["LANG=kok_IN"], false), ([], false),
        ])
    func languages(variables: [String], isKorean: Bool) throws {
        for words in [["--help"], ["jobs", "--help"], ["convert", "--help"], ["nothing"], ["top"], ["convert"]] {
            let started = ["-u", "LC_ALL"] + variables + [Spawn.place(of: "textify")] + words
            let program = try Program("/usr/bin/env", started, home: service.root.shown)
            _ = try program.ending()
            let text = String(decoding: program.output, as: UTF8.self) + program.log.joined()
            let hasHangul = text.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
            #expect(hasHangul == isKorean, "\(words): \(text)")
        }
    }
}
