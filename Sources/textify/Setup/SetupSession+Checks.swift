import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// Checks.
extension SetupSession {
    func settings() throws(CommandFailure) -> Settings {
        do throws(ConfigurationFailure) {
            let settings = try read()
            guard let missing = try missing() else { return settings }
            throw .invalid([FieldFailure(key: "--set " + missing, problem: .missing)])
        } catch {
            guard case .invalid(let failures) = error else {
                throw CommandFailure(exit: .configuration, text: words.lines(error).joined(separator: "\n"))
            }
            let lines = failures.map(explained)
            throw CommandFailure(exit: .configuration, text: "setup: " + lines.joined(separator: "\n"))
        }
    }

    /// The first key that a template needs and that no file sets: the configuration alone doesn't know it.
    private func missing() throws(ConfigurationFailure) -> String? {
        guard let backend else { return nil }
        let tree = try base.replacing(SetupFile.name, with: file.bytes(words)).tree()
        let whole = SetupFile(tree)
        return backend.required.first { whole.value(["backends", backend.name] + Self.path($0)) == nil }
    }

    func read() throws(ConfigurationFailure) -> Settings {
        try base.replacing(SetupFile.name, with: file.bytes(words)).settings(
            CommandLineSettings(config: place.main), kinds: backendDescriptions, environment: place.environment,
            folder: "/")
    }

    /// The first mistake in what one of the options sets.
    func failure(of options: [String]) -> FieldFailure? {
        do throws(ConfigurationFailure) {
            _ = try read()
            return nil
        } catch {
            guard case .invalid(let failures) = error else { return nil }
            return failures.first { options.contains(option(of: $0.key)) }
        }
    }

    /// A mistake in the file that is to be written is one in an option.
    func explained(_ failure: FieldFailure) -> String {
        guard failure.file.hasSuffix("/" + SetupFile.name) || failure.key == "watch" else {
            return words.sentence(failure)
        }
        return words.sentence(FieldFailure(key: option(of: failure.key), problem: failure.problem))
    }

    private func option(of key: String) -> String {
        if key.hasPrefix("budget") { return "--budget" }
        if key == "defaults.backend" { return "--backend" }
        if key.hasPrefix("watch") { return key.hasSuffix("outbox") ? "--outbox" : "--inbox" }
        guard let backend, key.hasPrefix("backends.\(backend.name).") else { return key }
        let own = key.dropFirst("backends.\(backend.name).".count)
        if own.hasPrefix("cost") || own == "free" { return "--price" }
        return own.hasPrefix("api_key") ? "--key-file" : "--set \(own)"
    }

    func test() async throws(CommandFailure) {
        guard let backend else { return }
        let tree = try? base.replacing(SetupFile.name, with: file.bytes(words)).tree()
        guard let table = tree?["backends"]?.value[backend.name]?.value else { return }
        if key == nil, table["api_key"]?.value["credential"] != nil {
            return try CommandOutput.standard(words.setupUntested(backend.name) + "\n")
        }
        try await SetupTest(backend: backend.name, table: table, key: key, words: words).run()
    }
}
