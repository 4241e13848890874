package import Domain

/// Plans: mistakes in their times, and what happens to them.
extension Wording {
    package func sentence(_ problem: PlanTimesProblem) -> String {
        switch problem {
        case .at(let text, let problem): place("at", text, problem) + sentence(problem.kind)
        case .every(let text, let problem): place("every", text, problem) + sentence(problem.kind)
        case .missing:
            say(
                "A plan needs a time, such as at = \"07:00\", or an interval, such as every = \"day\".",
                "계획에는 at = \"07:00\" 같은 시각이나 every = \"day\" 같은 간격이 필요합니다.")
        case .tooOften(let text):
            say(
                "\(Figures.quoted(text)) has several moments within a minute; a plan has at most one, such as *-*-* *:0/5.",
                "\(Figures.quoted(text)) 간격은 1분에 여러 번입니다. *-*-* *:0/5처럼 1분에 한 번까지만 쓸 수 있습니다.")
        case .never(let text):
            say(
                "\(Figures.quoted(text)) has no moment that is still to come.",
                "\(Figures.quoted(text)) 간격에는 앞으로 남은 때가 없습니다.")
        }
    }

    /// `at "07:61", character 1: `.
    private func place(_ option: String, _ text: String, _ problem: PlannedTimeProblem) -> String {
        let bytes = text.utf8.prefix(problem.offset)
        let character = String(decoding: Array(bytes), as: UTF8.self).count + 1
        return say(
            "\(option) \(Figures.quoted(text)), character \(character): ",
            "\(option) \(Figures.quoted(text)), \(character)번째 글자: ")
    }

    private func sentence(_ kind: PlannedTimeProblem.Kind) -> String {
        switch kind {
        case .empty: say("it is empty. Write 07:00, for example.", "비어 있습니다. 예: 07:00")
        case .time(let word):
            say(
                "\(Figures.quoted(word)) is no time. Write 07:00 or 07:00:30.",
                "\(Figures.quoted(word)) 시각을 읽을 수 없습니다. 예: 07:00, 07:00:30")
        case .day(let word):
            say(
                "\(Figures.quoted(word)) is no day. Write today, tomorrow or 2026-12-24.",
                "\(Figures.quoted(word)) 날짜를 읽을 수 없습니다. 예: today, tomorrow, 2026-12-24")
        case .missingTime:
            say("the time is missing. Write tomorrow 07:00, for example.", "시각이 없습니다. 예: tomorrow 07:00")
        case .delay(let word):
            say(
                "\(Figures.quoted(word)) is no delay. Write +2h or +90m.",
                "\(Figures.quoted(word)) 시간을 읽을 수 없습니다. 예: +2h, +90m")
        case .zone(let word):
            say(
                "\(Figures.quoted(word)) is no time zone. Write 07:00 Asia/Seoul, for example.",
                "\(Figures.quoted(word)) 시간대를 읽을 수 없습니다. 예: 07:00 Asia/Seoul")
        case .unexpected(let word):
            say(
                "\(Figures.quoted(word)) is not expected here. Remove it.",
                "\(Figures.quoted(word)) 부분은 필요 없습니다. 지우세요.")
        case .unknownZone(let zone):
            say(
                "the time zone \(Figures.quoted(zone)) is not known here. Write a name such as Europe/Berlin, or install tzdata.",
                "\(Figures.quoted(zone)) 시간대를 알 수 없습니다. Europe/Berlin처럼 쓰거나 tzdata를 설치하세요.")
        case .past: say("this moment has passed. Give a later one, such as +2h.", "이미 지난 때입니다. +2h처럼 앞으로 올 때를 쓰세요.")
        case .givenTwice:
            say(
                "the time or its zone is given twice. Write it in at or in every.",
                "시각이나 시간대가 두 번 있습니다. at 또는 every 한 곳에만 쓰세요.")
        case .hourOfHourly(let word):
            say(
                "\(Figures.quoted(word)) names an hour, but the interval is every hour. Write :15 for the minute.",
                "간격이 매시간이므로 \(Figures.quoted(word)) 대신 :15처럼 분만 쓰세요.")
        case .expression(let kind): sentence(kind)
        }
    }

