public import Domain
internal import Glibc

/// What all requests of a client have in common.
public struct HTTPClientSettings: Equatable, Sendable {
    /// Such as `textifyd/1.0`.
    public var userAgent: String
    /// Further requests to the same host and port wait for a free connection.
    public var connectionsPerHost: Int
    /// How many connections may be kept for later when nothing runs.
    public var idleConnections: Int
    /// For how many whole seconds a connection may have been idle that a request takes which may cost money.
    public var paidIdleSeconds: Int
    /// A file of certificates (PEM) to trust in place of the system's, where a request names none.
    public var caFile: String?
    /// Which proxies requests take that name none.
    public var proxies: ProxyRules

    public init(
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
    public static var ofProcess: ProxyRules {
        var found: [String: String] = [:]
        for name in variables {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return ProxyRules(environment: found)
    }
}
