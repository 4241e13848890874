import ControlAPI
import ControlClient
import PlatformSystem
import Words

/// Fetches what the screen shows from the service. The newest art is fetched once.
struct TopFeed {
    /// As many jobs as fit on the tallest screens.
    private static let jobs = 100

    let isColored: Bool
    private let client: ControlClient
    private var status: Status
    private var list: [JobSummary] = []
    private var art: ScreenArt?
    private var artID: String?
    private var trouble: String?

    init(_ client: ControlClient, isColored: Bool) async throws(ControlClientFailure) {
        self.client = client
        self.isColored = isColored
        status = try await client.get("/v1/status")
        try await look()
    }

    func screen(_ words: Wording) -> TopScreen {
        TopScreen(
            words: words, status: status, jobs: list, art: art, trouble: trouble, now: wallClockMilliseconds())
    }

    private mutating func look() async throws(ControlClientFailure) {
        status = try await client.get("/v1/status")
        let query = [QueryString.Item("limit", "\(Self.jobs)")]
        list = try await client.get("/v1/jobs", query, as: JobList.self).jobs
        trouble = nil
        await lookAtArt()
    }

    /// Refreshes the data. The last data stays on the screen while the service does not answer.
    mutating func lookAgain(_ words: Wording) async {
        do throws(ControlClientFailure) { try await look() } catch {
            trouble = CommandFailure(error, words).text
        }
    }

    /// Fetches the newest art. Art that was not kept is not an error.
    private mutating func lookAtArt() async {
        guard
            let newest = list.filter({ $0.state == "done" })
                .max(by: { $0.changed.milliseconds < $1.changed.milliseconds }), newest.id != artID
        else { return }
        artID = newest.id
        let path = "/v1/artworks/\(QueryString.escaped(newest.id))/text"
        let format = QueryString.Item("format", isColored ? "ansi" : "txt")
        let bytes: [UInt8]? = try? await client.bytes(path, [format])
        art = bytes.map { ScreenArt(title: newest.name, String(decoding: $0, as: UTF8.self)) }
    }
}
