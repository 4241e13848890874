import BackendKit
import Domain

/// What an answer means that is no picture: the template's rules first, whatever the status, and only then the status.
struct Judge {
    /// What was asked when the answer came.
    enum Question {
        case submit
        case poll
    }

    let rules: [ErrorRule]
    let quoting: Quoting
    /// Milliseconds since 1970.
    let now: Int64

    /// `nil` when nothing is wrong with it as far as rules and status say.
    func failure(_ answer: Answer, to question: Question) -> BackendFailure? {
        if let rule = rules.first(where: { $0.matches(answer) }) { return failure(rule, answer, question) }
        return answer.isGood ? nil : failure(ofStatus: answer, question)
    }

    private func failure(_ rule: ErrorRule, _ answer: Answer, _ question: Question) -> BackendFailure {
        let said = said(answer, rule.message)
        switch rule.kind {
        case .auth: return .auth
        case .quota: return .quota
        case .rateLimited: return .rateLimited(after: wait(answer, rule.wait))
        case .moderated:
            let stage = rule.stage ?? (question == .submit && !answer.isGood ? .prompt : .picture)
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
        case .failed: return .failed(said: said)
        }
    }

    private func failure(ofStatus answer: Answer, _ question: Question) -> BackendFailure {
        let refusal = StatusRefusal(answer.response, answer.spoken, quoting: quoting, now: now)
        guard question == .poll else { return refusal.failure }
        return switch answer.response.status {
        // What was handed over is not there any more; the service itself may well be.
        case 404, 410: .lost
        // Looking costs nothing.
        case 500... where refusal.failure == .unknown: refusal.transient
        default: refusal.failure
        }
    }

    /// In milliseconds: where the rule says, else in the headers.
    private func wait(_ answer: Answer, _ path: JSONPath?) -> Int64? {
        let told = path.flatMap { $0.values(in: answer).lazy.compactMap(Self.milliseconds).first }
        return told ?? RetryTime.milliseconds(of: answer.response, now: now)
    }

    /// A number of seconds, a duration, or words with one of these in them: `resets in ~30s.`
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

    private func said(_ answer: Answer, _ path: JSONPath?) -> String {
        let told = path?.values(in: answer).compactMap { value in
            value.spelled ?? JSONBody.bytes(value).map { String(decoding: $0, as: UTF8.self) }
        }
        let words = quoting.quoted(told?.first { !$0.isEmpty } ?? answer.spoken.message)
        return words.isEmpty ? "status \(answer.response.status)" : words
    }
}
