package import Domain

extension Wording {
    /// Why the service does not do what it was asked to do.
    package func sentence(_ failure: ControlFailure) -> String {
        switch failure {
        case .noSuchJob, .ambiguousJob, .mayPayTwice, .notRetryable, .notHeld, .pictureLost, .neverBegun, .artGone,
            .hasEnded, .notForgettable:
            jobSentence(failure)
        case .keyReused(let id):
            say(
                "Another request was sent under this Idempotency-Key and became job \(id). Send this one under another key.",
                "이 Idempotency-Key로 다른 요청을 이미 보냈고 작업 \(id)이(가) 되었습니다. 이 요청은 다른 키로 보내세요.")
        case .fields(let failures):
            failures.first.map { sentence($0) } ?? say("The request is wrong.", "요청이 잘못되었습니다.")
        case .noSuchFolder(let name, let known): noSuchFolder(name, known)
        case .noSuchBackend(let name, let known): noSuchBackend(name, known)
        case .noSuchCache(let name, let known):
            say(
                "There is no cache named \(Figures.quoted(name)) that could be cleared. Name one of: \(known.joined(separator: ", ")).",
                "비울 수 있는 캐시 중에 \(Figures.quoted(name))은(는) 없습니다. 다음 중 하나를 쓰세요: \(known.joined(separator: ", ")).")
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

    private func noSuchFolder(_ name: String, _ known: [String]) -> String {
        guard !known.isEmpty else {
            return say(
                "There is no watch folder. Add a [[watch]] to the configuration.",
                "감시 폴더가 없습니다. 설정에 [[watch]]를 추가하세요.")
        }
        let list = known.map { FileName($0).shown }.joined(separator: ", ")
        let nearest = NearestName.of(name, among: known)
        return say(
            "There is no watch folder named \(Figures.quoted(name))."
                + (nearest.map { " Did you mean \($0)?" } ?? "") + " There are: \(list).",
            "감시 폴더 \(Figures.quoted(name))은(는) 없습니다." + (nearest.map { " 혹시 \($0)인가요?" } ?? "")
                + " 있는 폴더: \(list).")
    }

    private func noSuchBackend(_ name: String, _ known: [String]) -> String {
        let list = known.map { FileName($0).shown }.joined(separator: ", ")
        let nearest = NearestName.of(name, among: known)
        return say(
            "There is no backend named \(Figures.quoted(name))."
                + (nearest.map { " Did you mean \($0)?" } ?? "") + " There are: \(list).",
            "백엔드 \(Figures.quoted(name))은(는) 없습니다." + (nearest.map { " 혹시 \($0)인가요?" } ?? "")
                + " 있는 백엔드: \(list).")
    }

    private var oldOneGoesOn: String {
        say("The new configuration is bad, and the old one goes on. ", "새 설정이 잘못되어 이전 설정을 그대로 씁니다. ")
    }

    private func jobSentence(_ failure: ControlFailure) -> String {
        switch failure {
        case .noSuchJob(let id):
            say(
                "There is no job \(Figures.quoted(id)). Give an identifier, or four or more of its first or last characters.",
                "작업 \(Figures.quoted(id))은(는) 없습니다. 식별자나 그 처음 또는 끝의 네 글자 이상을 주세요.")
        case .ambiguousJob(let part, _):
            say(
                "More than one job begins or ends with \(part). Give more characters.",
                "\(part)(으)로 시작하거나 끝나는 작업이 여럿입니다. 글자를 더 주세요.")
        case .mayPayTwice(let id):
            say(
                "Job \(id) may already have been paid for; trying again may pay twice. Allow it with textify retry --may-pay-twice, or {\"may_pay_twice\": true}.",
                "작업 \(id)의 값을 이미 치렀을 수 있어, 다시 하면 두 번 결제될 수 있습니다. 그래도 하려면 textify retry --may-pay-twice 또는 {\"may_pay_twice\": true}로 허락하세요."
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
                    "The picture of job \(id) was not kept, and there is no file of that format in its outbox.",
                    "작업 \(id)의 그림은 보관하지 않았고, 보낼 폴더에 그 형식의 파일도 없습니다.")
                : say("Job \(id) is \(state): there is no art yet.", "작업 \(id)의 상태는 \(state)입니다. 아직 글자 그림이 없습니다.")
        case .hasEnded(let id, let state):
            say("Job \(id) is \(state) and can't be cancelled any more.", "작업 \(id)은(는) 이미 \(state) 상태라 취소할 수 없습니다.")
        case .notForgettable(let id, let state):
            say(
                "Job \(id) is \(state): only one that has ended can be forgotten. Wait for it, or cancel it first.",
                "작업 \(id)의 상태는 \(state)입니다. 끝난 작업만 잊을 수 있습니다. 기다리거나 먼저 취소하세요.")
        default: ""
        }
    }

    /// That calls of backends hold up a reload.
    package func reloading(calls: Int) -> String {
        let noun = calls == 1 ? "call that runs is" : "calls that run are"
        return say(
            "The configuration is being read again: \(Figures.count(calls)) \(noun) finished first. New work is taken, and begins after that.",
            "설정을 다시 읽는 중입니다. 진행 중인 호출 \(Figures.count(calls))개를 먼저 마칩니다. 새 작업은 받아 두었다가 그다음에 시작합니다.")
    }

    /// That the service is on its way out.
    package var stopping: String {
        say(
            "textifyd is stopping: what runs is finished, what waits goes on at its next start.",
            "textifyd를 끝내는 중입니다. 하던 일은 마치고, 기다리는 일은 다음에 시작할 때 이어 갑니다.")
    }

    /// That somebody paused the service.
    package var paused: String {
        say(
            "Somebody paused the service: nothing new begins until textify resume.",
            "누군가 서비스를 멈췄습니다. textify resume을 실행할 때까지 새 일을 시작하지 않습니다.")
    }

    /// That so many jobs are unknown, and what a person can do about them.
    package func unknown(jobs count: Int) -> String {
        say(
            "\(Figures.count(count)) unknown: nobody knows whether the picture was made (textify jobs --state unknown). "
                + ways("ID"),
            "알 수 없는 작업 \(Figures.count(count))개: 그림이 만들어졌는지 알 수 없습니다(textify jobs --state unknown). "
                + waysInKorean("ID"))
    }

    /// That so many jobs are held, and what a person can do about them.
    package func held(jobs count: Int) -> String {
        say(
            "\(Figures.count(count)) held, for you or until a budget begins anew (textify jobs --state held). "
                + "Let one go on with textify approve ID, or end it with textify cancel ID.",
            "보류된 작업 \(Figures.count(count))개: 승인이나 새 예산을 기다립니다(textify jobs --state held). "
                + "textify approve ID로 진행하거나 textify cancel ID로 끝내세요.")
    }

    /// That so many jobs wait for a backend.
    package func wait(jobs count: Int) -> String {
        let (noun, verb) = count == 1 ? ("job", "waits") : ("jobs", "wait")
        return say(
            "\(Figures.count(count)) \(noun) \(verb); nothing is lost.",
            "작업 \(Figures.count(count))개가 기다립니다. 잃은 것은 없습니다.")
    }

    /// That so many sources are worked off and lie there still, with why the first of them does.
    package func stuck(sources count: Int, _ sentence: String) -> String {
        let (noun, verb) = count == 1 ? ("file", "is") : ("files", "are")
        return say(
            "\(Figures.count(count)) \(noun) \(verb) worked off but can't be moved away, which is tried again: \(sentence)",
            "처리했지만 옮기지 못한 파일 \(Figures.count(count))개, 다시 시도합니다: \(sentence)")
    }

    /// Why something can't be written into the state folder.
    package func storing(_ failure: JobFailure) -> String {
        switch failure {
        case .delivery(let failure): sentence(failure, about: "blobs")
        case .storage(let failure): sentence(failure, about: "textifyd.db")
        default: sentence(failure, about: say("the answer", "응답"))
        }
    }

    /// That answers of backends can't be written down.
    package func unsaved(answers count: Int, _ failure: JobFailure) -> String {
        let answers = count == 1 ? "answer of a backend is" : "answers of backends are"
        return say(
            "\(Figures.count(count)) \(answers) kept in memory alone, and may be paid for: \(storing(failure)) It is tried again, and the service does not end before; a second SIGTERM gives up what was answered.",
            "백엔드의 응답 \(Figures.count(count))개가 메모리에만 있고 이미 값을 치렀을 수 있습니다: \(storing(failure)) 다시 시도하며 그 전에는 서비스가 끝나지 않습니다. SIGTERM을 한 번 더 보내면 응답을 버립니다."
        )
    }

    /// That the state folder knows nothing of a folder that was served before.
    package func newState(served folder: String, by state: String) -> String {
        say(
            "\(folder) was served before, but the state in \(state) is new: it knows neither its jobs nor what was spent. If its disk is not mounted, stop the service, mount it and start again; if it is meant to be new, this is over after the next start.",
            "\(folder) 폴더는 전에 쓰였지만 \(state)의 상태는 새것이어서 작업도 지출도 모릅니다. 디스크가 마운트되지 않았다면 서비스를 멈추고 마운트한 뒤 다시 시작하세요. 새로 시작한 것이라면 다음 시작부터 나오지 않습니다."
        )
    }

    /// That results can't be put into their outbox.
    package func waiting(deliveries count: Int, _ sentence: String) -> String {
        let noun = count == 1 ? "job waits" : "jobs wait"
        return say(
            "\(Figures.count(count)) \(noun) for the outbox, which is tried again, nothing is lost: \(sentence)",
            "보낼 폴더를 기다리는 작업 \(Figures.count(count))개, 다시 시도하며 잃은 것은 없습니다: \(sentence)")
    }

    /// That a folder below a watch folder lies too deep to be gone into.
    package func tooDeep(_ folder: String, levels: Int) -> String {
        say(
            "\(folder) lies more than \(levels) folders deep, and what is in it is not seen. Move it up.",
            "\(folder) 폴더는 \(levels)단계보다 깊이 있어 그 안의 파일을 보지 않습니다. 위로 옮기세요.")
    }

    /// That the system can't tell of changes in a folder, for the reason `code` (an errno).
    package func unwatched(_ folder: String, code: Int32, interval: Duration) -> String {
        let every = Figures.count(Int(max(1, interval.components.seconds)))
        guard code == 28 else {
            return say(
                "\(folder) can't be watched (error \(code)): it is looked into every \(every) s.",
                "\(folder) 폴더를 감시할 수 없습니다(오류 \(code)). \(every)초마다 살핍니다.")
        }
        return say(
            "The system watches no more folders: \(folder) is looked into every \(every) s. Raise fs.inotify.max_user_watches.",
            "시스템이 더는 폴더를 감시하지 않습니다. \(folder) 폴더를 \(every)초마다 살핍니다. fs.inotify.max_user_watches를 늘리세요.")
    }

    /// The same for so many more folders.
    package func more(folders count: Int) -> String {
        say("The same goes for \(Figures.count(count)) more.", "다른 폴더 \(Figures.count(count))개도 그렇습니다.")
    }

    /// That a new configuration was not taken, with what is wrong with it.
    package func refusedReload(_ sentence: String) -> String {
        say(
            "The old configuration goes on, the new one is wrong: \(sentence)",
            "새 설정이 잘못되어 이전 설정으로 계속합니다: \(sentence)")
    }

    private func ways(_ job: String) -> String {
        "Buy it again with textify retry --may-pay-twice \(job), or end it with textify cancel \(job)."
    }

    private func waysInKorean(_ job: String) -> String {
        "textify retry --may-pay-twice \(job)로 다시 사거나 textify cancel \(job)로 끝내세요."
    }

    /// Why a job stands where it does; `nil` where the state says it all. `job` is what is written in the place of its
    /// identifier.
    package func sentence(_ state: JobState, about name: String, job: String = "ID") -> String? {
        switch state {
        case .waiting(_, let failure): sentence(failure, about: name, then: .jobWaits)
        case .failed(let failure): sentence(failure, about: name, then: .jobEnded)
        case .held(.budget(let stop, _)): sentence(stop)
        case .held(.approval):
            say(
                "It waits for somebody to approve it: textify approve \(job).",
                "누군가의 승인을 기다립니다: textify approve \(job).")
        case .unknown:
            say(
                "Nobody knows whether its picture was made; it is not bought again by itself. \(ways(job))",
                "그림이 만들어졌는지 알 수 없어 저절로 다시 사지 않습니다. \(waysInKorean(job))")
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }
}
