import Domain
import FoundationEssentials
import Glibc
import PlatformSQL
import PlatformSystem

/// Kills the service while it tells a program what happens: nothing is left untold, and what is told again has the same
/// identifier.
struct NotificationsRow: FaultRow {
    let name = "notifications"
    let words = "SIGKILL at the n-th call while a program is notified of jobs that end, then a start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        try bench.kills(at: ["open", "write", "sync", "unlink"]) { try wrongs($0, bench) }
    }

    /// `nil` if the service makes fewer calls until everything was told.
    private func wrongs(_ fault: FaultInjection, _ bench: FaultRunner) throws -> [String]? {
        let site = try bench.site(watch: FaultInstallation.hookTable)
        defer { site.remove() }
        try site.installHook()
        try site.drop([
            FaultDrop(name: "blank.txt", kind: .refused), FaultDrop(name: "house.png", kind: .picture),
            FaultDrop(name: "tree.png", kind: .picture),
        ])
        let first = try site.start(["--once"], fault).ending(within: .seconds(60))
        if first != .signal(SIGKILL), !site.wasFaultTriggered { return nil }
        var wrongs: [String] = []
        if let wrong = FaultRunner.wrong(try site.start().ending(within: .seconds(60)), .whole) {
            wrongs.append("afterwards " + wrong)
        }
        wrongs += try site.untold() + FaultVerification(site).wrongs
        return wrongs.isEmpty ? [] : wrongs + ["log:"] + (try bench.log(of: site))
    }
}

extension FaultInstallation {
    fileprivate static let hookTable = """

        [[notify]]
        name = "hook"
        to = "exec"
        command = ["./hook"]
        on = ["done", "failed", "refused"]
        sandbox = "off"
        """

    private struct Told: Decodable {
        struct Entry: Decodable {
            let job: String?
            let event: String
        }

        let id: String
        let entries: [Entry]
    }

    /// A program that appends what it is told to a file, a line each.
    fileprivate func installHook() throws {
        let text = "#!/bin/sh\ncat >> \(root.appending("told").shown)\n"
        try FileDescriptor.folder(root).write(Array(text.utf8), to: FileName("hook"))
        chmod(root.appending("hook").shown, 0o755)
    }

    /// What differs from each end of a job having been told, under one identifier.
    fileprivate func untold() throws -> [String] {
        let text = (try? String(contentsOfFile: root.appending("told").shown, encoding: .utf8)) ?? ""
        // A program that is killed with the service may have written half a line.
        let messages = text.split(separator: "\n").compactMap { line in
            try? JSONDecoder().decode(Told.self, from: Data(line.utf8))
        }
        var identifiers: [String: Set<String>] = [:]
        for message in messages {
            for entry in message.entries { identifiers[entry.job ?? "", default: []].insert(message.id) }
        }
        let ended = try connection().select("SELECT id FROM jobs WHERE state IN ('done', 'failed')") { $0.text(0) }
        let left = try connection().select("SELECT key FROM notifications WHERE phase <> 'told'") { $0.text(0) }
        return ended.filter { identifiers[$0] == nil }.map { "\($0) was never told" }
            + identifiers.filter { $0.value.count > 1 }.keys.sorted().map { "\($0) was told under several identifiers" }
            + left.map { "\($0) is left" } + (ended.count == 3 ? [] : ["\(ended.count) jobs ended"])
    }
}
