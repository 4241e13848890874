@testable import ControlAPI
import ControlServer
import Domain
import Testing

@Suite("Bulk actions")
struct BulkRouteTests {
    private let client = CheckedClient()

    @Test("The filter is passed on, and each job's outcome is reported") func acts() async throws {
        let id = ScriptedPlane.id
        client.plane.change { $0.outcome = BulkResult(done: [id], refused: [.init(job: id, failure: .draining)]) }
        let response = await client.json(
            "POST", "/v1/jobs/retry",
            #"{"state":["failed","unknown"],"cause":"auth","folder":"inbox","backend":"sketch","since":"2h","#
                + #""may_pay_twice":true}"#)
        let answer = try #require(response.read(BulkAnswer.self))
        #expect(answer.matched == 2 && answer.done == [id.text] && !answer.isDryRun)
        #expect(answer.refused.map(\.code) == ["draining"] && answer.refused.first?.detail.isEmpty == false)
        let filter = BulkFilter(
            states: ["failed", "unknown"], cause: "auth", folder: "inbox", backend: "sketch",
            since: .ago(.seconds(7200)))
        #expect(client.plane.bulk == [filter])
        #expect(client.plane.asked == ["all retry(mayPayTwice: true)"])
    }

    @Test("A dry run is passed on and reported as such", arguments: ["retry", "cancel", "approve", "forget"])
    func dryRun(
        word: String
    ) async throws {
        let response = await client.json("POST", "/v1/jobs/" + word, #"{"folder":"inbox","dry_run":true}"#)
        #expect(response.read(BulkAnswer.self)?.isDryRun == true)
        #expect(client.plane.bulk == [BulkFilter(folder: "inbox", isDryRun: true)])
    }

    @Test(
        "An empty or invalid filter is rejected and never means all jobs",
        arguments: [
            ("", "field_missing"), ("{}", "field_missing"), (#"{"dry_run":true}"#, "field_missing"),
            (#"{"state":[]}"#, "field_missing"), (#"{"state":["don"]}"#, "field_not_one_of"),
            (#"{"state":"done"}"#, "field_wrong_type"), (#"{"since":"soon"}"#, "field_malformed"),
            (#"{"cause":"nonsense"}"#, "field_not_one_of"), (#"{"cause":"aut"}"#, "field_not_one_of"),
            (#"{"stat":["done"]}"#, "field_unknown"), ("[]", "field_wrong_type"),
        ])
    func refused(body: String, code: String) async {
        let response =
            body.isEmpty
            ? await client.ask("POST", "/v1/jobs/cancel") : await client.json("POST", "/v1/jobs/cancel", body)
        #expect(response.problem?.status == 422 && response.problem?.code == code)
        #expect(client.plane.asked.isEmpty)
    }

    @Test("A backend alone is a sufficient filter, and an unknown cause suggests only the nearest causes")
    func nearest() async {
        _ = await client.json("POST", "/v1/jobs/cancel", #"{"backend":"sketch"}"#)
        #expect(client.plane.bulk == [BulkFilter(backend: "sketch")])
        let problem = await client.json("POST", "/v1/jobs/cancel", #"{"cause":"aut"}"#).problem
        #expect(
            problem?.detail.contains("Did you mean backend_auth? man textify lists all causes") == true,
            "\(String(describing: problem))")
    }

    @Test("A cause matches a whole code or its last part") func causes() {
        let filter = BulkFilter(cause: "auth")
        #expect(filter.matches(code: "backend_auth") && filter.matches(code: "auth"))
        #expect(!filter.matches(code: "backend_oauth") && !filter.matches(code: nil) && !filter.matches(code: "auth_x"))
        #expect(BulkFilter().matches(code: nil))
    }
}
