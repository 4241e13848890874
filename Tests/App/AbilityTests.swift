import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Testing

@testable import App

@MainActor
@Suite("Backend abilities", .serialized, .timeLimit(.minutes(5)))
struct AbilityTests {
    private static let profiles = ImagesProfile.allCases.map { profile in
        """
        [backends.\(profile.rawValue)]
        type = "openai"
        base_url = "http://127.0.0.1:1\(profile == .azure ? "/openai/v1" : "")"
        profile = "\(profile.rawValue)"
        model = "m"

        """
    }.joined()
    private static let templates = ShippedTemplate.allCases.map { template in
        """
        [backends.\(template.rawValue)]
        type = "http"
        base_url = "http://127.0.0.1:1"
        template = "\(template.rawValue)"
        model = "m"
        api_key = { file = "key" }
        \(template == .cloudflare ? "values = { account = \"a\" }" : "")

        """
    }.joined()
    private static let others = """
        [backends.a1111]
        type = "a1111"
        base_url = "http://127.0.0.1:1"
        [backends.karlo]
        type = "karlo"
        base_url = "http://127.0.0.1:1"
        api_key = { file = "key" }

        """

    /// Rows of the table in config/doc/backends.md: whether the backend supports image-to-image, and its supported options.
    private func rows() throws -> [String: (Bool, [String])] {
        let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/doc/backends.md")
        let text = String(decoding: try Data(contentsOf: place), as: UTF8.self)
        let start = try #require(text.firstRange(of: "| Backend | Image-to-image | Supported options |"))
        let table = text[start.lowerBound...].split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst(2)
        let parts = table.map { line in
            line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
        }
        return Dictionary(
            parts.map { cells in
                let options = cells[2].map { $0.filter { $0 != "`" && $0 != "," } }
                return (cells[0][0].filter { $0 != "`" }, (cells[1] == ["yes"], options))
            }
        ) { first, _ in first }
    }

    @Test("The backend table of the documentation matches the abilities of the backends")
    func table() async throws {
        let rows = try rows()
        let installation = try Installation()
        try installation.write("sk-hush\n", to: "key")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: installation.root.appending("key").shown)
        try installation.configure(Installation.quick, more: Self.profiles + Self.templates + Self.others)
        try await installation.served { served in
            let abilities = served.container.abilities
            #expect(Set(rows.keys) == Set(abilities.keys))
            for (name, able) in abilities {
                let row = try #require(rows[name])
                #expect(row.0 == able.tasks.contains(.imageToImage), "\(name)")
                let options = GenerationOption.allCases.filter { able.options[$0] != nil }.map(\.rawValue)
                #expect(row.1 == options, "\(name)")
            }
        }
    }

    @Test("A folder option that its backend does not support prevents the start unless the request is lenient")
    func folders() throws {
        let more = "request.steps = 9\nrequest.seed = 7"
        let installation = try Installation(Installation.quick + "\n" + more)
        let settings = try installation.source().load()
        let failure = #expect(throws: LaunchFailure.self) { try BackendFactory.check(settings, environment: [:]) }
        #expect(failure?.exit == .configuration)
        #expect(
            failure?.sentence
                == "watch[0].request.steps: not supported by backend sketch; remove it, set lenient = true, or "
                + "choose another backend.")
        try installation.configure(Installation.quick + "\n" + more + "\nrequest.lenient = true")
        try BackendFactory.check(try installation.source().load(), environment: [:])
    }
}
