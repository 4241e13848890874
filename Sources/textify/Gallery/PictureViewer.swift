import Domain
import FoundationEssentials
import PlatformSystem

/// Opens pictures with the desktop's viewer.
///
/// The pictures are written into a folder that only this user can read. They stay there, because a viewer may read its
/// file at any time.
struct PictureViewer {
    enum Outcome: Equatable {
        case opened(path: String)
        /// There is no desktop, or no program that knows its viewers.
        case written(path: String)
    }

    private let environment: [String: String]
    private var folder: FolderPath?
    /// A child ends when its handle is released: a viewer that `xdg-open` waits for stays until the gallery ends.
    private var children: [any ChildProcess] = []

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// `id`: the artwork's.
    mutating func open(_ picture: [UInt8], of id: String) async throws(FileFailure) -> Outcome {
        let folder = try privateFolder()
        let format = PictureFormat(magic: picture)
        let name = FileName(
            "artwork-" + id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.suffix(26)
                + (format.map { "." + $0.rawValue } ?? ""))
        try FileDescriptor.folder(folder).write(picture, to: name, .owner)
        let path = folder.shown + "/" + name.shown
        guard format != nil, let program = opener else { return .written(path: path) }
        let order = ChildConfiguration(
            program: program, arguments: [path], variables: environment.map { "\($0.key)=\($0.value)" },
            folder: FolderPath("/"))
        guard let child = try? await ChildRunner().start(order, onEvent: { _ in }) else { return .written(path: path) }
        child.finish()
        children.append(child)
        return .opened(path: path)
    }

    private var opener: String? {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
        return displays.contains { !$0.isEmpty } ? Programs.path(of: "xdg-open", environment) : nil
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