    private func sentence(_ kind: CalendarProblem.Kind) -> String {
        switch kind {
        case .empty: say("it is empty. Write day or Mon..Fri 07:00.", "비어 있습니다. 예: day, Mon..Fri 07:00")
        case .unknownWord(let word):
            say(
                "\(Figures.quoted(word)) is no interval. Write day, weekday, week, month, mon,thu or *-*-01 07:00.",
                "\(Figures.quoted(word)) 간격을 읽을 수 없습니다. 예: day, weekday, week, month, mon,thu, *-*-01 07:00")
        case .reversedWeekdays:
            say("weekdays go from Monday to Sunday. Write Fri..Sun,Mon.", "요일은 월요일부터 일요일 순서입니다. 예: Fri..Sun,Mon")
        case .missing: say("a value is missing. Write *-*-01 07:00, for example.", "값이 없습니다. 예: *-*-01 07:00")
        case .loneNumber:
            say(
                "a number alone is neither a date nor a time. Write *-*-15 or 15:00.",
                "숫자 하나는 날짜도 시각도 아닙니다. 예: *-*-15, 15:00")
        case .outOfRange(let part, let value, let range):
            say(
                "\(value) is no \(name(part)): it is from \(range.lowerBound) to \(range.upperBound).",
                "\(value) 값은 범위를 벗어났습니다. \(name(part)) 범위는 \(range.lowerBound)–\(range.upperBound)입니다.")
        case .reversedRange(_, let start, let stop):
            say(
                "the range \(start)..\(stop) ends before it begins. Write \(stop)..\(start).",
                "\(start)..\(stop) 범위의 끝이 시작보다 앞입니다. \(stop)..\(start)처럼 쓰세요.")
        case .step(_, let step):
            say("\(step) is no usable repetition. Write 0/15, for example.", "\(step) 반복은 쓸 수 없습니다. 예: 0/15")
        case .repeatedAsterisk: say("* can't be repeated. Write 0/15, for example.", "*에는 반복을 쓸 수 없습니다. 예: 0/15")
        case .fraction: say("seconds have no fractions. Write 07:00:30.", "초에는 소수를 쓸 수 없습니다. 예: 07:00:30")
        case .tooManyValues(let limit): say("at most \(limit) values are possible.", "값은 최대 \(limit)개입니다.")
        case .unexpected(let character):
            say(
                "\(Figures.quoted(String(character))) is not expected here. Write Mon..Fri *-*-* 07:00, for example.",
                "\(Figures.quoted(String(character))) 글자는 올 수 없습니다. 예: Mon..Fri *-*-* 07:00")
        }
    }

    private func name(_ part: CalendarProblem.Part) -> String {
        switch part {
        case .year: say("year", "연도")
        case .month: say("month", "월")
        case .day: say("day", "일")
        case .hour: say("hour", "시")
        case .minute: say("minute", "분")
        case .second: say("second", "초")
        }
    }

    // MARK: Requests

    func noSuchPlan(_ part: String) -> String {
        say(
            "There is no plan \(Figures.quoted(part)). textify plans lists what is planned.",
            "\(Figures.quoted(part)) 계획은 없습니다. textify plans로 확인하세요.")
    }

    func ambiguousPlan(_ part: String) -> String {
        say(
            "More than one plan's ID begins or ends with \(part). Give more characters.",
            "ID가 \(part) 글자로 시작하거나 끝나는 계획이 여럿입니다. 글자를 더 쓰세요.")
    }

    func tooManyPlans(_ limit: Int) -> String {
        say(
            "There are \(Figures.count(limit)) plans already. Cancel one with textify plans cancel ID.",
            "계획이 이미 \(Figures.count(limit))개입니다. textify plans cancel ID로 하나를 취소하세요.")
    }

    func planKeyReused(_ id: PlanID) -> String {
        say(
            "This Idempotency-Key was already used by plan \(id) with a different request. Use a new key.",
            "이 Idempotency-Key는 다른 요청의 계획 \(id)에 이미 쓰였습니다. 새 키를 쓰세요.")
    }

