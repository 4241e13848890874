import BackendKit
import Domain

/// What a plugin says in one line of standard output.
enum PluginMessage: Equatable {
    /// The answer to the host's question of that number.
    case answer(Int64, PluginAnswer)
    /// A question of the plugin's; hosts answer none.
    case question(id: JSONValue, method: String)
    case checkpoint(job: String, handle: JSONValue, charged: Bool?)
    /// `fraction` is 0…1; `eta` in milliseconds.
    case progress(job: String, fraction: Double?, eta: Int64?)
    case log(BackendNotice.Weight, String)
    /// A note that this host knows nothing of.
    case other(String)

    /// `nil` for what is no message of the protocol.
    init?(_ line: [UInt8]) {
        guard let value = JSONBody.value(line), case .object = value else { return nil }
        let parameters = value["params"] ?? .object([:])
        if let method = value["method"]?.text {
            if let id = value["id"] {
                self = .question(id: id, method: method)
            } else {
                self = Self.note(method, parameters)
            }
        } else if let id = value["id"]?.integer, let answer = PluginAnswer(value) {
            self = .answer(id, answer)
        } else {
            return nil
        }
    }

    private static func note(_ method: String, _ parameters: JSONValue) -> PluginMessage {
        let job = parameters["job"]?.text
        switch method {
        case "checkpoint":
            guard let job, let handle = parameters["handle"] else { return .other(method) }
            return .checkpoint(job: job, handle: handle, charged: parameters["charged"]?.flag)
        case "progress":
            guard let job else { return .other(method) }
            let fraction = parameters["fraction"]?.double.map { min(1, max(0, $0)) }
            let seconds = parameters["eta_s"]?.double
            return .progress(job: job, fraction: fraction, eta: seconds.map { Int64(min(86_400, max(0, $0)) * 1000) })
        case "log":
            return .log(BackendNotice.Weight(parameters["level"]?.text ?? ""), parameters["message"]?.text ?? "")
        default: return .other(method)
        }
    }
}

/// How a plugin answers a question.
enum PluginAnswer: Equatable, Sendable {
    case result(JSONValue)
    case error(PluginError)

    /// `nil` without either; an error comes first.
    init?(_ value: JSONValue) {
        if let error = value["error"] {
            self = .error(PluginError(error))
        } else if let result = value["result"] {
            self = .result(result)
        } else if case .object(let members) = value, members["result"] != nil {
            self = .result(.object([:]))
        } else {
            return nil
        }
    }
}

extension JSONValue {
    var integer: Int64? {
        switch self {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// Finite.
    var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number.isFinite ? number : nil
        default: nil
        }
    }
}
