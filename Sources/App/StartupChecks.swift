import BackendKit
import Configuration
import Domain
import PlatformConcurrency
import PlatformSystem
import Words

/// What `textifyd --check` examines beyond the configuration's own values: everything that a start would refuse, found in
/// one run.
struct StartupCheck {
    let settings: Settings
    let source: SettingsSource
    let words: Wording

    private struct Finding {
        /// The setting; `nil` if the sentence names it.
        let key: String?
        let failure: LaunchFailure
    }

    /// Throws one failure with a line for each finding: its place, the key and what is wrong. Its exit code is that of
    /// the first finding.
    func run() async throws(LaunchFailure) {
        let threads = ThreadExecutor(name: "check")
        let found = await folders(threads) + keys()
        await threads.shutdown()
        guard let first = found.first else { return }
        throw LaunchFailure(first.failure.exit, found.flatMap(lines).joined(separator: "\n"))
    }

    /// A backend's failure has several lines if it has several errors.
    private func lines(_ finding: Finding) -> [String] {
        let text =
            finding.failure.mistakes.map { words.lines($0) }
            ?? finding.failure.sentence
            .split(separator: "\n").map(String.init)
        let place = source.place(of: finding.key)
        return text.map { [place, finding.key, $0].compactMap(\.self).joined(separator: ": ") }
    }

    private func folders(_ threads: ThreadExecutor) async -> [Finding] {
        let first = [
            finding(settings.service.zone == nil ? nil : "service.zone") { () throws(LaunchFailure) in
                try TimeZoneCheck.check(settings, environment: source.environment)
                try NotificationCheck.check(settings, environment: source.environment)
            },
            finding(nil) { () throws(LaunchFailure) in _ = try UmaskCheck.mask(environment: source.environment) },
            finding("service.state") { () throws(LaunchFailure) in try StateFolderCheck.check(settings.service.state) },
        ]
        let conflict: Finding?
        do throws(LaunchFailure) {
            try await FolderConflictCheck.check(settings, on: threads)
            conflict = nil
        } catch {
            conflict = Finding(key: nil, failure: error)
        }
        // On the threads, because a folder may be on a disk that does not respond.
        let access = await threads.run { () -> [Finding?] in [state()] + settings.watches.indices.map(outbox) }
        return (first + [conflict] + access).compactMap(\.self)
    }

    private func state() -> Finding? {
        finding("service.state") { () throws(LaunchFailure) in
            do throws(StateFolderFailure) { try StateFolder.check(settings.service.state) } catch {
                throw LaunchFailure(error, settings.service.state, words)
            }
        }
    }

    /// A missing outbox is no error: it may be on a disk that is not mounted yet, so the service waits for it. One that
    /// was named on the command line is created.
    private func outbox(_ index: Int) -> Finding? {
        let path = settings.watches[index].outbox
        let isCreated = source.commandLine.watch != nil || source.commandLine.outbox != nil
        return finding("watch[\(index)].outbox") { () throws(LaunchFailure) in
            do throws(FileFailure) {
                try isCreated ? FolderAccess.checkCreatable(path) : FolderAccess.checkWritable(path)
            } catch {
                if error == .missing { return }
                throw LaunchFailure(.cannotCreate, words.sentence(error, about: path.shown))
            }
        }
    }

    private func keys() -> [Finding] {
        let token = finding("control.token_file") { () throws(LaunchFailure) in
            guard settings.control.listen != nil, let file = settings.control.tokenFile else { return }
            _ = try ControlListener.token(file, of: "control", words)
        }
        let backends = finding(nil) { () throws(LaunchFailure) in
            try BackendFactory.check(settings, environment: source.environment)
        }
        let galleryToken = finding("web.token_file") { () throws(LaunchFailure) in
            guard settings.web.listen != nil, let file = settings.web.tokenFile else { return }
            _ = try ControlListener.token(file, of: "web", words)
        }
        return [token, galleryToken, backends].compactMap(\.self)
    }

