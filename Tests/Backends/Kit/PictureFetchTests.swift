import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Fetching pictures from URLs", .timeLimit(.minutes(5)))
struct PictureFetchTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4]
    private static let home = "https://api.example/v1"

    private func fetched(
        _ address: String, base: String = home, allowed: [String] = [], _ transport: (any HTTPTransport)? = nil
    ) async throws -> Result<[UInt8], BackendFailure> {
        let service = HTTPService(
            base, transport: try transport ?? Wire(), quoting: Quoting(),
            allowedHosts: allowed.compactMap { HostPattern($0) }, utc: { 0 })
        do throws(BackendFailure) { return .success(try await service.picture(.url(address), limit: 1 << 20)) } catch {
            return .failure(error)
        }
    }

    @Test("an internal address isn't fetched; the failure has the address, the reason and the setting that allows it")
    func inward() async throws {
        let server = try Server(.status(200, body: Self.png))
        guard case .failure(.config(let said)) = try await fetched(server.url + "/a.png") else {
            Issue.record("fetched")
            return
        }
        #expect(said.contains(server.url) && said.contains("loopback"))
        #expect(said.contains("allowed_hosts = [\"\(server.host)\"]"), "\(said)")
        #expect(server.connections == 0)
        #expect(try await fetched(server.url + "/a.png", allowed: [server.host]) == .success(Self.png))
    }

    @Test("a redirect to an internal address isn't followed, and its target is reported")
    func redirect() async throws {
        let inside = try Server(.status(200, body: Self.png))
        let server = try Server(.status(302, headers: [("Location", inside.url + "/internal.png")]))
        let result = try await fetched(server.url + "/a.png", allowed: [server.host])
        guard case .failure(.config(let said)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(said.contains("allowed_hosts = [\"\(inside.host)\"]") && inside.connections == 0)
    }

    @Test("pictures of an external service are external or on its own host, those of an internal one may be internal")
    func base() async throws {
        let transport = ScriptedTransport(HTTPResponse(status: 200, body: Self.png))
        _ = try await fetched("https://cdn.example/a.png", base: "https://api.example:8443/v1", transport)
        _ = try await fetched("http://10.0.0.5/a.png", base: "http://10.0.0.4:8080", transport)
        _ = try await fetched("http://10.0.0.5/a.png", base: "http://nas:8080", transport)
        _ = try await fetched("http://10.0.0.5/a.png", base: "http://studio.lan", transport)
        func own(_ host: String) throws -> [HostPattern] { [try #require(HostPattern(host))] }
        #expect(
            transport.asked.map(\.reach) == [
                .outside(allowing: try own("api.example:8443")), .network(allowing: try own("10.0.0.4:8080")),
                .network(allowing: try own("nas:8080")), .network(allowing: try own("studio.lan:80")),
            ])
        #expect(transport.asked.allSatisfy { $0.headers.isEmpty && $0.redirects == 3 })
    }

    @Test("a compressed picture is decompressed")
    func compressed() async throws {
        let server = try Server(
            .status(200, headers: [("Content-Encoding", "gzip")], body: Compression.gzip.compressed(Self.png)))
        #expect(try await fetched(server.url, base: server.url) == .success(Self.png))
    }
}
