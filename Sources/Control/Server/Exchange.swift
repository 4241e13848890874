internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// A request that found its route.
struct Exchange: Sendable {
    let head: RequestHead
    let body: [UInt8]
    /// What stands in the place of `{id}` or `{name}`.
    let id: String
    let query: [QueryString.Item]
    let language: Language

    var wording: Wording { Wording(language) }

    /// The media type of the body, in lower case and without parameters.
    var contentType: String? { head["Content-Type"].map(Self.bare) }

    static func bare(_ type: String) -> String {
        let name = type.prefix { $0 != ";" }
        return String(name.filter { !$0.isWhitespace }).lowercased()
    }
}
