package import Domain

/// Messages of the status screens.
extension Wording {
    /// Translates a word of the API, which is the word shown in English.
    func translated(_ word: String, _ korean: [String: String]) -> String {
        say("\(word)", "\(korean[word] ?? word)")
    }

    package func phase(_ word: String) -> String {
        translated(word, ["starting": "시작하는 중", "running": "실행 중", "paused": "일시 정지", "draining": "종료 준비 중"])
    }

    /// Translates a job's state. In English the words are those of `--state`.
    package func state(_ word: String) -> String {
        translated(
            word,
            [
                "queued": "대기열", "submitting": "요청 중", "submitted": "생성 중", "generated": "생성 완료", "staged": "출력 준비",
                "done": "완료", "waiting": "대기", "held": "보류", "unknown": "결과 미상", "failed": "실패", "cancelled": "취소",
            ])
    }

    /// Describes how far a backend is with a picture: `40 %, 12 s left`.
    package func progress(_ progress: GenerationProgress) -> String {
        let parts = [
            progress.queuePosition.map { say("queued at the provider: position \($0)", "제공자 대기열 \($0)번째") },
            progress.fraction.map { fraction in
                let percent = Int((fraction * 100).rounded(.down))
                return say("\(percent) %", "\(percent)%")
            },
            step(progress),
            progress.secondsLeft.map { seconds in
                let time = age(seconds: seconds)
                return say("\(time) left", "\(time) 남음")
            },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private func step(_ progress: GenerationProgress) -> String? {
        guard let step = progress.step else { return nil }
        guard let steps = progress.steps else { return say("step \(step)", "\(step)단계") }
        return say("step \(step) of \(steps)", "\(steps)단계 중 \(step)단계")
    }

    package func verdict(_ word: String) -> String {
        translated(word, ["well": "정상", "degraded": "이상 있음", "stopped": "멈춤"])
    }

    /// Adds how often a rate-limiting backend rejected requests.
    package func refusedCalls(_ count: Int) -> String {
        say("Requests rejected in the last hour: \(count).", "지난 한 시간 동안 거절된 요청: \(count).")
    }

    package func folderHealth(_ word: String) -> String {
        switch word {
        case "fine": say("ok", "정상")
        case "missing": say("missing", "없음")
        case "unreadable": say("unreadable", "읽을 수 없음")
        case "served": say("in use", "사용 중")
        case "misconfigured": say("misconfigured", "설정 오류")
        case "elsewhere": say("elsewhere", "다른 기기")
        case "unknown": say("unknown", "확인 전")
        default: word
        }
    }

    /// The first line of the status.
    package func serviceLine(version: String, phase: String, since: String, process: Int32) -> String {
        let phase = self.phase(phase)
        return say(
            "textifyd \(version) is \(phase) since \(since), process \(process)",
            "textifyd \(version) \(phase), \(since)부터, 프로세스 \(process)")
    }

    /// The phase after an operator's command.
    package func serviceLine(phase: String) -> String {
        let phase = self.phase(phase)
        return say("textifyd is \(phase)", "textifyd 상태: \(phase)")
    }

    package var allIsWell: String { say("all is well", "모두 정상입니다") }

    package func reason(_ verdict: String, since: String?, _ detail: String) -> String {
        let head = self.verdict(verdict)
        let time = since.map { say(", since \($0)", ", \($0)부터") } ?? ""
        return "\(head)\(time): \(detail)"
    }

    package func jobs(_ counts: [(state: String, count: Int)]) -> String {
        say("jobs: ", "작업: ") + (counts.isEmpty ? say("none", "없음") : states(counts))
    }

    /// `2 queued, 1 done`.
    package func states(_ counts: [(state: String, count: Int)]) -> String {
        counts.map { count in
            let (number, word) = (Figures.count(count.count), state(count.state))
            return say("\(number) \(word)", "\(word) \(number)")
        }.joined(separator: ", ")
    }

    package var folder: String { say("folder", "폴더") }
    package var backend: String { say("backend", "백엔드") }
    package var budget: String { say("budget", "예산") }
    package var cache: String { say("cache", "캐시") }
    package var ready: String { say("ready", "준비됨") }
    package var nothingToDo: String { say("nothing to do", "할 일이 없습니다") }

    package func filesPending(_ count: Int) -> String {
        say("\(Figures.count(count)) pending", "대기 \(Figures.count(count))개")
    }

    package func jobsUnfinished(_ count: Int) -> String {
        say(Figures.counted(count, "unfinished job", "unfinished jobs"), "남은 작업 \(Figures.count(count))개")
    }

    /// A cache's hit rate.
    package func reused(_ hits: Int, of all: Int) -> String {
        say(
            "\(Figures.count(hits)) of \(Figures.count(all)) reused",
            "\(Figures.count(all))번 중 \(Figures.count(hits))번 재사용")
    }

    /// A cache's size and limit, in bytes.
    package func held(_ bytes: Int, limit: Int?) -> String {
        let held = size(bytes)
        guard let limit else { return say("holds \(held)", "\(held) 보관") }
        let most = size(limit)
        return say("holds \(held), limit \(most)", "\(held) 보관, 한도 \(most)")
    }

    /// The damaged entries of a cache that were removed.
    package func damagedEntries(_ count: Int) -> String {
        say(
            Figures.counted(count, "damaged entry removed", "damaged entries removed"),
            "손상된 항목 \(Figures.count(count))개 제거")
    }

    private func size(_ bytes: Int) -> String {
        let english = Figures.bytes(Int64(bytes))
        return say(english, english.replacing(" bytes", with: "바이트").replacing(" byte", with: "바이트"))
    }

    package func period(_ word: String) -> String { translated(word, ["day": "하루", "month": "한 달"]) }

    /// Translates a budget's scope; only the budget of everything has no name of its own.
    package func scope(_ word: String) -> String {
        word == "all" ? say("all", "전체") : word
    }

    package func used(_ spent: String, of limit: String) -> String {
        say("\(spent) of \(limit)", "\(limit) 중 \(spent)")
    }

    package func until(_ time: String) -> String { say("until \(time)", "\(time)까지") }

    /// Describes a plugin's sandbox. `state` is the API's word.
    package func sandbox(_ state: String) -> String {
        switch state {
        case "on": say("sandboxed", "샌드박스 사용")
        case "off": say("no sandbox (sandbox = \"off\")", "샌드박스 없음 (sandbox = \"off\")")
        default: say("no sandbox (the kernel lacks Landlock)", "샌드박스 없음 (커널에 Landlock 없음)")
        }
    }

    /// A backend's running calls, their limit, and the jobs waiting for it.
    package func load(running: Int, limit: Int, waiting: Int) -> String {
        say(
            "\(running) of \(limit) running, \(Figures.count(waiting)) waiting",
            "\(limit)개 중 \(running)개 실행, \(Figures.count(waiting))개 대기")
    }

    /// Number of reasons besides the first.
    package func moreReasons(_ count: Int) -> String {
        say(" (\(count) more: textify status)", " (\(count)개 더: textify status)")
    }

    package func moreJobs(after job: String) -> String {
        say("There are older jobs: textify jobs --after \(job)", "더 오래된 작업이 있습니다: textify jobs --after \(job)")
    }

    /// Number of list entries that do not fit on the screen.
    package func andMore(_ count: Int) -> String { say("and \(count) more", "그 밖에 \(count)개") }

    package var noAnswer: String { say("no answer", "응답 없음") }

    /// Reports that everything is finished, with the number of jobs by final state.
    package func allFinished(_ ends: [(state: String, count: Int)]) -> String {
        say("all finished", "모두 처리했습니다") + (ends.isEmpty ? "" : ": " + states(ends))
    }

    package func unlisted(_ folders: [String]) -> String {
        let names = folders.joined(separator: ", ")
        return say(
            "These folders can't be listed, so their files were not processed: \(names). See \"textify status\" for the reason.",
            "다음 폴더의 목록을 읽을 수 없어 안의 파일을 처리하지 않았습니다: \(names). 원인은 \"textify status\"로 확인하세요.")
    }
}

/// Texts of `textify top`.
extension Wording {
    /// Phase and uptime, shown after the version.
    package func up(phase: String, _ time: String) -> String {
        let phase = self.phase(phase)
        return say("\(phase), up \(time)", "\(phase), \(time)째")
    }

    package var jobsLabel: String { say("jobs", "작업") }
    package var sinceStart: String { say("since start", "시작 이후") }
    package func done(_ count: Int) -> String { states([("done", count)]) }
    package func failed(_ count: Int) -> String { states([("failed", count)]) }
    package var topKeys: String {
        say(
            "arrows select  Enter opens  r retry  x cancel  / filter  ? help  q quits",
            "화살표 선택  Enter 열기  r 다시 시도  x 취소  / 필터  ? 도움말  q 끝내기")
    }

    /// The keys of `top` with what they do.
    package var topHelp: [(key: String, act: String)] {
        [
            (say("Up, Down, PgUp, PgDn, Home, End", "위, 아래, PgUp, PgDn, Home, End"), say("select a job", "작업 선택")),
            ("Enter", say("open the selected job", "선택한 작업 열기")),
            ("Esc", say("go back; without a selection, show the newest art", "돌아가기. 선택을 지우면 최신 텍스트 아트 표시")),
            ("r", say("retry the job, after a question", "확인 후 작업을 다시 시도")),
            ("x", say("cancel the job, after a question", "확인 후 작업을 취소")),
            (
                "/",
                say(
                    "show only jobs whose name, prompt, state or ID contains a text",
                    "이름, 프롬프트, 상태, ID에 글이 들어 있는 작업만 표시")
            ),
            ("q", say("quit", "끝내기")),
        ]
    }

    package var backKeys: String { say("Esc goes back  r retry  x cancel  q quits", "Esc 돌아가기  r 다시 시도  x 취소  q 끝내기") }

    package func filterLine(_ text: String, isEditing: Bool) -> String {
        isEditing
            ? say("filter: \(text)_  Enter keeps it, Esc clears it", "필터: \(text)_  Enter 유지, Esc 지우기")
            : say("filter: \(text)  / changes it, Esc clears it", "필터: \(text)  / 바꾸기, Esc 지우기")
    }

    /// Asks before an act on a job. `verb` is `retry` or `cancel`.
    package func question(_ verb: String, _ job: String) -> String {
        verb == "retry"
            ? say("Retry \(job)? y/n", "\(job) 작업을 다시 시도할까요? y/n")
            : say("Cancel \(job)? y/n", "\(job) 작업을 취소할까요? y/n")
    }

    package var identifierTitle: String { "ID" }
    package var timeTitle: String { say("TIME", "시각") }
    package var fileTitle: String { say("FILE", "파일") }
    package var codeTitle: String { say("CODE", "코드") }
    package var stateTitle: String { say("STATE", "상태") }
    package var sinceTitle: String { say("SINCE", "경과") }
    package var nameTitle: String { say("NAME", "이름") }

    package var reasonTitle: String { say("REASON", "원인") }
    package var folderTitle: String { say("FOLDER", "폴더") }
    package var createdTitle: String { say("CREATED", "생성 시각") }

    /// An age in its largest unit.
    package func age(seconds: Int64) -> String {
        switch seconds {
        case ..<60: say("\(max(0, seconds)) s", "\(max(0, seconds))초")
        case ..<3_600: say("\(seconds / 60) min", "\(seconds / 60)분")
        case ..<86_400: say("\(seconds / 3_600) h", "\(seconds / 3_600)시간")
        default: say("\(seconds / 86_400) d", "\(seconds / 86_400)일")
        }
    }

    package var topNeedsTerminal: String {
        say(
            "a terminal is required; textify status shows the same once.",
            "터미널이 필요합니다. textify status는 같은 내용을 한 번 보여 줍니다.")
    }

    package var topNeedsKeys: String {
        say(
            "standard input is not a terminal, so keys can't be read. Run the command without a pipe.",
            "표준 입력이 터미널이 아니어서 키를 읽을 수 없습니다. 파이프 없이 실행하세요.")
    }
}

/// Messages of `textify doctor`.
extension Wording {
    package var doctorOK: String { say("ok", "정상") }
    package var doctorProblem: String { say("problem", "문제") }
    package var doctorService: String { say("The service", "서비스") }

    package func doctorClock(_ now: String) -> String { say("The clock shows \(now)", "현재 시각: \(now)") }

    package var doctorClockUnset: String {
        say(
            "The clock was never set. Set it, for example with timedatectl set-ntp true.",
            "시계가 맞춰진 적이 없습니다. 시계를 맞추세요. 예: timedatectl set-ntp true.")
    }

    package var doctorNoConfiguration: String {
        say(
            "No configuration found here or in /etc/textifyd; name one with --config to check it",
            "여기와 /etc/textifyd에 설정이 없습니다. 검사하려면 --config로 지정하세요")
    }

    package func doctorBackend(_ name: String) -> String { say("Backend \(name)", "\(name) 백엔드") }

    package var doctorNoFolder: String {
        say(
            "The folder can't be seen from here. Create it, or mount its disk.",
            "여기서 폴더가 보이지 않습니다. 폴더를 만들거나 디스크를 마운트하세요.")
    }

    package var doctorNoDrop: String {
        say(
            "You can't drop files there. Ask to be added to the folder's group, then log in again.",
            "여기에 파일을 넣을 권한이 없습니다. 폴더의 그룹에 추가해 달라고 요청한 뒤 다시 로그인하세요.")
    }

    package var doctorNoRead: String {
        say(
            "You can't read results there. Ask to be added to the folder's group, then log in again.",
            "여기의 결과를 읽을 권한이 없습니다. 폴더의 그룹에 추가해 달라고 요청한 뒤 다시 로그인하세요.")
    }

    package func doctorDisk(free: Int64) -> String {
        say(
            "Only \(Figures.bytes(free)) free on its disk. Free some space.",
            "디스크에 \(Figures.bytes(free))만 남았습니다. 공간을 확보하세요.")
    }

    /// The comment above a drop-in, before the commands that make systemd read it.
    package func unitDropInHead(_ file: String) -> [String] {
        [
            say("Made by textify doctor --unit. Save it as", "textify doctor --unit의 출력. 저장할 위치:"),
            "    \(file)", say("and run:", "저장한 뒤 실행:"),
        ]
    }

    /// A comment: its lines must not end within the path.
    package func unitDropInLacks(_ path: String) -> String {
        say(
            "Not opened, because its name has a control character, which no unit can contain: \(path). Rename it.",
            "이름에 유닛에 쓸 수 없는 제어 문자가 있어 열지 않음: \(path). 이름을 바꾸세요.")
    }

    package var unitDropInNotNeeded: String {
        say(
            "No drop-in is needed: the unit already opens all configured folders.",
            "드롭인이 필요하지 않습니다. 유닛이 설정된 폴더를 모두 열어 둡니다.")
    }

    /// A folder is there, but the service can't write it.
    package func sandboxReadOnly(_ path: String) -> String {
        say(
            "\(path) is writable, but the sandbox of the service's unit makes it read-only. Run textify doctor --unit, which prints the drop-in that opens it.",
            "\(path): 쓸 수 있는 폴더이지만 서비스 유닛의 샌드박스가 쓰기를 막고 있습니다. textify doctor --unit을 실행하면 폴더를 여는 드롭인을 출력합니다.")
    }

    /// A folder is there, but the service can't see it.
    package func sandboxHidden(_ path: String) -> String {
        say(
            "\(path) exists, but the sandbox of the service's unit hides it. Run textify doctor --unit, which prints the drop-in that shows it.",
            "\(path): 폴더가 있지만 서비스 유닛의 샌드박스가 가리고 있습니다. textify doctor --unit을 실행하면 폴더를 보이게 하는 드롭인을 출력합니다.")
    }

    /// Added where the service finds a folder read-only, which may be its sandbox.
    package var sandboxAdvice: String {
        say(
            " If others can write there, the unit's sandbox is the reason: run textify doctor --unit.",
            " 다른 프로그램은 쓸 수 있다면 유닛의 샌드박스 때문입니다. textify doctor --unit을 실행하세요.")
    }
}
