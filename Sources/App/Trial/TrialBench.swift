import BackendKit
import Configuration
import Domain
import ExecBackend
import PlatformSystem
import SketchBackend
import Words

/// The place of a trial: a backend of the configuration, made as the service makes it, in a folder of its own.
struct TrialBench {
    let settings: Settings
    let environment: [String: String]

    /// Prints what was found. Throws when the backend isn't there or pictures were not agreed to.
    func run(_ order: TrialOrder) async throws(LaunchFailure) -> ExitCode {
        try checkName(order.backend)
        let ground = FolderPath(environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
            .appending("textify-trial-" + String(randomSeed(), radix: 36))
        let threads = ThreadExecutor(name: "trial")
        let client = Foundations.client(environment)
        let factory = BackendFactory(
            sketch: SketchBackend(encode: Foundations.encode), transport: client,
            keys: KeyReader(environment: environment), plugins: PluginGround(state: ground, disk: threads))
        let findings = try await findings(order, factory)
        await client.shutdown()
        await PrivateFolders(root: ground.folder, executor: threads).remove(ground.name.shown)
        await threads.shutdown()
        try print(Self.lines(findings))
        return findings.contains { $0.verdict == .broken } ? .data : .ok
    }

    private func findings(
        _ order: TrialOrder, _ factory: BackendFactory
    ) async throws(LaunchFailure) -> [TrialFinding] {
        guard let backend = try made(order, factory) else {
            throw LaunchFailure(
                .configuration, "the backend \(order.backend) does nothing itself: test those that work in its place.")
        }
        let trial = BackendTrial(backend: backend, clock: BoottimeClock())
        try print("backend \(order.backend), type \(backend.descriptor.kind)\n")
        let estimate = TrialPurchase.estimate(settings, of: order.backend)
        if order.pictures > 0 { try TrialConsent(order, backend.descriptor, estimate: estimate).ask() }
        var findings: [TrialFinding] = []
        if let plugin = try factory.trial(of: order.backend, only(order.backend), log: Self.log) {
            findings += await plugin.findings()
        }
        findings += await trial.findings()
        let isWell = !findings.contains { $0.verdict == .broken }
        await backend.close()
        if order.pictures > 0, isWell {
            findings += try await generated(order)
        } else if order.pictures > 0 {
            findings.append(TrialFinding("generate.picture", .skipped, "nothing is bought of what breaks rules"))
        }
        return findings
    }

    private func made(_ order: TrialOrder, _ factory: BackendFactory) throws(LaunchFailure) -> (any ImageBackend)? {
        try factory.backends(only(order.backend), log: Self.log).first { $0.descriptor.name == order.backend }
    }

    /// The configuration with that backend alone: keys, plugins, templates and workflows of others need not be there.
    private func only(_ name: String) -> Settings {
        var alone = settings
        alone.backends.removeAll { $0.name != name }
        return alone
    }

    /// In the service's own state folder, for there is the ledger. While the service works there, it is refused.
    private func generated(_ order: TrialOrder) async throws(LaunchFailure) -> [TrialFinding] {
        let base = try await Foundations(settings, allCores: false, environment: environment)
        let result: Result<[TrialFinding], LaunchFailure>
        do throws(LaunchFailure) {
            result = .success(try await generated(order, base))
        } catch {
            result = .failure(error)
        }
        await base.close()
        return try result.get()
    }

    private func generated(
        _ order: TrialOrder, _ base: Foundations
    ) async throws(LaunchFailure) -> [TrialFinding] {
        guard let backend = try made(order, base.backends) else { return [] }
        let witness = TrialWitness(backend)
        let purchase = TrialPurchase(base: base, settings: settings, witness: witness)
        let findings = await BackendTrial.generate(order.pictures, purchase) { try? made(order, base.backends) }
        await witness.close()
        return findings
    }

    private func checkName(_ name: String) throws(LaunchFailure) {
        guard !settings.backendNames.contains(name) else { return }
        let nearest = NearestName.of(name, among: settings.backendNames).map { "Did you mean \($0)?" }
        let names = settings.backendNames.joined(separator: ", ")
        throw LaunchFailure(
            .configuration, "there is no backend \(FileName(name).shown). \(nearest ?? "There are: \(names).")")
    }

    /// What plugins say goes to standard error, in their own words.
    private static var log: EventLog { EventLog(level: .info, sink: LineSink.standardError) }

    private static func lines(_ findings: [TrialFinding]) -> String {
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
        let end = broken.isEmpty ? "\(kept) rules kept, none broken\n" : "broken: \(broken.joined(separator: ", "))\n"
        return lines.joined() + end
    }

    private func print(_ text: String) throws(LaunchFailure) {
        do throws(StreamFailure) { try StandardStream.output.write(TerminalText(text)) } catch {
            throw LaunchFailure(.io, "standard output takes no more.")
        }
    }
}
