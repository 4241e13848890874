import Configuration
import Domain
import Glibc
import PlatformSystem
import Words

/// The systemd drop-in that the configured folders need under the packaged unit, which can write only a few folders and
/// sees no home folders.
struct UnitDropIn: Equatable {
    /// A path that the service uses.
    struct Place: Equatable, Hashable {
        let path: String
        /// Whether the service writes there, rather than only reading.
        let isWritten: Bool

        init(path: String, isWritten: Bool) {
            self.path = path
            self.isWritten = isWritten
        }

        init(_ path: FolderPath, isWritten: Bool) {
            self.init(path: String(decoding: path.bytes, as: UTF8.self), isWritten: isWritten)
        }
    }

    /// The folder of the unit's drop-ins.
    static let folder = "/etc/systemd/system/textifyd.service.d"
    static let name = "50-folders.conf"
    static let file = folder + "/" + name
    /// The commands that apply a drop-in.
    static let commands = ["systemctl daemon-reload", systemctl("restart")]
    /// The command that makes the service read its configuration again.
    static let reload = systemctl("reload")

    private static func systemctl(_ verb: String) -> String {
        ["systemctl", verb, "textifyd"].joined(separator: " ")
    }

    /// What the packaged unit opens for writing.
    private static let open = ["/srv/textifyd", stateFolder, cacheFolder, "/run/textifyd"]
    private static let stateFolder = "/var/lib/textifyd"
    private static let cacheFolder = "/var/cache/textifyd"
    /// What `ProtectHome=` hides.
    private static let homes = ["/home", "/root", "/run/user"]
    /// What `PrivateTmp=` hides.
    private static let temporary = ["/tmp", "/var/tmp"]

    /// The environment of the packaged unit, on which the state and cache folders depend.
    static let environment = [
        "STATE_DIRECTORY": stateFolder, "CACHE_DIRECTORY": cacheFolder, "HOME": stateFolder,
    ]

    /// Folders whose mounts have to be there.
    private(set) var mounted: [String] = []
    /// Folders to be opened for writing.
    private(set) var writable: [String] = []
    /// Hidden folders to be shown, writable ones first.
    private(set) var shown: [Place] = []
    /// Paths with a control character, which can't be written in a unit file.
    private(set) var unwritable: [String] = []
    /// Whether home folders have to be shown.
    var needsHomes: Bool { shown.contains { Self.isHome($0.path) } }
    var isEmpty: Bool { mounted.isEmpty && writable.isEmpty && shown.isEmpty && unwritable.isEmpty }

    /// `places` without links.
    init(_ all: [Place], mounts: MountTable) {
        let places = all.filter { !Self.hasControlCharacter($0.path) }
        unwritable = Self.outermost(all.map(\.path).filter(Self.hasControlCharacter))
        let written = Self.outermost(places.filter(\.isWritten).map(\.path))
        let read = Self.outermost(places.filter { !$0.isWritten }.map(\.path))
            .filter { path in !written.contains { path.isWithin($0) } }
        writable = written.filter { path in !Self.isHidden(path) && !Self.isOpen(path) }
        shown =
            written.filter(Self.isHidden).map { Place(path: $0, isWritten: true) }
            + read.filter(Self.isHidden).map { Place(path: $0, isWritten: false) }
        mounted = Self.outermost(written + read).filter { mounts.hasOwnMount($0) && !Self.isOwn($0) }
    }

