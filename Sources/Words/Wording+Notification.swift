package import Domain

/// Notifications: what they tell, and why they did not arrive.
extension Wording {
    /// The line above a message: of one thing, `name` being its job's file, or of several.
    package func notificationTitle(_ kinds: [NotificationKind: Int], name: String?) -> String {
        if kinds.count == 1, kinds.values.first == 1, let kind = kinds.keys.first {
            return "textifyd: " + notificationTitle(kind, name)
        }
        let parts = NotificationKind.allCases.compactMap { kind in kinds[kind].map { "\($0) \(notificationKind(kind))" }
        }
        return "textifyd: " + parts.joined(separator: ", ")
    }

    private func notificationTitle(_ kind: NotificationKind, _ name: String?) -> String {
        switch kind {
        case .done, .failed, .refused, .held, .unknown:
            guard let name else { return notificationKind(kind) }
            return say("\(name) \(notificationVerb(kind))", "\(name) \(notificationKind(kind))")
        case .budget: return say("the budget is nearly used up", "예산이 거의 소진됨")
        case .folder: return say("a watch folder can't be read", "감시 폴더를 읽을 수 없음")
        case .backend: return say("a backend is down", "백엔드 중단")
        case .disk: return say("the disk is nearly full", "디스크 공간 부족")
        case .gate: return say("a gate has changed", "게이트 상태 변경")
        case .reminder: return say("a look back", "지난 작품")
        case .test: return say("test", "시험 알림")
        }
    }

    private func notificationVerb(_ kind: NotificationKind) -> String {
        switch kind {
        case .done: "is done"
        case .failed: "failed"
        case .refused: "was refused"
        case .held: "is held"
        default: "may have been paid for"
        }
    }

    /// A short word for a number of them.
    package func notificationKind(_ kind: NotificationKind) -> String {
        switch kind {
        case .done: say("done", "완료")
        case .failed: say("failed", "실패")
        case .refused: say("refused", "거부됨")
        case .held: say("held", "보류")
        case .unknown: say("unknown", "결과 불명")
        case .budget: say("budget warnings", "예산 경고")
        case .folder: say("folder problems", "폴더 문제")
        case .backend: say("backend problems", "백엔드 문제")
        case .disk: say("disk warnings", "디스크 경고")
        case .gate: say("gate changes", "게이트 변경")
        case .reminder: say("reminders", "지난 작품 알림")
        case .test: say("tests", "시험")
        }
    }

    /// What happened, in a sentence. `name`: the job's file.
    package func sentence(_ notification: Notification, about name: String) -> String {
        switch notification.subject {
        case .event(let event): sentence(event)
        case .job(let job, .done): say("\(name) is done (\(job)).", "\(name) 작업이 끝났습니다(\(job)).")
        case .job(_, .failed(let failure)): sentence(failure, about: name)
        case .job(let job, .unknown): jobUnknown(name, job.text)
        case .job(let job, let state): "\(name): " + (sentence(state, about: name, job: job.text) ?? state.word)
        }
    }

    /// The same of a job of a folder whose work must not leave this machine.
    package func withheld(_ kind: NotificationKind, folder: String) -> String {
        let state =
            switch kind {
            case .done: say("is done", "끝났습니다")
            case .failed: say("failed", "실패했습니다")
            case .refused: say("was refused", "거부되었습니다")
            case .held: say("is held", "보류되었습니다")
            default: say("needs a decision", "결정이 필요합니다")
            }
        return say(
            "A job of folder \(folder) \(state). Its folder is local_only, so nothing else is told here.",
            "\(folder) 폴더의 작업이 \(state). local_only 폴더이므로 자세한 내용은 보내지 않습니다.")
    }

    package func furtherNotifications(_ count: Int) -> String {
        say("and \(count) more", "외 \(count)건")
    }

    private func sentence(_ event: NotificationEvent) -> String {
        switch event {
        case .nearCap(let cap): nearing([cap])
        case .folder(let name, .missing): folderMissing(name)
        case .folder(let name, .unmounted): sentence(FileFailure.unmounted, about: name)
        case .folder(let name, .unreadable(let failure)): sentence(failure, about: name)
        case .backend(let name, let failure): sentence(failure, about: name, then: .backendIsRechecked)
        case .disk(let space): sentence(space)
        case .gateOpened(let name): gateOpened(name)
        case .gateClosed(let name, let until): gateClosed(name, until: until.map(\.rfc3339))
        case .reminder(let reminder): sentence(reminder, names: [])
        }
    }

