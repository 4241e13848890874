/// Where in an answer a value stands: a small part of JSONPath (RFC 9535), and two ways beside it.
///
/// `$` is the whole, `.name` or `['name']` a member, `[2]` an element, `[*]` all of them, `[?name]` and `[?!name]` those
/// elements that have, or lack, something there. `header:name` is a header. `json:$.info>$.seed` reads JSON that stands
/// in a text. `a | b` is the first of them that gives anything.
package struct JSONPath: Equatable, Sendable {
    enum Step: Equatable, Sendable {
        case member(String)
        case element(Int)
        case all
        case having(String)
        case lacking(String)
    }

    enum Source: Equatable, Sendable {
        case body([Step])
        case header(String)
        /// JSON in a text of the body.
        case nested(outer: [Step], inner: [Step])
    }

    let sources: [Source]

    /// `nil` when it is no such path.
    package init?(_ text: String) {
        var parser = JSONPathParser(text)
        guard let sources = parser.sources() else { return nil }
        self.sources = sources
    }

    /// The names on the way, when it leads down members alone.
    var members: [String]? {
        guard sources.count == 1, case .body(let steps) = sources[0] else { return nil }
        let names = steps.compactMap { step -> String? in
            if case .member(let name) = step { name } else { nil }
        }
        return names.count == steps.count ? names : nil
    }
}
