import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("API keys of a remote backend", .ownThread)
struct KeyTests {
    /// The kind of source that the key comes from.
    enum Place: String, CaseIterable {
        case env, file, credential, exec

        /// The source as a value in the configuration.
        func source(_ variable: String) -> String {
            switch self {
            case .env: "{ env = \"\(variable)\" }"
            case .file: "{ file = \"making/key\" }"
            case .credential: "{ credential = \"key\" }"
            case .exec: "{ exec = [\"sh\", \"-c\", \"cat $HOME/key\"] }"
            }
        }
    }

    private static let key = "sk-loopback-7Qm2vX9tBz4LrW8n"

    @Test("a prompt is bought once and delivered, and its key leaks nowhere", arguments: Place.allCases)
    func bought(place: Place) throws {
        let studio = try FakeImagesServer { order in
            guard order.received.header("authorization") == "Bearer " + Self.key else { return .status(401) }
            return FakeImagesServer.picture(order.number)
        }
        let (service, program) = try start(studio, place)
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " job_done: ")
        try expectNoKey(service, program)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        try expectNoKey(in: service, program.log)
        #expect(studio.orders == ["boat 5": 1])
        let outputs = try service.names(service.outbox)
        #expect(outputs == ["boat.json", "boat.picture.png", "boat.txt"])
        #expect(try service.picture("boat") == FakeImagesServer.png(5))
        let left = try service.names(service.inbox)
        #expect(left == ["done"])
    }

    @Test(
        "a key that the server repeats anywhere in its answer leaks nowhere",
        arguments: ["invalid", "plain", "broken", "page", "moved", "refused"])
    func echoed(prompt: String) throws {
        let studio = try FakeImagesServer { _ in
            Self.echo(prompt)
        } other: { _ in
            .json(Self.refusal("no models for"), status: 403)
        }
        let (service, program) = try start(studio, .env)
        try service.drop(prompt: prompt, "boat.txt")
        try program.wait(for: " backend_")
        try expectNoKey(service, program)
        let failed = try service.jobs("failed").count
        let undecided = try service.jobs("waiting").count + service.jobs("unknown").count
        #expect(undecided == 1 - failed)
        if failed == 1 {
            let submitted = try service.textify("submit", "--wait", prompt)
            #expect(submitted.code == 65)
            #expect(submitted.errors.allSatisfy { !$0.contains(Self.key) })
        }
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        try expectNoKey(in: service, program.log)
    }

    @Test("a key file that others can read prevents the start, and the key is not printed")
    func open() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table("api_key = { file = \"making/key\" }"))
        try service.keep("key", Array(Self.key.utf8))
        chmod(service.kept("key"), 0o644)
        let program = try service.start()
        #expect(try program.ending() == .code(78))
        #expect(program.log.contains { $0.contains("making/key") && $0.contains("chmod") }, "\(program.log)")
        #expect(!program.log.contains { $0.contains(Self.key) })
    }

    @Test("after its key is rejected the key command runs again, and the service recovers without a reload")
    func renewed() throws {
        let studio = try FakeImagesServer { order in
            guard order.received.header("authorization") == "Bearer " + Self.key else { return .status(401) }
            return FakeImagesServer.picture(order.number)
        } other: { received in
            received.header("authorization") == "Bearer " + Self.key ? FakeImagesServer.models(received) : .status(401)
        }
        let exec = "api_key = { exec = [\"sh\", \"-c\", \"cat $HOME/key\"] }"
        let service = try Service(backends: studio.table(exec))
        try service.keep("key", Array("{\"token\": \"sk-old\"}".utf8))
        let program = try service.start(
            after: ":", variables: ["HOME=" + service.root.shown + "/making", "PATH=/usr/bin:/bin"])
        try program.wait(for: " started: ")
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " backend_auth: ")
        try FileDescriptor.folder(service.root.appending("making"))
            .replace(FileName("key"), with: Array("{\"token\": \"\(Self.key)\"}".utf8))
        try program.wait(for: " job_done: ")
        try expectNoKey(service, program)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(studio.orders == ["boat 5": 2])
    }

    @Test("a failing key command is reported with its exit code, and the prompt waits")
    func failing() throws {
        let studio = try FakeImagesServer()
        let exec = "api_key = { exec = [\"sh\", \"-c\", \"echo \(Self.key); exit 3\"] }"
        let service = try Service(backends: studio.table(exec))
        let program = try service.start(after: ":", variables: ["PATH=/usr/bin:/bin"])
        try program.wait(for: " started: ")
        try service.drop(prompt: "boat 5", "boat.txt")
        let line = try program.wait(for: " backend_config: ")
        #expect(line.contains("sh ended with code 3") && line.contains("1 job is waiting"), "\(line)")
        // The failure is logged before the waiting job is stored.
        _ = try service.textify("sync")
        let waiting = try service.jobs("waiting")
        #expect(waiting.count == 1 && studio.total == 0)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(!program.log.contains { $0.contains(Self.key) })
    }

    private static func echo(_ how: String) -> Answer {
        let names = ["X-Request-Id", "OpenAI-Organization", "Retry-After", "Location"]
        let headers = names.map { ($0, key) }
        return switch how {
        case "invalid": .status(400, headers: headers, text: refusal("I don't take"))
        case "plain": .status(200, headers: headers, text: "Bearer " + key)
        case "broken": .status(400, headers: headers, text: refusal(key.replacing("-", with: "-\\n")))
        case "page": .status(502, headers: headers, text: "<html><title>\(key)</title>\(key)</html>")
        case "moved": .status(302, headers: headers, text: key)
        default: .status(401, headers: headers, text: refusal("Incorrect API key provided:"))
        }
    }

    private static func refusal(_ words: String) -> String {
        #"{"error": {"message": "\#(words) \#(key)", "type": "\#(key)", "param": "\#(key)", "code": "\#(key)"}}"#
    }

    private func start(_ studio: FakeImagesServer, _ place: Place) throws -> (Service, Program) {
        let table = studio.table("api_key = " + place.source("STUDIO_KEY"))
        let service = try Service(backends: table, log: "debug")
        var variables: [String] = []
        if place == .env {
            variables = ["STUDIO_KEY=" + Self.key]
        } else {
            try service.keep("key", Array((Self.key + "\n").utf8))
            chmod(service.kept("key"), 0o600)
            if place == .credential { variables = ["CREDENTIALS_DIRECTORY=" + service.root.shown + "/making"] }
            if place == .exec { variables = ["HOME=" + service.root.shown + "/making", "PATH=/usr/bin:/bin"] }
        }
        let program = try service.start(after: ":", variables: variables)
        try program.wait(for: " started: ")
        return (service, program)
    }

    private func expectNoKey(_ service: Service, _ program: Program) throws {
        var said = try [service.textify("status"), service.textify("status", "--json"), service.textify("jobs")]
        said.append(try service.textify("jobs", "--json"))
        for state in ["done", "failed", "waiting", "unknown"] {
            for id in try service.jobs(state) {
                said += try [service.textify("show", id), service.textify("show", id, "--json")]
            }
        }
        #expect(said.allSatisfy { $0.code == 0 && !$0.output.isEmpty })
        try expectNoKey(in: service, said.map(\.output) + said.flatMap(\.errors) + program.log)
    }

    /// Expects that neither the texts nor the installation's files contain the second half of the key.
    private func expectNoKey(in service: Service, _ texts: [String]) throws {
        let half = Self.key.dropFirst(12)
        #expect(!texts.contains { $0.contains(half) }, "\(texts)")
        for folder in [service.root.appending("state"), service.inbox, service.outbox] {
            let holding = try service.files(holding: String(half), below: folder)
            #expect(holding == [])
        }
    }
}
