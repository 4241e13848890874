import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import Glibc
import PlatformSQL
import PlatformSystem

/// Kills the service while plans are due: each makes its jobs once, whatever is lost.
struct PlansRow: FaultRow {
    let name = "plans"
    let words = "SIGKILL at the n-th call while two plans are due and their jobs are made, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: ["write", "sync", "rename", "connect", "send", "receive"]) { try wrongs($0, bench) }
    }

    /// `nil` if the service makes fewer calls until everything is delivered.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        let wrongs = try site.interrupt(fault, until: { site.hasMadePlans }) {
            try site.ready()
            guard try site.plan() else { return ["the plans were not made"] }
            try FileDescriptor.folder(site.root).write([], to: site.asked.name)
            return []
        }
        guard var wrongs else { return nil }
        wrongs += try site.planFaults() + FaultVerification(site).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

extension FaultInstallation {
    private static let planned = "a planned boat"
    /// The names of the jobs of the planned prompt and the planned picture.
    private static let names = ["a-planned-boat.txt", "picture.png"]

    /// Plans a prompt and a picture for the next second.
    fileprivate func plan() throws -> Bool {
        let picture = try FaultImageServer.picture(of: "planned.png")
        let answers: [PlanEntry]? = try ask { client in
            let when = [QueryString.Item("at", "+1s")]
            let request = SubmitRequest(["prompt": .text(Self.planned)])
            return [
                try await client.post("/v1/plans", when, body: try .json(of: request)),
                try await client.post("/v1/plans", when, body: .pictures([picture])),
            ]
        }
        return answers?.count == 2
    }

    /// Whether the jobs of both plans have ended, or wait for a person because a purchase is unknown.
    fileprivate var hasMadePlans: Bool {
        guard let states = try? FaultDatabase(self).states else { return false }
        return Self.names.allSatisfy { ["done", "failed", "unknown"].contains(states[$0]) }
    }

    /// What differs from one job for each plan, delivered, and paid for once.
    fileprivate func planFaults() throws -> [String] {
        let book = try FaultDatabase(self)
        var wrongs: [String] = []
        if book.jobs != 2 { wrongs.append("\(book.jobs) jobs for 2 plans") }
        for name in Self.names where book.states[name] != "done" {
            let mayBe = book.states[name] == "unknown" && name == Self.names[0]
            if !mayBe { wrongs.append("\(name) ended as \(book.states[name] ?? "nothing (no job)")") }
        }
        for name in Self.names where book.states[name] == "done" {
            let result = outbox.appending(FileName(name).stem.shown + ".txt").shown
            if !FileManager.default.fileExists(atPath: result) { wrongs.append("\(name) has no result") }
        }
        let runs = try connection().select("SELECT count(*), count(DISTINCT drop_id) FROM plan_runs") {
            (all: $0.integer(0), drops: $0.integer(1))
        }
        if runs.first?.all != 2 || runs.first?.drops != 2 { wrongs.append("the runs are \(runs)") }
        let open = try connection().select("SELECT count(*) FROM plans WHERE state <> 'ended'") { $0.integer(0) }
        if open != [0] { wrongs.append("\(open) plans have not ended") }
        let sold = easel.sold[Self.planned] ?? 0
        if sold > 1 { wrongs.append("the picture was bought \(sold) times") }
        if book.paid < sold { wrongs.append("\(sold) pictures were sold, but the ledger has \(book.paid)") }
        return wrongs
    }
}
