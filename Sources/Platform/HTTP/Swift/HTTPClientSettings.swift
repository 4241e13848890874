package import Domain
internal import Glibc

/// What all requests of a client have in common.
package struct HTTPClientSettings: Equatable, Sendable {
    /// Such as `textifyd/1.0`.
    package var userAgent: String
    /// Further requests to the same host and port wait for a free connection.
    package var connectionsPerHost: Int
    /// How many connections may be kept for later when nothing runs.
    package var idleConnections: Int
    /// For how many whole seconds a connection may have been idle that a request takes which may cost money.
    package var paidIdleSeconds: Int
    /// A file of certificates (PEM) to trust in place of the system's, where a request names none.
    package var caFile: String?
    /// Which proxies requests take that name none.
    package var proxies: ProxyRules

    package init(
        userAgent: String, connectionsPerHost: Int = 16, idleConnections: Int = 32, paidIdleSeconds: Int = 1,
        caFile: String? = nil, proxies: ProxyRules = .ofProcess
    ) {
        self.userAgent = userAgent
        self.connectionsPerHost = connectionsPerHost
        self.idleConnections = idleConnections
        self.paidIdleSeconds = paidIdleSeconds
        self.caFile = caFile
        self.proxies = proxies
    }
}

extension ProxyRules {
    /// What the process's own environment says.
    package static var ofProcess: ProxyRules {
        var found: [String: String] = [:]
        for name in variables {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return ProxyRules(environment: found)
    }
}
