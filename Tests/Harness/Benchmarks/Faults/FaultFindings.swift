import Domain
import FoundationEssentials
import PlatformPostgreSQL
import PlatformSQL
import PlatformSQLite
import PlatformSystem

/// Checks the drops of an installation after an undisturbed run: nothing may be lost, duplicated, torn or paid twice.
struct FaultFindings {
    /// The ways in which a drop may have ended.
    enum Tolerance {
        /// Delivered completely. Only a call in flight at a kill may be left with an unknown outcome.
        case whole
        /// Also allows the consequences of a failed call: failed with its reason, or still waiting.
        case explained
    }

    private let site: FaultInstallation
    private let tolerance: Tolerance
    /// The text art of an undisturbed run, by file stem; `nil` if there is none to compare with.
    private let reference: [String: [UInt8]]?
    /// One sentence per violation; empty if there is none.
    private(set) var wrongs: [String] = []

    init(_ site: FaultInstallation, _ tolerance: Tolerance, against reference: [String: [UInt8]]?) throws {
        self.site = site
        self.tolerance = tolerance
        self.reference = reference
        let files = try Files(site)
        let book = try FaultDatabase(site)
        for drop in site.drops { judge(drop, files, book) }
        judge(leftovers: files, book)
        judge(book)
        wrongs += try FaultVerification(site).wrongs
        if !site.doubles.isEmpty { wrongs.append("delivered more than once: \(site.doubles.sorted())") }
        if !book.misfiled.isEmpty { wrongs.append("the library and the jobs differ: \(book.misfiled)") }
    }

    private struct Files {
        let inbox: Set<String>
        let outbox: Set<String>
        let failed: Set<String>
        /// The number of files of each name in the archive.
        var archived: [String: Int] = [:]

        init(_ site: FaultInstallation) throws {
            inbox = Self.names(site.inbox)
            outbox = Self.names(site.outbox).union(Self.names(site.delivered))
            failed = Self.names(site.inbox.appending("failed"))
            for year in Self.names(site.inbox.appending("done")) {
                for month in Self.names(site.inbox.appending("done/" + year)) {
                    for name in Self.names(site.inbox.appending("done/" + year + "/" + month)) {
                        archived[name, default: 0] += 1
                    }
                }
            }
        }

        /// Whether the failed source was kept together with its reason.
        func isTold(_ drop: FaultDrop) -> Bool {
            failed.contains(drop.name + ".error.txt") && failed.contains(drop.name)
        }

        /// The marker file by which the service recognises a folder.
        private static let marker = ".textifyd"

        private static func names(_ folder: FolderPath) -> Set<String> {
            Set((try? FileManager.default.contentsOfDirectory(atPath: folder.shown)) ?? []).subtracting([marker])
        }
    }
}

extension FaultFindings {
    private mutating func judge(_ drop: FaultDrop, _ files: Files, _ book: FaultDatabase) {
        for job in drop.jobs { judge(job, of: drop, files, book) }
        judge(sourceOf: drop, files, drop.jobs.map { book.states[$0.name] })
        guard let prompt = drop.prompt, let sold = site.easel.sold[prompt], sold > drop.samples else { return }
        wrongs.append("\(drop.name) was bought \(sold) times")
    }

    /// Checks the outputs of one job.
    private mutating func judge(_ job: FaultDrop.Part, of drop: FaultDrop, _ files: Files, _ book: FaultDatabase) {
        let results = Set(drop.endings.map { job.stem + "." + $0 })
        let there = results.intersection(files.outbox)
        switch book.states[job.name] {
        case "failed" where drop.isRefused || drop.isCorrected:
            // A corrected file stays refused if the service was killed before the retry was stored.
            if !book.refused.contains(drop.name) { wrongs.append("\(drop.name) was refused but its job has a request") }
            if !there.isEmpty { wrongs.append("\(drop.name) was refused but left \(there)") }
        case "done":
            if there != results { wrongs.append("\(job.name) is done but \(results.subtracting(there)) is missing") }
            let art = FileManager.default.contents(atPath: site.delivered.appending(job.stem + ".txt").shown)
            if let reference, art.map({ Array($0) }) != reference[job.stem] { wrongs.append("\(job.stem).txt is torn") }
        case "unknown" where drop.prompt != nil, "failed" where tolerance == .explained,
            "waiting" where tolerance == .explained, nil where tolerance == .explained:
            if !there.isEmpty { wrongs.append("\(job.name) failed or is waiting but left \(there)") }
        case let state: wrongs.append("\(job.name) ended as \(state ?? "nothing (no job)")")
        }
    }