    private func finding(_ key: String?, _ check: () throws(LaunchFailure) -> Void) -> Finding? {
        do throws(LaunchFailure) {
            try check()
            return nil
        } catch {
            return Finding(key: key, failure: error)
        }
    }
}

/// Rejects conflicting folders, compared by device and inode, because the configured paths don't show links. A folder
/// that does not exist yet is represented by its nearest existing parent.
enum FolderConflictCheck {
    /// Throws when the service would process its own output, when a watch folder lies in another, or when a shared
    /// folder overlaps the state folder. Runs on `threads`, because a folder may be on a disk that does not respond.
    static func check(_ settings: Settings, on threads: ThreadExecutor) async throws(LaunchFailure) {
        try await threads.run { () throws(LaunchFailure) in try check(settings) }
    }

    private static func check(_ settings: Settings) throws(LaunchFailure) {
        let state = Folder("the state folder", settings.service.state)
        let watches = settings.watches.map { Folder("the watch folder", $0.path) }
        let targets = settings.watches.map(targets)
        for folder in watches + targets.joined() {
            // Everybody who can write into one of the two folders could otherwise reach the database.
            try refuse(folder, within: state)
            try refuse(state, within: folder)
        }
        for (index, watch) in watches.enumerated() {
            for (other, outer) in watches.enumerated() where other != index { try refuse(watch, within: outer) }
            for target in targets.joined() { try refuse(target, being: watch) }
        }
        for watch in watches { for target in targets.joined() { try refuseHidden(target, in: watch) } }
    }

    /// A folder as the file system sees it, rather than its path.
    private struct Folder {
        let name: String
        let path: FolderPath
        /// The folder's identity; `nil` if it does not exist.
        let identity: FolderIdentity?
        /// The folder, or its nearest existing parent, and all folders above.
        let ancestors: [FolderIdentity]

        init(_ name: String, _ path: FolderPath) {
            self.name = name
            self.path = path
            identity = FolderIdentity(of: path)
            ancestors = FolderIdentity.ancestry(of: path)
        }
    }

    private static func targets(of watch: WatchFolder) -> [Folder] {
        [
            Folder("the outbox", watch.outbox), Folder("the folder for failed files", watch.failed),
            Folder("the archive", watch.archive),
        ]
    }

    private static func refuse(_ inner: Folder, within outer: Folder) throws(LaunchFailure) {
        guard let identity = outer.identity, inner.ancestors.contains(identity) else { return }
        throw refusal(inner, "is or lies in", outer)
    }

    private static func refuse(_ target: Folder, being watch: Folder) throws(LaunchFailure) {
        guard let identity = watch.identity, target.identity == identity else { return }
        throw refusal(target, "is", watch)
    }

    /// Links below a watch folder are not followed, which works only if the path shows that the folder is there.
    private static func refuseHidden(_ target: Folder, in watch: Folder) throws(LaunchFailure) {
        guard let identity = watch.identity, target.ancestors.contains(identity), !target.path.isWithin(watch.path)
        else {
            return
        }
        throw LaunchFailure(
            .configuration,
            "\(target.name) \(target.path) lies in the watch folder \(watch.path), although its path does not show it. Write it "
                + "as \(watch.path)/…, or choose another folder.")
    }

    private static func refusal(_ one: Folder, _ verb: String, _ other: Folder) -> LaunchFailure {
        LaunchFailure(
            .configuration,
            "\(one.name) \(one.path) \(verb) \(other.name) \(other.path), perhaps through a link. The service would "
                + "process its own output, or others could reach its state. Choose another folder for one of them.")
    }
}

/// Checks at the start, rather than with the first drop, that every folder's backend supports the options that the
/// configuration sets for its prompts.
enum BackendOptionsCheck {
    static func check(_ settings: Settings, _ backends: [any ImageBackend]) throws(LaunchFailure) {
        let known = Dictionary(backends.map { ($0.descriptor.name, $0.descriptor.abilities) }) { first, _ in first }
        var found: [FieldFailure] = []
        for (index, watch) in settings.watches.enumerated() {
            let generation = watch.rules.request.generation
            guard !generation.isLenient, let own = known[generation.backend] else { continue }
            let others = known.filter { $0.key != generation.backend }
            found += own.optionFailures(generation, among: others).map { failure in
                FieldFailure(key: "watch[\(index)].request." + failure.key, problem: failure.problem)
            }
        }
        if found.isEmpty { return }
        let words = Wording(.english)
        throw LaunchFailure(.configuration, found.map(words.sentence).joined(separator: "\n"), .invalid(found))
    }
}

