import BackendKit
import Domain
import Synchronization

/// The one field that the service has reported as unknown. It is omitted for as long as the backend lives.
final class UnsupportedField: Sendable {
    enum Recording {
        case new
        case known
        /// Another field was recorded before; only one is ever omitted.
        case refused
    }

    private let recorded = Mutex<String?>(nil)

    var name: String? { recorded.withLock { $0 } }

    /// Records an unknown field. Concurrent calls may all report the same one.
    func record(_ name: String) -> Recording {
        recorded.withLock { recorded in
            defer { recorded = recorded ?? name }
            return recorded == nil ? .new : recorded == name ? .known : .refused
        }
    }
}

extension UnsupportedField {
    /// Returns the field that the service reports as unknown, if it was sent and the request means the same without it.
    /// Fields that determine the content or the price are never omitted.
    static func reported(by response: HTTPResponse, in fields: [String: JSONValue], _ dialect: Dialect) -> String? {
        guard response.status == 400 else { return nil }
        let error = ReportedError(response.body)
        guard error.code == "unknown_parameter", let name = error.parameter, fields[name] != nil,
            !essential.contains(name), !dialect.options.onRequest.contains(name)
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
    fileprivate var onRequest: [String] {
        var names = [steps, guidance].compactMap { $0 }
        if case .field(let name) = negativePrompt { names.append(name) }
        return names
    }
}
