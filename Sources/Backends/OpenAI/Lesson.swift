import BackendKit
import Domain
import Synchronization

/// The one field that a service turned out not to know: left out as long as the backend lives.
final class Lesson: Sendable {
    private let name = Mutex<String?>(nil)

    var unknown: String? { name.withLock { $0 } }

    /// Whether it was taken: only one field is ever left out. Calls under way at once may all come with the same.
    func learn(_ parameter: String) -> Taken {
        name.withLock { name in
            defer { name = name ?? parameter }
            return name == nil ? .first : name == parameter ? .again : .no
        }
    }

    enum Taken {
        case first
        case again
        case no
    }
}

extension Lesson {
    /// The field that a refusal says the service doesn't know, if it was sent and the request means the same without it.
    /// What was asked for and what it costs are never left out.
    static func parameter(of response: HTTPResponse, in fields: [String: JSONValue], _ dialect: Dialect) -> String? {
        guard response.status == 400 else { return nil }
        let spoken = SpokenError(response.body)
        guard spoken.code == "unknown_parameter", let name = spoken.parameter, fields[name] != nil,
            !essential.contains(name), !dialect.options.wishes.contains(name)
        else { return nil }
        return name
    }

    private static let essential: Set<String> = [
        "prompt", "model", "size", "width", "height", "aspect_ratio", "resolution", "quality", "image", "images",
        "mask",
    ]
}

extension OptionNames {
    /// What is only sent when a person asked for it.
    fileprivate var wishes: [String] {
        var names = [steps, guidance].compactMap { $0 }
        if case .field(let name) = negativePrompt { names.append(name) }
        return names
    }
}
