import BackendKit
import Domain

/// Constants and encoders of the protocol `textify-backend/1`.
enum PluginProtocol {
    static let version: Int64 = 1
    static let cookie = "textify-backend"
    /// The maximum length of a line, and of a one-shot plugin's response, in bytes.
    static let maxLineBytes = 1 << 20
    /// The maximum length of a line on standard error, in bytes.
    static let maxLogLineBytes = 8 << 10
    /// The maximum size of a plugin's handle, in bytes.
    static let maxHandleBytes = 16 << 10
    /// The time limit of requests that start no work.
    static let responseTimeout = Duration.seconds(5)
    /// The number of lines that are not messages after which the plugin is killed.
    static let maxInvalidLines = 3

    /// Encodes one line.
    static func line(_ members: [String: JSONValue]) -> [UInt8] {
        let value = JSONValue.object(members.merging(["jsonrpc": .text("2.0")]) { first, _ in first })
        return (JSONBody.bytes(value) ?? []) + [10]
    }

    static func request(_ id: Int64, _ method: String, _ parameters: [String: JSONValue]) -> [UInt8] {
        line(["id": .integer(id), "method": .text(method), "params": .object(parameters)])
    }

    static func notification(_ method: String, _ parameters: [String: JSONValue]) -> [UInt8] {
        line(["method": .text(method), "params": .object(parameters)])
    }

    /// Encodes the response to a plugin's request: the host has no methods.
    static func refusal(_ id: JSONValue) -> [UInt8] {
        let error: [String: JSONValue] = [
            "code": .integer(PluginError.unknownMethod), "message": .text("the host has no methods"),
        ]
        return line(["id": id, "error": .object(error)])
    }
}

/// A message from a plugin: one line of standard output.
enum PluginMessage {
    /// The response to the host's request of that ID.
    case response(Int64, PluginResponse)
    /// A request from the plugin; the host supports none.
    case request(id: JSONValue, method: String)
    case checkpoint(job: String, handle: JSONValue, charged: Bool?)
    /// `nil`: the message only shows that the plugin is still working.
    case progress(job: String, GenerationProgress?)
    case log(BackendNotice.Weight, String)
    /// A notification that this host doesn't know.
    case other

    /// Returns `nil` for a line that is not a message of the protocol.
    init?(_ line: [UInt8]) {
        guard let value = JSONBody.value(line), case .object = value else { return nil }
        let parameters = value["params"] ?? .object([:])
        if let method = value["method"]?.text {
            if let id = value["id"] {
                self = .request(id: id, method: method)
            } else {
                self = Self.notification(method, parameters)
            }
        } else if let id = value["id"]?.integer, let response = PluginResponse(value) {
            self = .response(id, response)
        } else {
            return nil
        }
    }

    private static func notification(_ method: String, _ parameters: JSONValue) -> PluginMessage {
        switch (method, parameters["job"]?.text, parameters["handle"]) {
        case ("checkpoint", let job?, let handle?):
            .checkpoint(job: job, handle: handle, charged: parameters["charged"]?.flag)
        case ("progress", let job?, _): .progress(job: job, GenerationProgress(parameters))
        case ("log", _, _):
            .log(BackendNotice.Weight(parameters["level"]?.text ?? ""), parameters["message"]?.text ?? "")
        default: .other
        }
    }
}

extension GenerationProgress {
    /// Reads the figures of a progress message.
    fileprivate init?(_ parameters: JSONValue) {
        self.init(
            fraction: parameters["fraction"]?.double, secondsLeft: parameters["eta_s"]?.double,
            step: parameters["step"]?.integer, steps: parameters["steps"]?.integer,
            queuePosition: parameters["queue_position"]?.integer)
    }
}

/// A plugin's response to a request.
enum PluginResponse: Equatable, Sendable {
    case result(JSONValue)
    case error(PluginError)

    /// Returns `nil` for a response with neither a result nor an error. If it has both, the error counts.
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

    /// The value if it is a finite number.
    var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number.isFinite ? number : nil
        default: nil
        }
    }
}

/// The stored handle of a plugin's work: the job's name and the plugin's own handle, unmodified.
struct PluginHandle {
    let job: String
    let own: JSONValue

    /// Throws `.badResponse` when the plugin's own handle is too long.
    func stored() throws(BackendFailure) -> JobHandle {
        let bytes = JSONBody.bytes(.object(["job": .text(job), "handle": own])) ?? []
        guard (JSONBody.bytes(own)?.count ?? 0) <= PluginProtocol.maxHandleBytes,
            let handle = JobHandle(String(decoding: bytes, as: UTF8.self))
        else { throw .badResponse(message: "a checkpoint of over \(PluginProtocol.maxHandleBytes >> 10) KiB") }
        return handle
    }
}

extension PluginHandle {
    init?(_ handle: JobHandle) {
        let value = JSONBody.value(handle.text)
        guard let job = value?["job"]?.text, let own = value?["handle"] else { return nil }
        self.init(job: job, own: own)
    }
}

/// The result of finished work.
struct PluginResult {
    let pictures: [ImageSource]
    let receipt: Receipt

    /// Throws `.empty` without a picture, and `.badResponse`.
    init(_ value: JSONValue, in folder: String, quoting: Quoting) throws(BackendFailure) {
        let images = value["images"]?.list ?? []
        guard !images.isEmpty else { throw .empty }
        pictures = try images.map { image throws(BackendFailure) in
            .url(try PictureFile(image, in: folder, quoting: quoting).address)
        }
        let cost = Self.cost(value["cost"])
        receipt = Receipt(
            reference: value["provider_request_id"]?.text.map { quoting.quoted($0) },
            charged: cost.map { $0.micros > 0 ? .yes : .no } ?? .unknown,
            seed: images.first?["seed"]?.integer.flatMap { UInt64(exactly: $0) }, cost: cost)
    }

    /// Parses an amount given as a number or, without rounding errors, as text.
    private static func cost(_ value: JSONValue?) -> Money? {
        guard let currency = value?["currency"]?.text?.uppercased(), currency.utf8.count == 3,
            let amount = value?["amount"]?.double ?? value?["amount"]?.text.flatMap({ Double($0) }),
            0...1_000_000 ~= amount
        else { return nil }
        return Money(amount: amount, currency: currency)
    }
}
