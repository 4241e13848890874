package import BackendKit
import Domain

/// Tests a persistent plugin against the protocol with requests that cost nothing. Starts it three times.
package struct PluginTrial: Sendable {
    private let options: ExecOptions
    private let world: ExecWorld
    private let purse: PluginPurse
    private let voice: PluginVoice

    package init(_ options: ExecOptions, _ world: ExecWorld) {
        self.options = options
        self.world = world
        purse = PluginPurse(options, world)
        voice = PluginVoice(options, world, purse.quoting)
    }

    /// Returns the result of each rule that could be tested, in order.
    package func findings() async -> [TrialFinding] {
        guard !options.isOneShot else {
            return [TrialFinding("protocol", .skipped, "a one-shot plugin cannot be tested without ordering a picture")]
        }
        let session: PluginSession
        let options: ExecOptions
        do throws(BackendFailure) {
            options = try await purse.filled()
            session = try await PluginSession.started(options, voice, world)
        } catch {
            return [TrialFinding("start", .broken, Self.said(error))]
        }
        var findings = [TrialFinding("start", .kept, options.program)]
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

extension PluginTrial {
    /// Returns `false` if the test cannot continue.
    private func introduce(
        _ session: PluginSession, _ options: ExecOptions, _ findings: inout [TrialFinding]
    ) async -> Bool {
        let start = world.time.now()
        guard let answer = await session.ask("initialize", Introduction.parameters(options)) else {
            findings.append(TrialFinding("initialize.answer", .broken, silence(session)))
            return false
        }
        findings.append(TrialFinding("initialize.answer", .kept, "after " + Self.shown(world.time.now() - start)))
        guard case .result(let result) = answer else {
            findings.append(TrialFinding("initialize.result", .broken, shown(answer)))
            return false
        }
        let speaks = result["protocol"]?.integer == PluginProtocol.version
        let said = voice.quoting.quoted(result["protocol"].map { $0.word ?? $0.kindName } ?? "none", limit: 40)
        findings.append(TrialFinding("initialize.protocol", isKept: speaks, "protocol " + said))
        let strangers = (result["requires"]?.list ?? []).filter { !Capabilities.known.contains($0.text ?? "") }
        findings.append(
            TrialFinding(
                "initialize.requires", isKept: strangers.isEmpty,
                strangers.first.map { "requires " + voice.quoting.quoted($0.word ?? $0.kindName, limit: 60) }
                    ?? "requires nothing unknown"))
        guard speaks, strangers.isEmpty else { return false }
        return capable(result, &findings)
    }

    private func capable(_ result: JSONValue, _ findings: inout [TrialFinding]) -> Bool {
        do throws(BackendFailure) {
            let abilities = try Capabilities(result, quoting: voice.quoting)
            let paints = abilities.tasks.contains(Capabilities.paint)
            let words = [
                abilities.title, paints ? Capabilities.paint : "no \(Capabilities.paint)",
                abilities.canResume ? "resumes" : nil, abilities.canCancel ? "cancels" : nil,
                abilities.takesSeeds ? "supports seeds" : nil, abilities.tellsProgress ? "reports progress" : nil,
            ].compactMap { $0 }.filter { !$0.isEmpty }
            findings.append(
                TrialFinding("initialize.capabilities", isKept: paints, words.joined(separator: ", ")))
            return true
        } catch {
            findings.append(TrialFinding("initialize.capabilities", .broken, Self.said(error)))
            return false
        }
    }

    private func talk(_ session: PluginSession, _ findings: inout [TrialFinding]) async {
        await ping("ping", session, &findings)
        let answer = await session.ask("x-textify-trial", ["future": .list([])])
        var isRefused = false
        if case .error(let error) = answer { isRefused = error.code == -32601 }
        findings.append(
            TrialFinding("unknown.method", isKept: isRefused, answer.map(shown) ?? silence(session)))
        session.send(PluginProtocol.note("x-textify-trial", ["future": .flag(true)]))
        await ping("unknown.note", session, &findings)
        session.send(PluginProtocol.note("cancel", ["job": .text("no-such-job")]))
        await ping("unknown.job", session, &findings)
        let board = session.board.value
        let fault = board.fault.map { Self.said($0) }
        let isClean = board.strangers == 0 && fault == nil
        let lines =
            board.strangers == 1 ? "1 line that is not a message" : "\(board.strangers) lines that are not messages"
        findings.append(TrialFinding("output.lines", isKept: isClean, fault ?? (isClean ? "only messages" : lines)))
    }

    /// Tests that the plugin still responds.
    private func ping(_ rule: String, _ session: PluginSession, _ findings: inout [TrialFinding]) async {
        let start = world.time.now()
        let answer = await session.ask("ping")
        let time = "answered after " + Self.shown(world.time.now() - start)
        if case .result = answer {
            findings.append(TrialFinding(rule, .kept, time))
        } else {
            findings.append(TrialFinding(rule, .broken, answer.map(shown) ?? silence(session)))
        }
    }
}

/// Termination.
extension PluginTrial {
    private func leave(_ session: PluginSession, _ findings: inout [TrialFinding]) async {
        guard session.board.value.ending == nil else {
            findings.append(TrialFinding("shutdown", .broken, silence(session)))
            return
        }
        let id = session.board.update { $0.question() }
        session.send(PluginProtocol.question(id, "shutdown", [:]))
        await goes("shutdown", session, wanted: 0, &findings)
    }

    private func atEndOfInput(_ options: ExecOptions, _ findings: inout [TrialFinding]) async {
        guard let session = try? await PluginSession.started(options, voice, world) else { return }
        _ = await session.ask("initialize", Introduction.parameters(options))
        session.finish()
        await goes("input.end", session, wanted: 0, &findings)
    }

    private func refusal(_ options: ExecOptions, _ findings: inout [TrialFinding]) async {
        guard let session = try? await PluginSession.started(options, voice, world) else { return }
        var parameters = Introduction.parameters(options)
        parameters["protocols"] = .list([.integer(999)])
        let answer = await session.ask("initialize", parameters)
        var isRefused = false
        if case .error(let error) = answer { isRefused = error.code == PluginError.version }
        findings.append(
            TrialFinding("version.refused", isKept: isRefused, answer.map(shown) ?? silence(session)))
        session.finish()
        await goes("version.exit", session, wanted: 3, &findings)
    }

    /// Tests that the plugin exits by itself, in time and with the expected status.
    private func goes(
        _ rule: String, _ session: PluginSession, wanted: Int32, _ findings: inout [TrialFinding]
    ) async {
        let start = world.time.now()
        if await session.hasEnded(), let ending = session.board.value.ending {
            let time = Self.shown(world.time.now() - start)
            findings.append(TrialFinding(rule, isKept: ending == .code(wanted), "\(ending.shown), after \(time)"))
        } else {
            findings.append(TrialFinding(rule, .broken, "still running after 5 seconds"))
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
