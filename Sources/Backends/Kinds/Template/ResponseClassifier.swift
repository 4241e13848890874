import BackendKit
import Domain

/// Maps a response without a picture to a failure: by the template's rules first, then by its status. Whether the
/// response to a submission proves that nothing was bought is decided by `PurchaseProof`.
struct ResponseClassifier {
    /// The request that the response belongs to.
    enum Question {
        case submit
        case poll
        case probe
    }

    let rules: [ErrorRule]
    /// Whether submitting may cost money.
    let mayCost: Bool
    /// Whether requests go to the host that the template names, so that its rules apply to the server that answers.
    let usesTemplateHost: Bool
    let quoting: Quoting
    let now: UTCMillis

    /// Returns the failure that a response means; `nil` if neither rules nor status indicate one.
    func failure(_ answer: ParsedResponse, to question: Question) -> BackendFailure? {
        let rule = rules.first { $0.matches(answer) }
        guard let meaning = meaning(answer, rule, question) else { return nil }
        guard question == .submit else { return meaning }
        let proof = PurchaseProof(mayCost: mayCost) { _ in
            rule?.charged == false && rule?.path != nil
        } isDocumented: { response in
            guard rule?.charged == false else { return false }
            if answer.isGood { return true }
            return usesTemplateHost && rule?.statuses?.contains(response.status) == true
        }
        return proof.failure(of: answer.response, meaning: meaning)
    }

    /// Returns the failure of a submission without a complete response.
    func failure(of failure: HTTPFailure) -> BackendFailure {
        PurchaseProof(mayCost: mayCost) { _ in false }.failure(of: failure) { response in
            let answer = ParsedResponse(response)
            return meaning(answer, rules.first { $0.matches(answer) }, .submit)
        }
    }

    private func meaning(_ answer: ParsedResponse, _ rule: ErrorRule?, _ question: Question) -> BackendFailure? {
        if let rule { return failure(rule, answer, question) }
        return answer.isGood ? nil : failure(ofStatus: answer, question)
    }

    private func failure(_ rule: ErrorRule, _ answer: ParsedResponse, _ question: Question) -> BackendFailure {
        let said = said(answer, rule.message)
        switch rule.kind {
        case .auth: return .auth
        case .quota: return .quota
        case .rateLimited: return .rateLimited(after: wait(answer, rule.wait))
        case .moderated:
            let stage = rule.stage ?? (question != .poll && !answer.isGood ? .prompt : .picture)
            return .moderated(stage: stage.rawValue, charged: rule.charged)
        case .invalid: return .invalid(parameter: nil, said: said)
        case .gone: return .gone
        case .loading: return .loading(eta: wait(answer, rule.wait))
        case .transient: return .transient(said: said)
        case .timeout: return .timeout
        case .unknown: return .unknown
        case .empty: return .empty
        case .badResponse: return .badResponse(said: said)
        case .expired: return .expired
        case .lost: return .lost
        case .cancelled: return .cancelled
        case .failed: return .failed(said: said, charged: rule.charged)
        }
    }

    private func failure(ofStatus answer: ParsedResponse, _ question: Question) -> BackendFailure {
        let refusal = StatusRefusal(answer.response, answer.spoken, quoting: quoting, now: now)
        guard question == .poll else { return refusal.failure }
        return switch answer.response.status {
        // The work is gone, although the service itself may be fine.
        case 404, 410: .lost
        default: refusal.failure
        }
    }

    /// The delay in milliseconds, from the rule's path, else from the headers.
    private func wait(_ answer: ParsedResponse, _ path: JSONPath?) -> Int64? {
        let told = path.flatMap { $0.values(in: answer).lazy.compactMap(Self.milliseconds).first }
        return told ?? RetryTime.milliseconds(of: answer.response, now: now)
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

    private func said(_ answer: ParsedResponse, _ path: JSONPath?) -> String {
        let told = path?.values(in: answer).compactMap { value in
            value.spelled ?? JSONBody.bytes(value).map { String(decoding: $0, as: UTF8.self) }
        }
        let words = quoting.quoted(told?.first { !$0.isEmpty } ?? answer.spoken.message)
        return words.isEmpty ? "status \(answer.response.status)" : words
    }
}