    func planEnded(_ id: PlanID) -> String {
        say(
            "Plan \(id) has ended and can't be changed. Plan it again with textify submit --at.",
            "끝난 계획 \(id) 항목은 바꿀 수 없습니다. textify submit --at으로 다시 만드세요.")
    }

    // MARK: Events

    package func planned(_ id: PlanID, _ due: String) -> String {
        say("Plan \(id) makes its first jobs at \(due).", "계획 \(id)의 첫 작업은 \(due)에 만듭니다.")
    }

    /// `due`: the next moment; `nil` while it is paused.
    package func planChanged(_ id: PlanID, _ due: String?) -> String {
        guard let due else { return say("Plan \(id) is paused.", "계획 \(id) 항목을 멈췄습니다.") }
        return say("Plan \(id) makes its next jobs at \(due).", "계획 \(id)의 다음 작업은 \(due)에 만듭니다.")
    }

    package func planCancelled(_ id: PlanID) -> String {
        say("Plan \(id) was cancelled.", "계획 \(id) 항목을 취소했습니다.")
    }

    package func planFired(_ id: PlanID, _ due: String, jobs: Int) -> String {
        say(
            "Plan \(id) has made \(Figures.counted(jobs, "job", "jobs")) for \(due).",
            "계획 \(id)에 따라 \(due)의 작업 \(Figures.count(jobs))개를 만들었습니다.")
    }

    package func planMissed(_ id: PlanID, _ due: String) -> String {
        say(
            "Plan \(id) made no jobs for \(due): the service was not running then.",
            "서비스가 꺼져 있어 계획 \(id)의 \(due) 작업을 만들지 않았습니다.")
    }

    package func planZoneUnknown(_ id: PlanID, _ zone: String) -> String {
        say(
            "Plan \(id) makes no jobs: the time zone \(zone) can't be read. Install tzdata, or change the plan.",
            "\(zone) 시간대를 읽을 수 없어 계획 \(id)의 작업을 만들지 않습니다. tzdata를 설치하거나 계획을 바꾸세요.")
    }

    // MARK: Lists

    package var noPlans: String {
        say(
            "Nothing is planned. Plan a submission with textify submit --at 07:00 --every day.",
            "계획이 없습니다. textify submit --at 07:00 --every day처럼 만드세요.")
    }

    package func planState(_ state: String) -> String {
        switch state {
        case "active": say("active", "예약됨")
        case "paused": say("paused", "멈춤")
        case "ended": say("ended", "끝남")
        case "cancelled": say("cancelled", "취소됨")
        default: state
        }
    }

    /// The times of a plan as they were given.
    package func planTimes(at: String?, every: String?) -> String {
        guard let every else { return say("once", "한 번") }
        return say("every \(every)", "매 \(every)") + (at.map { say(" at \($0)", " \($0)") } ?? "")
    }

    package func planLast(_ due: String, job: String?) -> String {
        guard let job else { return say("missed \(due)", "\(due) 놓침") }
        return say("last \(due), job \(job)", "마지막 \(due), 작업 \(job)")
    }

    /// `next`: when the first of them makes jobs.
    package func activePlans(_ count: Int, next: String?) -> String {
        let plans = say("plans: \(Figures.count(count)) active", "계획: \(Figures.count(count))개")
        return plans + (next.map { say(", next \($0)", ", 다음 \($0)") } ?? "")
    }

    package func waitsForPlan(_ option: String) -> String {
        say(
            "--\(option) can't be combined with --at or --every: the jobs are made later.",
            "--\(option) 옵션은 --at, --every와 함께 쓸 수 없습니다. 작업은 나중에 만들어집니다.")
    }

    package var catchUpWithoutTime: String {
        say("--catch-up needs --at or --every.", "--catch-up 옵션은 --at 또는 --every와 함께 쓰세요.")
    }

    package var nothingToChange: String {
        say("Say what to change: --at, --every or --catch-up.", "바꿀 내용을 --at, --every, --catch-up으로 쓰세요.")
    }

    package func notAPlanAction(_ word: String) -> String {
        say(
            "\(Figures.quoted(word)) is no action on plans. Use change, pause, resume or cancel.",
            "\(Figures.quoted(word)) 동작은 없습니다. change, pause, resume, cancel 중에서 쓰세요.")
    }
}
