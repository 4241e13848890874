package import Domain

/// How a backend's server is reached, for every type that is asked over the network.
package struct BackendNetwork: Equatable, Sendable {
    /// `nil`: what the environment says.
    package var proxy: HTTPProxy?
    /// Where the proxy's `user:password` is.
    package var proxyLogin: KeySource?
    /// A file of certificates (PEM) to trust in place of the system's.
    package var caFile: FolderPath?
    /// Hosts that the service's answers may name though they lead into a network.
    package var allowedHosts: [HostPattern]

    package init(
        proxy: HTTPProxy? = nil, proxyLogin: KeySource? = nil, caFile: FolderPath? = nil,
        allowedHosts: [HostPattern] = []
    ) {
        self.proxy = proxy
        self.proxyLogin = proxyLogin
        self.caFile = caFile
        self.allowedHosts = allowedHosts
    }
}

extension BackendNetwork {
    /// `paths` makes files absolute; `namesHosts`: whether the service's answers name addresses.
    static func fields(_ paths: PathResolver, namesHosts: Bool) -> [Field<BackendNetwork>] {
        route(paths) + (namesHosts ? [hosts] : [])
    }

    private static func route(_ paths: PathResolver) -> [Field<BackendNetwork>] {
        [
            Field(
                "proxy", optional: \.proxy, .proxy, startingFrom: .direct,
                FieldHelp(
                    "The proxy to its server, or none; else as the environment says",
                    "서버로 가는 프록시 주소, 쓰지 않으면 none, 없으면 환경 변수대로")),
            Field(
                "proxy_login", optional: \.proxyLogin, .storedKey(paths), startingFrom: .environment(""),
                FieldHelp(
                    "Where the proxy's user:password is: { env }, { file } or { credential }",
                    "프록시의 user:password를 둔 곳: { env }, { file }, { credential }")),
            Field(
                "ca_file", optional: \.caFile, .file(paths), startingFrom: FolderPath(""),
                FieldHelp(
                    "Certificates (PEM) to trust in place of the system's", "시스템 인증서 대신 믿을 인증서 파일(PEM)")),
        ]
    }

    private static var hosts: Field<BackendNetwork> {
        Field(
            "allowed_hosts", \.allowedHosts,
            .hosts,
            FieldHelp(
                "Hosts inside your network that its answers may name, such as minio.lan:9000",
                "답이 가리켜도 되는 내부망 호스트, 예: minio.lan:9000"))
    }

    /// What is wrong with the fields together.
    func check(_ table: FieldValue, _ key: String, _ reader: inout FieldReader) {
        guard let login = table["proxy_login"] else { return }
        let place = FieldReader.join(key, "proxy")
        switch proxy {
        case .at where proxy?.hasLogin != true: break
        case .at: reader.report(.conflict(with: place), key: key + ".proxy_login", at: login)
        case .direct: reader.report(.conflict(with: place), key: key + ".proxy_login", at: login)
        case nil: if table["proxy"] == nil { reader.report(.missing, key: place, at: table) }
        }
    }
}

extension FieldForm where Value == HTTPProxy {
    /// A password in it is neither shown nor repeated.
    fileprivate static var proxy: Self {
        FieldForm(.text, show: { $0.shown }) { text throws(FieldFailure.Problem) in
            guard let proxy = HTTPProxy(text) else {
                let isSafe = !text.contains("@")
                throw .malformed(got: isSafe ? text : "…", example: "http://proxy.example:3128")
            }
            return proxy
        }
    }
}

extension FieldForm where Value == [HostPattern] {
    fileprivate static var hosts: Self {
        FieldForm(.list(.text), show: { $0.map(\.text).joined(separator: ",") }) { value, key, place, reader in
            guard case .list(let values) = value.content else {
                return reader.report(.wrongType(wanted: "list", got: value.typeName), key: key, at: value)
            }
            place = values.enumerated().compactMap { index, value in
                guard case .text(let text) = value.content, let host = HostPattern(text) else {
                    let problem: FieldFailure.Problem =
                        if case .text(let text) = value.content {
                            .malformed(got: text, example: "minio.lan:9000")
                        } else {
                            .wrongType(wanted: "text", got: value.typeName)
                        }
                    reader.report(problem, key: "\(key)[\(index)]", at: value)
                    return nil
                }
                return host
            }
        }
    }
}
