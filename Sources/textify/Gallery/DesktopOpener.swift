import Domain
import FoundationEssentials
import PlatformSystem

/// Opens files with the programs that the desktop has for them.
struct DesktopOpener {
    private let environment: [String: String]
    /// A child ends when its handle is released: a program that `xdg-open` waits for stays until this value goes.
    private var children: [any ChildProcess] = []

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// `false` if there is no desktop, or no program that knows its programs.
    mutating func open(_ path: String) async -> Bool {
        guard let program else { return false }
        let order = ChildConfiguration(
            program: program, arguments: [path], variables: environment.map { "\($0.key)=\($0.value)" },
            folder: FolderPath("/"))
        guard let child = try? await ChildRunner().start(order, onEvent: { _ in }) else { return false }
        child.finish()
        children.append(child)
        return true
    }

    private var program: String? {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
        return displays.contains { !$0.isEmpty } ? Programs.path(of: "xdg-open", environment) : nil
    }
}

/// Files in a folder that only this user can read. They stay there, because a program may read its file at any time.
struct PrivateFiles {
    private let environment: [String: String]
    private var folder: FolderPath?

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Writes a file and returns its path.
    mutating func write(_ bytes: [UInt8], to name: FileName) throws(FileFailure) -> String {
        let folder = try privateFolder()
        try FileDescriptor.folder(folder).write(bytes, to: name, .owner)
        return folder.shown + "/" + name.shown
    }

    private mutating func privateFolder() throws(FileFailure) -> FolderPath {
        if let folder { return folder }
        let base = FolderPath(environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp")
        let name = "textify-gallery-" + String(randomSeed(), radix: 36)
        try FileDescriptor.folder(base).makeFolder(FileName(name), .owner)
        folder = base.appending(name)
        return base.appending(name)
    }
}