    /// The drop-in with instructions as comments; `nil` if none is needed.
    func text(_ words: Wording) -> String? {
        if isEmpty { return nil }
        var lines = words.unitDropInHead(Self.file).map { "# " + $0 } + Self.commands.map { "#     " + $0 }
        lines += unwritable.map { "# " + words.unitDropInLacks(FileName($0).shown) }
        if !mounted.isEmpty {
            lines += ["", "[Unit]"] + mounted.map { "RequiresMountsFor=" + Self.quoted($0) }
        }
        guard !writable.isEmpty || !shown.isEmpty else { return lines.map { $0 + "\n" }.joined() }
        // With the dash a missing folder is passed over, instead of keeping the service from starting.
        lines += ["", "[Service]"] + writable.map { "ReadWritePaths=" + Self.quoted("-" + $0) }
        if needsHomes { lines.append("ProtectHome=tmpfs") }
        lines += shown.map { place in
            (place.isWritten ? "BindPaths=" : "BindReadOnlyPaths=") + Self.quoted("-" + place.path)
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// Whether the packaged unit hides this path from the service.
    static func isHidden(_ path: String) -> Bool {
        isHome(path) || temporary.contains { path.isWithin($0) }
    }

    private static func hasControlCharacter(_ path: String) -> Bool {
        ControlCharacter.offset(in: path) != nil || path.contains("\n")
    }

    private static func isHome(_ path: String) -> Bool { homes.contains { path.isWithin($0) } }

    private static func isOpen(_ path: String) -> Bool { open.contains { path.isWithin($0) } }

    /// The unit's own folders wait for their mounts without being told.
    private static func isOwn(_ path: String) -> Bool {
        [stateFolder, cacheFolder].contains { path.isWithin($0) }
    }

    /// The paths without those that lie in others, sorted.
    private static func outermost(_ paths: [String]) -> [String] {
        let unique = Set(paths)
        return unique.filter { path in !unique.contains { $0 != path && path.isWithin($0) } }.sorted()
    }

    /// The value as one word of a unit file: in quotation marks where it has special characters, `%` doubled.
    static func quoted(_ word: String) -> String {
        let text = escaped(word)
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 >= 0x80 || "/-_.,+@=%".utf8.contains($0) }
        if isPlain { return text }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}

extension UnitDropIn {
    /// The text with `%`, which begins a specifier, doubled.
    static func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }
}

extension String {
    /// Whether the path is `folder` or lies in it.
    fileprivate func isWithin(_ folder: String) -> Bool {
        folder == "/" || self == folder || hasPrefix(folder + "/")
    }
}

extension UnitDropIn {
    /// The places of a configuration. Folders are followed through links, which the unit doesn't open.
    init(_ settings: Settings, mounts: MountTable, resolve: (String) -> String) {
        let paths = Self.places(settings).flatMap { place in
            let resolved = resolve(place.path)
            return [place] + (resolved == place.path ? [] : [Place(path: resolved, isWritten: place.isWritten)])
        }
        self.init(paths, mounts: mounts)
    }

    private static func places(_ settings: Settings) -> [Place] {
        let watches = settings.watches.flatMap { watch in
            let targets = watch.rules.isObserved ? [watch.outbox, watch.failed] : watch.targets
            return [Place(watch.path, isWritten: !watch.rules.isObserved)] + targets.map { Place($0, isWritten: true) }
        }
        let own = [settings.service.state, settings.cache.folder].map { Place($0, isWritten: true) }
        let sources =
            settings.backends.flatMap { [$0.key, $0.network.proxyLogin] }
            + [settings.blobs.accessKey, settings.blobs.secretKey]
        let keys = sources.compactMap { source -> FolderPath? in
            guard case .file(let path)? = source else { return nil }
            return path
        }
        let read =
            keys + settings.backends.compactMap(\.network.caFile)
            + [
                settings.plugins, settings.control.tokenFile,
            ].compactMap(\.self)
        return watches + own + read.map { Place($0, isWritten: false) }
    }

    /// The path without links, as far as it exists.
    static func resolve(_ path: String) -> String {
        var missing: [Substring] = []
        var head = path
        while !head.isEmpty {
            if let found = realpath(head, nil) {
                defer { free(found) }
                let base = String(cString: found)
                return missing.isEmpty ? base : (base == "/" ? "" : base) + "/" + missing.joined(separator: "/")
            }
            guard let slash = head.lastIndex(of: "/") else { return path }
            missing.insert(head[head.index(after: slash)...], at: 0)
            head = String(head[..<slash])
        }
        return path
    }
}

/// The mount points of this machine.
struct MountTable: Equatable {
    let points: Set<String>

    /// `mounts`: the content of `/proc/self/mountinfo`; `known`: that of `/etc/fstab`, for mounts that are not there now.
    init(mounts: String, known: String = "") {
        let mounted = mounts.split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst(4).first }
        let listed = known.split(separator: "\n").compactMap { line -> Substring? in
            let words = line.split { $0 == " " || $0 == "\t" }
            return words.first?.hasPrefix("#") == false ? words.dropFirst().first : nil
        }
        points = Set((mounted + listed).map(Self.unescaped).filter { $0.hasPrefix("/") })
    }

    static var current: MountTable {
        func content(_ path: String) -> String {
            let bytes = try? FileDescriptor.file(FolderPath(path)).all(limit: 1 << 20)
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
        return MountTable(mounts: content("/proc/self/mountinfo"), known: content("/etc/fstab"))
    }

    /// Whether the path is on another mount than the root folder.
    func hasOwnMount(_ path: String) -> Bool {
        points.contains { $0 != "/" && path.isWithin($0) }
    }

    /// Decodes the kernel's `\040` for a space.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            guard byte == UInt8(ascii: "\\"), digits.count == 3,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(value)
            rest = rest.dropFirst(3)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
