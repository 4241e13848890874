import ControlAPI
import ControlClient
import Domain
import Glibc

/// Kills `textifyd --restore` at every call: what is there afterwards is the old database or the new one, whole.
struct RestoreRow: FaultRow {
    let name = "restore"
    let words = "SIGKILL at the n-th call of a restoration, then a start, and a whole restoration"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: ["open", "write", "sync", "rename", "link", "unlink", "truncate"]) { try wrongs($0, bench) }
    }

    /// `nil` if a restoration makes fewer calls.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site()
        defer { site.remove() }
        try site.dropSample()
        _ = try site.start().ending(within: .seconds(60))
        let backup = try backup(of: site)
        let ending = try site.start(["--restore", backup], fault).ending(within: .seconds(60))
        guard site.wasFaultTriggered else { return nil }
        let isKilled = ending == .signal(SIGKILL) || ending == .code(0)
        var wrongs = isKilled ? [] : ["exited with \(String(describing: ending))"]
        // The artworks are the same before and after.
        wrongs += try FaultVerification(site).wrongs + library(of: site)
        if try site.start(["--restore", backup]).ending(within: .seconds(60)) != .code(0) {
            wrongs.append("the second restoration failed")
        }
        wrongs += try FaultVerification(site).wrongs + library(of: site)
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }

    private func backup(of site: FaultInstallation) throws -> String {
        let service = try site.start([])
        try site.ready()
        let answer: BackupAnswer? = try site.ask { try await $0.post("/v1/backup") }
        service.stop()
        _ = service.ending(within: .seconds(60))
        return answer?.path ?? ""
    }

    private func library(of site: FaultInstallation) throws -> [String] {
        let service = try site.start([])
        try site.ready()
        let exported = try site.exported()
        service.stop()
        let ending = service.ending(within: .seconds(60))
        let isWhole = exported?.artworks.count == 5 && exported?.pictures.allSatisfy { $0 != nil } == true
        return (isWhole ? [] : ["\(exported?.artworks.count ?? 0) of 5 artworks are there"])
            + (ending == .code(0) ? [] : ["the start failed"])
    }
}
