import BackendKinds
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
    static let alias: String? = "d"
    static let summary = FieldHelp(
        "Check the clock, configuration, service, folders and disks, and explain how to fix problems",
        "시계, 설정, 서비스, 폴더, 디스크를 검사하고 문제의 해결 방법을 알려 줌")
    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml, else /etc/textifyd/textifyd.toml)",
            "설정 파일 (기본: ./textifyd.toml, 없으면 /etc/textifyd/textifyd.toml)")
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        var findings = [clock(session.words)] + configuration(session)
        do throws(CommandFailure) {
            let status = try await StatusCommand.fetch(session)
            findings += service(status, session.words) + status.folders.flatMap { folder($0, session.words) }
        } catch {
            findings.append(DoctorFinding(subject: session.words.doctorService, trouble: error.text ?? ""))
        }
        try session.report(findings) { findings in DoctorFormatter(formatter: session.formatter).all(findings) }
        if findings.contains(where: { $0.trouble != nil }) { throw CommandFailure(exit: .degraded, text: nil) }
    }

    /// A clock that was never set breaks keys, certificates and budgets.
    private static func clock(_ words: Wording) -> DoctorFinding {
        let now = LocalTime.now
        return DoctorFinding(
            subject: words.doctorClock(now.description), trouble: now.year < 2025 ? words.doctorClockUnset : nil)
    }

    private static func configuration(_ session: ControlSession) -> [DoctorFinding] {
        let folder = FileManager.default.currentDirectoryPath
        let places = [folder + "/textifyd.toml", "/etc/textifyd/textifyd.toml"]
        let named = session.options.last("config")?.text
        guard let file = named ?? places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            return [DoctorFinding(subject: session.words.doctorNoConfiguration)]
        }
        var finding = DoctorFinding(subject: FileName(file).shown)
        do throws(ConfigurationFailure) {
            _ = try Settings.load(
                CommandLineSettings(config: file), kinds: backendDescriptions,
                environment: ProcessInfo.processInfo.environment, folder: folder)
        } catch {
            finding.trouble = session.words.lines(error).joined(separator: " ")
        }
        return [finding]
    }

    private static func service(_ status: Status, _ words: Wording) -> [DoctorFinding] {
        let head = DoctorFinding(subject: "textifyd \(status.version): " + words.phase(status.phase.rawValue))
        return [head] + status.backends.map { DoctorFinding(subject: words.doctorBackend($0.name), trouble: $0.detail) }
            + status.health.reasons.filter { $0.backend == nil && $0.folder == nil }.map {
                DoctorFinding(subject: $0.code, trouble: $0.detail)
            }
    }

    private static func folder(_ folder: FolderStatus, _ words: Wording) -> [DoctorFinding] {
        var inbox = DoctorFinding(subject: folder.path, trouble: folder.detail)
        if inbox.trouble == nil, access(folder.path, W_OK) != 0 {
            inbox.trouble = errno == ENOENT ? words.doctorNoFolder : words.doctorNoDrop
        }
        var outbox = DoctorFinding(subject: folder.outbox)
        if access(folder.outbox, R_OK) != 0 {
            outbox.trouble = errno == ENOENT ? words.doctorNoFolder : words.doctorNoRead
        }
        if outbox.trouble == nil, let space = try? DiskSpace(at: FolderPath(folder.outbox)), space.isLow {
            outbox.trouble = words.doctorDisk(free: space.free)
        }
        return [inbox, outbox]
    }
}

/// One thing checked by `textify doctor`.
struct DoctorFinding: Encodable {
    let subject: String
    /// The problem and its remedy; `nil` when all is well.
    var trouble: String?
}

/// The screen of `textify doctor`.
struct DoctorFormatter {
    let formatter: LineFormatter

    func all(_ findings: [DoctorFinding]) -> [String] {
        let (fine, wrong) = (formatter.words.doctorOK, formatter.words.doctorProblem)
        let width = max(CellText.width(of: fine), CellText.width(of: wrong))
        return findings.flatMap { finding in
            let head = CellText.padded(finding.trouble == nil ? fine : wrong, to: width)
            return formatter.hanging("\(head)  \(finding.subject)" + (finding.trouble.map { ": " + $0 } ?? ""))
        }
    }
}
