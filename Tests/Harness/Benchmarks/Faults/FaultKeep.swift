import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import Glibc
import PlatformSQL
import PlatformSQLite
import PlatformSystem

/// Runs a service that may keep very little through many drops, with a kill in each round: while it works, or while it
/// cleans up. What it keeps must stay within its bounds for ever.
struct KeepRow: FaultRow {
    let name = "keep"
    let words = "rounds of 40 drops with tiny [keep] bounds, a kill in each; pictures within bounds, favourites kept"

    private static let generated = 65_536
    private static let dropped = 16_384
    /// More than the largest picture of a sample has, in bytes.
    private static let largest = 8_192
    private static let dropsPerRound = 40
    private static let keep = """

        [keep]
        picture_bytes = \(generated)
        original_bytes = \(dropped)
        trash_days = 0
        job_days = 0

        """

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        var random = SplitMix64(seed: UInt64(bitPattern: Int64(bench.seed)))
        let site = try bench.site(watch: Self.keep)
        defer { site.remove() }
        var favourites: Set<String> = []
        let rounds = bench.most ?? 20
        for round in 0..<rounds {
            try site.drop(Self.drops(round))
            var wrongs = try interrupted(round, &random, site)
            if ![.code(0), .code(65), .code(75)].contains(try site.start().ending(within: .seconds(120))) {
                wrongs.append("the run after the kill failed")
            }
            wrongs += try finished(round, &favourites, site)
            tally.note("round \(round)", wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site)))
        }
        // A kill may keep an artwork of a round from becoming a favourite, but not of most.
        if favourites.count * 2 < rounds { tally.note("at the end", ["only \(favourites.count) favourites"]) }
        return tally
    }

    /// Prompts, pictures and a file that is refused.
    private static func drops(_ round: Int) -> [FaultDrop] {
        (0..<dropsPerRound).map { index in
            let number = round * dropsPerRound + index
            return switch index {
            case 2: FaultDrop(name: "blank-\(number).txt", kind: .refused)
            case _ where index % 4 == 3: FaultDrop(name: "tree-\(number).png", kind: .picture)
            default: FaultDrop(name: "boat-\(number).txt", kind: .prompt("boat\(number)"))
            }
        }
    }

    /// Runs the service until it is killed: in even rounds while it works, in odd ones while it cleans up.
    private func interrupted(
        _ round: Int, _ random: inout SplitMix64, _ site: FaultInstallation
    ) throws -> [String] {
        let isCleaning = round % 2 == 1
        var fault = FaultInjection.at(Int(random.next() % (isCleaning ? 30 : 600)) + 1, "any", "kill")
        let asked = site.asked
        if isCleaning { fault.condition = asked }
        let service = try site.start([], fault)
        let stems = site.drops.suffix(Self.dropsPerRound).filter { !$0.isRefused }.flatMap(\.jobs).map(\.stem)
        _ = site.wait(.seconds(30)) { site.wasFaultTriggered || Self.missing(stems, site).isEmpty }
        if isCleaning {
            try FileDescriptor.folder(site.root).write([], to: site.asked.name)
            _ = try site.ask { try await Self.tidy($0, round) }
        }
        service.send(SIGKILL)
        _ = service.ending(within: .seconds(10))
        try? FileManager.default.removeItem(atPath: asked.shown)
        let most = Self.generated + Self.dropped + (Self.dropsPerRound + round) * Self.largest
        let size = try Self.size(of: site.state.appending("blobs"))
        return size <= most ? [] : ["\(size) bytes are stored after the kill, \(most) are allowed"]
    }

    /// Cleans up without a fault, and checks what is kept.
    private func finished(
        _ round: Int, _ favourites: inout Set<String>, _ site: FaultInstallation
    ) throws -> [String] {
        let service = try site.start([])
        try site.ready()
        var wrongs: [String] = []
        let shown = try site.ask { client in
            try await Self.tidy(client, round)
            return try await Self.favourites(client)
        }
        service.stop()
        if service.ending(within: .seconds(60)) != .code(0) { wrongs.append("the last run failed") }
        guard let shown else { return wrongs + ["the clean-up failed"] }
        let lost = favourites.subtracting(shown.keys)
        if !lost.isEmpty { wrongs.append("favourites are gone: \(lost.sorted())") }
        let bare = shown.filter { $0.value == nil }.keys.sorted()
        if !bare.isEmpty { wrongs.append("favourites without their picture: \(bare)") }
        favourites.formUnion(shown.keys)
        let most = Self.generated + Self.dropped + shown.values.reduce(0) { $0 + ($1 ?? 0) }
        let size = try Self.size(of: site.state.appending("blobs"))
        if size > most { wrongs.append("\(size) bytes are stored after the clean-up, \(most) are allowed") }
        return wrongs + (try Self.rows(site)) + (try FaultVerification(site).wrongs)
    }

    /// Marks an artwork of the round as a favourite, moves another one to the trash, and cleans up.
    private static func tidy(_ client: ControlClient, _ round: Int) async throws {
        let first = round * dropsPerRound
        try await client.change("boat\(first)") { $0.isFavourite = true }
        try await client.change("boat\(first + 1)") { $0.isTrashed = true }
        let _: CleanUpAnswer = try await client.post("/v1/cleanup", body: .json(Array("{}".utf8)))
    }

    /// The favourites by their jobs, with the sizes of their pictures; `nil` for a picture that isn't there.
    private static func favourites(_ client: ControlClient) async throws -> [String: Int?] {
        let list: ArtworkList = try await client.get(
            "/v1/artworks", [.init("q", "is:favourite"), .init("limit", "200")])
        var sizes: [String: Int?] = [:]
        for artwork in list.artworks {
            let picture = try? await client.bytes("/v1/artworks/\(artwork.id)/picture")
            sizes.updateValue(picture?.count, forKey: artwork.id)
        }
        return sizes
    }

    /// What the database and the provider say: refused files and trashed artworks leave no job behind, nothing was
    /// bought twice, everything bought is in the ledger, and everything else is delivered.
    private static func rows(_ site: FaultInstallation) throws -> [String] {
        let database = try Connection(path: site.state.appending("textifyd.db").bytes, .write)
        func count(_ rows: String) throws -> Int {
            Int(try database.select("SELECT count(*) FROM \(rows)") { $0.integer(0) }.first ?? 0)
        }
        var wrongs: [String] = []
        let old = try count(
            """
            jobs WHERE forgotten = 0 AND (state IN ('failed', 'cancelled') OR state = 'done'
                AND NOT EXISTS (SELECT 1 FROM artworks WHERE job_id = jobs.id))
            """)
        if old > 0 { wrongs.append("\(old) jobs without an artwork are left") }
        let twice = site.easel.sold.filter { $0.value > 1 }.keys.sorted()
        if !twice.isEmpty { wrongs.append("bought twice: \(twice)") }
        let (sold, recorded) = (site.easel.sold.values.reduce(0, +), try count("ledger WHERE charge <> 'unspent'"))
        if recorded < sold { wrongs.append("\(sold) were sold, but the ledger has \(recorded)") }
        let unknown = try count("jobs WHERE forgotten = 0 AND state = 'unknown'")
        let missing = missing(site.drops.filter { !$0.isRefused }.flatMap(\.jobs).map(\.stem), site)
        if missing.count != unknown { wrongs.append("\(unknown) are unknown, but not delivered are \(missing)") }
        return wrongs
    }

    /// Those of the results that are not delivered.
    private static func missing(_ stems: [String], _ site: FaultInstallation) -> [String] {
        stems.filter { !FileManager.default.fileExists(atPath: site.outbox.appending($0 + ".json").shown) }
    }

    /// The size of all files below a folder, in bytes.
    private static func size(of folder: FolderPath) throws -> Int {
        try FileDescriptor.folder(folder).list().reduce(0) { sum, entry in
            sum + (entry.kind == .folder ? try size(of: folder.appending(entry.name)) : Int(entry.size))
        }
    }
}
