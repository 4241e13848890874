import Domain
import PlatformTOML

/// Reads a configuration: applies the files, then the command line, then checks settings against each other.
struct SettingsReader {
    let commandLine: CommandLineSettings
    private let kinds: [BackendDescription]
    let environment: [String: String]
    /// The valid values of `backend`.
    private(set) var names = BackendsReader.builtIn
    private var backends: [BackendSettings] = []
    /// Relative paths in all files start from the main file's folder, so that a table means the same in each of them.
    /// Those of the command line start from the current directory.
    let filePaths: PathResolver
    let commandLinePaths: PathResolver
    var reader: FieldReader
    private(set) var draft = SettingsDraft()
    /// Each watch table as read, with its entries.
    private(set) var watchDrafts: [(draft: WatchDraft, table: FieldValue)] = []
    private var watches: [LocatedWatch] = []
    /// Each table of a gate as read, with its entries.
    private(set) var gateDrafts: [(draft: GateDraft, table: FieldValue)] = []
    /// Each table of a target of notifications as read, with its entries.
    private(set) var targetDrafts: [(draft: TargetDraft, table: FieldValue)] = []
    /// Each table of expiry as read, with its entries.
    private(set) var expiryDrafts: [(draft: ExpiryDraft, table: FieldValue)] = []

    /// `files`: the names for display, at least one.
    init(
        files: [String], commandLine: CommandLineSettings, kinds: [BackendDescription], environment: [String: String],
        folder: String
    ) {
        self.commandLine = commandLine
        self.kinds = kinds
        self.environment = environment
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        commandLinePaths = PathResolver(base: folder, home: home)
        let file = files.first ?? ""
        let parent = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
        let base = file.hasPrefix("/") ? parent : folder + "/" + parent
        filePaths = PathResolver(base: base, home: home)
        reader = FieldReader(files: files)
    }

    mutating func settings(from tree: FieldValue) throws(ConfigurationFailure) -> Settings {
        let models = backendsReader.models(in: tree["backends"])
        names = BackendsReader.names(in: tree["backends"]).filter { !models.contains($0) }
        backends = backendsReader.backends(in: tree["backends"], &reader)
        FieldTable.settings(backends: names, models: models, filePaths)
            .apply(tree, to: &draft, under: "", reader: &reader)
        if let suggest = tree["library"]?.value["suggest"], draft.settings.suggest.isAskingNobody {
            reader.report(.missing, key: "library.suggest.backend", at: suggest)
        }
        if let defaults = tree["defaults"] { draft.settings.defaults.note(defaults.value, from: .defaults) }
        if commandLine.watch == nil { readWatches(tree["watch"]) }
        expiryDrafts = Self.expiry(in: tree["expire"], &reader)
        draft.settings.retention.expiry = expiryDrafts.compactMap(\.draft.rule)
        applyCommandLine()
        let folderNames = watches.map(\.watch.name)
        targetDrafts = targets(in: tree["notify"], folders: folderNames)
        draft.settings.targets = targetDrafts.compactMap(\.draft.target)
        gateDrafts = gates(in: tree["gate"], folders: folderNames, targets: targetDrafts.compactMap(\.draft.name))
        draft.settings.gates = gateDrafts.compactMap(\.draft.gate)
        if backends.contains(where: { $0.own.value.needsPluginFolder }), tree["plugins"]?.value["folder"] == nil {
            reader.report(.missing, key: "plugins.folder")
        }
        if let key = draft.settings.blobs.missingKey { reader.report(.missing, key: "blobs." + key) }
        // A token is required to listen, since it grants full access.
        if draft.settings.control.listen != nil, draft.settings.control.tokenFile == nil {
            reader.report(.missing, key: "control.token_file")
        }
        if draft.settings.web.listen?.isLoopback == false, draft.settings.web.tokenFile == nil {
            reader.report(.missing, key: "web.token_file")
        }
        let state = stateFolder(at: tree["service"]?.value["state"])
        let cache = state.map(cacheFolder)
        if let state, let cache {
            WatchConflicts(own: [("service.state", state), ("cache.folder", cache.path)]).check(watches, &reader)
        }
        let folders = watches.map(\.watch)
        BudgetReader(backends: backends, watches: folders).complete(&draft.settings.budget, tree, &reader)
        guard reader.failures.isEmpty, let state, let cache else { throw .invalid(reader.sorted) }
        var settings = draft.settings
        settings.service.state = state
        settings.control.socket = socket(state)
        settings.cache.folder = cache.path
        settings.backends = backends
        settings.watches = folders.rooted
        return settings
    }

