package import Domain

/// The consequence of a backend's failure; selects the second half of the sentence.
package enum FailureConsequence: Sendable {
    /// The job waits, and its picture will be requested again.
    case jobWaits
    /// The job has ended.
    case jobEnded
    /// The backend will be checked again, whichever job met the failure.
    case backendIsRechecked
    /// Describes the failure alone: the caller adds what happens next, or nothing happens.
    case unstated
}

extension Wording {
    /// Explains what is wrong with the backend `name`, and what happens next.
    package func sentence(
        _ failure: BackendFailure, about name: String, then consequence: FailureConsequence = .unstated
    ) -> String {
        say("Backend \(name) ", "\(name) 백엔드: ") + fault(failure, consequence)
    }

    private func fault(_ failure: BackendFailure, _ consequence: FailureConsequence) -> String {
        switch failure {
        case .auth:
            say(
                "rejected its API key, or requires one. Set a valid key where the configuration expects it, and run textify reload.",
                "API 키를 거부했거나 키가 필요합니다. 설정이 가리키는 곳에 올바른 키를 넣고 textify reload를 실행하세요.")
        case .quota: say("has no quota left. Add credit to the account, or wait.", "할당량을 다 썼습니다. 계정을 충전하거나 기다리세요.")
        case .rateLimited(let after):
            say("is limiting requests", "요청 횟수를 제한하고 있습니다") + "\(delay(after)).\(again(consequence))"
        case .gone:
            say(
                "does not offer this model or service, or no longer does. Choose another model, or correct the address.",
                "이 모델이나 서비스가 없거나 더는 제공하지 않습니다. 다른 모델을 고르거나 주소를 고치세요.")
        case .closed(let message):
            say(
                "was shut down: \"\(Figures.quoted(message))\". Choose another backend.",
                "서비스가 종료되었습니다: \"\(Figures.quoted(message))\". 다른 백엔드를 고르세요.")
        case .loading(let eta):
            say("is not ready yet", "아직 준비 중입니다") + "\(delay(eta)).\(again(consequence))"
        case .transient(let message):
            say("is temporarily unavailable", "일시적으로 쓸 수 없습니다")
                + ": \"\(Figures.quoted(message))\".\(again(consequence))"
        case .timeout:
            say("did not answer in time.", "제때 응답하지 않았습니다.") + again(consequence)
        case .config(let message):
            say(
                "is misconfigured: \"\(Figures.quoted(message))\". Correct the configuration.",
                "설정이 잘못되었습니다: \"\(Figures.quoted(message))\". 설정을 고치세요.")
        case .moderated(let stage, let charged):
            say("refused the content (\(Figures.quoted(stage))).", "내용을 거부했습니다(\(Figures.quoted(stage))).")
                + (charged == true ? say(" The call was charged.", " 요금이 청구되었습니다.") : "")
                + say(" Change the prompt.", " 프롬프트를 바꾸세요.")
        case .invalid(let parameter, let message):
            say("rejected the request", "요청을 거부했습니다") + (parameter.map { " (\(Figures.quoted($0)))" } ?? "")
                + ": \"\(Figures.quoted(message))\"." + say(" Correct the request.", " 요청을 고치세요.")
        case .unknown: lostAnswer(consequence)
        case .empty: say("answered without a picture. Try again.", "그림 없이 응답했습니다. 다시 시도하세요.")
        case .badResponse(let message):
            say(
                "sent an invalid answer: \"\(Figures.quoted(message))\". Check its address and version.",
                "잘못된 응답을 보냈습니다: \"\(Figures.quoted(message))\". 주소와 버전을 확인하세요.")
        case .expired: say("no longer has the result. Retry the job.", "결과를 더는 보관하지 않습니다. 작업을 다시 시도하세요.")
        case .lost: say("no longer knows the job. Retry the job.", "이 작업을 더는 알지 못합니다. 작업을 다시 시도하세요.")
        case .tooLarge(let bytes, let limit):
            say(
                "sent at least \(Figures.bytes(bytes)); the limit is \(Figures.bytes(limit)). Request a smaller picture.",
                "\(Figures.bytes(bytes)) 이상을 보냈습니다. 한도는 \(Figures.bytes(limit))입니다. 더 작은 그림을 요청하세요.")
        case .cancelled:
            say("cancelled the work. Retry the job if that was not intended.", "작업을 취소했습니다. 의도한 취소가 아니면 다시 시도하세요.")
        case .unsupported(let feature):
            say(
                "does not support \(Figures.quoted(feature)). Remove it from the request, or choose another backend.",
                "\(Figures.quoted(feature)) 기능을 지원하지 않습니다. 요청에서 빼거나 다른 백엔드를 고르세요.")
        case .failed(let message, _):
            say(
                "failed: \"\(Figures.quoted(message))\". Retry the job.",
                "실패했습니다: \"\(Figures.quoted(message))\". 작업을 다시 시도하세요.")
        }
    }

