import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformHTTP

/// Asks the service that runs for names. It has a moment: somebody has pressed a key and waits.
struct CompletionSource {
    private static let patience = Duration.seconds(1)
    private let places: SocketPlaces

    /// `typed`: where `--socket` may name the service.
    init(_ typed: [String]) {
        var named: String?
        if let place = typed.firstIndex(of: "--socket"), place + 1 < typed.count { named = typed[place + 1] }
        places = SocketPlaces(named: named, environment: ProcessInfo.processInfo.environment)
    }

    /// None where nobody answers.
    func values(_ values: OptionValues, helps: Bool) async -> [String] {
        guard let socket = try? places.first(where: { FileManager.default.fileExists(atPath: $0) }),
            let transport = try? HTTPClient(HTTPClientSettings(userAgent: "textify/\(Version.text)"))
        else { return [] }
        let client = ControlClient(socket: socket) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        if values == .jobs { return await jobs(client, helps: helps) }
        guard let status: Status = try? await client.get("/v1/status", limit: Self.patience) else { return [] }
        let names = values == .folders ? status.folders.map(\.name) : status.backends.map(\.name)
        return names.map(TerminalText.line)
    }

    /// The newest, by the last characters that people are shown.
    private func jobs(_ client: ControlClient, helps: Bool) async -> [String] {
        let limit = [QueryString.Item("limit", "50")]
        guard let list: JobList = try? await client.get("/v1/jobs", limit, limit: Self.patience) else { return [] }
        let told = list.jobs.map { job in
            JobLines.short(job.id) + (helps ? "\t" + TerminalText.line("\(job.state) \(job.name)") : "")
        }
        return (told.isEmpty ? [] : ["last"]) + told
    }
}