    /// Checks where the source is, given the states of its jobs.
    private mutating func judge(sourceOf drop: FaultDrop, _ files: Files, _ states: [String?]) {
        let isSource = files.inbox.contains(drop.name)
        if drop.isCorrected, states.contains("unknown") {
            if !files.failed.contains(drop.name) { wrongs.append("\(drop.name) is unknown but its source is gone") }
        } else if states.contains(where: { $0 == nil || $0 == "waiting" || $0 == "unknown" }) {
            if !isSource { wrongs.append("\(drop.name) is waiting but its source is gone") }
        } else if states.contains("failed") {
            if isSource { wrongs.append("\(drop.name) failed but its source is still in the watch folder") }
            if !files.isTold(drop) { wrongs.append("\(drop.name) failed but was not kept with its error text") }
        } else {
            if !files.failed.isDisjoint(with: [drop.name, drop.name + ".error.txt"]) {
                wrongs.append("\(drop.name) is done but still in failed/, or its error text is")
            }
            if isSource { wrongs.append("\(drop.name) is done but its source is still in the watch folder") }
            if files.archived[drop.name] != 1 { wrongs.append("\(drop.name) is not in the archive exactly once") }
        }
    }

    private mutating func judge(leftovers files: Files, _ book: FaultDatabase) {
        let known = Set(
            site.drops.flatMap { drop in drop.jobs.flatMap { job in drop.endings.map { job.stem + "." + $0 } } })
        let strange = files.outbox.subtracting(known).sorted().filter { name in
            !book.waiting.contains { name.hasPrefix("." + $0 + ".") }
                && !(site.shared != nil && FaultInstallation.isNote(FileName(name)))
        }
        if !strange.isEmpty { wrongs.append("left in the outbox: \(strange)") }
        let lying = files.inbox.subtracting(site.drops.map(\.name)).subtracting(["done", "failed"]).sorted()
        if !lying.isEmpty { wrongs.append("left in the watch folder: \(lying)") }
    }

    /// Every sale must be in the ledger, and the ledger may contain nothing else except calls of unknown outcome.
    private mutating func judge(_ book: FaultDatabase) {
        if book.jobs != book.states.count { wrongs.append("\(book.jobs) jobs for \(book.states.count) drops") }
        if book.refusals < book.refused.count {
            wrongs.append("\(book.refused.count) drops are refused, but \(book.refusals) were counted")
        }
        let sold = site.easel.sold.values.reduce(0, +)
        if book.paid < sold { wrongs.append("\(sold) pictures were sold, but the ledger has \(book.paid)") }
        if book.paid - sold > book.unknown {
            wrongs.append("the ledger has \(book.paid) pictures, but \(sold) were sold and \(book.unknown) are unknown")
        }
    }
}

/// The contents of an installation's database after the service has exited.
struct FaultDatabase {
    /// The state of each job, by the drop's name.
    let states: [String: String]
    let jobs: Int
    /// The names of refused drops.
    let refused: Set<String>
    /// The number of refusals that were counted.
    let refusals: Int
    /// The identifiers of the jobs, by the drop's name.
    let identifiers: [String: String]
    /// The IDs of waiting jobs, which may have left temporary files.
    let waiting: [String]
    /// The number of ledger lines that count as spending.
    let paid: Int
    /// The number of those lines whose outcome is unknown.
    let unknown: Int
    /// Done jobs without an artwork, and artworks of other jobs.
    let misfiled: [String]

    init(_ site: FaultInstallation) throws(SQLFailure) {
        let database = try site.connection()
        let rows = try database.select("SELECT name, state, id FROM jobs") { row in
            (name: FileName(bytes: row.blob(0)).shown, state: row.text(1), id: row.text(2))
        }
        states = Dictionary(rows.map { ($0.name, $0.state) }) { first, _ in first }
        identifiers = Dictionary(rows.map { ($0.name, $0.id) }) { first, _ in first }
        waiting = rows.filter { $0.state == "waiting" }.map(\.id)
        jobs = rows.count
        refused = Set(
            try database.select("SELECT name FROM jobs WHERE request IS NULL") { FileName(bytes: $0.blob(0)).shown })
        refusals = try database.select("SELECT sum(drops) FROM refusals") { Int($0.integer(0)) }.first ?? 0
        let charges = try database.select("SELECT charge FROM ledger WHERE charge <> 'unspent'") { $0.text(0) }
        paid = charges.count
        unknown = charges.count { $0 == "unknown" }
        misfiled = try database.select(
            """
            SELECT id FROM jobs WHERE state = 'done' AND id NOT IN (SELECT job_id FROM artworks)
            UNION ALL SELECT job_id FROM artworks WHERE job_id NOT IN (SELECT id FROM jobs WHERE state = 'done')
            """
        ) { $0.text(0) }
    }
}

extension FaultInstallation {
    /// The database as the harness reads it, without faults.
    func connection() throws(SQLFailure) -> any SQLConnection {
        if let shared { return try PostgreSQLConnection(PostgreSQLSettings(address: shared.direct)) }
        return try Connection(path: state.appending("textifyd.db").bytes, .read)
    }
}
