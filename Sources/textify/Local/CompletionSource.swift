import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformHTTP

/// Asks the running service for names, with a short timeout because a person has pressed a key and is waiting.
struct CompletionSource {
    private static let patience = Duration.seconds(1)
    private let places: SocketPlaces

    /// `typed` may contain `--socket`, which names the service.
    init(_ typed: [String]) {
        var named: String?
        if let place = typed.firstIndex(of: "--socket"), place + 1 < typed.count { named = typed[place + 1] }
        places = SocketPlaces(named: named, environment: ProcessInfo.processInfo.environment)
    }

    /// Empty when no service answers.
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

    /// The newest jobs, by the last characters of their IDs.
    private func jobs(_ client: ControlClient, helps: Bool) async -> [String] {
        let limit = [QueryString.Item("limit", "50")]
        guard let list: JobList = try? await client.get("/v1/jobs", limit, limit: Self.patience) else { return [] }
        let told = list.jobs.map { job in
            JobLines.short(job.id) + (helps ? "\t" + TerminalText.line("\(job.state) \(job.name)") : "")
        }
        return (told.isEmpty ? [] : ["last"]) + told
    }
}
