package import BackendKit
import Domain
import PlatformConcurrency

/// Tests a persistent plugin against the protocol with requests that cost nothing. Starts it three times.
package struct PluginConformanceTest: Sendable {
    private let options: ExecOptions
    private let world: ExecDependencies
    private let purse: PluginCredentials
    private let voice: PluginLogger

    init(_ options: ExecOptions, _ world: ExecDependencies) {
        self.options = options
        self.world = world
        purse = PluginCredentials(options, world)
        voice = PluginLogger(options, world, purse.quoting)
    }

    /// Returns the result of each rule that could be tested, in order.
    package func findings() async -> [ConformanceFinding] {
        guard !options.isOneShot else {
            return [
                ConformanceFinding(
                    "protocol", .skipped, "a one-shot plugin cannot be tested without ordering a picture")
            ]
        }
        let session: PluginSession
        let options: ExecOptions
        do throws(BackendFailure) {
            options = try await purse.filled()
            session = try await PluginSession.started(options, voice, world)
        } catch {
            return [ConformanceFinding("start", .broken, Self.said(error))]
        }
        var findings = [ConformanceFinding("start", .kept, options.program)]
        guard await introduce(session, options, &findings) else {
            await session.retire(for: "the test has finished")
            return findings
        }
        await talk(session, &findings)
        await leave(session, &findings)
        await atEndOfInput(options, &findings)
        await refusal(options, &findings)
        return findings
    }
}

extension PluginConformanceTest {
    /// Returns `false` if the test cannot continue.
    private func introduce(
        _ session: PluginSession, _ options: ExecOptions, _ findings: inout [ConformanceFinding]
    ) async -> Bool {
        let start = world.time.now()
        guard let answer = await session.ask("initialize", InitializeParameters.parameters(options)) else {
            findings.append(ConformanceFinding("initialize.answer", .broken, silence(session)))
            return false
        }
        findings.append(ConformanceFinding("initialize.answer", .kept, "after " + Self.shown(world.time.now() - start)))
        guard case .result(let result) = answer else {
            findings.append(ConformanceFinding("initialize.result", .broken, shown(answer)))
            return false
        }
        let speaks = result["protocol"]?.integer == PluginProtocol.version
        let said = voice.quoting.quoted(result["protocol"].map { $0.word ?? $0.kindName } ?? "none", limit: 40)
        findings.append(ConformanceFinding("initialize.protocol", isKept: speaks, "protocol " + said))
        let strangers = (result["requires"]?.list ?? []).filter { !Capabilities.known.contains($0.text ?? "") }
        findings.append(
            ConformanceFinding(
                "initialize.requires", isKept: strangers.isEmpty,
                strangers.first.map { "requires " + voice.quoting.quoted($0.word ?? $0.kindName, limit: 60) }
                    ?? "requires nothing unknown"))
        guard speaks, strangers.isEmpty else { return false }
        return capable(result, &findings)
    }

    private func capable(_ result: JSONValue, _ findings: inout [ConformanceFinding]) -> Bool {
        do throws(BackendFailure) {
            let abilities = try Capabilities(result, quoting: voice.quoting)
            let paints = abilities.tasks.contains(Capabilities.paint)
            let words = [
                abilities.title, paints ? Capabilities.paint : "no \(Capabilities.paint)",
                abilities.canResume ? "resumes" : nil, abilities.canCancel ? "cancels" : nil,
                abilities.supportsSeeds ? "supports seeds" : nil, abilities.reportsProgress ? "reports progress" : nil,
            ].compactMap { $0 }.filter { !$0.isEmpty }
            findings.append(
                ConformanceFinding("initialize.capabilities", isKept: paints, words.joined(separator: ", ")))
            return true
        } catch {
            findings.append(ConformanceFinding("initialize.capabilities", .broken, Self.said(error)))
            return false
        }
    }

