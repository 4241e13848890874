import Configuration
public import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// The service from its command line to its exit code.
public enum Daemon {
    /// Runs with this process's own command line and environment, and ends it.
    @MainActor
    public static func launch() async -> Never {
        let folder = FileManager.default.currentDirectoryPath
        let code = await run(
            OptionParser.commandLine, environment: ProcessInfo.processInfo.environment, folder: folder)
        exit(code.rawValue)
    }

    /// Runs until a signal or, with `--once`, until all that is there has been worked off.
    @MainActor
    public static func run(_ arguments: [[UInt8]], environment: [String: String], folder: String) async -> ExitCode {
        Signals.ignoreNoise()
        do throws(LaunchFailure) {
            let order = try LaunchOrder(arguments)
            switch order.task {
            case .help: return print(LaunchOrder.help)
            case .version: return print("textifyd \(Version.text)\n")
            case .check:
                let settings = try SettingsSource(order.words, environment, folder: folder).load()
                try await check(settings)
                return print("The configuration is good: \(settings.watches.count) watch folders.\n")
            case .demo(let place):
                let words = try await Demo.lay(in: place.hasPrefix("/") ? place : folder + "/" + place)
                return try await serve(order, SettingsSource(words, environment, folder: folder), words)
            case .serve, .once:
                return try await serve(
                    order, SettingsSource(order.words, environment, folder: folder), order.words)
            }
        } catch {
            try? StandardStream.error.write("textifyd: \(error.sentence)\n")
            return error.exit
        }
    }

    @MainActor
    private static func serve(
        _ order: LaunchOrder, _ source: SettingsSource, _ words: LaunchWords
    ) async throws(LaunchFailure) -> ExitCode {
        let settings = try source.load()
        let signals = try listen()
        let base = try await Foundations(settings, allCores: order.task == .once)
        do throws(LaunchFailure) {
            try await Folders.make(words, settings, base.files)
            try await FolderRules.check(settings, on: base.disk)
        } catch {
            await base.close()
            throw error
        }
        let service = ServiceLoop(base: base, source: source, settings: settings)
        if case .demo = order.task { await Demo.drop(into: settings, base) }
        let exit = order.task == .once ? await service.once(signals) : await service.serve(signals)
        await base.close()
        return exit
    }

    /// What the folders themselves say against the settings.
    private static func check(_ settings: Settings) async throws(LaunchFailure) {
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
        do throws(FileFailure) { return try Signals.listen() } catch {
            throw LaunchFailure(.system, Wording(.english).sentence(error, about: "signals"))
        }
    }

    private static func print(_ text: String) -> ExitCode {
        do throws(StreamFailure) { try StandardStream.output.write(text) } catch { return .io }
        return .ok
    }
}
