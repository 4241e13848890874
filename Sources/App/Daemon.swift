import BackendKinds
import Configuration
import ControlServer
import Domain
import FoundationEssentials
import Glibc
import PlatformConcurrency
import PlatformSystem
import PlatformSystemd
import Web
import Words

/// Runs the service from its command line to its exit code.
package enum Daemon {
    #if compiler(>=6.3) && compiler(<6.4)
    /// Runs the service on the program's own executors. Has to be called on the main thread before anything
    /// asynchronous has started.
    package static func start() -> Never {
        prepareProcess()
        CustomExecutors.run { await serveCommandLine() }
    }
    #endif

    /// Runs the service with this process's command line and environment, and exits.
    @MainActor
    package static func launch() async -> Never {
        prepareProcess()
        await serveCommandLine()
    }

    @MainActor
    private static func serveCommandLine() async -> Never {
        do throws(LaunchFailure) {
            let inheritance = try InheritedResources.take()
            let folder = FileManager.default.currentDirectoryPath
            let code = await run(
                OptionParser.commandLine, environment: ProcessInfo.processInfo.environment, folder: folder, inheritance)
            ProcessEnd.leave(code.rawValue)
        } catch {
            ProcessEnd.leave(report(error).rawValue)
        }
    }

    /// Runs until a signal, or with `--once` until everything present has been processed.
    @MainActor
    static func run(
        _ arguments: [[UInt8]], environment: [String: String], folder: String,
        _ inheritance: consuming InheritedResources
    ) async -> ExitCode {
        Signals.ignoreWriteSignals()
        // Messages at a terminal follow the user's language; the log is English.
        let words = Wording(environment: environment)
        var isCheck = false
        do throws(LaunchFailure) {
            let options = try LaunchOptions(arguments, in: words.language)
            isCheck = options.task == .check
            let source = SettingsSource(commandLine: options.words, environment: environment, folder: folder)
            switch options.task {
            case .help: return print(LaunchOptions.help(in: words.language))
            case .version: return print("textifyd \(Version.text)\n")
            case .check:
                let settings = try source.load()
                try await StartupCheck(settings: settings, source: source, words: words).run()
                return print(words.validConfiguration(folders: settings.watches.count) + "\n")
            case .restore(let backup):
                if try source.usesServer() { throw LaunchFailure(.configuration, words.restoreOnServer) }
                let restoration = Restoration(state: try source.state(), words: words)
                return print(try await restoration.run(Self.path(backup, in: folder).shown, at: UTCMillis.now()))
            case .migrate(let migration):
                let address: String
                switch (migration.target, migration.source) {
                case (.server(let target), _): address = target
                case (.file, let given?): address = given
                case (.file, nil):
                    guard let configured = try source.load().databaseAddress else {
                        throw LaunchFailure(.usage, words.noDatabaseToMigrate)
                    }
                    address = configured
                }
                return print(
                    try await Migration(
                        state: try source.state(), options: migration, address: address, words: words
                    ).run(at: UTCMillis.now()))
            case .reopen:
                // A folder alone is that of a file.
                let address = source.commandLine.state == nil ? try source.load().databaseAddress : nil
                return print(try await Migration.reopen(address, in: try source.state(), words))
            case .trial(let trial):
                let settings = try source.load(orSay: \.noConfigurationToCheck)
                return try await BackendTrialRunner(settings: settings, environment: environment).run(trial)
            case .demo(let place):
                let demo = try await Demo.createFolders(in: place.hasPrefix("/") ? place : folder + "/" + place)
                let source = SettingsSource(commandLine: demo, environment: environment, folder: folder)
                return try await serve(options, source, inheritance)
            case .serve, .once: return try await serve(options, source, inheritance)
            }
        } catch {
            return report(error, isCheck ? error.mistakes.map { words.lines($0).joined(separator: "\n") } : nil)
        }
    }

    fileprivate static func path(_ path: String, in folder: String) -> FolderPath {
        FolderPath(path.hasPrefix("/") ? path : folder + "/" + path)
    }

    /// Has to be called before there are other threads.
    private static func prepareProcess() {
        ProcessHardening.begin()
        ProcessMemory.limitArenas()
        ProcessMemory.retainFreedMemory()
    }

    /// `text`: replaces the failure's own sentence, in the user's language.
    private static func report(_ failure: LaunchFailure, _ text: String? = nil) -> ExitCode {
        let entry = LogEntry(.error, EventCode.startFailed.rawValue, failure.sentence)
        if !Journal.hasStandardError || !JournalSink.send(entry) {
            try? StandardStream.error.write(TerminalText("textifyd: \(text ?? failure.sentence)\n"))
        }
        return failure.exit
    }

    @MainActor
    private static func serve(
        _ options: LaunchOptions, _ source: SettingsSource, _ inheritance: consuming InheritedResources
    ) async throws(LaunchFailure) -> ExitCode {
        let settings = try source.load()
        try TimeZoneCheck.check(settings, environment: source.environment)
        try NotificationCheck.check(settings, environment: source.environment)
        if let mask = try UmaskCheck.mask(environment: source.environment) { umask(mask) }
        // No other thread runs yet, so the zone, which is part of the environment, can be set.
        if let zone = settings.service.zone { LocalZone.use(zone) }
        let signals = try listen()
        let watchdog = inheritance.watchdog
        let base = try await ServiceResources(
            settings, allCores: options.task == .once, environment: source.environment,
            listeningSocket: inheritance.listener)
        // A stalled log must not delay messages to the service manager any more than the work.
        let (managerQueue, logQueue) = (LogQueue(), LogQueue())
        let lines: any LogSink =
            Journal.hasStandardError ? JournalSink(queue: logQueue) : LineSink.standardError(through: logQueue)
        let (sink, problems) = ProblemSink.make(next: lines)
        let events = EventRing(start: UTCMillis.now())
        let notifier =
            Supervisor.isListening
            ? ServiceNotifier(clock: base.clock, watchdog: watchdog, pulse: base.answer) { messages in
                managerQueue.enqueueAlways { Supervisor.notify(messages) }
            } : nil
        do throws(RepositoryFailure) { try await base.join() } catch {
            await base.close()
            throw LaunchFailure(error, about: settings.databaseAddress ?? "")
        }
        let service: ServiceLoop
        var listener: ControlListener?
        do throws(LaunchFailure) {
            try await CommandLineFolders.make(source.commandLine, settings, base.files)
            service = try ServiceLoop(
                base: base, source: source, settings: settings, notifier: notifier, problems: problems
            ) { level in
                let timing = JobTimeSink(
                    next: EventStreamSink(events: events), jobs: base.spool.jobList, meters: base.meters)
                return EventLog(level: level, sink: sink, listener: timing)
            }
            if options.task != .once { listener = try openControlListener(service, base, source, settings, events) }
        } catch {
            await base.close()
            await logQueue.close()
            await managerQueue.close()
            throw error
        }
        if case .demo = options.task { await Demo.drop(into: settings, base) }
        let exit = options.task == .once ? await service.once(signals) : await service.serve(signals)
        events.close()
        await listener?.close()
        await base.close()
        await logQueue.close()
        await managerQueue.close()
        return exit
    }

    /// Opens the control socket: from here on requests are answered, even before the service has started.
    @MainActor
    private static func openControlListener(
        _ service: ServiceLoop, _ base: ServiceResources, _ source: SettingsSource, _ settings: Settings,
        _ events: EventRing
    ) throws(LaunchFailure) -> ControlListener {
        let gallery = settings.web.listen.map { GalleryEntrance(settings.web, at: $0, state: settings.service.state) }
        let control = ServiceControl(
            base, service.current, events, source: source, gallery: gallery,
            stop: { [weak service] in service?.stop() }
        ) { [weak service] in await service?.reload() }
        let current = service.current
        let calendar = CalendarFeed(
            artworks: base.spool.artworks, settings: { @MainActor in current.settings },
            calendar: { .local(at: UTCMillis.now()) }, plans: base.spool.plans, disk: base.disk)
        return try ControlListener(
            settings, passed: base.takeListeningSocket(), plane: control.plane,
            gallery: gallery.map { ($0, calendar) })
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

/// What the service manager passed to this process.
struct InheritedResources: ~Copyable {
    /// The control socket, if the manager listens on it for the service.
    let listener: FileDescriptor?
    /// The time within which the manager expects a sign of progress.
    let watchdog: Duration?

    /// Takes everything out of the environment, so that no child process mistakes it for its own. Has to be called
    /// before any other thread runs.
    static func take() throws(LaunchFailure) -> InheritedResources {
        let watchdog = Supervisor.takeWatchdog()
        do throws(PassedSocketFailure) {
            return InheritedResources(listener: try Supervisor.takeListener(), watchdog: watchdog)
        } catch {
            throw LaunchFailure(.configuration, Wording(.english).sentence(error))
        }
    }
}

/// The source of the settings, so that a reload reads the same files again.
struct SettingsSource: Sendable {
    let commandLine: CommandLineSettings
    /// The process's environment.
    let environment: [String: String]
    /// The working directory at the start; relative paths start from it.
    let folder: String

    /// What is being served, for the log.
    var summary: String { commandLine.watch ?? commandLine.config ?? "textifyd.toml" }

    /// The configuration file's name for messages; `nil` without a file.
    var file: String? {
        commandLine.config ?? (access(folder + "/textifyd.toml", F_OK) == 0 ? "textifyd.toml" : nil)
    }

    /// The place in the configuration that sets `key`, for messages; `nil` without a file.
    func place(of key: String?) -> String? {
        guard let files = try? ConfigurationFiles.find(commandLine, folder: folder) else { return file }
        return files.place(of: key)
    }

    /// Neither a configuration nor a folder to watch was given.
    private var isEmpty: Bool { commandLine == CommandLineSettings() && file == nil }

    /// The state folder. No other settings are needed where it is given.
    func state() throws(LaunchFailure) -> FolderPath {
        if let given = commandLine.state { return Daemon.path(given, in: folder) }
        return try load(orSay: \.noStateNamed).service.state
    }

    /// Whether the configuration, if one is named, has the database on a server.
    func usesServer() throws(LaunchFailure) -> Bool {
        if file == nil { return false }
        return try load().databaseAddress != nil
    }

    /// The settings with their origins; `nil` where they can't be read.
    func shown() -> ShownSettings? {
        try? ShownSettings.load(commandLine, kinds: backendDescriptions, environment: environment, folder: folder)
    }

    /// Checks the settings as they would be with further lines in an additional file.
    func check(adding lines: String) throws(ConfigurationFailure) {
        let files = try ConfigurationFiles.find(commandLine, folder: folder)
        let bytes = Array(lines.utf8)
        let changed =
            files.names.isEmpty
            ? ConfigurationFiles(main: "textifyd.toml", bytes) : files.replacing("~lines.toml", with: bytes)
        _ = try changed.settings(commandLine, kinds: backendDescriptions, environment: environment, folder: folder)
    }

    /// Loads the settings. Throws every error of the files at once. `sentence`: what to say if there are none.
    func load(orSay sentence: KeyPath<Wording, String> = \.howToStart) throws(LaunchFailure) -> Settings {
        do throws(ConfigurationFailure) {
            return try Settings.load(
                commandLine, kinds: backendDescriptions, environment: environment, folder: folder)
        } catch {
            if isEmpty { throw LaunchFailure(.configuration, Wording(environment: environment)[keyPath: sentence]) }
            throw LaunchFailure(.configuration, Wording(.english).lines(error).joined(separator: "\n"), error)
        }
    }
}