/// Rejects state folders on network file systems, whose locks two machines may both hold.
enum StateFolderCheck {
    /// Determines a folder's file system. Throws `.missing` when the folder does not exist.
    typealias Kind = @Sendable (FolderPath) throws(FileFailure) -> FileSystemKind

    /// Checks the state folder, or the existing folder in which it would be created. Other problems are left to the
    /// code that uses the folder.
    static func check(
        _ state: FolderPath, _ kind: Kind = { path throws(FileFailure) in try FileSystemKind(at: path) }
    ) throws(LaunchFailure) {
        guard case .network(let name) = nearest(state, kind) else { return }
        throw LaunchFailure(
            .configuration, Wording(.english).sentence(RepositoryFailure.networkFileSystem(name), about: state.shown))
    }

    /// The file system of the folder, or of the nearest existing one above.
    private static func nearest(_ state: FolderPath, _ kind: Kind) -> FileSystemKind? {
        var folder = state
        while true {
            do throws(FileFailure) { return try kind(folder) } catch {
                guard error == .missing, folder.bytes.count > 1, folder.bytes.contains(UInt8(ascii: "/")) else {
                    return nil
                }
                folder = folder.folder
            }
        }
    }
}

/// Rejects unknown time zones, which the system would silently treat as UTC.
enum TimeZoneCheck {
    /// Without a configured zone that of the environment counts.
    static func check(_ settings: Settings, environment: [String: String]) throws(LaunchFailure) {
        for gate in settings.gates {
            for zone in gate.condition.zones.sorted() where !LocalZone.isKnown(zone) {
                throw unknown("gate \(gate.name): “\(zone)”")
            }
        }
        let fault: String
        if let zone = settings.service.zone {
            if LocalZone.isKnown(zone) { return }
            fault = "service.zone: “\(zone)”"
        } else {
            guard let zone = environment["TZ"], !LocalZone.isUnderstood(zone) else { return }
            fault = "the environment's TZ: “\(zone)”"
        }
        throw unknown(fault)
    }

    private static func unknown(_ fault: String) -> LaunchFailure {
        LaunchFailure(
            .configuration,
            fault + " is not a known time zone. Use a name from `timedatectl list-timezones`, such as "
                + "Asia/Seoul, or install the tzdata package.")
    }
}

/// Reads the umask that the environment variable `UMASK` sets, as is usual for containers.
enum UmaskCheck {
    /// `nil` if it is not set. Rejects one that would take the service's own files away from it.
    static func mask(environment: [String: String]) throws(LaunchFailure) -> UInt32? {
        guard let text = environment["UMASK"], !text.isEmpty else { return nil }
        if let mask = UInt32(text, radix: 8), mask & ~0o077 == 0 { return mask }
        throw LaunchFailure(
            .configuration,
            "the environment's UMASK: “\(text)” is no umask that the service can work with. Use 0002 if the group may "
                + "write results, 0022 if it may only read them, or 0077.")
    }
}

/// Creates folders named on the command line. Configured folders are not created: they may be on a disk that is not
/// mounted yet, so the service waits for them.
enum CommandLineFolders {
    static func make(
        _ words: CommandLineSettings, _ settings: Settings, _ files: any FileSystem
    ) async throws(LaunchFailure) {
        guard words.watch != nil || words.outbox != nil else { return }
        for watch in settings.watches {
            for folder in [watch.path, watch.outbox] {
                do throws(FileFailure) { try await files.makeFolder(folder) } catch {
                    throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: folder.shown))
                }
            }
        }
    }
}
