import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// One run of `textify setup`.
struct SetupSession {
    private let options: ParsedOptions
    private let words: Wording
    private let dialog: SetupDialog
    /// Whether questions are asked.
    private let isAsking: Bool
    private let place: SetupPlace
    /// The configuration without the file that is written here.
    private let base: ConfigurationFiles
    private var file: SetupFile
    /// The backend's new key; `nil` if it stays as it is.
    private var key: Secret?
    /// The backend that is set up; `nil` for none that needs settings.
    private var backend: BackendChoice?

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
            try Self.check(base, main)
        } catch {
            throw CommandFailure(exit: .configuration, text: words.lines(error).joined(separator: "\n"))
        }
    }

    /// Throws the mistakes of the files that are already there. They may lack a folder.
    private static func check(_ base: ConfigurationFiles, _ main: String) throws(ConfigurationFailure) {
        do throws(ConfigurationFailure) {
            _ = try base.settings(
                CommandLineSettings(config: main), kinds: backendDescriptions,
                environment: ProcessInfo.processInfo.environment, folder: "/")
        } catch {
            guard case .invalid(let failures) = error else { throw error }
            let others = failures.filter { $0.key != "watch" }
            if !others.isEmpty { throw .invalid(others) }
        }
    }

    private static func mainFile(_ words: Wording) -> [UInt8] {
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

/// Questions and options.
extension SetupSession {
    private mutating func chooseFolders() throws(CommandFailure) {
        let existing = (try? base.tree())?["watch"]?.value
        var folders: [FieldValue] = []
        if case .list(let list)? = existing?.content { folders = list }
        let single = folders.count == 1 ? folders.first : nil
        for (option, question, standard) in [
            ("inbox", words.setupInbox, place.inbox), ("outbox", words.setupOutbox, place.outbox),
        ] {
            let key = option == "inbox" ? "path" : "outbox"
            let own = file["watch", key] ?? single?[key]?.value
            let present = (try? own?.text()) ?? (folders.isEmpty ? standard : nil)
            if let given = options.last(option) {
                Self.set(key, try absolute(given), single, &file)
            } else if isAsking {
                try answer(question, standard: present ?? standard, of: "--" + option) { answer, file in
                    Self.set(key, Self.absolute(answer), single, &file)
                }
            } else if folders.isEmpty, let present {
                Self.set(key, present, single, &file)
            }
        }
    }

    /// Sets a path of the folder. The configuration's only folder keeps its name, so that it is changed and not joined by
    /// another.
    private static func set(_ key: String, _ path: String, _ single: FieldValue?, _ file: inout SetupFile) {
        let isSame = (try? single?[key]?.value.text()) == path
        if isSame, file["watch"] == nil { return }
        if let single, file["watch", "name"] == nil {
            let own = try? single["name"]?.value.text()
            let last = (try? single["path"]?.value.text())?.split(separator: "/").last.map(String.init)
            if let name = own ?? last { file.set(["watch", "name"], name) }
        }
        file.set(["watch", key], path)
    }

    private mutating func chooseBackend() throws(CommandFailure) {
        let present = (try? file["defaults", "backend"]?.text()) ?? nil
        var name = options.last("backend")?.text ?? present
        if options.last("backend") == nil, isAsking {
            name = try dialog.ask(words.setupBackend(SetupCommand.names), standard: present ?? "sketch")
            while let given = name, !SetupCommand.names.contains(given) {
                try dialog.say(words.choice(FileName(given).shown, among: SetupCommand.names) + "\n")
                name = try dialog.ask(words.setupBackend(SetupCommand.names), standard: present ?? "sketch")
            }
        }
        if let name, !SetupCommand.names.contains(name) {
            throw .usage("setup: --backend: " + words.choice(FileName(name).shown, among: SetupCommand.names))
        }
        let ofBackends = ["set", "key-file", "price"]
        if let stray = ofBackends.first(where: { options.last($0) != nil }), name == nil || name == "sketch" {
            throw .usage("setup: " + (name == nil ? words.setupNeedsBackend(stray) : words.setupNeedsNothing(stray)))
        }
        guard let name else { return }
        file.set(["defaults", "backend"], name)
        guard let choice = backendChoices.first(where: { $0.name == name }) else { return }
        backend = choice
        file.set(["backends", name, "type"], choice.type)
        if let template = choice.template { file.set(["backends", name, "template"], template) }
        for option in options.all("set") { try set(option.text ?? "", of: choice) }
        for key in choice.required where isAsking && file.value(["backends", name] + Self.path(key)) == nil {
            let help = SetupFields.help(of: key, choice)?.text(in: words.language)
            try answer(help.map { "\(key): \($0)" } ?? key, standard: "", of: "--set " + key) {
                answer, file in
                guard let value = try? SetupFields.value(answer, of: key, choice) else { return }
                file.set(["backends", name] + Self.path(key), value)
            }
        }
        try chooseKey(choice)
    }

    private static func path(_ key: String) -> [String] { key.split(separator: ".").map(String.init) }

    private mutating func set(_ text: String, of choice: BackendChoice) throws(CommandFailure) {
        guard let equals = text.firstIndex(of: "=") else {
            // Without a name it may be a key.
            throw .usage("setup: " + words.setupMalformedSet("…"))
        }
        let (key, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        guard !["api_key", "proxy_login"].contains(key.split(separator: ".").first ?? "") else {
            throw .usage("setup: " + words.setupKeyInSet)
        }
        do throws(FieldFailure.Problem) {
            guard let value = try SetupFields.value(value, of: key, choice) else {
                throw .unknown(nearest: SetupFields.nearest(to: key, choice))
            }
            file.set(["backends", choice.name] + Self.path(key), value)
        } catch {
            if case .unknown(let nearest) = error {
                throw .usage("setup: " + words.setupUnknownKey(FileName(key).shown, of: choice.name, nearest: nearest))
            }
            throw .usage("setup: " + words.sentence(FieldFailure(key: "--set \(key)", problem: error)))
        }
    }

    /// Asks for the key or reads it. The settings name a file until `planKey` decides where it is stored.
    private mutating func chooseKey(_ choice: BackendChoice) throws(CommandFailure) {
        let reader = SetupKey(words: words)
        let isPresent = file["backends", choice.name, "api_key"] != nil
        if let option = options.last("key-file") {
            let isTyped = option.value == Array("-".utf8) && isatty(0) == 1
            let question = words.setupKey(choice.name, isRequired: choice.needsKey)
            setKey(isTyped ? try reader.check(try dialog.secret(question)) : try reader.read(option), choice)
        } else if isAsking {
            let question =
                isPresent ? words.setupKeptKey(choice.name) : words.setupKey(choice.name, isRequired: choice.needsKey)
            while true {
                let typed = try dialog.secret(question)
                if typed.isEmpty, isPresent || !choice.needsKey { return }
                do throws(CommandFailure) {
                    return setKey(try reader.check(typed), choice)
                } catch {
                    try dialog.say((error.text ?? "") + "\n")
                }
            }
        } else if choice.needsKey, !isPresent {
            throw .usage("setup: " + words.setupNeedsKey(choice.name))
        }
    }

    private mutating func setKey(_ key: Secret, _ choice: BackendChoice) {
        self.key = key
        let table = ["backends", choice.name, "api_key"]
        file.set(table, nil)
        file.set(table + ["file"], "\(place.folder)/\(choice.name).key")
    }

    private mutating func chooseMoney() throws(CommandFailure) {
        if let backend {
            let table = ["backends", backend.name]
            let isPriced = file.value(table + ["cost"]) != nil || file.value(table + ["free"]) != nil
            if let price = options.last("price")?.text {
                Self.setPrice(price, backend, &file)
            } else if isAsking, !isPriced, !backend.isFreeUnlessPriced {
                try answer(words.setupPrice, standard: "", of: "--price", mayBeEmpty: true) {
                    answer, file in Self.setPrice(answer, backend, &file)
                }
            }
        }
        let present = SetupBudget.text(of: file["budget"]) ?? ""
        if let text = options.last("budget")?.text {
            guard let budget = SetupBudget(text) else {
                throw .usage("setup: " + words.setupMalformedBudget(FileName(text).shown))
            }
            Self.set(budget, &file)
        } else if isAsking, backend != nil {
            while true {
                let text = try dialog.ask(words.setupBudget, standard: present)
                if text.isEmpty { return }
                if let budget = SetupBudget(text) {
                    let before = file
                    Self.set(budget, &file)
                    guard let failure = failure(of: ["--budget", "--price"]) else { return }
                    try dialog.say(explained(failure) + "\n")
                    file = before
                } else {
                    try dialog.say(words.setupMalformedBudget(FileName(text).shown) + "\n")
                }
            }
        }
    }

    private static func set(_ budget: SetupBudget, _ file: inout SetupFile) {
        file.set(["budget"], FieldValue(.table([FieldEntry(name: budget.key, value: budget.value)])))
    }

    private static func setPrice(_ text: String, _ backend: BackendChoice, _ file: inout SetupFile) {
        let table = ["backends", backend.name]
        file.set(table + ["cost"], nil)
        file.set(table + ["free"], nil)
        guard text != "free" else {
            if !backend.isFreeUnlessPriced { file.set(table + ["free"], FieldValue(.flag(true))) }
            return
        }
        if !text.isEmpty { file.set(table + ["cost", "per_picture"], text) }
    }

    /// Asks until the answer causes no mistake in what `option` sets.
    private mutating func answer(
        _ question: String, standard: String, of option: String, mayBeEmpty: Bool = false,
        _ set: (String, inout SetupFile) -> Void
    ) throws(CommandFailure) {
        while true {
            let answer = try dialog.ask(question, standard: standard)
            if answer.isEmpty, mayBeEmpty { return }
            let before = file
            set(answer, &file)
            guard let failure = failure(of: [option]) else { return }
            try dialog.say(explained(failure) + "\n")
            file = before
        }
    }

    private func absolute(_ option: ParsedOptions.Found) throws(CommandFailure) -> String {
        guard let path = FileName(bytes: option.value ?? []).text else {
            throw .usage("setup: --\(option.name): " + words.setupNoName(FileName(bytes: option.value ?? []).shown))
        }
        return Self.absolute(path)
    }

    private static func absolute(_ path: String) -> String {
        if path.isEmpty || path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
            return home + path.dropFirst()
        }
        return FileManager.default.currentDirectoryPath + "/" + path
    }
}

/// Checks.
extension SetupSession {
    private func settings() throws(CommandFailure) -> Settings {
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

    private func read(environment: [String: String]? = nil) throws(ConfigurationFailure) -> Settings {
        try base.replacing(SetupFile.name, with: file.bytes(words)).settings(
            CommandLineSettings(config: place.main), kinds: backendDescriptions,
            environment: environment ?? ProcessInfo.processInfo.environment, folder: "/")
    }

    /// The first mistake in what one of the options sets.
    private func failure(of options: [String]) -> FieldFailure? {
        do throws(ConfigurationFailure) {
            _ = try read()
            return nil
        } catch {
            guard case .invalid(let failures) = error else { return nil }
            return failures.first { options.contains(option(of: $0.key)) }
        }
    }

    /// A mistake in the file that is to be written is one in an option.
    private func explained(_ failure: FieldFailure) -> String {
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

    private func test() async throws(CommandFailure) {
        guard let backend else { return }
        let tree = try? base.replacing(SetupFile.name, with: file.bytes(words)).tree()
        guard let table = tree?["backends"]?.value[backend.name]?.value else { return }
        if key == nil, table["api_key"]?.value["credential"] != nil {
            return try CommandOutput.standard(words.setupUntested(backend.name) + "\n")
        }
        try await SetupTest(backend: backend.name, table: table, key: key, words: words).run()
    }
}

/// What is written.
extension SetupSession {
    private func planFolders(_ settings: Settings, _ plan: inout SetupPlan) throws(CommandFailure) {
        let inbox = try? file["watch", "path"]?.text()
        guard let watch = settings.watches.first(where: { $0.path.shown == inbox }) else { return }
        plan.make(watch.path.shown, mode: 0o3775)
        if file["watch", "outbox"] != nil { plan.make(watch.outbox.shown, mode: 0o2775) }
    }

    /// Plans where a new key is stored, and names that place in the settings. Returns whether it is a credential.
    private mutating func planKey(_ plan: inout SetupPlan) async throws(CommandFailure) -> Bool {
        guard let backend, let key else { return false }
        if let units = place.units {
            if let bytes = await SystemdCredentials.encrypt(key, as: backend.name) {
                let path = place.folder + "/credentials/" + backend.name + SetupPlan.encrypted
                try plan.write(path, bytes, isSecret: true)
                let dropIn = "[Service]\nLoadCredentialEncrypted=\(backend.name):\(UnitDropIn.escaped(path))\n"
                try plan.write("\(units)/50-credential-\(backend.name).conf", Array(dropIn.utf8))
                let table = ["backends", backend.name, "api_key"]
                file.set(table, nil)
                file.set(table + ["credential"], backend.name)
                return true
            }
            try CommandOutput.standard(words.setupNoCredentials + "\n")
        }
        try plan.write("\(place.folder)/\(backend.name).key", Array((key.value + "\n").utf8), isSecret: true)
        return false
    }

    private func planFiles(_ plan: inout SetupPlan) throws(CommandFailure) {
        if let units = place.units, let settings = try? read(environment: UnitDropIn.environment),
            let text = UnitDropIn(settings, mounts: .current, resolve: UnitDropIn.resolve).text(words)
        {
            try plan.write(units + "/" + UnitDropIn.name, Array(text.utf8))
        }
        if !SetupPlan.isThere(place.main) { try plan.write(place.main, Self.mainFile(words)) }
        let own = place.folder + "/" + ConfigurationFiles.folderName + "/" + SetupFile.name
        try plan.write(own, file.bytes(words))
    }
}

extension SetupPlan {
    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
