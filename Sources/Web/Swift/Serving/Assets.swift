internal import CWebAssets
internal import ControlAPI
internal import Domain
internal import PlatformCompression
internal import PlatformDigest
internal import PlatformHTTPServer

/// The files that pages load. Their names have a digest of their content, so that a browser may keep them for ever and a
/// newer service never meets an older script.
struct Assets: Sendable {
    private struct Asset: Sendable {
        let type: String
        let bytes: [UInt8]
        /// `nil` for what is compressed already.
        let compressed: [UInt8]?
    }

    private let assets: [String: Asset]
    let style: String
    let script: String
    let icon: String

    init() {
        let font = Self.bytes(of: web_asset_font)
        let fontName = Self.name("art", "woff2", font)
        let style = Array(
            String(decoding: Self.bytes(of: web_asset_style), as: UTF8.self)
                .replacing("art.woff2", with: fontName).utf8)
        let script = Self.bytesOfScript
        let icon = Self.bytes(of: web_asset_icon)
        self.style = Self.name("app", "css", style)
        self.script = Self.name("app", "js", script)
        self.icon = Self.name("icon", "svg", icon)
        assets = [
            fontName: Asset(type: "font/woff2", bytes: font, compressed: nil),
            self.style: Asset(
                type: "text/css; charset=utf-8", bytes: style, compressed: Gzip.compress(style, level: 9)),
            self.script: Asset(
                type: "text/javascript; charset=utf-8", bytes: script, compressed: Gzip.compress(script, level: 9)),
            self.icon: Asset(type: MediaType.svg, bytes: icon, compressed: Gzip.compress(icon, level: 9)),
        ]
    }

    /// `nil` if there is no such file.
    func answer(_ name: String, to head: RequestHead) -> ServerResponse? {
        guard let asset = assets[name] else { return nil }
        let answer = ServerResponse(status: 200, headers: ResponseHeaders.ofAsset(asset.type), body: asset.bytes)
        return asset.compressed.map { answer.encoded($0, for: head) } ?? answer
    }

    private static func name(_ stem: String, _ ending: String, _ bytes: [UInt8]) -> String {
        "\(stem).\(sha256(bytes).hex.prefix(16)).\(ending)"
    }

    static var bytesOfScript: [UInt8] { withoutComments(bytes(of: web_asset_script)) }

    /// A browser needs no lines that are comments alone; they are a tenth of the script.
    private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        let lines = String(decoding: script, as: UTF8.self).split(separator: "\n").filter { line in
            let text = line.drop { $0 == " " }
            return !text.hasPrefix("//") && !(text.hasPrefix("/**") && text.hasSuffix("*/"))
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func bytes(of asset: web_asset) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: web_asset_size(asset))
        web_asset_copy(asset, &bytes)
        return bytes
    }
}

extension ServerResponse {
    /// The same with a compressed body, if the browser reads it.
    func encoded(_ compressed: [UInt8], for head: RequestHead) -> ServerResponse {
        let accepted = AcceptHeader.weighted(head["Accept-Encoding"] ?? "").contains {
            $0.name == "gzip" && $0.weight > 0
        }
        guard accepted else { return self }
        var answer = self
        answer.body = compressed
        answer.headers.append(ServerHeader("Content-Encoding", "gzip"))
        return answer
    }
}
