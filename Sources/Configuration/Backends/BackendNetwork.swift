package import Domain

/// The network settings of backends that are called over the network.
package struct BackendNetwork: Equatable, Sendable {
    /// `nil` for the environment's proxy settings.
    package var proxy: HTTPProxy?
    /// The source of the proxy's `user:password`.
    package var proxyLogin: KeySource?
    /// A PEM file of certificates to trust instead of the system's.
    package var caFile: FolderPath?
    /// Hosts in private networks that the service's responses may refer to.
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
    /// `paths` makes files absolute; `returnsURLs`: whether the service's responses contain URLs.
    static func fields(_ paths: PathResolver, returnsURLs: Bool) -> [Field<BackendNetwork>] {
        route(paths) + (returnsURLs ? [hosts] : [])
    }

    private static func route(_ paths: PathResolver) -> [Field<BackendNetwork>] {
        [
            Field(
                "proxy", optional: \.proxy, .proxy, startingFrom: .direct,
                FieldHelp(
                    "Proxy URL, or none; defaults to the environment's",
                    "프록시 URL 또는 none, 기본은 환경 변수의 설정")),
            Field(
                "proxy_login", optional: \.proxyLogin, .storedKey(paths), startingFrom: .environment(""),
                FieldHelp(
                    "Source of the proxy's user:password: { env }, { file } or { credential }",
                    "프록시 user:password의 위치: { env }, { file }, { credential }")),
            Field(
                "ca_file", optional: \.caFile, .path(paths), startingFrom: FolderPath(""),
                FieldHelp(
                    "Certificates (PEM) to trust instead of the system's", "시스템 인증서 대신 신뢰할 인증서 파일(PEM)")),
        ]
    }

    private static var hosts: Field<BackendNetwork> {
        Field(
            "allowed_hosts", \.allowedHosts,
            .hosts,
            FieldHelp(
                "Hosts in your network that its responses may refer to, such as minio.lan:9000",
                "응답이 가리킬 수 있는 내부망 호스트, 예: minio.lan:9000"))
    }

    /// Reports conflicts between the fields.
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

extension FieldCodec where Value == HTTPProxy {
    /// A proxy URL. A password in it is neither shown nor repeated in errors.
    fileprivate static var proxy: Self {
        FieldCodec(.text, show: { $0.shown }) { text throws(FieldFailure.Problem) in
            guard let proxy = HTTPProxy(text) else {
                let isSafe = !text.contains("@")
                throw .malformed(got: isSafe ? text : "…", example: "http://proxy.example:3128")
            }
            return proxy
        }
    }
}

extension FieldCodec where Value == [HostPattern] {
    fileprivate static var hosts: Self {
        FieldCodec(.list(.text), show: { $0.map(\.text).joined(separator: ",") }) { value, key, place, reader in
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
