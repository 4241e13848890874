/// What the screens say of the service.
extension Wording {
    /// A phase by its stable word.
    package func phase(_ word: String) -> String {
        switch word {
        case "starting": say("starting", "시작하는 중")
        case "running": say("running", "실행 중")
        case "paused": say("paused", "일시 정지")
        case "draining": say("draining", "마무리하는 중")
        default: word
        }
    }

    /// A verdict on the service's health by its stable word.
    package func verdict(_ word: String) -> String {
        switch word {
        case "well": say("well", "정상")
        case "degraded": say("degraded", "이상 있음")
        case "stopped": say("stopped", "멈춤")
        default: word
        }
    }

    /// Of a backend that asks for fewer requests.
    package func refusedCalls(_ count: Int) -> String {
        say("Refused calls in the last hour: \(count).", "지난 한 시간 동안 거절된 요청: \(count).")
    }

    /// How a watch folder is, by its stable word.
    package func folderHealth(_ word: String) -> String {
        switch word {
        case "fine": say("fine", "정상")
        case "missing": say("missing", "없음")
        case "unreadable": say("unreadable", "읽을 수 없음")
        case "served": say("served", "다른 서비스")
        case "misconfigured": say("misconfigured", "설정 오류")
        case "unknown": say("unknown", "아직 모름")
        default: word
        }
    }

    /// The first line of the status.
    package func stands(version: String, phase: String, since: String, process: Int32) -> String {
        let phase = self.phase(phase)
        return say(
            "textifyd \(version) is \(phase), since \(since), process \(process)",
            "textifyd \(version) \(phase), \(since)부터, 프로세스 \(process)")
    }

    /// What an order to the service came to.
    package func stands(phase: String) -> String {
        let phase = self.phase(phase)
        return say("textifyd is \(phase)", "textifyd 상태: \(phase)")
    }

    package var allIsWell: String { say("all is well", "모두 정상입니다") }

    /// A reason why all is not well.
    package func reason(_ verdict: String, since: String?, _ detail: String) -> String {
        let head = self.verdict(verdict)
        let time = since.map { say(", since \($0)", ", \($0)부터") } ?? ""
        return "\(head)\(time): \(detail)"
    }

    /// Jobs by state: the states are the words that `--state` takes.
    package func jobs(_ counts: [(state: String, count: Int)]) -> String {
        say("jobs: ", "작업: ") + (counts.isEmpty ? say("none", "없음") : states(counts))
    }

    /// `2 queued, 1 done`.
    package func states(_ counts: [(state: String, count: Int)]) -> String {
        counts.map { say("\(Figures.count($0.count)) \($0.state)", "\($0.state) \(Figures.count($0.count))") }
            .joined(separator: ", ")
    }

    package var folder: String { say("folder", "폴더") }
    package var backend: String { say("backend", "백엔드") }
    package var budget: String { say("budget", "예산") }
    package var cache: String { say("cache", "캐시") }
    package var ready: String { say("ready", "준비됨") }
    package var nothingToDo: String { say("nothing to do", "할 일이 없습니다") }

    package func filesOpen(_ count: Int) -> String {
        say("\(Figures.counted(count, "file", "files")) open", "남은 파일 \(Figures.count(count))개")
    }

    package func jobsOpen(_ count: Int) -> String {
        say("\(Figures.counted(count, "job", "jobs")) open", "남은 작업 \(Figures.count(count))개")
    }

    /// How often a cache was of use.
    package func reused(_ hits: Int, of all: Int) -> String {
        say(
            "\(Figures.count(hits)) of \(Figures.count(all)) taken again",
            "\(Figures.count(all))번 중 \(Figures.count(hits))번 다시 씀")
    }

    /// What a cache holds, in bytes.
    package func held(_ bytes: Int, limit: Int?) -> String {
        let held = size(bytes)
        guard let limit else { return say("holds \(held)", "\(held) 보관") }
        let most = size(limit)
        return say("holds \(held), at most \(most)", "\(held) 보관, 최대 \(most)")
    }

    private func size(_ bytes: Int) -> String {
        let english = Figures.bytes(Int64(bytes))
        return say(english, english.replacing(" bytes", with: "바이트").replacing(" byte", with: "바이트"))
    }

    /// A period of a budget by its stable word.
    package func period(_ word: String) -> String {
        switch word {
        case "day": say("day", "하루")
        case "month": say("month", "한 달")
        default: word
        }
    }

    /// A budget of everything has no name of its own.
    package func scope(_ word: String) -> String {
        word == "all" ? say("all", "전체") : word
    }

    package func used(_ spent: String, of limit: String) -> String {
        say("\(spent) of \(limit)", "\(limit) 중 \(spent)")
    }

    package func until(_ time: String) -> String { say("until \(time)", "\(time)까지") }

    /// What a backend does, and what waits for it.
    /// Of a plugin. `state` is the API's word.
    package func sandbox(_ state: String) -> String {
        switch state {
        case "on": say("sandboxed", "샌드박스 안")
        case "off": say("no sandbox (sandbox = \"off\")", "샌드박스 없음 (sandbox = \"off\")")
        default: say("no sandbox (the kernel lacks Landlock)", "샌드박스 없음 (커널에 Landlock 없음)")
        }
    }

    package func load(running: Int, limit: Int, waiting: Int) -> String {
        say(
            "\(running) of \(limit) running, \(Figures.count(waiting)) \(waiting == 1 ? "waits" : "wait")",
            "\(limit)개 중 \(running)개 실행, \(Figures.count(waiting))개 대기")
    }

    /// How many reasons beside the first there are.
    package func moreReasons(_ count: Int) -> String {
        say(" (\(count) more: textify status)", " (\(count)개 더: textify status)")
    }

    /// That the list goes on with older jobs.
    package func moreJobs(after job: String) -> String {
        say("There are older ones: textify jobs --after \(job)", "더 오래된 것이 있습니다: textify jobs --after \(job)")
    }

    /// How many more of a list there is no room for.
    package func andMore(_ count: Int) -> String { say("and \(count) more", "그 밖에 \(count)개") }

    package var noAnswer: String { say("no answer", "답이 없습니다") }

    /// That all that lay there has been worked off, with how it ended.
    package func workedOff(_ ends: [(state: String, count: Int)]) -> String {
        say("worked off", "모두 처리했습니다") + (ends.isEmpty ? "" : ": " + states(ends))
    }

    /// Of folders that could not be listed.
    package func unlisted(_ folders: [String]) -> String {
        let names = folders.joined(separator: ", ")
        return say(
            "What lies in these folders is not worked off, as they can't be listed: \(names). See \"textify status\" for why.",
            "다음 폴더는 목록을 읽을 수 없어 안의 것이 처리되지 않았습니다: \(names). 이유는 \"textify status\"로 보세요.")
    }
}
