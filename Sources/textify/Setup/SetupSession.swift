import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// One run of `textify setup`.
struct SetupSession {
    let options: ParsedOptions
    let words: Wording
    let dialog: SetupDialog
    /// Whether questions are asked.
    let isAsking: Bool
    let place: SetupPlace
    /// The configuration without the file that is written here.
    let base: ConfigurationFiles
    var file: SetupFile
    /// The backend's new key; `nil` if it stays as it is.
    var key: Secret?
    /// The backend that is set up; `nil` for none that needs settings.
    var backend: BackendChoice?

    init(_ options: ParsedOptions, _ words: Wording) throws(CommandFailure) {
        self.options = options
        self.words = words
        dialog = SetupDialog(words: words)
        let isAnswered = options.last("yes") != nil || options.last("dry-run") != nil
        isAsking = !isAnswered && SetupDialog.isPossible
        guard isAnswered || isAsking else { throw .usage("setup: " + words.setupNeedsTerminal) }
        place = try SetupPlace(options, words)
        do throws(ConfigurationFailure) {
            let main = place.main
            let found =
                SetupPlan.isThere(main)
                ? try ConfigurationFiles.find(CommandLineSettings(config: main), folder: "/")
                : ConfigurationFiles(main: main, Self.mainFile(words))
            file = SetupFile(try found.tree(of: SetupFile.name) ?? FieldValue(.table([])))
            base = found.replacing(SetupFile.name, with: nil)
            try Self.check(base, place)
        } catch {
            throw CommandFailure(exit: .configuration, text: words.lines(error).joined(separator: "\n"))
        }
    }

    /// Throws the mistakes of the files that are already there. They may lack a folder.
    private static func check(_ base: ConfigurationFiles, _ place: SetupPlace) throws(ConfigurationFailure) {
        do throws(ConfigurationFailure) {
            _ = try base.settings(
                CommandLineSettings(config: place.main), kinds: backendDescriptions, environment: place.environment,
                folder: "/")
        } catch {
            guard case .invalid(let failures) = error else { throw error }
            let others = failures.filter { $0.key != "watch" }
            if !others.isEmpty { throw .invalid(others) }
        }
    }

    static func mainFile(_ words: Wording) -> [UInt8] {
        Array(words.setupMainHead.map { "# \($0)\n" }.joined().utf8)
    }

    mutating func run() async throws(CommandFailure) {
        try chooseFolders()
        try chooseBackend()
        try chooseMoney()
        let settings = try settings()
        var plan = SetupPlan()
        try planFolders(settings, &plan)
        let hasCredential = try await planKey(&plan)
        try planFiles(&plan)
        if options.last("skip-test") == nil { try await test() }
        if plan.isEmpty { return try CommandOutput.standard(words.setupNothingToDo + "\n") }
        try CommandOutput.standard(plan.lines(words).map { TerminalText.line($0) + "\n" }.joined())
        if options.last("dry-run") != nil { return try CommandOutput.standard(words.setupDryRun + "\n") }
        if options.last("yes") == nil { try dialog.confirm(words.setupWrite) }
        try plan.perform(owner: place.owner, words)
        try CommandOutput.standard(next(hasCredential, plan).map { TerminalText.line($0) + "\n" }.joined())
    }

    /// The commands that put the new configuration into effect.
    private func next(_ hasCredential: Bool, _ plan: SetupPlan) -> [String] {
        guard let units = place.units else { return [words.setupNext, "    textifyd --config " + place.main] }
        let isUnitChanged = plan.files.contains { $0.isChanged && $0.path.hasPrefix(units + "/") }
        // A credential is read only at the start of the unit.
        let isRestart = isUnitChanged || hasCredential
        return [words.setupNext]
            + (isRestart ? UnitDropIn.commands : [UnitDropIn.reload]).map { "    " + $0 }
    }
}
