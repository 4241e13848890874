import BackendKit
import Configuration
import Domain
import PlatformSystem
import Words

/// The network routes of the configured backends. Certificate files and proxy passwords are read at the start and at
/// each reload, so that errors are reported before any work is requested.
enum BackendRoutes {
    /// The largest certificate file, in bytes.
    private static let maxBytes = 16 << 20

    /// Returns a transport for each backend, by name, which adds the backend's route and sends over `transport`. Throws
    /// every error at once. `isCheck`: skips systemd credentials, which are not available outside a start by systemd.
    static func transports(
        for backends: [BackendSettings], _ keys: KeyReader, over transport: any HTTPTransport, isCheck: Bool = false
    ) throws(LaunchFailure) -> [String: RoutedTransport] {
        let words = Wording(.english)
        var found: [String: RoutedTransport] = [:]
        var faults: [String] = []
        for backend in backends {
            let network = backend.network
            var proxy = network.proxy
            if case .at(let address, _) = proxy, let source = network.proxyLogin, !isSkipped(source, isCheck) {
                do throws(KeyFailure) { proxy = .at(address, login: try keys.key(source)) } catch {
                    faults.append(words.sentence(error, aboutProxyOf: backend.name))
                }
            }
            if let file = network.caFile, let problem = problem(of: file) {
                faults.append(words.sentence(problem, backend: backend.name, file: file.shown))
            }
            found[backend.name] = RoutedTransport(
                transport: transport, proxy: proxy,
                caFile: network.caFile.map { String(decoding: $0.bytes, as: UTF8.self) })
        }
        guard faults.isEmpty else { throw LaunchFailure(.configuration, faults.joined(separator: "\n")) }
        return found
    }

    private static func isSkipped(_ source: KeySource, _ isCheck: Bool) -> Bool {
        if case .credential = source { isCheck } else { false }
    }

    private static func problem(of file: FolderPath) -> CertificateFileProblem? {
        do throws(FileFailure) {
            let bytes = try FileDescriptor.file(file).all(limit: maxBytes)
            return holdsCertificate(bytes) ? nil : .empty
        } catch {
            return .unreadable(error)
        }
    }

    /// As OpenSSL does: searches for the beginning of a certificate block.
    private static func holdsCertificate(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
            ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"].contains {
                line.hasPrefix("-----BEGIN \($0)-----")
            }
        }
    }
}

/// Adds a backend's proxy and trusted certificates to each of its requests.
struct RoutedTransport: HTTPTransport {
    let transport: any HTTPTransport
    let proxy: HTTPProxy?
    let caFile: String?

    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var request = request
        request.proxy = proxy ?? request.proxy
        request.caFile = caFile ?? request.caFile
        return try await transport.perform(request)
    }
}
