import BackendKinds
import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// Questions and options.
extension SetupSession {
    mutating func chooseFolders() throws(CommandFailure) {
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

    mutating func chooseBackend() throws(CommandFailure) {
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

    static func path(_ key: String) -> [String] { key.split(separator: ".").map(String.init) }

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

    mutating func chooseMoney() throws(CommandFailure) {
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
        if path.isEmpty { return path }
        if path.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] {
            return home + path.dropFirst()
        }
        return SetupPlace.absolute(path)
    }
}
