import Configuration
import ControlServer
import Domain
import Glibc
import PlatformHTTPServer
import PlatformSystem
import Words

/// Serves the control socket: the one that the service manager passed, or one of our own.
@MainActor
final class ControlDesk {
    private let server: HTTPServer
    /// Throws when somebody else answers there, or the name can't be used.
    init(
        _ settings: Settings, passed: consuming FileDescriptor?, plane: any ControlPlane
    ) throws(LaunchFailure) {
        let place = settings.control.socket
        let service = ControlService(
            plane: plane, timer: ContinuousClock(), access: Self.access(settings.control),
            limits: ControlLimits(pictureBytes: Int(clamping: settings.limits.pictures.fileBytes)),
            language: settings.service.language)
        do throws(SocketFailure) {
            let socket = try Self.socket(passed, place)
            server = try HTTPServer(socket, handler: service)
        } catch {
            throw LaunchFailure(.unavailable, Wording(.english).sentence(error, about: place.shown))
        }
    }

    /// Answers what is asked already, then closes.
    func close() async {
        await server.stop(grace: .seconds(5))
    }

    private static func socket(
        _ passed: consuming FileDescriptor?, _ place: FolderPath
    ) throws(SocketFailure) -> ListeningSocket {
        if let passed { return try ListeningSocket(adopting: passed.released()) }
        do throws(FileFailure) {
            try FileDescriptor.makeFolder(place.folder)
        } catch {
            throw .file(error)
        }
        return try ListeningSocket(at: place)
    }

    private static func access(_ control: ControlSettings) -> AccessRules {
        AccessRules(
            owner: getuid(), submitters: group(control.submitGroup), operators: group(control.adminGroup))
    }

    private static func group(_ name: String) -> AccessRules.Group? {
        SystemGroup.number(named: name).map { AccessRules.Group(name: name, number: $0) }
    }
}
