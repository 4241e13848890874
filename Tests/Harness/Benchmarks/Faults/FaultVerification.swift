import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import Glibc
import PlatformConcurrency
import PlatformDigest
import PlatformPostgreSQL
import PlatformSQL
import PlatformSQLite
import PlatformSystem
import Repositories

/// What `textify verify` would find in an installation whose service has exited.
struct FaultVerification {
    let wrongs: [String]

    init(_ site: FaultInstallation) throws {
        let (state, shared) = (site.state, site.shared)
        wrongs = try AsyncRunner.answer {
            do {
                let defects =
                    if let shared { try await Self.defects(of: shared) } else { try await Self.defects(in: state) }
                return defects.map { "verify finds \($0)" }
            } catch {
                return ["verify fails: \(error)"]
            }
        }
    }

    private static func defects(in state: FolderPath) async throws -> [StoredDefect] {
        let threads = ThreadExecutor(name: "verify", threads: 1)
        let database = try SpoolDatabase(folder: state)
        let blobs = try DiskBlobRepository(folder: state, threads: threads)
        var defects = try await database.fileDefects() + database.indexDefects() + database.countDefects()
        let needed = try await database.neededPictures(after: nil, limit: 1_000_000)
        defects += try await blobs.missing(among: needed).map { .blobMissing($0, jobs: []) }
        let check = try await blobs.check(after: nil, bytes: .max, limit: .max)
        defects += check.blobs.filter { !$0.isWhole }.map { .blobDamaged($0.digest, jobs: []) }
        await database.close()
        await threads.shutdown()
        return defects
    }

    private static func defects(of shared: FaultSharedDatabase) async throws -> [StoredDefect] {
        let settings = PostgreSQLSettings(address: shared.direct)
        let database = try FleetDatabase(settings, readers: 1)
        var defects = try await database.indexDefects() + database.countDefects()
        let needed = try await database.neededPictures(after: nil, limit: 1_000_000)
        await database.close()
        // Pictures elsewhere are checked by who puts them there.
        guard shared.hasPictures else { return defects }
        let stored = try PostgreSQLConnection(settings).select("SELECT digest, bytes FROM blobs") { row in
            (name: row.blob(0), digest: sha256(row.blob(1)))
        }
        defects += stored.filter { $0.name != $0.digest.bytes }.map { .blobDamaged($0.digest, jobs: []) }
        defects += Set(needed).subtracting(stored.map(\.digest)).map { .blobMissing($0, jobs: []) }
        return defects
    }
}

extension FaultInstallation {
    /// Asks the running service to check and repair everything. The service may be killed meanwhile. Returns whether
    /// the check came to its end.
    func repair() throws -> Bool {
        try ask { client in
            var next: String?
            repeat {
                let query = [("repair", "true")] + (next.map { [("after", $0)] } ?? [])
                let step: VerifyAnswer = try await client.post(
                    "/v1/verify", query.map { QueryString.Item($0.0, $0.1) })
                next = step.next
            } while next != nil
        } != nil
    }
}

/// Kills the service while it repairs its index, its counts and a damaged picture.
struct VerifyRow: FaultRow {
    let name = "verify"
    let words = "SIGKILL at the n-th call while defects are repaired, then a start and another repair"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: ["open", "write", "sync", "rename", "mkdir"]) { try wrongs($0, bench) }
    }

    /// The violations if the service is killed at a call after the repair began; `nil` if it makes fewer calls.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        try site.dropSample()
        var wrongs = [FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .explained)].compactMap(\.self)
        try harm(site)
        if try FaultVerification(site).wrongs.count < 3 { wrongs.append("the harm is not found") }
        var fault = fault
        fault.condition = site.asked
        let service = try site.start([], fault)
        try site.ready()
        try FileDescriptor.folder(site.root).write([], to: site.asked.name)
        let isRepaired = try site.repair()
        let wasTriggered = site.wasFaultTriggered
        if !isRepaired, !wasTriggered { wrongs.append("neither killed nor repaired") }
        service.send(SIGKILL)
        _ = service.ending(within: .seconds(10))
        if !wasTriggered, isRepaired { return nil }
        let second = try site.start([])
        try site.ready()
        if try !site.repair() { wrongs.append("the second repair failed") }
        second.stop()
        if second.ending(within: .seconds(60)) != .code(0) { wrongs.append("the second run failed") }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }

    /// Empties the index, changes a count, and flips a bit of a generated picture. The outbox has a copy of it.
    private func harm(_ site: FaultInstallation) throws {
        let database = try Connection(path: site.state.appending("textifyd.db").bytes, .write)
        try database.script("INSERT INTO artwork_words (artwork_words) VALUES ('delete-all')")
        try database.script("UPDATE job_counts SET jobs = jobs + 1 WHERE state = 'done'")
        let pictures = try database.select("SELECT picture_digest FROM calls WHERE phase = 'fetched' LIMIT 1") {
            Digest(bytes: $0.blob(0))
        }
        guard let digest = pictures.first?.map(\.hex) else { return }
        let shelf = try FileDescriptor.folder(site.state.appending("blobs").appending(String(digest.prefix(2))))
        let name = FileName(String(digest.dropFirst(2)))
        var bytes = try shelf.file(beneath: name).all(limit: 1 << 24)
        bytes[bytes.count / 2] ^= 1
        try shelf.replace(name, with: bytes)
    }
}
