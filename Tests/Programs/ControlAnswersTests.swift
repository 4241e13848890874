import ControlContract
import Domain
import Glibc
import Testing

/// Asks a running service and checks each answer against the OpenAPI document that it serves.
@Suite("Answers of textifyd and the OpenAPI document", .ownThread, .enabled(if: access("/usr/bin/curl", X_OK) == 0))
struct ControlAnswersTests {
    private let service: Service

    init() throws {
        service = try Service(
            backends: """
                [backends.studio]
                type = "fixture"

                [backends.broken]
                type = "fixture"
                fault = "auth"

                [budget]
                pictures_per_day = 1

                """, watch: "\n[[watch]]\npath = \"missing\"\noutbox = \"outbox\"\n",
            onServer: false)
    }

    private struct Answer {
        let status: Int
        let type: String
        let body: [UInt8]

        func text(_ name: String) -> String? { JSONValue(json: body)?[name]?.text }
    }

    private func curl(_ path: String, _ words: [String]) throws -> Program {
        try Program(
            "/usr/bin/curl", ["-s", "--unix-socket", service.socket, "http://textifyd" + path] + words,
            home: service.root.shown)
    }

    /// Returns the answer to a request and checks it. `words` are further arguments of curl.
    private func ask(
        _ method: String, _ path: String, _ words: [String], by contract: OpenAPIContract,
        _ coverage: inout OpenAPIContract.Coverage
    ) throws -> Answer {
        let curl = try curl(path, ["-X", method, "-w", "\n%{http_code} %{content_type}"] + words)
        #expect(try curl.ending() == .code(0))
        let end = try #require(curl.output.lastIndex(of: 10))
        let told = String(decoding: curl.output[(end + 1)...], as: UTF8.self).split(separator: " ", maxSplits: 1)
        let answer = Answer(
            status: Int(told[0]) ?? 0, type: String(told.last ?? ""), body: Array(curl.output[..<end]))
        let faults = contract.faults(
            method, path, status: answer.status, type: answer.type, body: answer.body, &coverage)
        #expect(faults == [], "\(String(decoding: answer.body, as: UTF8.self))")
        return answer
    }

