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
    package var allowedHosts: [HostPattern] = []
}

extension BackendNetwork {
    /// `paths` makes files absolute; `returnsURLs`: whether the service's responses contain URLs.
    static func fields(_ paths: PathResolver, returnsURLs: Bool) -> [Field<BackendNetwork>] {
        route(paths) + (returnsURLs ? [hosts] : [])
    }

    private static func route(_ paths: PathResolver) -> [Field<BackendNetwork>] {
        [
            Field(
                "proxy", optional: \.proxy, .proxy,
                FieldHelp(
                    "Proxy URL, or none; defaults to the environment's",
                    "프록시 URL 또는 none, 기본은 환경 변수의 설정")),
            Field(
                "proxy_login", optional: \.proxyLogin, .storedKey(paths),
                FieldHelp(
                    "Source of the proxy's user:password: { env }, { file } or { credential }",
                    "프록시 user:password의 위치: { env }, { file }, { credential }")),
            Field(
                "ca_file", optional: \.caFile, .path(paths),
                FieldHelp(
                    "Certificates (PEM) to trust instead of the system's", "시스템 인증서 대신 신뢰할 인증서 파일(PEM)")),
        ]
    }

    private static var hosts: Field<BackendNetwork> {
        Field(
            "allowed_hosts", \.allowedHosts, .hosts,
            FieldHelp(
                "Hosts in your network that its responses may refer to, such as minio.lan:9000",
                "응답이 가리킬 수 있는 내부망 호스트, 예: minio.lan:9000"))
    }

    /// Reports conflicts between the fields.
    func check(_ table: FieldValue, _ key: String, _ reader: inout FieldReader) {
        guard let login = table["proxy_login"] else { return }
        let proxyKey = FieldReader.join(key, "proxy")
        if let proxy {
            guard proxy == .direct || proxy.hasLogin else { return }
            reader.report(.conflict(with: proxyKey), key: key + ".proxy_login", at: login)
        } else if table["proxy"] == nil {
            reader.report(.missing, key: proxyKey, at: table)
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
    /// A list of host patterns, which may repeat.
    fileprivate static var hosts: Self {
        let host = FieldCodec<HostPattern>(.text, show: { $0.text }) { text throws(FieldFailure.Problem) in
            guard let host = HostPattern(text) else { throw .malformed(got: text, example: "minio.lan:9000") }
            return host
        }
        return FieldCodec(.list(.text), show: { $0.map(\.text).joined(separator: ",") }) { value, key, reader in
            reader.elements(of: value, key: key)?.enumerated().compactMap { index, value in
                host.read(value, "\(key)[\(index)]", &reader)
            }
        }
    }
}
