import Configuration
import ControlAPI
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// `textify doctor`.
enum DoctorCommand: ControlCommand {
    static let name = "doctor"
    static let summary = "Look at clock, configuration, service, folders and disks, and say how to mend what is wrong"
    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml, else /etc/textifyd/textifyd.toml)")
    ]

    static func ask(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var findings = [clock(session.words)] + configuration(session)
        do throws(CommandFailure) {
            let status = try await StatusCommand.fetch(session)
            findings += service(status, session.words) + status.folders.flatMap { folder($0, session.words) }
        } catch {
            findings.append(Finding(subject: session.words.doctorService, trouble: error.text ?? ""))
        }
        try session.tell(findings) { findings in findings.map(\.line) }
        if findings.contains(where: { $0.trouble != nil }) { throw CommandFailure(exit: .degraded, text: nil) }
    }

    /// One thing that was looked at.
    private struct Finding: Encodable {
        let subject: String
        /// What is wrong and how to mend it.
        var trouble: String?

        var line: String { (trouble == nil ? "ok     " : "wrong  ") + subject + (trouble.map { ": " + $0 } ?? "") }
    }

    /// A clock that was never set breaks keys, certificates and budgets.
    private static func clock(_ words: Wording) -> Finding {
        let now = LocalTime.now
        return Finding(
            subject: words.doctorClock(now.description), trouble: now.year < 2025 ? words.doctorClockUnset : nil)
    }

    private static func configuration(_ session: ControlSession) -> [Finding] {
        let folder = FileManager.default.currentDirectoryPath
        let places = [folder + "/textifyd.toml", "/etc/textifyd/textifyd.toml"]
        let named = session.options.last("config")?.text
        guard let file = named ?? places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            return [Finding(subject: session.words.doctorNoConfiguration)]
        }
        var finding = Finding(subject: FileName(file).shown)
        do throws(ConfigurationFailure) {
            _ = try Settings.load(
                LaunchWords(config: file), environment: ProcessInfo.processInfo.environment, folder: folder)
        } catch {
            finding.trouble = session.words.lines(error).joined(separator: " ")
        }
        return [finding]
    }

    private static func service(_ status: Status, _ words: Wording) -> [Finding] {
        let head = Finding(subject: "textifyd \(status.version): \(status.phase.rawValue)")
        return [head] + status.backends.map { Finding(subject: words.doctorBackend($0.name), trouble: $0.detail) }
            + status.health.reasons.filter { $0.backend == nil && $0.folder == nil }.map {
                Finding(subject: $0.code, trouble: $0.detail)
            }
    }

    private static func folder(_ folder: FolderStatus, _ words: Wording) -> [Finding] {
        var inbox = Finding(subject: folder.path, trouble: folder.detail)
        if inbox.trouble == nil, access(folder.path, W_OK) != 0 { inbox.trouble = words.doctorNoDrop(errno == ENOENT) }
        var outbox = Finding(subject: folder.outbox)
        if access(folder.outbox, R_OK) != 0 { outbox.trouble = words.doctorNoRead(errno == ENOENT) }
        if outbox.trouble == nil, let space = try? DiskSpace(at: FolderPath(folder.outbox)), space.isLow {
            outbox.trouble = words.doctorDisk(free: space.free)
        }
        return [inbox, outbox]
    }
}
