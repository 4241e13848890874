import Domain
import FoundationEssentials
import Loopback
import PlatformPictures
import PlatformSystem
import Testing

@testable import App

/// A service with a configured backend and a real server behind it.
@MainActor
@Suite("Service with a backend", .serialized, .timeLimit(.minutes(5)))
struct ServiceBackendTests {
    private static func configuration(_ url: String, _ more: String = "") -> String {
        """
        backend = "studio"

        [backends.studio]
        type = "openai"
        base_url = "\(url)/v1"
        model = "gpt-image-2"
        api_key = { file = "key" }
        \(more)
        """
    }

    private static let picture: Answer = {
        let bytes = try? PNGEncoder.encode(width: 64, height: 64) { y, pixels in
            for x in 0..<64 { pixels[x] = RGBA(red: UInt8(x * 2 + y * 2), green: 0, blue: 0) }
            return true
        }
        return .json("{\"data\":[{\"b64_json\":\"\(Data(bytes ?? []).base64EncodedString())\"}]}")
    }()

    private func installation(_ server: Server, _ more: String = "", key: String = "sk-hush") throws -> Installation {
        let installation = try Installation(more: Self.configuration(server.url, more))
        try put(key, in: installation)
        return installation
    }

    private func put(_ key: String, in installation: Installation, mode: Int = 0o600) throws {
        try installation.write(key + "\n", to: "key")
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: installation.root.appending("key").shown)
    }

    private func once(_ installation: Installation) async throws -> ExitCode {
        let signals = AsyncStream<ProcessSignal>.makeStream()
        return try await installation.serve { loop in await loop.once(signals.stream) }
    }

    @Test("A prompt is sent once to the backend of its folder, with the API key")
    func painted() async throws {
        let server = try Server(Self.picture)
        let installation = try installation(server)
        try installation.write("a lighthouse", to: "inbox/a.txt")
        #expect(try await once(installation) == .ok, "\(installation.log.all)")
        #expect(installation.names("outbox") == ["a.json", "a.picture.png", "a.txt"])
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1 && request.target == "/v1/images/generations")
        #expect(request.header("authorization") == "Bearer sk-hush")
        #expect(request.text.contains("\"prompt\":\"a lighthouse\"") && request.text.contains("\"size\":\"64x64\""))
        try expectNoKey(installation)
    }

    @Test("A drop may choose another backend than its folder's")
    func chosen() async throws {
        let server = try Server(Self.picture)
        let installation = try installation(server)
        try installation.write("+++\nbackend = 'sketch'\n+++\na lighthouse", to: "inbox/a.txt")
        #expect(try await once(installation) == .ok)
        #expect(server.connections == 0)
    }

    @Test("A rejected API key leaves the job waiting and is logged without the key")
    func refused() async throws {
        let server = try Server(
            .json("{\"error\":{\"code\":\"invalid_api_key\",\"message\":\"Incorrect: sk-hush\"}}", status: 401))
        let installation = try installation(server)
        try installation.write("a lighthouse", to: "inbox/a.txt")
        #expect(try await once(installation) == .tryAgain)
        #expect(installation.log.all.contains { $0.contains("backend_auth") && $0.contains("studio") })
        #expect(installation.names("inbox") == ["a.txt"])
        try expectNoKey(installation)
    }

    @Test("A prompt rejected by moderation fails the drop with an error text")
    func moderated() async throws {
        let server = try Server(.json("{\"error\":{\"code\":\"moderation_blocked\"}}", status: 400))
        let installation = try installation(server)
        try installation.write("a lighthouse", to: "inbox/a.txt")
        #expect(try await once(installation) == .data)
        #expect(installation.names("inbox/failed") == ["a.txt", "a.txt.error.txt"])
        #expect(server.requests.count == 1)
    }

    @Test("A lost answer is not bought again, even after a restart")
    func lost() async throws {
        let server = try Server(Answer(.close))
        let installation = try installation(server)
        try installation.write("a lighthouse", to: "inbox/a.txt")
        #expect(try await once(installation) == .tryAgain)
        #expect(try await once(installation) == .tryAgain)
        #expect(server.requests.count == 1)
        #expect(installation.log.all.contains { $0.contains("job_unknown") })
    }

    @Test("Unavailable API keys prevent the start, and all of them are reported at once")
    func missing() async throws {
        let server = try Server(Self.picture)
        let more =
            "[backends.other]\ntype = 'openai'\nbase_url = 'http://a'\nmodel = 'm'\napi_key = { env = 'NO_SUCH' }"
        let installation = try installation(server, more)
        try put("sk-hush", in: installation, mode: 0o644)
        let failure = await #expect(throws: LaunchFailure.self) { try await once(installation) }
        let lines = failure?.sentence.split(separator: "\n") ?? []
        #expect(failure?.exit == .configuration && lines.count == 2)
        #expect(failure?.sentence.contains("mode 644") == true && failure?.sentence.contains("NO_SUCH") == true)
        #expect(failure?.sentence.contains("hush") == false)
    }

    @Test("`check` looks for keys, and for systemd credentials only where their directory is set")
    func check() throws {
        let server = try Server(Self.picture)
        let more =
            "[backends.other]\ntype = 'openai'\nbase_url = 'http://a'\nmodel = 'm'\napi_key = { credential = 'k' }"
        let installation = try installation(server, more)
        let settings = try installation.source().load()
        try BackendFactory.check(settings, environment: [:])
        #expect(throws: LaunchFailure.self) {
            try BackendFactory.check(settings, environment: ["CREDENTIALS_DIRECTORY": installation.root.shown])
        }
        try installation.remove("key")
        #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
        #expect(server.connections == 0)
    }

    @Test("A reload reads the key again; an unavailable key leaves the previous configuration active")
    func reload() async throws {
        let server = try Server(Self.picture)
        let installation = try installation(server)
        let signals = AsyncStream<ProcessSignal>.makeStream()
        let exit = try await installation.serve { loop in
            async let exit = loop.serve(signals.stream)
            try put("sk-new", in: installation, mode: 0o666)
            signals.continuation.yield(.hangUp)
            await installation.log.wait(for: "reload_failed")
            try put("sk-new", in: installation)
            signals.continuation.yield(.hangUp)
            await installation.log.wait(for: "The new configuration")
            try installation.write("a lighthouse", to: "inbox/a.txt")
            await installation.log.wait(for: "job_done")
            signals.continuation.yield(.terminate)
            return await exit
        }
        #expect(exit == .ok && server.requests.first?.header("authorization") == "Bearer sk-new")
    }

    /// Expects that neither the log nor any written file contains the key.
    private func expectNoKey(_ installation: Installation) throws {
        #expect(!installation.log.all.contains { $0.contains("hush") })
        for folder in ["outbox", "state", "inbox", "inbox/failed"] {
            for name in installation.names(folder) {
                let path = installation.root.appending(folder).appending(name).shown
                let bytes = FileManager.default.contents(atPath: path) ?? Data()
                #expect(bytes.firstRange(of: Data("sk-hush".utf8)) == nil, "\(folder)/\(name)")
            }
        }
    }
}
