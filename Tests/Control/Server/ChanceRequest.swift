import Domain
@testable import PlatformHTTPServer

/// Generates random requests. Equal seeds generate equal requests.
struct ChanceRequest {
    private var rng: SplitMix64

    init(seed: UInt64) {
        rng = SplitMix64(seed: seed)
    }

    private static let paths = [
        "/v1/status", "/v1/jobs", "/v1/jobs/\(ScriptedPlane.id.text)", "/v1/jobs/3210/retry", "/v1/jobs/3210/forget",
        "/v1/jobs/retry", "/v1/jobs/cancel", "/v1/artworks/3210/text.txt", "/v1/artworks/3210/picture",
        "/v1/artworks/3210/thumbnail",
        "/v1/render.txt", "/v1/events",
        "/v1/spend", "/v1/caches/renderings", "/v1/pause", "/metrics", "/", "*", "http://textifyd/v1/status",
    ]
    private static let queries = [
        "state=failed,done", "folder=inbox", "limit=20", "after=3210", "since=2h", "columns=60", "format=ansi",
        "timeout=1s", "month=2026-03", "by=folder,day", "tags=a,b", "color=16", "size=64x64", "seed=7",
        "from=2026-03-09",
    ]
    private static let bodies = [
        #"{"prompt":"a cat","tags":["a"],"art":{"columns":60,"color":"16"},"seed":7}"#, #"{"may_pay_twice":true}"#,
        #"{"state":["failed"],"cause":"auth","since":"2h","dry_run":true}"#, "[[[[[[[[{}]]]]]]]]", "", "null",
        #"{"prompt":"\ud83d\ude00 \u0000","name":"../../x","reference":"r"}"#,
        "--b\r\nContent-Disposition: form-data\r\n\r\n",
    ]
    private static let headers = [
        ("Content-Type", "application/json"), ("Content-Type", "image/png"),
        ("Content-Type", "multipart/form-data; boundary=b"),
        ("Last-Event-ID", "7-3"), ("Prefer", "wait=1"), ("Idempotency-Key", "k"), ("Accept", "application/json;q=0.1"),
        ("Accept-Language", "ko;q=0.5, en"), ("Host", "textifyd"), ("Origin", "http://evil"),
    ]

    /// Valid requests: method, path with query, content type and body.
    private static let right = [
        ("GET", "/v1/status", "", ""), ("GET", "/v1/jobs?state=failed,done&folder=inbox&limit=20&since=2h", "", ""),
        ("GET", "/v1/jobs?after=\(ScriptedPlane.id.text.suffix(6))", "", ""),
        ("GET", "/v1/jobs/\(ScriptedPlane.id.text)", "", ""), ("GET", "/v1/spend?month=2026-03&by=folder,day", "", ""),
        ("GET", "/v1/spend?from=2026-03-09&to=2026-03-10", "", ""), ("GET", "/v1/events", "", ""),
        ("GET", "http://textifyd/metrics", "", ""), ("DELETE", "/v1/caches/renderings", "", ""),
        ("POST", "/v1/jobs?folder=inbox&columns=60", "application/json", bodies[0]),
        ("POST", "/v1/jobs/retry", "application/json", bodies[2]),
        ("POST", "/v1/jobs/\(ScriptedPlane.id.text)/retry", "application/json", bodies[1]),
        ("POST", "/v1/render.ansi?columns=80&color=16", "image/png", "PNG"), ("POST", "/v1/pause", "", ""),
        ("POST", "/v1/jobs?tags=a,b&size=64x64&seed=7&name=x", "image/png", "PNG"),
    ]

    mutating func next() -> ServerRequest {
        chance(4) ? strange() : bentRight()
    }

    /// A valid request with a few mutations.
    private mutating func bentRight() -> ServerRequest {
        let (method, target, type, text) = pick(Self.right)
        var headers = [ServerHeader("Host", "textifyd")]
        if !type.isEmpty { headers.append(ServerHeader("Content-Type", type)) }
        if chance(6) { headers.append(ServerHeader(pick(Self.headers).0, bent(pick(Self.headers).1))) }
        var body = text == "PNG" ? CheckedClient.png : Array(text.utf8)
        if chance(2) { body = bend(body) }
        let head = RequestHead(
            method: method, target: bent(target), headers: headers,
            peer: Peer(user: 1000, group: 1, groups: []))
        return ServerRequest(head: head, body: body)
    }

    /// Random parts combined, each possibly mutated.
    private mutating func strange() -> ServerRequest {
        var target = bent(pick(Self.paths))
        let queries = (0..<Int.random(in: 0...3, using: &rng)).map { _ in bent(pick(Self.queries)) }
        if !queries.isEmpty { target += "?" + queries.joined(separator: "&") }
        var headers = [ServerHeader("Host", "textifyd")]
        for _ in 0..<Int.random(in: 0...3, using: &rng) {
            let (name, value) = pick(Self.headers)
            headers.append(ServerHeader(name, bent(value)))
        }
        let method = bent(pick(["GET", "POST", "POST", "DELETE", "HEAD", "PUT"]))
        let peer = Peer(user: pick([0, 1000, 1001]), group: 1, groups: [])
        var body = bend(Array(pick(Self.bodies).utf8))
        if chance(8) { body = CheckedClient.png + body }
        if chance(40) { body = Array(repeating: UInt8(ascii: "["), count: Int.random(in: 1...70_000, using: &rng)) }
        return ServerRequest(
            head: RequestHead(method: method, target: target, headers: headers, peer: peer), body: body)
    }

    private mutating func pick<Element>(_ from: [Element]) -> Element {
        from[Int.random(in: from.indices, using: &rng)]
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 1...one, using: &rng) == 1 }

    /// Mutates the text one time in four.
    private mutating func bent(_ text: String) -> String {
        guard chance(4) else { return text }
        return String(decoding: bend(Array(text.utf8)), as: UTF8.self)
    }

    /// Inserts, removes, duplicates or replaces a few bytes.
    private mutating func bend(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let strange = Array("%00%ff%zz\"\\{}[],:&=+?#/;\u{0}\n\r\u{7f}가😀-9e99".utf8)
        for _ in 0..<Int.random(in: 0...4, using: &rng) {
            let place = Int.random(in: 0...bytes.count, using: &rng)
            switch Int.random(in: 0...3, using: &rng) {
            case 0: bytes.insert(strange[Int.random(in: strange.indices, using: &rng)], at: place)
            case 1: if place < bytes.count { bytes.remove(at: place) }
            case 2: bytes.insert(contentsOf: bytes[..<place], at: place)
            default: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &rng) }
            }
        }
        return bytes
    }
}
