import BackendKit
import Domain

/// Maps a response without a picture to a failure. If the server rejects a configured value, the failure is the
/// configuration's: jobs wait until it is corrected.
struct A1111Refusal {
    private let status: Int
    private let value: JSONValue?
    private let plain: StatusRefusal

    init(_ response: HTTPResponse, _ service: HTTPService) {
        status = response.status
        value = JSONBody.value(response.body)
        plain = service.refusal(response, value.flatMap(Self.reported))
    }

    var failure: BackendFailure {
        if status == 404 || status == 405, isUnknownPath {
            return .config(message: "the server has no /sdapi/v1; start the web UI with --api")
        }
        guard [400, 404, 422].contains(status) else { return plain.failure }
        return isRequestFault
            ? plain.invalid : .config(message: (plain.parameter.map { $0 + ": " } ?? "") + plain.message)
    }

    /// Whether the path itself is unknown: `{"detail": "Not Found"}` and the like.
    private var isUnknownPath: Bool {
        let message = value?["detail"]?.text ?? ""
        return value == nil || ["not found", "method not allowed", ""].contains(message.lowercased())
    }

    /// Whether the rejected value comes from the request rather than the configuration.
    private var isRequestFault: Bool {
        if let parameter = plain.error.parameter {
            return ["prompt", "width", "height", "seed"].contains(parameter)
        }
        let message = plain.error.message.lowercased()
        return !["sampler", "scheduler", "script", "upscaler", "style", "checkpoint"].contains { message.contains($0) }
    }

    /// Reads the web UI's own `{"error": kind, "detail": …, "errors": message}`; `nil` for FastAPI's `detail`, which
    /// `ReportedError` reads.
    private static func reported(_ value: JSONValue) -> ReportedError? {
        guard let kind = value["error"]?.text else { return nil }
        let messages = ["errors", "detail", "message"].compactMap { value[$0]?.text }
        var error = ReportedError(value)
        error.type = kind.lowercased()
        let parts = [kind, messages.first { !$0.isEmpty } ?? ""].filter { !$0.isEmpty }
        error.message = String(parts.joined(separator: ": ").prefix(8 << 10))
        return error
    }
}
