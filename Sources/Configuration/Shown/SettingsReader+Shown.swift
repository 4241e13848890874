import Domain

extension SettingsReader {
    /// What was read, table by table, with paths made whole.
    func shown(_ settings: Settings, _ tree: FieldValue) -> [ShownTable] {
        let sheet = FieldTable.settings(backends: names).sheet(of: draft, said: tree)
        var tables = sheet.tables.flatMap { ShownTable.tables($0.sheet, at: [$0.name]) }
        place(settings, in: &tables)
        let backends = BackendsReader(paths: filePaths)
        for table in tree["backends"]?.value.entries ?? [] {
            tables += ShownTable.tables(backends.sheet(of: table, names: names), at: ["backends", table.name])
        }
        for (watch, read) in zip(settings.watches, watchDrafts) {
            tables += shown(watch, read.draft, read.said, tree)
        }
        return tables
    }

    /// What hangs on the environment.
    private func place(_ settings: Settings, in tables: inout [ShownTable]) {
        for index in tables.indices {
            switch tables[index].path {
            case ["service"] where draft.state == nil:
                tables[index].set("state", settings.service.state.shown, from: .environment(stateVariable))
            case ["control"] where draft.socket == nil:
                let path = settings.control.socket
                let isBeside = path == settings.service.state.appending("control.sock")
                tables[index].set(
                    "socket", path.shown, from: isBeside ? .follows("service.state") : .environment("XDG_RUNTIME_DIR"))
            default: break
            }
        }
    }

    private var stateVariable: String {
        ["STATE_DIRECTORY", "XDG_STATE_HOME"].first { environment[$0]?.hasPrefix("/") == true } ?? "HOME"
    }

    private func shown(_ watch: Watch, _ draft: WatchDraft, _ said: FieldValue, _ tree: FieldValue) -> [ShownTable] {
        var sheet = FieldTable.watch(backends: names).sheet(of: draft, said: said)
        // They stand in the request, too.
        sheet.lines.removeAll { WatchDraft.short.contains($0.name) }
        sheet.tables.removeAll { WatchDraft.short.contains($0.name) }
        let places = RequestPlaces(request: draft.request, watch: said, file: tree)
        var tables = ShownTable.tables(sheet, at: ["watch"], isElement: true) { key, line in
            key.first == "request" && key != ["request", "template"] ? places.origin(of: key.dropFirst()) : .said(line)
        }
        for index in tables.indices where tables[index].path == ["watch", "request"] {
            tables[index].join("tags", draft.request.tags)
            tables[index].take(from: places.backend)
        }
        tables[0].place(watch)
        return tables
    }
}

extension ShownTable {
    /// Tags unite: what one place said is not all of them.
    fileprivate mutating func join(_ name: String, _ texts: [String]) {
        guard !texts.isEmpty, let place = settings.firstIndex(where: { $0.name == name }) else { return }
        settings[place].value = FieldValue(.list(texts.map { FieldValue(.text($0)) }))
    }

    /// What the backend's table says stays there until the call.
    fileprivate mutating func take(from backend: FieldValue?) {
        for place in settings.indices {
            guard case .backend = settings[place].origin, settings[place].value == nil else { continue }
            settings[place].value = backend?[settings[place].name]?.value
        }
    }

    /// Paths as the service has them.
    fileprivate mutating func place(_ watch: Watch) {
        let base = watch.source == .observe ? "outbox" : "path"
        let paths = [
            ("name", watch.name, "path"), ("path", watch.path.shown, ""), ("outbox", watch.outbox.shown, ""),
            ("failed", watch.failed.shown, base), ("archive", watch.archive.shown, "path"),
        ]
        for (name, text, other) in paths {
            guard let setting = settings.first(where: { $0.name == name }) else { continue }
            set(name, text, from: setting.value == nil ? .follows(other) : setting.origin)
        }
    }
}
