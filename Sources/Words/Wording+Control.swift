public import Domain

extension Wording {
    /// Why the service does not do what it was asked to do.
    public func sentence(_ failure: ControlFailure) -> String {
        switch failure {
        case .noSuchJob, .ambiguousJob, .mayPayTwice, .notRetryable, .notHeld, .pictureLost, .neverBegun, .artGone,
            .hasEnded:
            jobSentence(failure)
        case .fields(let failures):
            failures.first.map { sentence($0) } ?? say("The request is wrong.", "요청이 잘못되었습니다.")
        case .noSuchFolder(let name, let nearest):
            say(
                "There is no watch folder named \(Figures.quoted(name))."
                    + (nearest.map { " Did you mean \($0)?" } ?? " GET /v1/status lists them."),
                "감시 폴더 \(Figures.quoted(name))은(는) 없습니다."
                    + (nearest.map { " 혹시 \($0)인가요?" } ?? " GET /v1/status에 목록이 있습니다."))
        case .prompt(let inner): sentence(inner, about: say("The request", "요청"))
        case .picture(let inner): sentence(inner, about: say("The body", "본문"))
        case .configuration(let inner): oldOneGoesOn + (lines(inner).first ?? "")
        case .notServable(let said): oldOneGoesOn + said
        case .repository(let inner): sentence(inner, about: "textifyd.db")
        case .storage(let inner): sentence(inner, about: say("The store", "저장소"))
        case .noRoom(let jobs):
            say(
                "\(Figures.counted(jobs, "unfinished job is", "unfinished jobs are")) as many as fit. Send it again when \(jobs == 1 ? "it has" : "some have") ended.",
                "끝나지 않은 작업이 \(Figures.count(jobs))개로 가득 찼습니다. 일부가 끝난 뒤 다시 보내세요.")
        case .draining:
            say(
                "The service is stopping and takes nothing new. Send it again later.",
                "서비스가 멈추는 중이라 새 작업을 받지 않습니다. 나중에 다시 보내세요.")
        case .unsupported(let feature):
            say("This version can't do \(Figures.quoted(feature)).", "이 버전은 \(Figures.quoted(feature))을(를) 할 수 없습니다.")
        }
    }

    private var oldOneGoesOn: String {
        say("The new configuration is bad, and the old one goes on. ", "새 설정이 잘못되어 이전 설정을 그대로 씁니다. ")
    }

    private func jobSentence(_ failure: ControlFailure) -> String {
        switch failure {
        case .noSuchJob(let id):
            say(
                "There is no job \(Figures.quoted(id)). Give an identifier, or four or more of its last characters.",
                "작업 \(Figures.quoted(id))은(는) 없습니다. 식별자나 그 끝의 네 글자 이상을 주세요.")
        case .ambiguousJob(let ending, _):
            say(
                "More than one job ends with \(ending). Give more characters.",
                "\(ending)(으)로 끝나는 작업이 여럿입니다. 글자를 더 주세요.")
        case .mayPayTwice(let id):
            say(
                "Nobody knows whether the picture of job \(id) was made; trying again may pay twice. Allow it with textify retry --may-pay-twice, or {\"may_pay_twice\": true}.",
                "작업 \(id)의 그림이 만들어졌는지 알 수 없어, 다시 하면 두 번 결제될 수 있습니다. 그래도 하려면 textify retry --may-pay-twice 또는 {\"may_pay_twice\": true}로 허락하세요."
            )
        case .notRetryable(let id, let state):
            say(
                "Job \(id) is \(state): only one that failed, was cancelled or is unknown can be tried again.",
                "작업 \(id)의 상태는 \(state)입니다. 실패했거나 취소되었거나 알 수 없는 작업만 다시 할 수 있습니다.")
        case .notHeld(let id, let state):
            say(
                "Job \(id) is \(state): only a held job can be approved.",
                "작업 \(id)의 상태는 \(state)입니다. 보류된 작업만 승인할 수 있습니다.")
        case .pictureLost(let id):
            say(
                "Job \(id) was made from a dropped picture, which is not kept. Move it from failed/ into the folder again.",
                "작업 \(id)은(는) 넣은 그림으로 만든 것이며 그 그림은 보관하지 않습니다. failed/에서 폴더로 다시 옮기세요.")
        case .neverBegun(let id):
            say(
                "Job \(id) is a line of a batch that can't be worked on as it stands. Mend it in failed/ and drop it again.",
                "작업 \(id)은(는) 그대로는 할 수 없는 묶음의 한 줄입니다. failed/에서 고쳐 다시 넣으세요.")
        case .artGone(let id, let state):
            state == "done"
                ? say(
                    "The picture of job \(id) was not kept, and its files are not in the outbox any more.",
                    "작업 \(id)의 그림은 보관하지 않았고 파일도 보낼 폴더에 없습니다.")
                : say("Job \(id) is \(state): there is no art yet.", "작업 \(id)의 상태는 \(state)입니다. 아직 글자 그림이 없습니다.")
        case .hasEnded(let id, let state):
            say("Job \(id) is \(state) and can't be cancelled any more.", "작업 \(id)은(는) 이미 \(state) 상태라 취소할 수 없습니다.")
        default: ""
        }
    }

    /// That somebody paused the service.
    public var paused: String {
        say(
            "Somebody paused the service: nothing new begins until textify resume.",
            "누군가 서비스를 멈췄습니다. textify resume을 실행할 때까지 새 일을 시작하지 않습니다.")
    }

    /// That so many jobs are unknown, and what a person can do about them.
    public func unknown(jobs count: Int) -> String {
        say(
            "\(Figures.count(count)) unknown: nobody knows whether the picture was made (textify jobs --state unknown). "
                + Self.ways,
            "알 수 없는 작업 \(Figures.count(count))개: 그림이 만들어졌는지 알 수 없습니다(textify jobs --state unknown). "
                + Self.waysInKorean)
    }

    private static let ways = "Buy it again with textify retry --may-pay-twice ID, or end it with textify cancel ID."
    private static let waysInKorean =
        "textify retry --may-pay-twice ID로 다시 사거나 textify cancel ID로 끝내세요."

    /// Why a job stands where it does; `nil` where the state says it all.
    public func sentence(_ state: JobState, about name: String) -> String? {
        switch state {
        case .waiting(_, let failure), .failed(let failure): sentence(failure, about: name)
        case .held(.budget(let stop, _)): sentence(stop)
        case .held(.approval):
            say(
                "It waits for somebody to approve it: textify approve ID.", "누군가의 승인을 기다립니다: textify approve ID.")
        case .unknown:
            say(
                "Nobody knows whether its picture was made; it is not bought again by itself. \(Self.ways)",
                "그림이 만들어졌는지 알 수 없어 저절로 다시 사지 않습니다. \(Self.waysInKorean)")
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }
}