    var backendsReader: BackendsReader { BackendsReader(kinds: kinds, paths: filePaths) }

    /// The control socket: from the command line, or the file; else beside an explicitly chosen state folder, because
    /// another service may already use the user's default path; else in the user's run-time folder.
    private func socket(_ state: FolderPath) -> FolderPath {
        if let given = commandLine.socket.map(commandLinePaths.path) ?? draft.socket { return given }
        guard !isStateChosen, let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else {
            return state.appending("control.sock")
        }
        return FolderPath(runtime).appending("textifyd").appending("control.sock")
    }

    /// The cache folder and its origin: the file, or systemd; else beside an explicitly chosen state folder, so that an
    /// installation stays in one place; else in the user's cache folder.
    func cacheFolder(_ state: FolderPath) -> (path: FolderPath, origin: SettingOrigin?) {
        if let cache = draft.cache { return (cache, nil) }
        if let given = environment["CACHE_DIRECTORY"]?.split(separator: ":").first, given.hasPrefix("/") {
            return (FolderPath(String(given)), .environment("CACHE_DIRECTORY"))
        }
        if isStateChosen { return (state.appending("cache"), .follows("service.state")) }
        if let base = environment["XDG_CACHE_HOME"], base.hasPrefix("/") {
            return (commandLinePaths.path(base).appending("textifyd"), .environment("XDG_CACHE_HOME"))
        }
        guard let home = commandLinePaths.home else { return (state.appending("cache"), .follows("service.state")) }
        return (commandLinePaths.path(home).appending(".cache/textifyd"), .environment("HOME"))
    }

    /// Whether the state folder is not the user's default one.
    private var isStateChosen: Bool {
        commandLine.state != nil || draft.state != nil || environment["STATE_DIRECTORY"] != nil
    }

    private mutating func readWatches(_ entry: FieldEntry?) {
        guard let entry else { return }
        guard case .list(let tables) = entry.value.content else {
            return reader.report(.wrongType(wanted: "list", got: entry.value.typeName), key: "watch", at: entry)
        }
        for (index, value) in tables.enumerated() { readWatch(value, key: "watch[\(index)]") }
    }

    private mutating func readWatch(_ table: FieldValue, key: String) {
        var watch = WatchDraft(rules: WatchRules(request: draft.settings.defaults))
        FieldTable.watch(backends: names, filePaths).apply(table, to: &watch, under: key, reader: &reader)
        watch.noteOrigins(of: table)
        applyBackendDefaults(of: table, to: &watch.rules.request)
        watchDrafts.append((watch, table))
        checkWatch(watch.rules, table, key)
        let outbox = watch.outbox ?? commandLine.outbox.map(filePaths.path)
        guard let path = watch.path, let outbox else { return }
        watch.rules.setRemotePace(table)
        let folder = WatchFolder(
            name: watch.name ?? path.name.shown, path: path, outbox: outbox, failed: watch.failed,
            archive: watch.archive, rules: watch.rules)
        watches.append(LocatedWatch(watch: folder, key: key, value: table))
    }

