import BackendKit
import Domain

/// Maps a response without a picture to a failure: by the template's rules first, then by its status. Whether the
/// response to a submission proves that nothing was bought is decided by `PurchaseProof`.
extension TemplateBackend {
    /// The request that a response belongs to.
    enum RequestKind {
        case submit
        case poll
        case probe
    }

    /// Returns the failure that a response means; `nil` if neither rules nor status indicate one.
    func failure(_ answer: ParsedResponse, to request: RequestKind) -> BackendFailure? {
        let rule = template.errors.first { $0.matches(answer) }
        guard let meaning = meaning(answer, rule, request) else { return nil }
        guard request == .submit else { return meaning }
        let proof = PurchaseProof(mayCost: !context.isFree) { _ in
            rule?.charged == false && rule?.path != nil
        } isDocumented: { response in
            guard rule?.charged == false else { return false }
            if answer.response.isSuccess { return true }
            return usesTemplateHost && rule?.statuses?.contains(response.status) == true
        }
        return proof.failure(of: answer.response, meaning: meaning)
    }

    /// Returns the failure of a submission without a complete response.
    func failure(ofSubmission failure: HTTPFailure) -> BackendFailure {
        PurchaseProof(mayCost: !context.isFree) { _ in false }.failure(of: failure) { response in
            let answer = ParsedResponse(response)
            return meaning(answer, template.errors.first { $0.matches(answer) }, .submit)
        }
    }

    private func meaning(_ answer: ParsedResponse, _ rule: ErrorRule?, _ request: RequestKind) -> BackendFailure? {
        if let rule { return failure(rule, answer, request) }
        return answer.response.isSuccess ? nil : failure(ofStatus: answer, request)
    }

    private func failure(_ rule: ErrorRule, _ answer: ParsedResponse, _ request: RequestKind) -> BackendFailure {
        let stage = rule.stage ?? (request != .poll && !answer.response.isSuccess ? .prompt : .picture)
        return rule.kind.failure(
            message: message(answer, rule.message), wait: wait(answer, rule.wait), stage: stage.rawValue,
            charged: rule.charged)
    }

    private func failure(ofStatus answer: ParsedResponse, _ request: RequestKind) -> BackendFailure {
        // The polled work is gone, although the service itself may be fine.
        if request == .poll, [404, 410].contains(answer.response.status) { return .lost }
        return service.refusal(answer.response, answer.error).failure
    }

    /// Whether the configuration uses the template's own server, so that the template's rules apply to what answers.
    private var usesTemplateHost: Bool {
        template.baseURL.flatMap { WebAddress($0) }?.hasOrigin(of: base) ?? false
    }

    /// The delay in milliseconds, from the rule's path, else from the headers.
    private func wait(_ answer: ParsedResponse, _ path: JSONPath?) -> Int64? {
        path.flatMap { $0.values(in: answer).lazy.compactMap(Self.milliseconds).first }
            ?? RetryTime.milliseconds(of: answer.response, now: service.utc())
    }

    /// Parses a number of seconds, a duration, or a text that contains one: `resets in ~30s.`
    private static func milliseconds(_ value: JSONValue) -> Int64? {
        guard let word = value.word else { return nil }
        if let whole = RetryTime.milliseconds(of: word) { return whole }
        let parts = word.prefix(500).split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == ".") }
        for part in parts where part.first?.isNumber == true && part.contains(where: \.isLetter) {
            let duration = part.last == "." ? part.dropLast() : part
            if let found = RetryTime.milliseconds(of: String(duration)) { return found }
        }
        return nil
    }

    private func message(_ answer: ParsedResponse, _ path: JSONPath?) -> String {
        let messages = path?.values(in: answer).compactMap { value in
            value.spelled ?? JSONBody.bytes(value).map { String(decoding: $0, as: UTF8.self) }
        }
        return service.quoting.quotedUnlessEmpty(messages?.first { !$0.isEmpty } ?? answer.error.message)
            ?? "status \(answer.response.status)"
    }
}