    /// `names`: of the first artworks, as far as they may be told.
    package func sentence(_ reminder: Reminder, names: [String]) -> String {
        let when = ago(reminder.span)
        let count = Figures.counted(reminder.count, "artwork", "artworks")
        guard !names.isEmpty else {
            return say("\(when) you made \(count).", "\(when)에 작품 \(Figures.count(reminder.count))개를 만들었습니다.")
        }
        let list = names.joined(separator: ", ")
        let rest = reminder.count - names.count
        if rest <= 0 { return say("\(when) you made: \(list).", "\(when)에 만든 작품: \(list)") }
        return say(
            "\(when) you made: \(list), and \(Figures.count(rest)) more.",
            "\(when)에 만든 작품: \(list) 외 \(Figures.count(rest))개")
    }

    private func ago(_ span: ReminderSpan) -> String {
        switch (span.unit, span.count) {
        case (.weeks, 1): say("A week ago", "1주 전")
        case (.weeks, let count): say("\(count) weeks ago", "\(count)주 전")
        case (.months, 1): say("A month ago", "한 달 전")
        case (.months, let count): say("\(count) months ago", "\(count)개월 전")
        case (.years, 1): say("A year ago", "1년 전")
        case (.years, let count): say("\(count) years ago", "\(count)년 전")
        }
    }

    package var testNotification: String {
        say("This is a test: notifications arrive.", "시험 알림입니다. 알림이 도착합니다.")
    }
}

extension Wording {
    package var target: String { say("notify", "알림") }

    package var noTargets: String {
        say(
            "No target of notifications is configured. A table [[notify]] tells a phone, a chat, a mailbox or a program what happens.",
            "알림을 받을 대상이 없습니다. [[notify]] 표로 휴대전화, 채팅, 메일, 프로그램에 소식을 알릴 수 있습니다.")
    }

    package var notConfigured: String { say("not configured", "설정되지 않음") }

    package var heldBack: String { say("held back by a gate", "게이트가 막음") }

    package func nextAttempt(_ time: String) -> String { say("next \(time)", "다음 \(time)") }

