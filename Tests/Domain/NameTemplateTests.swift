import Domain
import Testing

@Suite("Templates of output names")
struct NameTemplateTests {
    private static let job = JobID(utc: 1_767_225_600_000, seed: 3)
    private static let day = LocalDay(year: 2026, month: 3, day: 9)

    private func naming(_ template: String, _ file: String, keepsEnding: Bool = false, line: Int = 0) throws -> [String]
    {
        let values = NameValues(
            file: FileName(file), keepsEnding: keepsEnding, line: line, job: Self.job, day: Self.day)
        return try NameTemplate(parsing: template).naming(values).parts
    }

    @Test(
        "placeholders are filled in",
        arguments: [
            ("{stem}", "cat.jpg", "cat"), ("{file}", "cat.jpg", "cat.jpg"),
            ("{date} {stem}", "cat.jpg", "2026-03-09 cat"),
            ("x", "cat.jpg", "x"), ("{stem}{stem}", "a.b.jpg", "a.ba.b"), ("{n}-{stem}", "cat.jpg", "0001-cat"),
            ("{stem}", "a/b/cat.jpg", "a/b/cat"), ("{file}", ".hidden", "hidden"), ("{stem}", "a{seed}.jpg", "a{seed}"),
            ("{stem}", "a:b.jpg", "a_b"), ("날짜 {date}", "cat.jpg", "날짜 2026-03-09"),
        ])
    func filled(_ template: String, _ file: String, _ name: String) throws {
        #expect(try naming(template, file) == [name])
    }

    @Test("{job} is the whole identifier, and {seed} stays open until it is known")
    func open() throws {
        #expect(try naming("{job}", "cat.jpg") == [Self.job.text])
        let values = NameValues(file: FileName("cat.jpg"), job: Self.job, day: Self.day)
        let naming = try NameTemplate(parsing: "{stem}-{seed}-{seed}x").naming(values, onConflict: .id)
        #expect(naming == OutputNaming(parts: ["cat-", "-", "x"], onConflict: .id))
        #expect(naming.stem(seed: 7) == "cat-7-7x" && naming.stem(seed: nil) == "cat-none-nonex")
        #expect(naming.stem(seed: .max).utf8.count == 3 + 2 + 40 + 1)
    }

    @Test("a stem that another file has too gets its ending")
    func twin() throws {
        #expect(try naming("{stem}", "a/cat.jpg", keepsEnding: true) == ["a/cat.jpg"])
        #expect(try naming("{file}", "cat.jpg", keepsEnding: true) == ["cat.jpg"])
        #expect(try naming("{stem}", "cat", keepsEnding: true) == ["cat"])
    }

    @Test("a line of a batch has its number where the template wants it, else at the end")
    func lines() throws {
        #expect(try naming("{stem}", "cats.jsonl", line: 7) == ["cats-0007"])
        #expect(try naming("{stem}", "cats.jsonl", keepsEnding: true, line: 12345) == ["cats.jsonl-12345"])
        #expect(try naming("{n} {stem}", "cats.jsonl", line: 7) == ["0007 cats"])
        #expect(try naming("{stem}-{seed}", "cats.jsonl", line: 7) == ["cats-", "-0007"])
    }

    @Test("a name that becomes too long is shortened, never what tells it apart", arguments: [false, true])
    func long(_ keepsEnding: Bool) throws {
        let file = String(repeating: "한", count: 80) + ".jpg"
        let ending = keepsEnding ? ".jpg" : ""
        let name = try #require(try naming("{date}-{stem}-{job}", file, keepsEnding: keepsEnding, line: 3).first)
        #expect(name.hasPrefix("2026-03-09-한한") && name.hasSuffix("한\(ending)-\(Self.job.text)-0003"))
        #expect((OutputName.longest - 2...OutputName.longest).contains(name.utf8.count))
        let seeded = try naming("{stem}-{seed}", file, keepsEnding: keepsEnding)
        #expect(OutputNaming(parts: seeded).stem(seed: .max).utf8.count <= OutputName.longest)
        #expect(seeded.first?.hasSuffix("한\(ending)-") == true)
        let whole = try naming("{stem}", file, keepsEnding: keepsEnding)
        #expect(whole[0].hasSuffix("한" + ending) && whole[0].utf8.count <= OutputName.longest)
        let odd = try naming("{stem}", "a." + String(repeating: "x", count: 250), keepsEnding: keepsEnding)
        #expect(odd[0].utf8.count <= OutputName.longest && odd[0].hasPrefix("a"))
    }