    private func talk(_ session: PluginSession, _ findings: inout [ConformanceFinding]) async {
        await ping("ping", session, &findings)
        let answer = await session.ask("x-textify-trial", ["future": .list([])])
        var isRefused = false
        if case .error(let error) = answer { isRefused = error.code == -32601 }
        findings.append(
            ConformanceFinding("unknown.method", isKept: isRefused, answer.map(shown) ?? silence(session)))
        session.send(PluginProtocol.note("x-textify-trial", ["future": .flag(true)]))
        await ping("unknown.note", session, &findings)
        session.send(PluginProtocol.note("cancel", ["job": .text("no-such-job")]))
        await ping("unknown.job", session, &findings)
        let board = session.board.value
        let fault = board.fault.map { Self.said($0) }
        let isClean = board.strangers == 0 && fault == nil
        let lines =
            board.strangers == 1 ? "1 line that is not a message" : "\(board.strangers) lines that are not messages"
        findings.append(
            ConformanceFinding("output.lines", isKept: isClean, fault ?? (isClean ? "only messages" : lines)))
    }

    /// Tests that the plugin still responds.
    private func ping(_ rule: String, _ session: PluginSession, _ findings: inout [ConformanceFinding]) async {
        let start = world.time.now()
        let answer = await session.ask("ping")
        let time = "answered after " + Self.shown(world.time.now() - start)
        if case .result = answer {
            findings.append(ConformanceFinding(rule, .kept, time))
        } else {
            findings.append(ConformanceFinding(rule, .broken, answer.map(shown) ?? silence(session)))
        }
    }
}

/// Termination.
extension PluginConformanceTest {
    private func leave(_ session: PluginSession, _ findings: inout [ConformanceFinding]) async {
        guard session.board.value.ending == nil else {
            findings.append(ConformanceFinding("shutdown", .broken, silence(session)))
            return
        }
        let id = session.board.update { $0.question() }
        session.send(PluginProtocol.question(id, "shutdown", [:]))
        await goes("shutdown", session, wanted: 0, &findings)
    }

    private func atEndOfInput(_ options: ExecOptions, _ findings: inout [ConformanceFinding]) async {
        guard let session = try? await PluginSession.started(options, voice, world) else { return }
        _ = await session.ask("initialize", InitializeParameters.parameters(options))
        session.finish()
        await goes("input.end", session, wanted: 0, &findings)
    }

    private func refusal(_ options: ExecOptions, _ findings: inout [ConformanceFinding]) async {
        guard let session = try? await PluginSession.started(options, voice, world) else { return }
        var parameters = InitializeParameters.parameters(options)
        parameters["protocols"] = .list([.integer(999)])
        let answer = await session.ask("initialize", parameters)
        var isRefused = false
        if case .error(let error) = answer { isRefused = error.code == PluginError.version }
        findings.append(
            ConformanceFinding("version.refused", isKept: isRefused, answer.map(shown) ?? silence(session)))
        session.finish()
        await goes("version.exit", session, wanted: 3, &findings)
    }

    /// Tests that the plugin exits without being killed, in time and with the expected status.
    private func goes(
        _ rule: String, _ session: PluginSession, wanted: Int32, _ findings: inout [ConformanceFinding]
    ) async {
        let start = world.time.now()
        if await session.hasEnded(), let ending = session.board.value.ending {
            let time = Self.shown(world.time.now() - start)
            findings.append(ConformanceFinding(rule, isKept: ending == .code(wanted), "\(ending.shown), after \(time)"))
        } else {
            findings.append(ConformanceFinding(rule, .broken, "still running after 5 seconds"))
            await session.retire(for: "the test has finished")
        }
    }

    private func silence(_ session: PluginSession) -> String {
        let board = session.board.value
        if let fault = board.fault { return Self.said(fault) }
        return board.ending.map { "it ended: " + $0.shown } ?? "no answer within 5 seconds"
    }

    private func shown(_ answer: PluginAnswer) -> String {
        switch answer {
        case .result: "a result"
        case .error(let error): "error \(error.code): " + voice.quoting.quoted(error.message, limit: 80)
        }
    }

    private static func said(_ failure: BackendFailure) -> String {
        switch failure {
        case .config(let said), .transient(let said), .badResponse(let said), .failed(let said, _): said
        default: "\(failure)"
        }
    }

    private static func shown(_ duration: Duration) -> String {
        "\(duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000) ms"
    }
}