    package func toldLater(waiting: Int, dead: Int) -> String {
        if waiting + dead == 0 { return say("nothing waits", "대기 없음") }
        let parts = [
            waiting > 0 ? say("\(waiting) waiting", "대기 \(waiting)") : nil,
            dead > 0 ? say("\(dead) not delivered", "미전달 \(dead)") : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    package func testArrived(_ target: String) -> String {
        say("\(target) took the test notification.", "\(target)에 시험 알림이 도착했습니다.")
    }

    /// `verb`: `retry` or `dismiss`.
    package func handled(_ count: Int, _ verb: String, _ target: String) -> String {
        let number = Figures.counted(count, "notification", "notifications")
        if count == 0 { return say("\(target) missed no notification.", "\(target)에 전하지 못한 알림이 없습니다.") }
        return verb == "retry"
            ? say("\(number) for \(target): sent again now.", "\(target) 알림 \(Figures.count(count))건을 다시 보냅니다.")
            : say("\(number) for \(target): dismissed.", "\(target) 알림 \(Figures.count(count))건을 지웠습니다.")
    }

    /// `reason`: why a message did not arrive.
    package func notificationsFail(_ reason: String) -> String {
        say("Notifications wait and are sent again: \(reason)", "알림을 보내지 못해 나중에 다시 보냅니다. \(reason)")
    }

    package func notificationsArrive(at target: String) -> String {
        say("Notifications reach \(target) again.", "\(target)에 알림이 다시 도착합니다.")
    }

    package func notificationsGivenUp(_ count: Int, target: String, _ reason: String) -> String {
        let number = Figures.counted(count, "notification", "notifications")
        return say(
            "\(number) for \(target) could not be delivered: \(reason) Try again with textify notify retry \(target).",
            "\(target)에 알림 \(Figures.count(count))건을 전하지 못했습니다. \(reason) textify notify retry \(target)로 다시 보낼 수 있습니다."
        )
    }

    package var notAnAddress: String {
        say(
            "address: what it names is no address such as https://ntfy.example/topic.",
            "address: https://ntfy.example/topic 같은 주소가 아닙니다.")
    }

    /// Why a message did not arrive. `target`: the target's name.
    package func sentence(_ failure: NotificationFailure, target: String) -> String {
        switch failure {
        case .status(let status): statusSentence(status, target)
        case .noAnswer(let reason): noAnswer(reason, target)
        case .setting(let name):
            say(
                "\(name) of \(target) can't be used. Correct it, then run textify reload.",
                "\(target)의 \(name) 설정을 쓸 수 없습니다. 고친 뒤 textify reload를 실행하세요.")
        case .mailReply(let code):
            say(
                "The mail server of \(target) refused with \(code).", "\(target)의 메일 서버가 \(code) 응답으로 거부했습니다.")
        case .mailLogin:
            say(
                "The mail server of \(target) did not accept user and password.",
                "\(target)의 메일 서버가 사용자와 비밀번호를 받지 않았습니다.")
        case .exit(let code):
            say("The program of \(target) ended with \(code).", "\(target) 프로그램이 \(code)(으)로 끝났습니다.")
        case .signal(let number):
            say("The program of \(target) was killed by signal \(number).", "\(target) 프로그램이 시그널 \(number)에 종료되었습니다.")
        case .late(let seconds):
            say(
                "The program of \(target) took longer than \(seconds) s and was stopped.",
                "\(target) 프로그램이 \(seconds)초를 넘어 중지되었습니다.")
        case .notStarted(let file):
            say(
                "The program of \(target) can't be started: \(sentence(file, about: target))",
                "\(target) 프로그램을 시작할 수 없습니다. \(sentence(file, about: target))")
        case .noTarget:
            say(
                "\(target) is not configured any more. Add its [[notify]] table again, or dismiss what waits with textify notify dismiss \(target).",
                "\(target)은(는) 더 이상 설정되어 있지 않습니다. [[notify]] 표를 다시 넣거나 textify notify dismiss \(target)로 지우세요.")
        case .stopped: say("The service was stopped.", "서비스가 중지되었습니다.")
        }
    }

    private func statusSentence(_ status: Int, _ target: String) -> String {
        switch status {
        case 401, 403:
            say(
                "\(target) did not accept the key (status \(status)). Check its address and token.",
                "\(target)에서 키를 받지 않았습니다(상태 \(status)). address와 token을 확인하세요.")
        case 404, 410:
            say(
                "The address of \(target) doesn't exist any more (status \(status)). Renew it.",
                "\(target)의 주소가 더 이상 없습니다(상태 \(status)). 새로 만드세요.")
        case 429:
            say("\(target) asks for fewer messages (status 429).", "\(target)에서 메시지를 줄이라고 합니다(상태 429).")
        case 300..<400:
            say(
                "\(target) redirects to another address (status \(status)), which is not followed. Set the final one.",
                "\(target)이(가) 다른 주소로 보냅니다(상태 \(status)). 따라가지 않으므로 최종 주소를 설정하세요.")
        default:
            say("\(target) answered with status \(status).", "\(target)의 응답 상태는 \(status)입니다.")
        }
    }

    private func noAnswer(_ reason: NotificationFailure.NoAnswer, _ target: String) -> String {
        switch reason {
        case .resolve: say("The host name of \(target) can't be resolved.", "\(target)의 호스트 이름을 찾을 수 없습니다.")
        case .connect: say("\(target) can't be reached.", "\(target)에 연결할 수 없습니다.")
        case .tls:
            say(
                "The connection with \(target) can't be protected: its certificate is not trusted, or TLS failed.",
                "\(target) 연결을 보호할 수 없습니다. 인증서를 믿을 수 없거나 TLS에 실패했습니다.")
        case .proxy: say("The proxy for \(target) doesn't connect.", "\(target)용 프록시가 연결하지 않습니다.")
        case .timeout: say("\(target) did not answer in time.", "\(target)이(가) 제때 응답하지 않았습니다.")
        case .closed: say("\(target) closed the connection.", "\(target)이(가) 연결을 닫았습니다.")
        case .malformed: say("The answer of \(target) is damaged.", "\(target)의 응답이 손상되었습니다.")
        }
    }
}