    private mutating func checkWatch(_ rules: WatchRules, _ table: FieldValue, _ key: String) {
        for entry in table.entries ?? []
        where WatchDraft.shortForms.contains(entry.name) && table["request"]?.value[entry.name] != nil {
            reader.report(.conflict(with: key + ".request." + entry.name), key: key + "." + entry.name, at: entry)
        }
        for name in ["path", "outbox"] where table.entries != nil && table[name] == nil {
            if name == "outbox", commandLine.outbox != nil { continue }
            reader.report(.missing, key: key + "." + name, at: table)
        }
        if rules.accepted.isEmpty, let entry = table["accept"] {
            reader.report(.malformed(got: "[]", example: "[\"pictures\"]"), key: key + ".accept", at: entry)
        }
        if rules.isObserved {
            // Observed files stay in place: they are neither archived nor deleted.
            for entry in ["after", "archive"].compactMap({ table[$0] }) {
                reader.report(.conflict(with: key + ".source"), key: key + "." + entry.name, at: entry)
            }
        }
        checkSuggesting(rules, table, key)
        let backend = rules.request.generation.backend
        if rules.isLocalOnly, BackendSettings.remoteNames(backends).contains(backend) {
            reader.report(.notLocal(backend: backend), key: key + ".backend", at: table)
        }
    }

    /// Without a word about it, a folder's pictures are only shown to a model where they may be sent to.
    private mutating func checkSuggesting(_ rules: WatchRules, _ table: FieldValue, _ key: String) {
        guard rules.suggesting != .off, let entry = table["suggest"] else { return }
        guard let model = draft.settings.suggest.backend else {
            if rules.suggesting == .apply { reader.report(.missing, key: "library.suggest.backend", at: entry) }
            return
        }
        if rules.isLocalOnly, BackendSettings.remoteNames(backends).contains(model) {
            reader.report(.notLocal(backend: model), key: key + ".suggest", at: entry)
        }
    }

    /// Fills in options that the folder does not set from its backend's table; they take precedence over the general
    /// defaults.
    private func applyBackendDefaults(of watch: FieldValue, to request: inout Request) {
        guard let backend = backends.first(where: { $0.name == request.generation.backend }) else { return }
        let table = watch["request"]?.value
        if table?["size"] == nil, let size = backend.size {
            request.generation.size = size
            request.note("size", from: .backend)
        }
        for option in backend.own.value.configuredOptions where table?[option.rawValue] == nil {
            request.generation.clear(option)
            request.note(option.rawValue, from: .backend)
        }
    }

    private mutating func applyCommandLine() {
        if let path = commandLine.watch {
            guard let outbox = commandLine.outbox else { return reader.report(.missing, key: "--outbox") }
            let folder = commandLinePaths.path(path)
            var request = draft.settings.defaults
            applyBackendDefaults(of: FieldValue(.table([])), to: &request)
            let watch = WatchFolder(
                name: folder.name.shown, path: folder, outbox: commandLinePaths.path(outbox),
                rules: WatchRules(request: request))
            watches = [LocatedWatch(watch: watch, key: "--watch", value: FieldValue(.table([])))]
        } else if let outbox = commandLine.outbox {
            if watches.count > 1 { return reader.report(.conflict(with: "watch[1].outbox"), key: "--outbox") }
            if let first = watches.indices.first { watches[first].watch.outbox = commandLinePaths.path(outbox) }
        }
        if watches.isEmpty, reader.failures.isEmpty { reader.report(.missing, key: "watch") }
    }

    /// The state folder: from the command line, the file, systemd, or the user's own folder, in this order.
    private mutating func stateFolder(at entry: FieldEntry?) -> FolderPath? {
        if let state = commandLine.state { return commandLinePaths.path(state) }
        if let state = draft.state { return state }
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first, given.hasPrefix("/") {
            return FolderPath(String(given))
        }
        if let base = environment["XDG_STATE_HOME"], base.hasPrefix("/") {
            return commandLinePaths.path(base).appending("textifyd").asRoot
        }
        if let home = commandLinePaths.home {
            return commandLinePaths.path(home).appending(".local/state/textifyd").asRoot
        }
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
