import Domain
import PlatformTOML

/// Reads a configuration: the file, then the command line's overrides, then checks across settings.
struct SettingsReader {
    let words: CommandLineSettings
    private let kinds: [BackendDescription]
    let environment: [String: String]
    /// The valid values of `backend`.
    private(set) var names = BackendsReader.builtIn
    private var backends: [BackendSettings] = []
    /// Relative paths in the file start from the file's folder, those of the command line from the current directory.
    let filePaths: PathResolver
    let wordPaths: PathResolver
    var reader: FieldReader
    private(set) var draft = SettingsDraft()
    /// Each watch table as read, with its source.
    private(set) var watchDrafts: [(draft: WatchDraft, said: FieldValue)] = []
    private var watches: [LocatedWatch] = []

    init(
        file: String, words: CommandLineSettings, kinds: [BackendDescription], environment: [String: String],
        folder: String
    ) {
        self.words = words
        self.kinds = kinds
        self.environment = environment
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        wordPaths = PathResolver(base: folder, home: home)
        let place = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        let base = file.hasPrefix("/") ? place : folder + "/" + place
        filePaths = PathResolver(base: base, home: home)
        reader = FieldReader(file: file)
    }

    mutating func settings(from tree: FieldValue) throws(ConfigurationFailure) -> Settings {
        names = BackendsReader.names(in: tree["backends"])
        backends = backendsReader.backends(in: tree["backends"], &reader)
        FieldTable.settings(backends: names).apply(tree, to: &draft, under: "", reader: &reader)
        if let defaults = tree["defaults"] { draft.defaults.note(defaults.value, from: .defaults) }
        if words.watch == nil { readWatches(tree["watch"]) }
        applyCommandLine()
        checkPlugins(at: tree["plugins"])
        checkListening()
        let state = stateFolder(at: tree["service"]?.value["state"])
        if let state { WatchConflicts(state: state).check(watches, &reader) }
        let budget = BudgetReader(backends: backends, watches: watches.map(\.watch)).rules(draft.budget, tree, &reader)
        guard reader.failures.isEmpty, let state else { throw .invalid(reader.sorted) }
        return Settings(
            service: ServiceSettings(
                state: state, language: draft.language, zone: draft.zone, renderThreads: draft.renderThreads),
            backends: backends, watches: watches.map(\.watch), defaults: draft.defaults, limits: draft.limits,
            log: draft.log, control: control(state), plugins: draft.plugins.map(filePaths.path),
            budget: budget, cachedRenderings: draft.cachedRenderings)
    }

    var backendsReader: BackendsReader { BackendsReader(kinds: kinds, paths: filePaths) }

    /// The control socket: from the command line, or the file; else beside an explicitly chosen state folder, because
    /// another service may already use the user's default path; else in the user's run-time folder.
    private func control(_ state: FolderPath) -> ControlSettings {
        let given = words.socket.map(wordPaths.path) ?? draft.socket.map(filePaths.path)
        let isChosen = words.state != nil || draft.state != nil || environment["STATE_DIRECTORY"] != nil
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") && !isChosen ? $0 : nil }
        let own = runtime.map { FolderPath($0).appending("textifyd").appending("control.sock") }
        return ControlSettings(
            socket: given ?? own ?? state.appending("control.sock"), submitGroup: draft.submitGroup,
            adminGroup: draft.adminGroup, listen: draft.listen.flatMap { ListenAddress(text: $0) },
            tokenFile: draft.tokenFile.map(filePaths.path),
            metricsListen: draft.metricsListen.flatMap { ListenAddress(text: $0) })
    }

    /// A token is required to listen: it grants full access.
    private mutating func checkListening() {
        if draft.listen != nil, draft.tokenFile == nil { reader.report(.missing, key: "control.token_file") }
    }

    /// A backend that runs a plugin by name needs the plugin folder.
    private mutating func checkPlugins(at entry: FieldEntry?) {
        let isNamed = backends.contains { $0.own.value.needsPluginFolder }
        guard isNamed, draft.plugins == nil, entry?.value["folder"] == nil else { return }
        reader.report(.missing, key: "plugins.folder")
    }

    private mutating func readWatches(_ entry: FieldEntry?) {
        guard let entry else { return }
        guard case .list(let tables) = entry.value.content else {
            return reader.report(.wrongType(wanted: "list", got: entry.value.typeName), key: "watch", at: entry)
        }
        for (index, value) in tables.enumerated() { readWatch(value, key: "watch[\(index)]") }
    }