    @Test("every answer of every route, and every event, matches the document") func answers() throws {
        let program = try service.serve()
        let document = try curl("/v1/openapi.json", [])
        #expect(try document.ending() == .code(0))
        let contract = try #require(OpenAPIContract(document.output))
        var coverage = OpenAPIContract.Coverage()
        let events = try curl("/v1/events", ["-N", "-H", "Last-Event-ID: 0-0"])
        try events.wait(forOutput: "event: reset")
        func ask(_ method: String, _ path: String, _ status: Int, _ words: String...) throws -> Answer {
            let answer = try self.ask(method, path, words, by: contract, &coverage)
            #expect(answer.status == status, "\(method) \(path): \(String(decoding: answer.body, as: UTF8.self))")
            return answer
        }
        func submit(_ fields: String, _ status: Int = 201) throws -> Answer {
            try ask("POST", "/v1/jobs", status, "--json", "{\(fields)}", "-H", "Prefer: wait=60")
        }

        try service.keep("ramp.png", Pictures.ramp())
        let picture = "@" + service.kept("ramp.png")
        _ = try ask("POST", "/v1/jobs", 201, "--json", #"{"prompt":"boat 3","backend":"broken"}"#)
        try program.wait(for: " backend_auth: ")
        let done =
            try submit(#""prompt":"boat 1","tags":["a"],"reference":"r-1","art":{"columns":20}"#).text("id") ?? ""
        let held = try submit(#""prompt":"boat 2""#).text("id") ?? ""
        _ = try submit(#""prompt":"boat 4","backend":"none""#, 422)
        _ = try submit(#""prompt":"boat 4","art":{"columns":2,"colour":"red"}"#, 422)
        try service.drop("bad.png", Array("no picture".utf8))
        try program.wait(for: " drop_not_a_picture: ")
        let ramp =
            try ask(
                "POST", "/v1/jobs?columns=20&name=ramp", 201, "--data-binary", picture, "-H", "Prefer: wait=60"
            ).text("id") ?? ""

        let pages = ["/healthz", "/readyz", "/metrics", "/v1/openapi.json"]
        for path in pages + [
            "/v1/status", "/v1/backends", "/v1/caches", "/v1/nodes", "/v1/gates", "/v1/notify", "/v1/plans",
        ] {
            _ = try ask("GET", path, 200)
        }
        #expect(try ask("GET", "/v1/access", 200).text("role") == "operate")
        _ = try ask("POST", "/v1/gallery/invitations", 409)
        _ = try ask("DELETE", "/v1/gallery/sessions?all=true", 409)
        _ = try ask("POST", "/v1/calendar?renew=true", 409)
        _ = try ask("DELETE", "/v1/calendar", 409)
        _ = try ask("GET", "/v1/settings", 200)
        _ = try ask("POST", "/v1/settings/check", 200, "--json", "{\"lines\":\"[log]\\nlevel = \\\"debug\\\"\"}")
        _ = try ask("POST", "/v1/settings/check", 422, "--json", #"{"lines":"[logs]"}"#)
        _ = try ask("GET", "/v1/spend?by=backend,day,user", 200)
        _ = try ask("GET", "/v1/spend?month=2026", 422)
        #expect(try ask("GET", "/v1/jobs?limit=1", 200).text("next") != nil)
        for job in [done, held] { _ = try ask("GET", "/v1/jobs/" + job, 200) }
        _ = try ask("GET", "/v1/jobs/zzzz", 404)
        for format in OutputKind.formats.map(\.format) {
            _ = try ask("GET", "/v1/artworks/\(done)/text." + format, 200)
            _ = try ask("POST", "/v1/render.\(format)?columns=20", 200, "--data-binary", picture)
        }
        _ = try ask("GET", "/v1/artworks/\(done)/picture", 200)
        for job in [done, ramp] { _ = try ask("GET", "/v1/artworks/\(job)/thumbnail", 200) }
        _ = try ask("GET", "/v1/artworks/zzzz/thumbnail", 404)
        _ = try ask("GET", "/v1/artworks/\(held)/text.txt", 409)
        _ = try ask("POST", "/v1/render.txt", 400)
        let plan =
            try ask("POST", "/v1/plans?at=07:00%20UTC&every=day", 201, "--json", #"{"prompt":"boat 1"}"#).text("id")
            ?? ""
        _ = try ask("POST", "/v1/plans?at=07:61", 422, "--json", #"{"prompt":"boat 1"}"#)
        _ = try ask("GET", "/v1/plans", 200)
        _ = try ask("GET", "/v1/plans/" + plan, 200)
        _ = try ask("PATCH", "/v1/plans/" + plan, 200, "--json", #"{"every":"week","paused":true}"#)
        _ = try ask("PATCH", "/v1/plans/" + plan, 422, "--json", #"{"evry":"week"}"#)
        _ = try ask("DELETE", "/v1/plans/" + plan, 200)
        _ = try ask("DELETE", "/v1/plans/" + plan, 404)
        _ = try ask("POST", "/v1/jobs/\(done)/retry", 409)
        _ = try ask("POST", "/v1/jobs/\(held)/forget", 409)
        _ = try ask("DELETE", "/v1/jobs/" + done, 409)
        _ = try ask("POST", "/v1/jobs/\(done)/cancel", 409)
        _ = try ask("POST", "/v1/jobs/cancel", 200, "--json", #"{"cause":"auth","dry_run":true}"#)
        _ = try ask("POST", "/v1/jobs/retry", 200, "--json", #"{"state":["done"]}"#)
        _ = try ask("POST", "/v1/jobs/approve", 200, "--json", #"{"folder":"inbox","dry_run":true}"#)
        _ = try ask("POST", "/v1/jobs/forget", 200, "--json", #"{"state":["queued"]}"#)
        _ = try ask("POST", "/v1/jobs/\(held)/redeliver", 409)
        _ = try ask("POST", "/v1/jobs/\(held)/approve", 200)
        _ = try ask("POST", "/v1/sync?timeout=1s", 504)
        _ = try ask("GET", "/v1/failures", 200)
        _ = try ask("GET", "/v1/artworks?q=boat%20tag:a&stacks=true&count=true&facets=tags,folder,backend", 200)
        _ = try ask("GET", "/v1/artworks?q=tga:a", 400)
        _ = try ask("GET", "/v1/artworks/" + done, 200)
        _ = try ask("GET", "/v1/artworks/zzzz", 404)
        _ = try ask("GET", "/v1/artworks/\(done)/suggestions", 200)
        _ = try ask("GET", "/v1/artworks/zzzz/suggestions", 404)
        _ = try ask(
            "POST", "/v1/artworks/change", 200, "--json", "{\"ids\":[\"\(done)\"],\"add_tags\":[\"sea\",\"lake\"]}")
        _ = try ask("POST", "/v1/artworks/undo", 200, "--json", "{}")
        _ = try ask("POST", "/v1/artworks/undo", 404, "--json", #"{"token":"none"}"#)
        _ = try ask(
            "POST", "/v1/artworks/change", 200, "--json", "{\"ids\":[\"\(done)\"],\"add_tags\":[\"sea\",\"lake\"]}")
        _ = try ask("GET", "/v1/artworks?q=like:" + done, 200)
        _ = try ask("POST", "/v1/artworks/distinct", 200, "--json", "{\"ids\":[\"\(done)\",\"\(ramp)\"]}")
        _ = try ask("GET", "/v1/artworks/export?limit=5", 200)
        _ = try ask("POST", "/v1/artworks/import", 422, "--json", "{}")
        _ = try ask("POST", "/v1/artworks/\(done)/suggestions", 409)
        _ = try ask("POST", "/v1/tags/sea/rename", 409, "--json", #"{"to":"lake"}"#)
        _ = try ask("POST", "/v1/tags/sea/rename", 200, "--json", #"{"to":"ocean"}"#)
        _ = try ask("GET", "/v1/tags?prefix=o", 200)
        _ = try ask("GET", "/v1/artworks/months?limit=3", 200)
        _ = try ask("DELETE", "/v1/tags/ocean", 200)
        _ = try ask("DELETE", "/v1/tags/ocean", 404)
        _ = try ask("POST", "/v1/cleanup", 200, "--json", #"{"dry_run":true}"#)
        _ = try ask("POST", "/v1/cleanup", 200, "--json", "{}")
        _ = try ask("POST", "/v1/jobs/\(done)/acknowledge", 200)
        _ = try ask("POST", "/v1/failures/acknowledge", 200)
        _ = try ask("POST", "/v1/jobs/\(done)/forget", 200)
        for act in ["pause", "resume", "scan", "reload", "backup"] { _ = try ask("POST", "/v1/" + act, 200) }
        var step: String?
        repeat {
            step = try ask("POST", "/v1/verify" + (step.map { "?after=" + $0 } ?? ""), 200).text("next")
        } while step != nil
        _ = try ask("POST", "/v1/verify?after=x", 422)
        _ = try ask("POST", "/v1/blobs/move?to=disk", 200)
        for wrong in ["s3", "", "cloud"] { _ = try ask("POST", "/v1/blobs/move?to=" + wrong, 422) }
        _ = try ask("DELETE", "/v1/caches/renderings", 200)
        _ = try ask("DELETE", "/v1/caches/purchases", 404)
        for verb in ["test", "retry", "dismiss"] { _ = try ask("POST", "/v1/notify/nobody/" + verb, 404) }
        _ = try ask("POST", "/v1/nodes/nobody/drain", 404)
        _ = try ask("POST", "/v1/status", 405)
        _ = try ask("POST", "/v1/drain", 200)

        program.send(SIGTERM)
        program.send(SIGTERM)
        _ = try program.ending()
        _ = try events.ending()
        let told = String(decoding: events.output, as: UTF8.self).split(separator: "\n\n")
        #expect(told.count > 15, "\(told)")
        for block in told where !block.hasPrefix(":") {
            let lines = block.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            let event = Dictionary(lines.map { ($0[0], $0.last ?? "") }) { first, _ in first }
            #expect(contract.faults(event: event, &coverage) == [], "\(block)")
        }
        let answered = Set(coverage.answers.map { String($0.dropLast(4)) })
        #expect(Set(contract.operations.keys).subtracting(answered) == ["GET /v1/events"])
    }
}
