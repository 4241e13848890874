import BackendKit
import Domain

/// What `textify-backend/1` fixes.
enum PluginProtocol {
    static let version: Int64 = 1
    static let cookie = "textify-backend"
    /// The most bytes of a line, and of a one-shot plugin's answer.
    static let longestLine = 1 << 20
    /// The most bytes of a line on standard error.
    static let longestRemark = 8 << 10
    /// The most bytes of what a plugin has kept for it.
    static let longestHandle = 16 << 10
    /// How long a plugin may take for what costs no work.
    static let patience = Duration.seconds(5)
    /// How many lines may be no message before the plugin is ended.
    static let mostStrangers = 3

    /// One line.
    static func line(_ members: [String: JSONValue]) -> [UInt8] {
        let value = JSONValue.object(members.merging(["jsonrpc": .text("2.0")]) { first, _ in first })
        return (JSONBody.bytes(value) ?? []) + [10]
    }

    static func question(_ id: Int64, _ method: String, _ parameters: [String: JSONValue]) -> [UInt8] {
        line(["id": .integer(id), "method": .text(method), "params": .object(parameters)])
    }

    static func note(_ method: String, _ parameters: [String: JSONValue]) -> [UInt8] {
        line(["method": .text(method), "params": .object(parameters)])
    }

    /// To a plugin that asks: hosts have no methods.
    static func refusal(_ id: JSONValue) -> [UInt8] {
        line(["id": id, "error": .object(["code": .integer(-32601), "message": .text("hosts answer no questions")])])
    }
}
