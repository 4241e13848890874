internal import ControlAPI
internal import PlatformHTTPServer

/// The headers that keep a browser from doing with an answer what it wasn't made for.
enum ResponseHeaders {
    /// Pages load nothing from elsewhere and run no inline script.
    private static let pagePolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "font-src 'self'",
        "connect-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
    /// Pictures and outputs are other people's bytes: even opened as a page they run nothing.
    private static let contentPolicy =
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

    private static let common = [
        ServerHeader("X-Content-Type-Options", "nosniff"), ServerHeader("Referrer-Policy", "same-origin"),
        ServerHeader("Cross-Origin-Opener-Policy", "same-origin"),
        ServerHeader("Cross-Origin-Resource-Policy", "same-origin"),
        ServerHeader("Permissions-Policy", "camera=(), clipboard-write=(self), geolocation=(), microphone=()"),
    ]

    static func ofPage() -> [ServerHeader] {
        [
            ServerHeader("Content-Type", MediaType.html), ServerHeader("Cache-Control", "no-cache"),
            ServerHeader("Vary", "Cookie, Accept-Language, Accept-Encoding"),
            ServerHeader("Content-Security-Policy", pagePolicy),
        ] + common
    }

    static func ofAsset(_ type: String) -> [ServerHeader] {
        [
            ServerHeader("Content-Type", type), ServerHeader("Vary", "Accept-Encoding"),
            ServerHeader("Cache-Control", "public, max-age=31536000, immutable"),
            ServerHeader("Content-Security-Policy", contentPolicy),
        ] + common
    }

    static var noReferrer: ServerHeader { ServerHeader("Referrer-Policy", "no-referrer") }

    static func ofCalendar(tag: String) -> [ServerHeader] {
        [
            ServerHeader("Content-Type", "text/calendar; charset=utf-8"),
            ServerHeader("Content-Disposition", "attachment; filename=\"textifyd.ics\""),
            ServerHeader("Cache-Control", "private, max-age=900"), ServerHeader("ETag", tag),
            ServerHeader("Content-Security-Policy", contentPolicy), noReferrer,
        ] + common.filter { $0.name != noReferrer.name }
    }

    /// The headers of an answer of the control API. `isLasting`: whether its content never changes, so that a browser may
    /// keep it for an hour.
    static func ofControl(_ headers: [ServerHeader], isLasting: Bool) -> [ServerHeader] {
        let own = Set(common.map(\.name) + (isLasting ? ["Cache-Control"] : []))
        var all = headers.filter { !own.contains($0.name) } + common
        if isLasting { all.append(ServerHeader("Cache-Control", "private, max-age=3600")) }
        all.append(ServerHeader("Content-Security-Policy", contentPolicy))
        return all
    }
}
