import ControlAPI
import ControlServer
import Domain
import PlatformHTTPServer
import Testing

@Suite("The `since` parameter")
struct SinceTests {
    private let client = CheckedClient()

    @Test(
        "`since` accepts a span, a day or a moment with any UTC offset",
        arguments: [
            ("2h", .ago(.seconds(7200))), ("1.5s", .ago(.milliseconds(1500))), ("3d", .ago(.seconds(259_200))),
            ("today", .day(before: 0)), ("Yesterday", .day(before: 1)),
            ("2026-07-01", .date(LocalDay(year: 2026, month: 7, day: 1))),
            ("1970-01-01T00:00:01Z", .moment(1000)), ("1970-01-01t00:00:01.5z", .moment(1500)),
            ("1970-01-01T09:00:00%2B09:00", .moment(0)), ("1970-01-01T00:00:00-01:30", .moment(5_400_000)),
        ] as [(String, Since)])
    func read(text: String, since: Since) async {
        #expect(await client.ask("GET", "/v1/jobs?since=" + text).status == 200)
        #expect(client.plane.sinces == [since])
    }

    @Test(
        "An invalid `since` is rejected with one sentence of examples, without a position in the body",
        arguments: [
            "soon", "", "2", "2 h", "-2h", "2026-13-01", "2026-07-01T02:10", "2026-07-01T02:10:00",
            "2026-07-01T02:10:00+9:00", "2026-07-01T02:10:00*09:00", "2026-07-01T02:10:00+24:00",
            "2026-07-01T02:10:00+0x:00", "2026-02-30T00:00:00Z",
        ])
    func wrong(text: String) async throws {
        let sentence = "since: \"\(text)\" is not a valid value; write it like \(Since.examples)."
        let listed = try #require(
            await client.ask("GET", "/v1/jobs?since=" + PercentEncoding.encoded(text)).problem)
        #expect(listed.status == 422 && listed.code == "field_malformed" && listed.detail == sentence)
        let body = "{\n  \"state\": [\"failed\"],\n  \"since\": \"\(text)\"\n}"
        let retried = try #require(await client.json("POST", "/v1/jobs/retry", body).problem)
        #expect(retried.status == 422 && retried.code == "field_malformed" && retried.detail == sentence)
        #expect(retried.errors?.map(\.detail) == [sentence])
        #expect(client.plane.asked.isEmpty)
    }

    @Test("A span beyond the limit is out of range") func tooLong() async {
        let problem = await client.ask("GET", "/v1/jobs?since=4000d").problem
        #expect(problem?.code == "field_out_of_range" && problem?.detail.contains("3660d") == true)
    }

    @Test("A syntax error keeps its position, because nothing else identifies it") func syntax() async {
        let problem = await client.json("POST", "/v1/jobs/retry", "{\n  \"state\" [\n}").problem
        #expect(problem?.code == "field_syntax" && problem?.detail.hasPrefix("2:") == true)
    }
}
