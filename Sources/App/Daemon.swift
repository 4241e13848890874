import Configuration
import ControlServer
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import PlatformSystemd
import Words

/// The service from its command line to its exit code.
package enum Daemon {
    #if compiler(>=6.3) && compiler(<6.4)
    /// The same on executors of its own, from the main thread, before anything asynchronous has begun.
    package static func start() -> Never {
        prepareProcess()
        OwnExecutors.run { await serveCommandLine() }
    }
    #endif

    /// Runs with this process's own command line and environment, and ends it.
    @MainActor
    package static func launch() async -> Never {
        prepareProcess()
        await serveCommandLine()
    }

    @MainActor
    private static func serveCommandLine() async -> Never {
        do throws(LaunchFailure) {
            let inheritance = try Inheritance.take()
            let folder = FileManager.default.currentDirectoryPath
            let code = await run(
                OptionParser.commandLine, environment: ProcessInfo.processInfo.environment, folder: folder, inheritance)
            exit(code.rawValue)
        } catch {
            exit(tell(error).rawValue)
        }
    }

    /// Runs until a signal or, with `--once`, until all that is there has been worked off.
    @MainActor
    static func run(
        _ arguments: [[UInt8]], environment: [String: String], folder: String, _ inheritance: consuming Inheritance
    ) async -> ExitCode {
        Signals.ignoreNoise()
        // For the person at a terminal; the log is English.
        let words = Wording(environment: environment)
        var isAsked = false
        do throws(LaunchFailure) {
            let order = try LaunchOrder(arguments, in: words.language)
            isAsked = order.task == .check
            switch order.task {
            case .help: return print(LaunchOrder.help(in: words.language))
            case .version: return print("textifyd \(Version.text)\n")
            case .check:
                let settings = try SettingsSource(order.words, environment, folder: folder).load()
                try await check(settings)
                try BackendFactory.check(settings, environment: environment)
                return print(words.goodConfiguration(folders: settings.watches.count) + "\n")
            case .trial(let trial):
                let settings = try SettingsSource(order.words, environment, folder: folder).load()
                return try await TrialBench(settings: settings, environment: environment).run(trial)
            case .demo(let place):
                let words = try await Demo.lay(in: place.hasPrefix("/") ? place : folder + "/" + place)
                return try await serve(order, SettingsSource(words, environment, folder: folder), words, inheritance)
            case .serve, .once:
                return try await serve(
                    order, SettingsSource(order.words, environment, folder: folder), order.words, inheritance)
            }
        } catch {
            return tell(error, isAsked ? error.mistakes.map { words.lines($0).joined(separator: "\n") } : nil)
        }
    }

    /// Before there are threads.
    private static func prepareProcess() {
        ProcessSecrecy.begin()
        ProcessMemory.shareTwoPools()
        ProcessMemory.keepFreed()
    }

    /// `said`: what is written in place of the failure's own sentence, in the person's language.
    private static func tell(_ failure: LaunchFailure, _ said: String? = nil) -> ExitCode {
        let entry = LogEntry(.error, "start_failed", failure.sentence)
        if !Journal.hasStandardError || !JournalSink.send(entry) {
            try? StandardStream.error.write(TerminalText("textifyd: \(said ?? failure.sentence)\n"))
        }
        return failure.exit
    }

    @MainActor
    private static func serve(
        _ order: LaunchOrder, _ source: SettingsSource, _ words: LaunchWords, _ inheritance: consuming Inheritance
    ) async throws(LaunchFailure) -> ExitCode {
        let settings = try source.load()
        try ZoneRule.check(settings)
        // Nothing else runs yet: the zone is part of the environment.
        if let zone = settings.service.zone { LocalZone.use(zone) }
        let signals = try listen()
        let watchdog = inheritance.watchdog
        let base = try await Foundations(
            settings, allCores: order.task == .once, environment: source.environment,
            listeningSocket: inheritance.listener)
        // A log that stands still holds up what is told to the service manager no more than the work.
        let (courier, logger) = (Courier(), Courier())
        let lines: any LogSink =
            Journal.hasStandardError ? JournalSink(courier: logger) : LineSink.standardError(by: logger)
        let troubles = TroubleRing()
        let sink = RememberingSink(troubles: troubles, next: lines)
        let events = EventRing(start: wallClockMilliseconds())
        let notifier =
            Supervisor.isListening
            ? ServiceNotifier(
                SystemdVoice(courier: courier), clock: base.clock, watchdog: watchdog, pulse: base.answer) : nil
        let service: ServiceLoop
        var desk: ControlDesk?
        do throws(LaunchFailure) {
            try await Folders.make(words, settings, base.files)
            service = try ServiceLoop(base: base, source: source, settings: settings, notifier: notifier) { level in
                let listener = StageMeter(next: ListeningSink(events: events), spool: base.spool, meters: base.meters)
                return EventLog(level: level, sink: sink, listener: listener)
            }
            if order.task != .once { desk = try openDesk(service, base, settings, troubles, events) }
        } catch {
            await base.close()
            await logger.close()
            await courier.close()
            throw error
        }
        if case .demo = order.task { await Demo.drop(into: settings, base) }
        let exit = order.task == .once ? await service.once(signals) : await service.serve(signals)
        events.close()
        await desk?.close()
        await base.close()
        await logger.close()
        await courier.close()
        return exit
    }

    /// From here on the service can be asked, though it has not started yet.
    @MainActor
    private static func openDesk(
        _ service: ServiceLoop, _ base: Foundations, _ settings: Settings, _ troubles: TroubleRing,
        _ events: EventRing
    ) throws(LaunchFailure) -> ControlDesk {
        let plane = ServiceControl(base, service.current, troubles, events, stop: { [weak service] in service?.stop() })
        {
            [weak service] in await service?.reload()
        }
        return try ControlDesk(settings, passed: base.takeListeningSocket(), plane: plane)
    }

    /// What the folders themselves say against the settings.
    private static func check(_ settings: Settings) async throws(LaunchFailure) {
        try ZoneRule.check(settings)
        try StatePlace.check(settings.service.state)
        let threads = ThreadExecutor(name: "check")
        do throws(LaunchFailure) {
            try await FolderRules.check(settings, on: threads)
        } catch {
            await threads.shutdown()
            throw error
        }
        await threads.shutdown()
    }

    private static func listen() throws(LaunchFailure) -> AsyncStream<ProcessSignal> {
        do throws(FileFailure) { return try Signals.listen(ignoredAfterwards: true) } catch {
            throw LaunchFailure(.system, Wording(.english).sentence(error, about: "signals"))
        }
    }

    private static func print(_ text: String) -> ExitCode {
        do throws(StreamFailure) { try StandardStream.output.write(TerminalText(text)) } catch { return .io }
        return .ok
    }
}
