import Domain
import Glibc
import PlatformSQL
import PlatformSQLite

/// Kills the service while a vision model is asked for tags: no picture may be asked about twice, whatever is lost.
struct TaggingRow: FaultRow {
    let name = "tagging"
    let words = "SIGKILL at the n-th call after a vision model was first asked for tags, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: ["write", "sync", "connect", "send", "receive"]) { try wrongs($0, bench) }
    }

    /// `nil` if the service makes fewer calls until everything is tagged.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site(tagsArtworks: true)
        defer { site.remove() }
        try site.dropSample()
        guard var wrongs = try site.interrupt(fault, until: { site.isTagged }) else { return nil }
        let repeated = site.easel.questions.count { $0 > 1 }
        if repeated > 0 { wrongs.append("\(repeated) pictures were asked about more than once") }
        wrongs += try FaultFindings(site, .whole, against: bench.reference).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

extension FaultInstallation {
    /// Whether every drop is delivered and every artwork has the model's tags, or can't have them because an answer
    /// about its picture was lost.
    fileprivate var isTagged: Bool {
        guard isSettled, let database = try? Connection(path: state.appending("textifyd.db").bytes, .read) else {
            return false
        }
        let untagged = try? database.select(
            """
            SELECT count(*) FROM artworks WHERE number NOT IN (SELECT artwork FROM artwork_tags WHERE machine <> 0)
            AND picture_digest NOT IN (
                SELECT picture_digest FROM artworks JOIN tag_calls ON tag_calls.job_id = artworks.job_id
                JOIN ledger ON call_id = tag_calls.id WHERE charge = 'unknown')
            """
        ) { $0.integer(0) }
        return untagged == [0]
    }

    /// Whether every drop is delivered or refused, or waits for a person because its purchase is unknown.
    private var isSettled: Bool {
        guard let states = try? FaultDatabase(self).states else { return false }
        return drops.allSatisfy { drop in
            drop.jobs.allSatisfy { ["done", "failed", "unknown"].contains(states[$0.name]) }
        }
    }
}
