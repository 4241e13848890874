import Configuration
import Domain
import Testing

@Suite("What is kept")
struct RetentionSettingsTests {
    private static let watch = "[[watch]]\npath = \"in\"\noutbox = \"out\"\n"

    @Test("The bounds of kept pictures and of the trash, and rules of expiry")
    func read() throws {
        let settings = try Settings.read(
            Self.watch + """
                [keep]
                original_days = 3
                original_bytes = 4
                picture_days = 5
                picture_bytes = 6
                trash_days = 7
                job_days = 8
                free_bytes = 9
                failed_days = 10
                [[expire]]
                query = "folder:bots -tag:best sort:oldest"
                days = 90
                [[expire]]
                query = ""
                count = 1000
                bytes = 5000
                """)
        var wanted = Retention()
        wanted.dropped = RetentionBounds(days: 3, bytes: 4)
        wanted.generated = RetentionBounds(days: 5, bytes: 6)
        wanted.trashDays = 7
        wanted.jobDays = 8
        wanted.freeBytes = 9
        wanted.failedDays = 10
        wanted.expiry = [
            ExpiryRule(query: try LibraryQuery(text: "folder:bots -tag:best"), days: 90),
            ExpiryRule(query: LibraryQuery(), count: 1_000, bytes: 5_000),
        ]
        #expect(settings.retention == wanted)
    }

    @Test("Without them the defaults hold")
    func defaults() throws {
        let retention = try Settings.read(Self.watch).retention
        #expect(retention == Retention() && retention.dropped.days == 30 && retention.trashDays == 30)
    }

    @Test("A rule needs a search and a bound, and a mistake in the search is reported with its place")
    func mistakes() {
        let failures = Settings.failures(Self.watch + "[[expire]]\ndays = 3\n[[expire]]\nquery = \"tga:sea\"\n")
        #expect(failures.map(\.key) == ["expire[0].query", "expire[1].days", "expire[1].query"])
        #expect(failures.map(\.problem) == [.missing, .missing, .query("tga:sea")])
        #expect(failures.map(\.line) == [4, 6, 7])
        #expect(Settings.failures(Self.watch + "expire = 3\n").map(\.problem).count == 1)
        for query in ["-like:8yxfjw", "stack:8yxfjw"] {
            let named = Settings.failures(Self.watch + "[[expire]]\ndays = 3\nquery = \"\(query)\"\n")
            #expect(named.map(\.problem) == [.malformed(got: query, example: "folder:bots")])
        }
    }
}
