import BackendKit
import Domain
import PlatformConcurrency

/// Tests a persistent plugin against the protocol with requests that cost nothing. Starts it three times.
struct PluginConformanceTest {
    private let options: ExecOptions
    private let dependencies: ExecDependencies
    private let logger: PluginLogger
    private var findings: [ConformanceFinding] = []

    /// Returns the result of each rule that could be tested, in order.
    static func findings(_ options: ExecOptions, _ dependencies: ExecDependencies) async -> [ConformanceFinding] {
        guard options.own.mode == .persistent else {
            return [
                ConformanceFinding(
                    "protocol", .skipped, "a one-shot plugin cannot be tested without ordering a picture")
            ]
        }
        let credentials = PluginCredentials(options, dependencies)
        do throws(BackendFailure) {
            var test = PluginConformanceTest(
                options: try await credentials.optionsWithKeys(), dependencies: dependencies,
                logger: PluginLogger(options, dependencies, credentials.quoting))
            let session = try await test.start()
            await test.run(session)
            return test.findings
        } catch {
            return [ConformanceFinding("start", .broken, message(of: error))]
        }
    }

    private mutating func run(_ session: PluginSession) async {
        add("start", isKept: true, options.program)
        guard await testInitialize(session) else { return await session.retire(for: "the test has finished") }
        await testRequests(session)
        await testShutdown(session)
        await testEndOfInput()
        await testVersionRefusal()
    }

    private func start() async throws(BackendFailure) -> PluginSession {
        try await PluginSession.started(options, logger, dependencies)
    }

    private mutating func add(_ rule: String, isKept: Bool, _ seen: String) {
        findings.append(ConformanceFinding(rule, isKept: isKept, seen))
    }
}

extension PluginConformanceTest {
    /// Returns `false` if the test cannot continue.
    private mutating func testInitialize(_ session: PluginSession) async -> Bool {
        let start = dependencies.clock.now()
        guard let response = await session.request("initialize", options.initializeParameters) else {
            add("initialize.answer", isKept: false, silence(session))
            return false
        }
        add("initialize.answer", isKept: true, "after " + time(since: start))
        guard case .result(let result) = response else {
            add("initialize.result", isKept: false, shown(response))
            return false
        }
        let version = result["protocol"]
        let isVersionKnown = version?.integer == PluginProtocol.version
        add(
            "initialize.protocol", isKept: isVersionKnown,
            "protocol " + (version.map { shown($0, limit: 40) } ?? "none"))
        let unknown = result["requires"]?.list?.first { !Capabilities.known.contains($0.text ?? "") }
        add(
            "initialize.requires", isKept: unknown == nil,
            unknown.map { "requires " + shown($0, limit: 60) } ?? "requires nothing unknown")
        guard isVersionKnown, unknown == nil else { return false }
        return testCapabilities(result)
    }

    private mutating func testCapabilities(_ result: JSONValue) -> Bool {
        do throws(BackendFailure) {
            let capabilities = try Capabilities(result, quoting: logger.quoting)
            let task = GenerationTask.textToImage.rawValue
            let generates = capabilities.tasks.contains(task)
            let words = [
                capabilities.title, generates ? task : "no \(task)", capabilities.canResume ? "resumes" : "",
                capabilities.canCancel ? "cancels" : "", capabilities.supportsSeeds ? "supports seeds" : "",
                capabilities.reportsProgress ? "reports progress" : "",
            ]
            add(
                "initialize.capabilities", isKept: generates,
                words.filter { !$0.isEmpty }.joined(separator: ", "))
            return true
        } catch {
            add("initialize.capabilities", isKept: false, Self.message(of: error))
            return false
        }
    }

    private mutating func testRequests(_ session: PluginSession) async {
        await testPing("ping", session)
        let response = await session.request("x-textify-trial", ["future": .list([])])
        addRefusal("unknown.method", code: PluginError.unknownMethod, response, session)
        session.send(PluginProtocol.notification("x-textify-trial", ["future": .flag(true)]))
        await testPing("unknown.note", session)
        session.send(PluginProtocol.notification("cancel", ["job": .text("no-such-job")]))
        await testPing("unknown.job", session)
        let state = session.state.value
        let lines =
            switch state.invalidLines {
            case 0: "only messages"
            case 1: "1 line that is not a message"
            default: "\(state.invalidLines) lines that are not messages"
            }
        add(
            "output.lines", isKept: state.invalidLines == 0 && state.fault == nil,
            state.fault.map(Self.message) ?? lines)
    }

    /// Tests that the plugin still responds.
    private mutating func testPing(_ rule: String, _ session: PluginSession) async {
        let start = dependencies.clock.now()
        let response = await session.request("ping")
        if case .result = response {
            add(rule, isKept: true, "answered after " + time(since: start))
        } else {
            add(rule, isKept: false, response.map(shown) ?? silence(session))
        }
    }

    /// Adds whether the response is an error with this code.
    private mutating func addRefusal(
        _ rule: String, code: Int64, _ response: PluginResponse?, _ session: PluginSession
    ) {
        let isRefused = if case .error(let error) = response { error.code == code } else { false }
        add(rule, isKept: isRefused, response.map(shown) ?? silence(session))
    }
}

/// Termination.
extension PluginConformanceTest {
    private mutating func testShutdown(_ session: PluginSession) async {
        guard session.state.value.ending == nil else { return add("shutdown", isKept: false, silence(session)) }
        session.sendShutdown()
        await testExit("shutdown", session, expected: 0)
    }

    private mutating func testEndOfInput() async {
        guard let session = try? await start() else { return }
        _ = await session.request("initialize", options.initializeParameters)
        session.finish()
        await testExit("input.end", session, expected: 0)
    }

    private mutating func testVersionRefusal() async {
        guard let session = try? await start() else { return }
        var parameters = options.initializeParameters
        parameters["protocols"] = .list([.integer(999)])
        let response = await session.request("initialize", parameters)
        addRefusal("version.refused", code: PluginError.version, response, session)
        session.finish()
        await testExit("version.exit", session, expected: 3)
    }

    /// Tests that the plugin exits without being killed, in time and with the expected status.
    private mutating func testExit(_ rule: String, _ session: PluginSession, expected: Int32) async {
        let start = dependencies.clock.now()
        if await session.hasEnded(), let ending = session.state.value.ending {
            add(rule, isKept: ending == .code(expected), "\(ending.shown), after \(time(since: start))")
        } else {
            add(rule, isKept: false, "still running after 5 seconds")
            await session.retire(for: "the test has finished")
        }
    }

    private func silence(_ session: PluginSession) -> String {
        let state = session.state.value
        if let fault = state.fault { return Self.message(of: fault) }
        return state.ending.map { "it ended: " + $0.shown } ?? "no answer within 5 seconds"
    }

    private func shown(_ response: PluginResponse) -> String {
        switch response {
        case .result: "a result"
        case .error(let error): "error \(error.code): " + logger.quoting.quoted(error.message, limit: 80)
        }
    }

    private func shown(_ value: JSONValue, limit: Int) -> String {
        logger.quoting.quoted(value.word ?? value.kindName, limit: limit)
    }

    private static func message(of failure: BackendFailure) -> String {
        switch failure {
        case .config(let message), .transient(let message), .badResponse(let message), .failed(let message, _): message
        default: "\(failure)"
        }
    }

    private func time(since start: Duration) -> String {
        "\((dependencies.clock.now() - start).milliseconds) ms"
    }
}
