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
            "설정 파일 (기본: ./textifyd.toml, 없으면 /etc/textifyd/textifyd.toml)"),
        CommandOption(
            "unit", "Print the systemd drop-in that the configured folders need, and nothing else",
            "설정된 폴더에 필요한 systemd 드롭인만 출력"),
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        try session.noOperands()
        if session.options.last("unit") != nil { return try printUnit(session) }
        var findings = [clock(session.words)] + configuration(session)
        do throws(CommandFailure) {
            let status = try await StatusCommand.fetch(session)
            findings +=
                service(status, session.words)
                + status.folders.flatMap { folder($0, status.health.reasons, session.words) }
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

    /// The configuration that is named, or the first one at a usual place; `nil` if there is none.
    private static func configurationFile(_ session: ControlSession) -> String? {
        let places = [FileManager.default.currentDirectoryPath + "/textifyd.toml", "/etc/textifyd/textifyd.toml"]
        return session.options.last("config")?.text
            ?? places.first { FileManager.default.fileExists(atPath: $0) }
    }

    private static func settings(
        _ file: String, environment: [String: String]
    ) throws(ConfigurationFailure) -> Settings {
        try Settings.load(
            CommandLineSettings(config: file), kinds: backendDescriptions, environment: environment,
            folder: FileManager.default.currentDirectoryPath)
    }

    private static func configuration(_ session: ControlSession) -> [DoctorFinding] {
        guard let file = configurationFile(session) else {
            return [DoctorFinding(subject: session.words.doctorNoConfiguration)]
        }
        var finding = DoctorFinding(subject: FileName(file).shown)
        do throws(ConfigurationFailure) {
            _ = try settings(file, environment: ProcessInfo.processInfo.environment)
        } catch {
            finding.trouble = session.words.lines(error).joined(separator: " ")
        }
        return [finding]
    }

    private static func printUnit(_ session: ControlSession) throws(CommandFailure) {
        guard let file = configurationFile(session) else {
            throw CommandFailure(exit: .noInput, text: session.words.doctorNoConfiguration + ".")
        }
        let settings: Settings
        do throws(ConfigurationFailure) {
            settings = try self.settings(file, environment: UnitDropIn.environment)
        } catch {
            throw CommandFailure(exit: .configuration, text: session.words.lines(error).joined(separator: "\n"))
        }
        let text = UnitDropIn(settings, mounts: .current, resolve: UnitDropIn.resolve).text(session.words)
        let answer = UnitAnswer(file: text == nil ? nil : UnitDropIn.file, dropIn: text)
        try session.report(answer) { answer in
            let lines = answer.dropIn?.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return lines?.map(String.init) ?? [session.words.unitDropInNotNeeded]
        }
    }

    private static func service(_ status: Status, _ words: Wording) -> [DoctorFinding] {
        let head = DoctorFinding(subject: "textifyd \(status.version): " + words.phase(status.phase.rawValue))
        return [head] + status.backends.map { DoctorFinding(subject: words.doctorBackend($0.name), trouble: $0.detail) }
            + status.health.reasons.filter { $0.backend == nil && $0.folder == nil }.map {
                DoctorFinding(subject: $0.code, trouble: $0.detail)
            }
    }

    private static func folder(
        _ folder: FolderStatus, _ reasons: [HealthReason], _ words: Wording
    ) -> [DoctorFinding] {
        let own = reasons.filter { $0.folder == folder.name }
        let stuck = own.first { $0.code == EventCode.sourceStuck.rawValue }?.detail
        var inbox = DoctorFinding(subject: folder.path, trouble: folder.detail ?? stuck)
        if inbox.trouble == nil, access(folder.path, W_OK) != 0 {
            inbox.trouble = errno == ENOENT ? words.doctorNoFolder : words.doctorNoDrop
        } else {
            inbox.trouble = inbox.trouble.map { SandboxDenial(folder.path).explaining($0, words) }
        }
        let waiting = own.first { $0.code == EventCode.outboxWaits.rawValue }?.detail
        var outbox = DoctorFinding(
            subject: folder.outbox, trouble: waiting.map { SandboxDenial(folder.outbox).explaining($0, words) })
        if outbox.trouble == nil, access(folder.outbox, R_OK) != 0 {
            outbox.trouble = errno == ENOENT ? words.doctorNoFolder : words.doctorNoRead
        }
        if outbox.trouble == nil, let space = try? DiskSpace(at: FolderPath(folder.outbox)), space.isLow {
            outbox.trouble = words.doctorDisk(free: space.free)
        }
        return [inbox, outbox]
    }
}

/// Recognises a folder that the service can't use although it is there: the sandbox of the service's unit denies it.
struct SandboxDenial {
    let path: String
    /// Whether the folder can be seen from here, outside of the sandbox.
    let isThere: Bool
    /// Whether its file system is read-only for this process too.
    let isReadOnly: Bool

    init(path: String, isThere: Bool, isReadOnly: Bool) {
        self.path = path
        self.isThere = isThere
        self.isReadOnly = isReadOnly
    }

    init(_ path: String) {
        var figures = statvfs()
        let isKnown = statvfs(path, &figures) == 0
        self.init(
            path: path, isThere: isKnown, isReadOnly: isKnown && figures.f_flag & UInt(ST_RDONLY) != 0)
    }

    /// Returns the service's own explanation, or the sandbox as the reason.
    func explaining(_ trouble: String, _ words: Wording) -> String {
        guard isThere else { return trouble }
        if trouble.contains(words.sentence(FileFailure.readOnly, about: path)), !isReadOnly {
            return words.sandboxReadOnly(path)
        }
        let isUnseen = [FileFailure.missing, .denied].contains { trouble.contains(words.sentence($0, about: path)) }
        return isUnseen && UnitDropIn.isHidden(path) ? words.sandboxHidden(path) : trouble
    }
}

/// The answer of `textify doctor --unit` as JSON.
struct UnitAnswer: Encodable {
    /// Where the drop-in belongs; absent if none is needed.
    let file: String?
    let dropIn: String?

    enum CodingKeys: String, CodingKey {
        case file
        case dropIn = "drop_in"
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
