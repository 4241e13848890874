package import Domain

/// The address of the gallery in a browser, and what it trusts.
package struct WebSettings: Equatable, Sendable {
    /// The address at which the gallery is served; `nil` when it is off.
    package var listen: ListenAddress?
    /// The file of the token with which people sign in who can't run `textify web` on this machine.
    package var tokenFile: FolderPath?
    /// The host names under which browsers reach the gallery, besides localhost and numeric addresses.
    package var hosts: [String] = []
    /// The numeric addresses of proxies whose `X-Forwarded-Proto` is believed.
    package var trustedProxies: [String] = []
    /// The path below which a proxy serves the gallery: begins and ends with a slash.
    package var base = "/"
}

extension FieldTable where Target == WebSettings {
    static func web(_ paths: PathResolver) -> FieldTable<WebSettings> {
        FieldTable([
            Field(
                "listen", optional: \.listen, .address(onlyLoopback: false),
                FieldHelp(
                    "Address that serves the gallery to browsers, such as 127.0.0.1:8189; off by default",
                    "브라우저에 갤러리를 제공할 주소. 예: 127.0.0.1:8189. 기본은 열지 않음")),
            Field(
                "token_file", optional: \.tokenFile, .path(paths),
                FieldHelp(
                    "File with the token to sign in with where textify web can't be run: one line, mode 0600; the token grants full access",
                    "textify web을 쓸 수 없는 곳에서 로그인할 토큰 파일: 한 줄, 권한 0600. 토큰은 모든 권한을 부여함")),
            Field(
                "hosts", \.hosts, .list(of: .hostName),
                FieldHelp(
                    "Host names under which browsers reach the gallery, besides localhost and numeric addresses",
                    "localhost와 숫자 주소 외에 갤러리에 접속할 때 쓰는 호스트 이름")),
            Field(
                "trusted_proxies", \.trustedProxies, .list(of: .numericAddress),
                FieldHelp(
                    "Numeric addresses of proxies that serve the gallery by HTTPS", "갤러리를 HTTPS로 제공하는 프록시의 숫자 주소")),
            Field(
                "base", \.base, .basePath,
                FieldHelp("Path below which a proxy serves the gallery", "프록시가 갤러리를 제공하는 경로")),
        ])
    }
}

extension FieldCodec where Value == String {
    /// A DNS name, in lower case and without a port.
    fileprivate static var hostName: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let name = text.lowercased()
            let isName =
                (1...253).contains(name.utf8.count)
                && name.utf8.allSatisfy { byte in
                    byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                }
            guard isName else { throw .malformed(got: text, example: "art.example.org") }
            return name
        }
    }

    fileprivate static var numericAddress: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            guard IPAddress(text) != nil else { throw .malformed(got: text, example: "127.0.0.1") }
            return text
        }
    }

    fileprivate static var basePath: Self {
        FieldCodec(.text, show: { $0 }) { text throws(FieldFailure.Problem) in
            let parts = text.split(separator: "/")
            let isPlain = parts.allSatisfy { part in
                part.utf8.allSatisfy { $0 > 32 && $0 < 127 } && !part.contains { "?#%\"<>&;,".contains($0) }
                    && part != ".."
                    && part != "."
            }
            guard text.hasPrefix("/"), isPlain else { throw .malformed(got: text, example: "/textify") }
            return parts.isEmpty ? "/" : "/" + parts.joined(separator: "/") + "/"
        }
    }
}