    @Test("a template that can't be a name is refused with its reason")
    func refused() {
        func problem(_ text: String) -> FieldFailure.Problem? {
            do throws(FieldFailure.Problem) {
                _ = try NameTemplate(parsing: text)
                return nil
            } catch { return error }
        }
        for text in ["../x", "/etc/x", "a/{stem}", "{stem}/"] { #expect(problem(text) == .forbiddenCharacter("/")) }
        #expect(problem("a:b") == .forbiddenCharacter(":") && problem("{stem}*") == .forbiddenCharacter("*"))
        #expect(problem("a\u{7}") == .controlCharacter(offset: 1) && problem("날\n") == .controlCharacter(offset: 3))
        for text in ["\u{1B}]52;c;eA==\u{7}", "\u{0}", "\u{7F}", "\u{9B}31m", "\u{8}"] {
            #expect(problem("ab" + text) == .controlCharacter(offset: 2))
        }
        for text in ["", ".", "..", ".{stem}", "{stem}.", " a", "a "] {
            #expect(problem(text) == .malformed(got: text, example: "{stem}-{date}"), "\(text)")
        }
        for text in ["{", "{stem", "stem}", "}", "{{stem}}", "{stem}}", "a{b{stem}"] {
            #expect(problem(text) == .malformed(got: text, example: "{stem}"), "\(text)")
        }
        let all = ["{stem}", "{file}", "{date}", "{job}", "{seed}", "{n}"]
        #expect(problem("{stme}") == .notOneOf(got: "{stme}", choices: all, nearest: "{stem}"))
        #expect(problem("{}") == .notOneOf(got: "{}", choices: all, nearest: nil))
        #expect(problem("{STEM}") == .notOneOf(got: "{STEM}", choices: all, nearest: "{stem}"))
        let long = String(repeating: "x", count: 300)
        #expect(problem(long) == .outOfRange(got: "311 bytes", range: "1–180 bytes"))
        // Too long only once it is filled in.
        let jobs = String(repeating: "{job}", count: 7)
        #expect(problem(jobs) == .outOfRange(got: "193 bytes", range: "1–180 bytes"))
        #expect(problem(String(repeating: "{job}", count: 6)) == nil)
    }

    @Test("a stored template is the same template")
    func stored() throws {
        let template = try NameTemplate(parsing: "{date}-{stem}")
        #expect(NameTemplate(text: template.text) == template && NameTemplate(text: "{") == nil)
        #expect(NameTemplate(text: "{stem}") == .stem)
    }
}

@Suite("Stems that are tried for outputs")
struct OutputStemTests {
    private static let job = JobID(utc: 1_767_225_600_000, seed: 3)

    @Test("each way to avoid a conflict has its own order of stems")
    func order() {
        let id = Self.job.text.suffix(8)
        func suffixes(_ conflict: NameConflict) -> [String] { (1...3).map { conflict.suffix($0, for: Self.job) } }
        #expect(suffixes(.number) == ["", " (2)", " (3)"] && suffixes(.replace) == suffixes(.number))
        #expect(suffixes(.id) == ["", "-\(id)", "-\(id) (2)"])
    }

    @Test(
        "outputs that could meet have the same root",
        arguments: [
            ("cat", "CAT"), ("cat", "cat.art"), ("cat", "cat.irc.art"), ("caf\u{E9}", "CAFE\u{301}"), ("a:b", "a_b"),
            ("x/cat", "x/Cat.picture"), ("cat", "cat.discord-ansi"), (" cat", "cat"),
        ])
    func roots(_ one: String, _ other: String) {
        #expect(OutputName.root(of: FileName(one)) == OutputName.root(of: FileName(other)))
    }

    @Test("other outputs have different roots", arguments: [("cat", "dog"), ("x/cat", "y/cat"), ("cat", "cat.jpg")])
    func others(_ one: String, _ other: String) {
        #expect(OutputName.root(of: FileName(one)) != OutputName.root(of: FileName(other)))
    }
}
