public import Domain

extension Wording {
    /// What is wrong with a backend. `name` is the backend's.
    public func sentence(_ failure: BackendFailure, about name: String) -> String {
        let topic = say("The backend \(name)", "백엔드 \(Particle.topic.after(name))")
        let (english, korean) = ownFault(failure) ?? requestFault(failure)
        return say("\(topic) \(english)", "\(topic) \(korean)")
    }

    private func ownFault(_ failure: BackendFailure) -> (String, String)? {
        switch failure {
        case .auth:
            (
                "refuses the key, or wants one. Put a good key where the configuration says, and reload.",
                "키를 거부하거나 요구합니다. 설정이 가리키는 곳에 맞는 키를 넣고 설정을 다시 읽게 하세요."
            )
        case .quota: ("has no quota left. Top up the account or wait.", "할당량을 다 썼습니다. 충전하거나 기다리세요.")
        case .rateLimited(let after):
            (
                "asks for fewer requests\(delay(after)). It is tried again by itself.",
                "요청을 줄이라고 합니다\(delay(after)). 저절로 다시 시도합니다."
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
            ("is not ready yet\(delay(eta)). It is tried again by itself.", "아직 준비 중입니다\(delay(eta)). 저절로 다시 시도합니다.")
        case .transient(let said):
            (
                "can't work now: \"\(Figures.quoted(said))\". It is tried again by itself.",
                "지금은 일할 수 없습니다: \"\(Figures.quoted(said))\". 저절로 다시 시도합니다."
            )
        case .timeout: ("did not answer in time. It is tried again by itself.", "제때 답하지 않았습니다. 저절로 다시 시도합니다.")
        case .config(let said):
            (
                "is configured wrongly: \"\(Figures.quoted(said))\". Correct the configuration.",
                "설정이 잘못되었습니다: \"\(Figures.quoted(said))\". 설정을 고치세요."
            )
        default: nil
        }
    }

    private func requestFault(_ failure: BackendFailure) -> (String, String) {
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
        case .unknown:
            return (
                "may or may not have done the work: its answer was lost. Decide whether to retry or to cancel.",
                "일을 했는지 알 수 없습니다. 답이 사라졌습니다. 다시 시도할지 취소할지 정하세요."
            )
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
            return ownFault(failure) ?? ("", "")
        }
    }

    private func delay(_ milliseconds: Int64?) -> String {
        milliseconds.map {
            let time = DurationText.text(of: .seconds(max(1, ($0 + 500) / 1000)))
            return say(" for \(time)", " (\(time) 동안)")
        } ?? ""
    }
}
