import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformHTTP
import PlatformSystem

extension FaultInstallation {
    /// Calls the running service, which may be killed meanwhile. Returns `nil` if a call fails.
    func ask<Answer: Sendable>(_ work: @Sendable @escaping (ControlClient) async throws -> Answer) throws -> Answer? {
        let transport = try HTTPClient(HTTPClientSettings(userAgent: "textify-bench"))
        let client = ControlClient(socket: state.appending("control.sock").shown) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        return try AsyncRunner.answer { try? await work(client) }
    }

    /// The whole library as an export has it, the trash apart.
    func exported() throws -> FaultExport? {
        try ask { client in
            let page: ArtworkExport = try await client.get(
                "/v1/artworks/export", [.init("q", "sort:oldest"), .init("limit", "1000")])
            var pictures: [[UInt8]?] = []
            for artwork in page.artworks {
                pictures.append(try? await client.bytes("/v1/artworks/\(artwork.artwork.id)/picture"))
            }
            return FaultExport(artworks: page.artworks, pictures: pictures)
        }
    }
}

extension ControlClient {
    /// Changes the artworks that a search finds.
    func change(_ search: String, _ edit: (inout ArtworkChangeRequest) -> Void) async throws {
        var request = ArtworkChangeRequest()
        request.search = search
        edit(&request)
        let _: ArtworkChangeAnswer = try await post("/v1/artworks/change", body: .json(of: request))
    }
}

/// Artworks with their pictures.
struct FaultExport: Equatable, Sendable {
    let artworks: [ArtworkTransfer]
    let pictures: [[UInt8]?]

    /// Sends everything to another library, artwork by artwork.
    func send(_ client: ControlClient) async throws {
        for (artwork, picture) in zip(artworks, pictures) {
            let json = try ControlJSON.encode(artwork)
            let body =
                picture.map {
                    ControlBody.form([("artwork", MediaType.json, json), ("picture", MediaType.octets, $0)])
                } ?? .json(json)
            let _: ArtworkImportAnswer = try await client.post("/v1/artworks/import", body: body)
        }
    }
}

/// Kills a service at a call while it does what `act` asks of it, then starts it and asks again.
struct FaultAct {
    let bench: FaultRunner
    let site: FaultInstallation
    let act: @Sendable (ControlClient) async throws -> Void

    /// The violations; `nil` if the service makes fewer calls.
    func wrongs(_ fault: FaultInjection, whole: (FaultInstallation) throws -> [String]) throws -> [String]? {
        var fault = fault
        fault.condition = site.asked
        let service = try site.start([], fault)
        try site.ready()
        try FileDescriptor.folder(site.root).write([], to: site.asked.name)
        let isDone = try site.ask(act) != nil
        let wasTriggered = site.wasFaultTriggered
        service.send(SIGKILL)
        _ = service.ending(within: .seconds(10))
        if !wasTriggered, isDone { return nil }
        var wrongs = wasTriggered ? [] : ["neither killed nor done"]
        let second = try site.start([])
        try site.ready()
        if try site.ask(act) == nil { wrongs.append("the second attempt failed") }
        wrongs += try whole(site)
        second.stop()
        if second.ending(within: .seconds(60)) != .code(0) { wrongs.append("the second run failed") }
        wrongs += try FaultVerification(site).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

extension FaultRunner {
    /// Tries a kill before and after each of these calls, the first, the second and so on, until there are no more:
    /// `wrongs` returns `nil` then.
    func kills(
        at calls: [String], _ wrongs: (FaultInjection) throws -> [String]?
    ) throws -> FaultResult {
        var tally = FaultResult()
        for call in calls {
            for effect in ["kill", "killed"] {
                for number in 1...(most ?? 60) {
                    guard let found = try wrongs(.at(number, call, effect)) else { break }
                    tally.note("\(call) \(number) \(effect)", found)
                }
            }
        }
        return tally
    }
}

/// Kills the service while it changes many artworks, empties its trash, merges its index and backs its database up.
struct LibraryRow: FaultRow {
    let name = "library"
    let words = "SIGKILL at the n-th call while artworks are changed, the trash is emptied and a backup is made"

    static let calls = ["open", "write", "sync", "rename", "unlink", "mkdir"]

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: Self.calls) { try wrongs($0, bench) }
    }

    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site(watch: "\n[keep]\ntrash_days = 0\n")
        defer { site.remove() }
        try site.dropSample()
        _ = try site.start().ending(within: .seconds(60))
        let act = FaultAct(bench: bench, site: site) { client in
            try await client.change("-tree") {
                $0.addedTags = ["kept"]
                $0.isFavourite = true
            }
            try await client.change("tree") { $0.isTrashed = true }
            let _: CleanUpAnswer = try await client.post("/v1/cleanup", body: .json(Array("{}".utf8)))
            let _: BackupAnswer = try await client.post("/v1/backup")
        }
        return try act.wrongs(fault) { site in
            guard let rest = try site.exported() else { return ["the library can't be read"] }
            let kept = rest.artworks.filter { $0.artwork.tags == ["kept"] && $0.artwork.isFavourite }
            let trashed: ArtworkList? = try site.ask { try await $0.get("/v1/artworks", [.init("q", "is:trashed")]) }
            // Two prompts, one of them for two samples, and a picture.
            return (kept.count == 4 && rest.artworks.count == 4 ? [] : ["\(rest.artworks.count) artworks are left"])
                + (trashed?.artworks.isEmpty == true ? [] : ["the trash is not empty"])
                + (rest.pictures.allSatisfy { $0 != nil } ? [] : ["pictures are missing"])
        }
    }

}

/// Kills the service while it takes the artworks of another library.
struct ImportRow: FaultRow {
    let name = "import"
    let words = "SIGKILL at the n-th call while artworks are imported, then a start and the whole import again"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let origin = try bench.site()
        defer { origin.remove() }
        try origin.dropSample()
        _ = try origin.start().ending(within: .seconds(60))
        let service = try origin.start([])
        try origin.ready()
        let exported = try origin.exported()
        service.stop()
        _ = service.ending(within: .seconds(60))
        guard let exported, exported.artworks.count == 5, exported.pictures.allSatisfy({ $0 != nil }) else {
            throw FaultsError.noSuchRow("import: the sample was not exported")
        }
        return try bench.kills(at: LibraryRow.calls) { try wrongs($0, exported, bench) }
    }

    private func wrongs(
        _ fault: FaultInjection, _ export: FaultExport, _ bench: FaultRunner
    ) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        let act = FaultAct(bench: bench, site: site) { try await export.send($0) }
        return try act.wrongs(fault) { site in
            try site.exported() == export ? [] : ["what was imported differs from what was exported"]
        }
    }
}