    /// The end of a sentence about a failure that may pass: who retries.
    private func again(_ consequence: FailureConsequence) -> String {
        switch consequence {
        case .jobWaits, .backendIsRechecked: say(" It is retried automatically.", " 자동으로 다시 시도합니다.")
        case .jobEnded: say(" Retry the job once the backend works again.", " 백엔드가 회복되면 작업을 다시 시도하세요.")
        case .unstated: ""
        }
    }

    /// Describes a call whose answer was lost. Whether the job waits or has ended depends on `on_unknown`.
    private func lostAnswer(_ consequence: FailureConsequence) -> String {
        let lost = say("may or may not have done the work: its answer was lost.", "응답이 사라져 작업을 했는지 알 수 없습니다.")
        return switch consequence {
        case .jobWaits:
            say(
                "lost an answer and is being checked. The picture is requested automatically once the backend works; if the lost answer belonged to this job, the picture may be billed twice.",
                "응답 하나가 사라져 상태를 확인하고 있습니다. 백엔드가 회복되면 그림을 자동으로 요청합니다. 사라진 응답이 이 작업의 것이라면 두 번 청구될 수 있습니다.")
        case .jobEnded:
            lost
                + say(
                    " Retry the job only if being billed twice is acceptable.", " 두 번 청구되어도 괜찮을 때만 작업을 다시 시도하세요.")
        case .backendIsRechecked:
            lost + say(" Its health is checked before the next request.", " 다음 요청 전에 상태를 확인합니다.")
        case .unstated: lost
        }
    }

    private func delay(_ milliseconds: Int64?) -> String {
        milliseconds.map {
            let time = DurationText.text(of: .seconds(max(1, ($0 + 500) / 1000)))
            return say(" (about \(time) left)", " (약 \(time) 남음)")
        } ?? ""
    }
}

/// Messages about finished pictures that still have to be downloaded.
extension Wording {
    /// Explains why a picture has not arrived yet. `name` is the dropped file's.
    package func sentence(_ fetch: ResultFetch, about name: String) -> String {
        let host = fetch.host.isEmpty ? fetch.backend : fetch.host
        guard let failure = fetch.failure else {
            return say(
                "The picture for \(name) is finished and is being downloaded from \(host).",
                "\(name)의 그림이 완성되어 \(host)에서 내려받는 중입니다.")
        }
        let reason = reason(failure)
        return say(
            "The picture for \(name) is finished, but could not be downloaded from \(host): \(reason).",
            "\(name)의 그림은 완성되었지만 \(host)에서 내려받지 못했습니다: \(reason).")
    }

    /// Adds the times of the next and of the last attempt.
    package func fetchedAgain(_ sentence: String, at next: String, until end: String) -> String {
        say(
            "\(sentence) The download is retried at \(next) and until \(end); the picture is not ordered again.",
            "\(sentence) \(next)에 다시 시도하며 \(end)까지 계속합니다. 그림을 다시 주문하지 않습니다.")
    }

    /// Reports the number of pictures that wait to be downloaded; `sentence` describes the oldest.
    package func unfetched(pictures count: Int, _ sentence: String) -> String {
        count == 1
            ? sentence
            : say(
                "\(Figures.count(count)) pictures are finished but could not be downloaded yet. The oldest: \(sentence)",
                "완성되었지만 아직 내려받지 못한 그림이 \(Figures.count(count))개 있습니다. 가장 오래된 것: \(sentence)")
    }

    private func reason(_ failure: BackendFailure) -> String {
        switch failure {
        case .transient(let message), .config(let message), .badResponse(let message): "\"\(Figures.quoted(message))\""
        case .timeout: say("the server did not answer in time", "서버가 제때 응답하지 않았습니다")
        case .rateLimited: say("the server is limiting requests", "서버가 요청 횟수를 제한하고 있습니다")
        default: failure.code
        }
    }
}
