import Configuration
import ControlServer
import Domain
import Glibc
import PlatformHTTPServer
import PlatformSystem
import Web
import Words

/// Serves the control socket, which is passed by the service manager or created here, and the network addresses.
@MainActor
final class ControlListener {
    private var servers: [HTTPServer] = []

    /// Throws when another process is listening there, or the path can't be used.
    init(
        _ settings: Settings, passed: consuming FileDescriptor?, plane: ControlPlane,
        gallery: (entrance: GalleryEntrance, calendar: CalendarFeed)? = nil
    ) throws(LaunchFailure) {
        let place = settings.control.socket
        do throws(SocketFailure) {
            // Files in the state folder are accessible to their owner only.
            let mode: UInt32 = place.isWithin(settings.service.state) ? 0o600 : 0o660
            let socket = try Self.socket(passed, place, mode)
            let service = Self.service(settings, plane, .socket(Self.rules(settings)))
            servers.append(try HTTPServer(socket, handler: service))
        } catch {
            throw LaunchFailure(.unavailable, Wording(.english).sentence(error, about: place.shown))
        }
        if let address = settings.control.metricsListen {
            try open(address, of: "control", Self.service(settings, plane, .metrics(isLoopback: address.isLoopback)))
        }
        if let address = settings.control.listen, let file = settings.control.tokenFile {
            let token = try Self.token(file, of: "control", Wording(.english))
            try open(address, of: "control", Self.service(settings, plane, .token(token, owner: getuid())))
        }
        if let address = settings.web.listen, let gallery {
            try open(address, of: "web", Self.gallery(settings, plane, gallery.entrance, gallery.calendar))
        }
    }

    private static func gallery(
        _ settings: Settings, _ plane: ControlPlane, _ entrance: GalleryEntrance, _ calendar: CalendarFeed
    ) throws(LaunchFailure) -> GalleryService {
        let token: Secret? =
            if let file = settings.web.tokenFile { try token(file, of: "web", Wording(.english)) } else { nil }
        return GalleryService(
            entrance: entrance, control: service(settings, plane, .session(rules(settings))), token: token,
            owner: getuid(),
            language: settings.service.language,
            clock: GalleryClock(now: { UTCMillis.now() }, text: { LocalTime($0).description }), calendar: calendar)
    }

    private static func rules(_ settings: Settings) -> AccessRules {
        AccessRules(
            owner: getuid(), submitters: settings.control.submitGroup, operators: settings.control.adminGroup)
    }

    private static func service(
        _ settings: Settings, _ plane: ControlPlane, _ access: AccessPolicy
    ) -> ControlService<ContinuousClock> {
        ControlService(
            plane: plane, timer: ContinuousClock(), access: access,
            pictureBytes: Int(clamping: settings.limits.pictures.fileBytes),
            language: settings.service.language)
    }

    private func open(
        _ address: ListenAddress, of table: String, _ service: any RequestHandler
    ) throws(LaunchFailure) {
        do throws(SocketFailure) {
            let socket = try ListeningSocket(host: address.host, port: address.port)
            servers.append(try HTTPServer(socket, handler: service))
        } catch {
            throw LaunchFailure(.unavailable, Wording(.english).notListening(error, at: address.text, of: table))
        }
    }

    /// Reads the token that `token_file` of a table names. A file that others may read is rejected.
    nonisolated static func token(_ file: FolderPath, of table: String, _ words: Wording) throws(LaunchFailure)
        -> Secret
    {
        do throws(KeyFailure) {
            return try KeyReader(environment: [:]).key(.file(file))
        } catch {
            throw LaunchFailure(.configuration, words.tokenSentence(error, of: table))
        }
    }

    /// Answers pending requests, then closes.
    func close() async {
        await withTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { await server.stop(grace: .seconds(5)) } }
        }
    }

    private static func socket(
        _ passed: consuming FileDescriptor?, _ place: FolderPath, _ mode: UInt32
    ) throws(SocketFailure) -> ListeningSocket {
        if let passed { return try ListeningSocket(adopting: passed.released()) }
        do throws(FileFailure) {
            try FileDescriptor.makeFolder(place.folder)
        } catch {
            throw .file(error)
        }
        return try ListeningSocket(at: place, mode: mode)
    }
}
