import Domain
import FoundationEssentials

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

    private var files: PrivateFiles
    private var desktop: DesktopOpener

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        files = PrivateFiles(environment)
        desktop = DesktopOpener(environment)
    }

    /// `id`: the artwork's.
    mutating func open(_ picture: [UInt8], of id: String) async throws(FileFailure) -> Outcome {
        let format = PictureFormat(magic: picture)
        let name = FileName(
            "artwork-" + id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.suffix(26)
                + (format.map { "." + $0.rawValue } ?? ""))
        let path = try files.write(picture, to: name)
        guard format != nil, await desktop.open(path) else { return .written(path: path) }
        return .opened(path: path)
    }
}
