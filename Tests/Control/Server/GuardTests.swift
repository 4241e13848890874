import ControlAPI
@testable import ControlServer
import Domain
@testable import PlatformHTTPServer
import Testing

@Suite("Request guards")
struct GuardTests {
    @Test(
        "Requests from web pages and for foreign hosts are rejected",
        arguments: [
            (["Origin": "https://evil"], "from_web_page"), (["Referer": "http://textifyd/"], "from_web_page"),
            (["Host": "evil.example"], "foreign_host"), (["Host": "textifyd.evil"], "foreign_host"),
            (["Host": "localhost:x"], "foreign_host"), (["Host": ""], "foreign_host"),
        ])
    func foreign(headers: [String: String], code: String) async {
        let client = CheckedClient()
        let response = await client.ask(
            "GET", "/v1/status", headers.map { ($0.key, $0.value) }, host: headers["Host"] == nil ? "textifyd" : nil)
        #expect(response.status == 403)
        #expect(response.problem?.code == code)
        #expect(client.plane.asked.isEmpty)
    }

    @Test(
        "The service's own host names are accepted, with a port and in any case",
        arguments: ["textifyd", "localhost", "LOCALHOST:80"])
    func ours(host: String) async {
        #expect(await CheckedClient().ask("GET", "/v1/status", host: host).status == 200)
    }

    @Test("HTTP/1.1 without a host is a 400") func hostMissing() async {
        #expect(await CheckedClient().ask("GET", "/v1/status", host: nil).problem?.code == "host_missing")
    }

    @Test("An absolute URL is accepted, and its host takes precedence over the header") func wholeAddress() async {
        #expect(await CheckedClient().ask("GET", "http://textifyd/v1/status").status == 200)
        #expect(await CheckedClient().ask("GET", "http://evil/v1/status").problem?.code == "foreign_host")
        #expect(
            await CheckedClient().ask("GET", "http://textifyd/v1/status", host: "evil").problem?.code == "foreign_host")
    }

    @Test("Unknown paths are 404; other methods are 405 with the allowed ones") func places() async {
        let client = CheckedClient()
        for path in ["/", "/v1", "/v1/", "/v1/status/", "/v1/jobs/a/b", "//v1/status", "/v1/jobs/", "/v2/status"] {
            #expect(await client.ask("GET", path).problem?.code == "no_such_path", "\(path)")
        }
        let status = await client.ask("POST", "/v1/status")
        #expect(status.status == 405 && status.header("Allow") == "GET, HEAD")
        let many = await client.ask("PUT", "/v1/jobs/retry")
        #expect(many.header("Allow") == "POST")
        let job = await client.ask("PUT", "/v1/jobs/\(ScriptedPlane.id)")
        #expect(job.status == 405 && job.header("Allow") == "DELETE, GET, HEAD")
        #expect(await client.ask("OPTIONS", "*").status == 400)
        #expect(await client.ask("GET", "/%zz").problem?.code == "malformed_target")
        #expect(await client.ask("GET", "/v1/jobs?a=%").problem?.code == "malformed_query")
    }

    @Test("HEAD is answered like GET") func head() async {
        #expect(await CheckedClient().ask("HEAD", "/v1/status").status == 200)
        #expect(await CheckedClient().ask("HEAD", "/v1/pause").status == 405)
    }

    @Test("A response type that Accept rules out is a 406") func accept() async {
        let client = CheckedClient()
        let refused = ["text/html", "application/json;q=0", "application/json;q=0, text/*", "application/xml, */*;q=0"]
        for accept in refused {
            #expect(await client.ask("GET", "/v1/status", [("Accept", accept)]).problem?.status == 406, "\(accept)")
        }
        for accept in ["*/*", "application/*", "text/html, application/json;q=0.1", "text/html, */*;q=0.1"] {
            #expect(await client.ask("GET", "/v1/status", [("Accept", accept)]).status == 200, "\(accept)")
        }
    }

    @Test("A role follows from user and groups, and includes the lower roles") func roles() {
        let rules = AccessRules(
            owner: 7, submitters: .init(name: "s", number: 50), operators: .init(name: "a", number: 60))
        func role(_ user: UInt32, _ group: UInt32 = 100, _ groups: [UInt32] = []) -> Role {
            rules.role(of: Peer(user: user, group: group, groups: groups))
        }
        #expect(role(0) == .operate && role(7) == .operate && role(8) == .read)
        #expect(role(8, 50) == .submit && role(8, 100, [1, 50]) == .submit)
        #expect(role(8, 60) == .operate && role(8, 100, [50, 60]) == .operate)
        #expect(AccessRules(owner: 7).role(of: Peer(user: 8, group: 50, groups: [60])) == .read)
        #expect(role(65534, 65534, [65534]) == .read)
    }

    @Test("An action beyond the peer's role is a 403 that names the required group, and is not performed") func denied()
        async
    {
        var client = CheckedClient()
        client.peer = Peer(user: 2000, group: 2000, groups: [])
        #expect(await client.ask("GET", "/v1/status").status == 200)
        #expect(await client.ask("POST", "/v1/render.txt", body: CheckedClient.png).status == 200)
        let submit = await client.json("POST", "/v1/jobs", #"{"prompt":"a"}"#)
        #expect(submit.problem?.code == "not_allowed")
        #expect(submit.problem?.detail.contains("textifyd-submit") == true)
        #expect(await client.ask("DELETE", "/v1/jobs/\(ScriptedPlane.id)").status == 403)
        client.peer = Peer(user: 2000, group: 2000, groups: [50])
        #expect(await client.json("POST", "/v1/jobs", #"{"prompt":"a"}"#).status == 201)
        for word in ["pause", "resume", "reload"] {
            let response = await client.ask("POST", "/v1/" + word)
            #expect(response.status == 403 && response.problem?.detail.contains("textifyd-admin") == true)
        }
        #expect(client.plane.asked == ["status en", "render", "submit"])
    }

    @Test("A problem document has all members, in the requested language") func problem() async throws {
        let client = CheckedClient()
        let response = await client.ask("GET", "/none", [("Accept-Language", "fr, ko-KR;q=0.8, en;q=0.5")])
        let problem = try #require(response.problem)
        #expect(problem.type == "about:blank" && problem.title == "Not Found" && problem.status == 404)
        #expect(problem.detail == "이 경로에는 리소스가 없습니다. 모든 경로는 /v1/openapi.json에 있습니다.")
        #expect(response.header("Cache-Control") == "no-store")
        let detail = await client.ask("GET", "/none").problem?.detail
        #expect(detail == "There is no resource at this path. /v1/openapi.json describes all paths.")
    }

    @Test("A body over its route's limit is a 413, and one without available memory is a 503") func bodies() async {
        let client = CheckedClient()
        let large = [UInt8](repeating: 32, count: 70_000)
        let json = [("Content-Type", "application/json")]
        #expect(await client.ask("POST", "/v1/jobs", json, body: large).problem?.code == "body_too_large")
        #expect(await client.ask("POST", "/v1/pause", body: large).problem?.status == 413)
        #expect(await client.ask("POST", "/v1/render.txt", body: CheckedClient.png + large).status == 200)
        let head = RequestHead(method: "POST", target: "/v1/render.txt", headers: [], peer: client.peer)
        let busy = client.service.refuse(head, .noRoom)
        #expect(busy.problem?.code == "too_busy" && busy.header("Retry-After") == "1")
    }
}
