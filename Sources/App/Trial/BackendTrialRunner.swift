import BackendKit
import Configuration
import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import SketchBackend
import Words

/// Sets up a trial: a configured backend, created as the service does, in a temporary folder.
struct BackendTrialRunner {
    let settings: Settings
    let environment: [String: String]

    /// Prints the findings. Throws when the backend does not exist or pictures were not confirmed.
    func run(_ options: TrialOptions) async throws(LaunchFailure) -> ExitCode {
        try checkName(options.backend)
        let workspace = FolderPath(environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
            .appending("textify-trial-" + String(randomSeed(), radix: 36))
        let threads = ThreadExecutor(name: "trial")
        let client = ServiceResources.client(environment)
        let factory = BackendFactory(
            sketch: SketchBackend(encode: ServiceResources.encode), transport: client,
            keys: KeyReader(environment: environment), state: workspace, disk: threads)
        let findings = try await findings(options, factory)
        await client.shutdown()
        await PrivateFolderTree(root: workspace.folder, executor: threads).remove(workspace.name.shown)
        await threads.shutdown()
        try print(Self.lines(findings))
        return findings.contains { $0.verdict == .broken } ? .data : .ok
    }

    private func findings(
        _ options: TrialOptions, _ factory: BackendFactory
    ) async throws(LaunchFailure) -> [ConformanceFinding] {
        guard let backend = try configured(options, factory) else {
            throw LaunchFailure(
                .configuration,
                "the backend \(options.backend) is a chain and makes no pictures itself. Test its members instead.")
        }
        let trial = BackendTrial(backend: backend, clock: BoottimeClock())
        try print("backend \(options.backend), type \(backend.descriptor.kind)\n")
        let estimate = TrialPurchase.estimate(settings, of: options.backend)
        if options.pictures > 0 {
            try TrialConfirmation(options: options, descriptor: backend.descriptor, estimate: estimate).ask()
        }
        var findings: [ConformanceFinding] = []
        if let test = try factory.conformance(of: options.backend, only(options.backend), log: Self.log) {
            findings += await test()
        }
        findings += await trial.findings()
        let isWell = !findings.contains { $0.verdict == .broken }
        await backend.close()
        if options.pictures > 0, isWell {
            findings += try await generated(options)
        } else if options.pictures > 0 {
            findings.append(
                ConformanceFinding(
                    "generate.picture", .skipped, "no pictures are ordered from a backend that failed a check"))
        }
        return findings
    }

    private func configured(_ options: TrialOptions, _ factory: BackendFactory) throws(LaunchFailure) -> (
        any ImageBackend
    )? {
        try factory.backends(only(options.backend), log: Self.log).first { $0.descriptor.name == options.backend }
    }

    /// The configuration reduced to this backend, so that the keys, plugins, templates and workflows of others are
    /// not needed.
    private func only(_ name: String) -> Settings {
        var alone = settings
        alone.backends.removeAll { $0.name != name }
        return alone
    }

    /// Runs in the service's own state folder, which contains the ledger. Throws while the service is running there.
    private func generated(_ options: TrialOptions) async throws(LaunchFailure) -> [ConformanceFinding] {
        let base = try await ServiceResources(settings, allCores: false, environment: environment)
        let backend: (any ImageBackend)?
        do throws(LaunchFailure) {
            // Only a node may pay.
            do throws(RepositoryFailure) { try await base.join() } catch {
                throw LaunchFailure(error, about: settings.databaseAddress ?? "")
            }
            backend = try configured(options, base.backends)
        } catch {
            await base.close()
            throw error
        }
        let beats = Task { await base.beat() }
        defer { beats.cancel() }
        var findings: [ConformanceFinding] = []
        if let backend {
            let recorder = RecordingBackend(backend)
            let purchase = TrialPurchase(base: base, settings: settings, recorder: recorder)
            findings = await BackendTrial.generate(options.pictures, purchase) {
                try? configured(options, base.backends)
            }
            await recorder.close()
        }
        await base.close()
        return findings
    }

    private func checkName(_ name: String) throws(LaunchFailure) {
        guard !settings.backendNames.contains(name) else { return }
        let nearest = NearestName.of(name, among: settings.backendNames).map { "Did you mean \($0)?" }
        let names = settings.backendNames.joined(separator: ", ")
        throw LaunchFailure(
            .configuration, "there is no backend \(FileName(name).shown). \(nearest ?? "Backends: \(names).")")
    }

    /// Plugins' own messages go to standard error.
    private static var log: EventLog { EventLog(level: .info, sink: LineSink.standardError) }

    private static func lines(_ findings: [ConformanceFinding]) -> String {
        let width = findings.map(\.rule.count).max() ?? 0
        let lines = findings.map { finding in
            let mark =
                switch finding.verdict {
                case .kept: "ok  "
                case .broken: "FAIL"
                case .skipped: "skip"
                }
            let gap = String(repeating: " ", count: width - finding.rule.count)
            return "\(mark)  \(finding.rule)\(gap)  \(finding.seen)\n"
        }
        let broken = findings.filter { $0.verdict == .broken }.map(\.rule)
        let kept = findings.count { $0.verdict == .kept }
        let end = broken.isEmpty ? "\(kept) rules passed, none failed\n" : "failed: \(broken.joined(separator: ", "))\n"
        return lines.joined() + end
    }

    private func print(_ text: String) throws(LaunchFailure) {
        do throws(StreamFailure) { try StandardStream.output.write(TerminalText(text)) } catch {
            throw LaunchFailure(.io, "can't write to standard output.")
        }
    }
}

/// The options of `--test-backend`.
struct TrialOptions: Equatable {
    /// The backend's name in the configuration.
    let backend: String
    /// The number of pictures to make; they may cost money.
    var pictures = 0
    /// Whether the cost was confirmed beforehand.
    var isAgreed = false
}

/// Requests confirmation before anything is bought.
struct TrialConfirmation {
    let options: TrialOptions
    let descriptor: BackendDescriptor
    /// The configured price of one picture.
    let estimate: Money?

    /// Throws when the user declines, or when there is no terminal.
    func ask() throws(LaunchFailure) {
        let count = options.pictures == 1 ? "1 picture" : "\(options.pictures) pictures"
        let unpriced = descriptor.isFree ? "free" : "price not configured"
        let price = estimate.map { "at \($0.text) each" } ?? unpriced
        try say("\(count) by \(descriptor.name): \(price)\n")
        guard !options.isAgreed else { return }
        guard isatty(0) == 1, StandardStream.error.isTerminal else {
            throw LaunchFailure(
                .usage,
                "--generate makes pictures that may cost money, but there is no terminal to confirm it. Add --yes.")
        }
        try say("Make them? [y/N] ")
        guard ["y", "yes"].contains(readLine()?.lowercased() ?? "") else {
            throw LaunchFailure(.tryAgain, "cancelled; no picture was made.")
        }
    }

    private func say(_ text: String) throws(LaunchFailure) {
        do throws(StreamFailure) { try StandardStream.error.write(TerminalText(text)) } catch {
            throw LaunchFailure(.io, "can't write to standard error.")
        }
    }
}
