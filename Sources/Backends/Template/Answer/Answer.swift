import BackendKit
import Domain

/// A service's answer, with its body read once.
struct Answer {
    let response: HTTPResponse
    /// `nil` when the body is no JSON.
    let json: JSONValue?

    init(_ response: HTTPResponse) {
        self.response = response
        json = JSONBody.value(response.body)
    }

    var isGood: Bool { 200..<300 ~= response.status }

    /// What the service says that is wrong.
    var spoken: SpokenError { json.map { SpokenError($0) } ?? SpokenError(response.body) }

    /// A body that should have been JSON.
    func unreadable(_ quoting: Quoting) -> BackendFailure {
        guard !response.body.isEmpty else { return .empty }
        let isPage = response.body.first { $0 > 32 } == UInt8(ascii: "<")
        let said = quoting.quoted(spoken.message, limit: 80)
        return .badResponse(said: isPage ? said : "not JSON: " + said)
    }
}
