import Domain
import Glibc
import Loopback
import PlatformHTTP
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("one connection carries successive requests")
    func reuse() async throws {
        let server = try Server(.status(200, text: "a"))
        let client = try HTTPClient.make()
        for _ in 0..<20 { _ = try await client.perform(HTTPRequest(.get, server.url)) }
        #expect(server.requests.count == 20)
        #expect(server.connections == 1)
    }

    @Test(
        "two hundred paid requests go over one connection in succession",
        arguments: [false, true])
    func reusedByPosts(isEncrypted: Bool) async throws {
        let identity = isEncrypted ? try Identity(for: "IP:127.0.0.1") : nil
        let trust = try TemporaryFile(identity?.pem ?? [])
        let server = try Server(identity: identity, .status(200, text: "a"))
        let client = try HTTPClient.make()
        let body = [UInt8](repeating: 65, count: 10_000)
        for number in 0..<200 {
            let method: HTTPMethod = number % 10 == 3 ? .patch : number % 10 == 7 ? .get : .post
            let caFile = isEncrypted ? trust.path : nil
            _ = try await client.perform(
                HTTPRequest(method, server.url, body: method == .get ? [] : body, caFile: caFile))
        }
        #expect(server.requests.count == 200)
        #expect(server.connections == 1)
    }

    @Test(
        "a POST that a server accepts before it disconnects is sent once, even over a reused connection",
        arguments: [0, 4, 1_000_000], [false, true])
    func sentOnce(count: Int, isReset: Bool) async throws {
        let server = try Server { request in
            request.method == "GET" ? .status(200, text: "a") : Answer(isReset ? .reset : .close)
        }
        let client = try HTTPClient.make()
        for _ in 0..<3 { _ = try await client.perform(HTTPRequest(.get, server.url)) }
        let body = [UInt8](repeating: 65, count: count)
        let failure = await client.failure(HTTPRequest(.post, server.url, body: body))
        #expect(failure?.isSentNoAnswer == true && failure?.fault?.reason == .closed, "\(String(describing: failure))")
        #expect(server.requests.map(\.method) == ["GET", "GET", "GET", "POST"])
        #expect(server.requests.map(\.connection) == [0, 0, 0, 0])
    }

    @Test("a POST on an idle connection that the server has closed goes over a new one, once")
    func postAfterClose() async throws {
        let server = try Server { request in
            request.method == "GET" ? Answer(Answer.status(200, text: "a").steps + [.close]) : .status(200, text: "b")
        }
        let client = try HTTPClient.make()
        for round in 1...5 {
            _ = try await client.perform(HTTPRequest(.get, server.url))
            await server.ended(round)
            let answer = try await client.perform(HTTPRequest(.post, server.url, body: Array("paid".utf8)))
            #expect(answer.body == Array("b".utf8))
        }
        #expect(server.requests.filter { $0.method == "POST" }.count == 5)
    }

    @Test("an idle connection that the server has closed is replaced")
    func closedWhileIdle() async throws {
        let server = try Server(Answer(.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"), .close))
        let client = try HTTPClient.make()
        _ = try await client.perform(HTTPRequest(.get, server.url))
        await server.ended(1)
        let answer = try await client.perform(HTTPRequest(.get, server.url))
        #expect(answer.status == 200)
        #expect(server.connections == 2)
    }

    @Test("a GET on a reused connection that breaks is repeated on a new one")
    func diesUnderIt() async throws {
        let server = try Server { request in
            request.number == 1 ? Answer(.close) : .status(200, text: "\(request.number)")
        }
        let client = try HTTPClient.make()
        _ = try await client.perform(HTTPRequest(.get, server.url))
        let answer = try await client.perform(HTTPRequest(.get, server.url))
        #expect(answer.body == Array("2".utf8))
        #expect(server.requests.map(\.connection) == [0, 0, 1])
    }

    @Test("a hundred concurrent requests get their own responses, over no more connections than allowed")
    func many() async throws {
        let server = try Server { request in .status(200, text: request.text + request.target) }
        let client = try HTTPClient.make(connectionsPerHost: 8)
        let answers = await withTaskGroup(of: (Int, [UInt8]?).self) { group in
            for number in 0..<100 {
                let method: HTTPMethod = number.isMultiple(of: 2) ? .post : .put
                group.addTask {
                    let request = HTTPRequest(method, server.url + "/\(number)", body: Array("body".utf8))
                    return (number, try? await client.perform(request).body)
                }
            }
            return await group.reduce(into: [Int: [UInt8]]()) { $0[$1.0] = $1.1 }
        }
        #expect(answers.count == 100)
        #expect(answers.allSatisfy { $1 == Array("body/\($0)".utf8) })
        #expect(server.requests.count == 100)
    }

    @Test("the number of connections per host is limited")
    func perHost() async throws {
        let gate = Gate()
        let server = try Server { _ in Answer([.wait(gate)] + Answer.status(200).steps) }
        let client = try HTTPClient.make(connectionsPerHost: 2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<6 { group.addTask { _ = await client.failure(HTTPRequest(.get, server.url)) } }
            _ = await server.request(1)
            #expect(server.connections == 2)
            gate.open()
        }
        #expect(server.requests.count == 6)
        #expect(server.connections == 2)
    }

    @Test("a Unix socket replaces the URL's host")
    func unixSocket() async throws {
        let file = try TemporaryFile()
        let server = try Server(path: file.path, .status(200, text: "over the socket"))
        let request = HTTPRequest(.get, "http://textifyd/v1/status", unixSocket: file.path)
        let answer = try await HTTPClient.make().perform(request)
        #expect(answer.body == Array("over the socket".utf8))
        #expect(await server.request(0).header("Host") == "textifyd")
    }

    @Test("a cancelled request ends at once with its connection, and reports that it was sent")
    func cancelled() async throws {
        let server = try Server(.silence)
        let client = try HTTPClient.make()
        let asking = Task { await client.failure(HTTPRequest(.post, server.url)) }
        _ = await server.request(0)
        asking.cancel()
        #expect(await asking.value == .cancelled(host: server.host, wasSent: true))
        await server.ended(1)
    }

    @Test("cancellation works within the body, before a connection, and before the start")
    func cancelledElsewhere() async throws {
        let within = Gate()
        let body = try Server(Answer(.send(Answer.head(200, length: 9)), .send("1"), .wait(within)))
        let client = try HTTPClient.make()
        let reading = Task { await client.failure(HTTPRequest(.get, body.url)) }
        await within.reached()
        reading.cancel()
        #expect(await reading.value == .cancelled(host: body.host, wasSent: true))

        let mute = try Server(greeting: [.hold]) { _ in .silence }
        let connecting = Task { await client.failure(HTTPRequest(.post, "https://" + mute.host)) }
        await mute.connected(1)
        connecting.cancel()
        #expect(await connecting.value == .cancelled(host: mute.host, wasSent: false))

        let early = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await client.failure(HTTPRequest(.post, body.url))
        }
        #expect(await early.value == .cancelled(host: "", wasSent: false))
    }

    @Test("cancelling some of many requests completes each exactly once")
    func cancelledAmongMany() async throws {
        let server = try Server { request in
            request.target.hasSuffix("3") ? .silence : .status(200, text: "a")
        }
        let client = try HTTPClient.make(connectionsPerHost: 64)
        let asked = (0..<100).map { number in
            Task { await client.failure(HTTPRequest(.get, server.url + "/\(number)")) }
        }
        for number in asked.indices where number % 10 == 3 { asked[number].cancel() }
        for (number, task) in asked.enumerated() {
            guard case .cancelled = await task.value else {
                #expect(number % 10 != 3)
                continue
            }
            #expect(number % 10 == 3)
        }
    }

    @Test("shutdown ends running requests and the thread, and rejects later requests")
    func shutdown() async throws {
        let server = try Server(.silence)
        let client = try HTTPClient.make()
        async let running = client.failure(HTTPRequest(.post, server.url))
        _ = await server.request(0)
        await client.shutdown()
        #expect(await running == .sentNoAnswer(host: server.host, HTTPFault(.stopped)))
        let later = await client.failure(HTTPRequest(.get, server.url))
        #expect(later == .notSent(host: "", HTTPFault(.stopped)))
        await client.shutdown()
        await server.ended(1)
    }

    @Test("a released client closes its connections")
    func released() async throws {
        let server = try Server(.status(200))
        do {
            let client = try HTTPClient.make()
            _ = try await client.perform(HTTPRequest(.get, server.url))
        }
        await server.ended(1)
    }
}
