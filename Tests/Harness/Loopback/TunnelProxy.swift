import CLoopback
import Glibc
import PlatformConcurrency

/// A CONNECT proxy on loopback (RFC 9110, 9.3.6), on its own threads. Whatever host is requested, every tunnel leads to
/// one server. It stops with the value, or earlier with `stop()`.
package final class TunnelProxy: Sendable {
    /// The proxy's behaviour on a connection.
    package enum ProxyBehavior: Sendable {
        /// Opens the tunnel; with `login`, only for this Base64-encoded `user:password`.
        case tunnel(login: String? = nil)
        /// Opens the tunnel and closes it after this many bytes from the client.
        case end(after: Int)
        /// Responds with this status.
        case refuse(Int)
        /// Closes the connection without a response.
        case hangUp
        /// Accepts the request and never answers.
        case silence
    }

    private let core: Core
    private let port: UInt16

    package init(to server: Server, _ habit: ProxyBehavior = .tunnel()) throws {
        guard let target = server.port else { throw ServerError(what: "a server without a port", code: EINVAL) }
        let (listener, port) = try Listening.anyPort(isOpen: true)
        guard let port else { throw ServerError(what: "bind", code: EINVAL) }
        self.port = port
        core = Core(listener, nil) { wire, ledger, number in
            Self.serve(wire, ledger, number, habit, target)
        }
        do throws(ThreadFailure) { try Thread.start("relay") { [core] in core.listen() } } catch {
            throw ServerError(what: "thread", code: error.code)
        }
    }

    deinit {
        stop()
    }

    /// Stops accepting connections and closes all tunnels.
    package func stop() {
        core.stop()
    }

    /// The proxy's URL.
    package var url: String { "http://\(host)" }
    package var host: String { "127.0.0.1:\(port)" }

    /// The CONNECT requests received so far.
    package var requests: [ReceivedRequest] { core.ledger.requests }
    package var connections: Int { core.ledger.connections }

    /// Waits for `count` CONNECT requests.
    package func asked(_ count: Int) async {
        await core.ledger.wait { $0.requests.count >= count }
    }

    private static func serve(_ wire: Wire, _ ledger: Ledger, _ number: Int, _ habit: ProxyBehavior, _ target: UInt16) {
        if case .hangUp = habit { return }
        while let head = head(wire) {
            let request = ledger.receive(head, [], on: number)
            switch habit {
            case .hangUp: return
            case .silence: while !wire.waitUntilGone() {}
            case .refuse(let status): _ = wire.write(Answer.head(status, length: 0))
            case .end(let most): return tunnel(wire, target, most)
            case .tunnel(let login):
                if let login, request.header("Proxy-Authorization") != "Basic " + login {
                    let wanted = [(name: "Proxy-Authenticate", value: "Basic realm=\"relay\"")]
                    _ = wire.write(Answer.head(407, headers: wanted, length: 0))
                } else {
                    return tunnel(wire, target, .max)
                }
            }
        }
    }

    private static func tunnel(_ wire: Wire, _ target: UInt16, _ most: Int) {
        let server = loopback_connect(target)
        guard server >= 0 else { return }
        defer { close(server) }
        guard wire.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)), most > 0 else { return }
        _ = loopback_relay(wire.socket, server, most)
    }

    /// The head of a request without a body; `nil` if the client disconnects first.
    private static func head(_ wire: Wire) -> String? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
            let more = wire.read()
            if more.isEmpty { return nil }
            bytes += more
        }
        return String(decoding: bytes.dropLast(4), as: UTF8.self)
    }
}
