import BackendKit
import Domain
import Synchronization

/// The one field that the service has reported as unknown. It is omitted for as long as the backend lives.
final class UnsupportedField: Sendable {
    private let name = Mutex<String?>(nil)

    var unknown: String? { name.withLock { $0 } }

    /// Records an unknown field. Only one field is ever omitted; concurrent calls may all report the same one.
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

extension UnsupportedField {
    /// Returns the field that the service reports as unknown, if it was sent and the request means the same without it.
    /// Fields that determine the content or the price are never omitted.
    static func parameter(of response: HTTPResponse, in fields: [String: JSONValue], _ dialect: Dialect) -> String? {
        guard response.status == 400 else { return nil }
        let spoken = ReportedError(response.body)
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
    /// The fields that are sent only when a user requested them.
    fileprivate var wishes: [String] {
        var names = [steps, guidance].compactMap { $0 }
        if case .field(let name) = negativePrompt { names.append(name) }
        return names
    }
}