    private mutating func readWatch(_ value: FieldValue, key: String) {
        var watch = WatchDraft(rules: WatchRules(request: draft.defaults))
        FieldTable.watch(backends: names).apply(value, to: &watch, under: key, reader: &reader)
        watch.noteOrigins(of: value)
        applyBackendDefaults(of: value, to: &watch.rules.request)
        watchDrafts.append((watch, value))
        for entry in value.entries ?? [] where value["request"]?.value[entry.name] != nil {
            reader.report(.conflict(with: key + ".request." + entry.name), key: key + "." + entry.name, at: entry)
        }
        for name in ["path", "outbox"] where value.entries != nil && value[name] == nil {
            if name == "outbox", words.outbox != nil { continue }
            reader.report(.missing, key: key + "." + name, at: value)
        }
        if watch.rules.accepted.isEmpty, let entry = value["accept"] {
            reader.report(.malformed(got: "[]", example: "[\"pictures\"]"), key: key + ".accept", at: entry)
        }
        for name in ["after", "archive"] where watch.rules.isObserved {
            // Observed files stay in place: they are neither archived nor deleted.
            if let entry = value[name] {
                reader.report(.conflict(with: key + ".source"), key: key + "." + name, at: entry)
            }
        }
        let backend = watch.rules.request.generation.backend
        if watch.rules.isLocalOnly, BackendSettings.remoteNames(backends).contains(backend) {
            reader.report(.notLocal(backend: backend), key: key + ".backend", at: value)
        }
        guard let path = watch.path, let outbox = watch.outbox ?? words.outbox else { return }
        let paths = filePaths
        let folder = paths.path(path)
        watch.rules.setRemotePace(value)
        watches.append(
            LocatedWatch(
                watch: WatchFolder(
                    name: watch.name ?? folder.name.shown, path: folder, outbox: paths.path(outbox),
                    failed: watch.failed.map(paths.path), archive: watch.archive.map(paths.path), rules: watch.rules),
                key: key, value: value))
    }

    /// Fills in options that the folder does not set from its backend's table; they take precedence over the general
    /// defaults.
    private func applyBackendDefaults(of watch: FieldValue, to request: inout Request) {
        guard let backend = backends.first(where: { $0.name == request.generation.backend }) else { return }
        let said = watch["request"]?.value
        if said?["size"] == nil, let size = backend.size {
            request.generation.size = size
            request.note("size", from: .backend)
        }
        for option in backend.own.value.configuredOptions where said?[option.rawValue] == nil {
            request.generation.clear(option)
            request.note(option.rawValue, from: .backend)
        }
    }

    private mutating func applyCommandLine() {
        if let path = words.watch {
            guard let outbox = words.outbox else { return reader.report(.missing, key: "--outbox") }
            let folder = wordPaths.path(path)
            var request = draft.defaults
            applyBackendDefaults(of: FieldValue(.table([])), to: &request)
            let watch = WatchFolder(
                name: folder.name.shown, path: folder, outbox: wordPaths.path(outbox),
                rules: WatchRules(request: request))
            watches = [LocatedWatch(watch: watch, key: "--watch", value: FieldValue(.table([])))]
        } else if let outbox = words.outbox {
            if watches.count > 1 { return reader.report(.conflict(with: "watch[1].outbox"), key: "--outbox") }
            if let first = watches.indices.first { watches[first].watch.outbox = wordPaths.path(outbox) }
        }
        if watches.isEmpty, reader.failures.isEmpty { reader.report(.missing, key: "watch") }
    }

    /// The state folder: from the command line, the file, systemd, or the user's own folder, in this order.
    private mutating func stateFolder(at entry: FieldEntry?) -> FolderPath? {
        if let state = words.state { return wordPaths.path(state) }
        if let state = draft.state { return filePaths.path(state) }
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first, given.hasPrefix("/") {
            return FolderPath(String(given))
        }
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return wordPaths.path(base).appending("textifyd").asRoot
        }
        if let home = wordPaths.home { return wordPaths.path(home).appending(".local/state/textifyd").asRoot }
        if entry == nil { reader.report(.missing, key: "service.state") }
        return nil
    }
}

extension WatchRules {
    /// Applies times that the configuration sets to network file systems as well; times that it leaves out keep the
    /// defaults for network file systems.
    fileprivate mutating func setRemotePace(_ table: FieldValue) {
        let settle = table["settle"]?.value
        if table["interval"] != nil { remotePace.interval = pace.interval }
        if settle?["picture"] != nil { remotePace.settle.picture = pace.settle.picture }
        if settle?["prompt"] != nil { remotePace.settle.prompt = pace.settle.prompt }
    }
}
