package import Domain

/// What follows a backend's failure, for the sentence that tells of it.
package enum Aftermath: Sendable {
    /// A job waits, and its picture is requested again.
    case jobWaits
    /// A job has ended.
    case jobEnded
    /// The backend is looked at again, whatever job showed that it failed.
    case backendIsWatched
    /// The sentence is about the failure alone: who asks says what follows, or nothing does.
    case untold
}

extension Wording {
    /// What is wrong with a backend, and what follows. `name` is the backend's.
    package func sentence(
        _ failure: BackendFailure, about name: String, then aftermath: Aftermath = .untold
    ) -> String {
        let topic = say("The backend \(name)", "백엔드 \(Particle.topic.after(name))")
        let (english, korean) = ownFault(failure, aftermath) ?? requestFault(failure, aftermath)
        return say("\(topic) \(english)", "\(topic) \(korean)")
    }

    private func ownFault(_ failure: BackendFailure, _ aftermath: Aftermath) -> (String, String)? {
        switch failure {
        case .auth:
            (
                "refuses the key, or wants one. Put a good key where the configuration says, and reload.",
                "키를 거부하거나 요구합니다. 설정이 가리키는 곳에 맞는 키를 넣고 설정을 다시 읽게 하세요."
            )
        case .quota: ("has no quota left. Top up the account or wait.", "할당량을 다 썼습니다. 충전하거나 기다리세요.")
        case .rateLimited(let after):
            (
                "asks for fewer requests\(delay(after)).\(again(aftermath))",
                "요청을 줄이라고 합니다\(delay(after)).\(again(aftermath))"
            )
        case .gone:
            (
                "has no such model or service, or has it no longer. Choose another model, or correct its address.",
                "이 모델이나 서비스가 없거나 더는 제공하지 않습니다. 다른 모델을 고르거나 주소를 고치세요."
            )
        case .closed(let said):
            (
                "has been closed: \"\(Figures.quoted(said))\". Choose another backend.",
                "서비스가 종료되었습니다: \"\(Figures.quoted(said))\". 다른 백엔드를 고르세요."
            )
        case .loading(let eta):
            ("is not ready yet\(delay(eta)).\(again(aftermath))", "아직 준비 중입니다\(delay(eta)).\(again(aftermath))")
        case .transient(let said):
            (
                "can't work now: \"\(Figures.quoted(said))\".\(again(aftermath))",
                "지금은 일할 수 없습니다: \"\(Figures.quoted(said))\".\(again(aftermath))"
            )
        case .timeout:
            ("did not answer in time.\(again(aftermath))", "제때 답하지 않았습니다.\(again(aftermath))")
        case .config(let said):
            (
                "is configured wrongly: \"\(Figures.quoted(said))\". Correct the configuration.",
                "설정이 잘못되었습니다: \"\(Figures.quoted(said))\". 설정을 고치세요."
            )
        default: nil
        }
    }

    /// What becomes of work that could be done another time, behind the sentence before it.
    private func again(_ aftermath: Aftermath) -> String {
        switch aftermath {
        case .jobWaits, .backendIsWatched: say(" It is retried automatically.", " 자동으로 다시 시도합니다.")
        case .jobEnded: say(" Retry the job once it works again.", " 백엔드가 회복되면 작업을 다시 시도하세요.")
        case .untold: ""
        }
    }

    /// An answer that was lost: whether a person has to decide depends on `on_unknown`, which shows in what became of the
    /// job.
    private func lostAnswer(_ aftermath: Aftermath) -> (String, String) {
        let lost = ("may or may not have done the work: its answer was lost.", "일을 했는지 알 수 없습니다. 답이 사라졌습니다.")
        switch aftermath {
        case .jobWaits:
            return (
                "lost an answer and is being checked. The picture is requested automatically once the backend works; where the lost answer was this job's own, it may be billed twice.",
                "답 하나가 사라져 상태를 확인하고 있습니다. 백엔드가 회복되면 그림을 자동으로 요청합니다. 사라진 답이 이 작업의 것이라면 두 번 청구될 수 있습니다."
            )
        case .jobEnded:
            return (
                "\(lost.0) Retry the job only if it may be billed twice.",
                "\(lost.1) 두 번 청구되어도 될 때만 작업을 다시 시도하세요."
            )
        case .backendIsWatched:
            return (
                "\(lost.0) It is checked before anything else is requested.", "\(lost.1) 다음 요청 전에 상태를 확인합니다."
            )
        case .untold: return lost
        }
    }

    private func requestFault(_ failure: BackendFailure, _ aftermath: Aftermath) -> (String, String) {
        switch failure {
        case .moderated(let stage, let charged):
            let paid = charged == true ? (" It was charged.", " 요금이 청구되었습니다.") : ("", "")
            return (
                "refused the content (\(Figures.quoted(stage))).\(paid.0) Change the prompt.",
                "내용을 거부했습니다(\(Figures.quoted(stage))).\(paid.1) 프롬프트를 바꾸세요."
            )
        case .invalid(let parameter, let said):
            let place = parameter.map { " (\(Figures.quoted($0)))" } ?? ""
            return (
                "does not take the request\(place): \"\(Figures.quoted(said))\". Correct it.",
                "요청을 받지 않습니다\(place): \"\(Figures.quoted(said))\". 고치세요."
            )
        case .unknown: return lostAnswer(aftermath)
        case .empty: return ("answered without a picture. Try again.", "그림 없이 답했습니다. 다시 시도하세요.")
        case .badResponse(let said):
            return (
                "gave an answer that can't be read: \"\(Figures.quoted(said))\". Check its address and version.",
                "읽을 수 없는 답을 했습니다: \"\(Figures.quoted(said))\". 주소와 버전을 확인하세요."
            )
        case .expired: return ("no longer keeps the result. Retry the job.", "결과를 더는 보관하지 않습니다. 작업을 다시 시도하세요.")
        case .lost: return ("does not know the job any more. Retry the job.", "이 작업을 더는 모릅니다. 작업을 다시 시도하세요.")
        case .tooLarge(let bytes, let limit):
            return (
                "sent \(Figures.bytes(bytes)) or more; the most is \(Figures.bytes(limit)). Ask for a smaller picture.",
                "\(Figures.bytes(bytes)) 이상을 보냈고 최대 \(Figures.bytes(limit))까지 받습니다. 더 작은 그림을 요청하세요."
            )
        case .cancelled:
            return ("cancelled the work. Retry the job if it was not meant.", "작업을 취소했습니다. 뜻한 일이 아니면 다시 시도하세요.")
        case .unsupported(let feature):
            return (
                "can't do \(Figures.quoted(feature)). Leave it out, or choose another backend.",
                "\(Figures.quoted(feature)) 기능이 없습니다. 빼거나 다른 백엔드를 고르세요."
            )
        case .failed(let said, _):
            return (
                "failed: \"\(Figures.quoted(said))\". Retry the job.",
                "실패했습니다: \"\(Figures.quoted(said))\". 작업을 다시 시도하세요."
            )
        case .auth, .quota, .rateLimited, .gone, .closed, .loading, .transient, .timeout, .config:
            return ownFault(failure, aftermath) ?? ("", "")
        }
    }

    private func delay(_ milliseconds: Int64?) -> String {
        milliseconds.map {
            let time = DurationText.text(of: .seconds(max(1, ($0 + 500) / 1000)))
            return say(" for \(time)", " (\(time) 동안)")
        } ?? ""
    }
}
