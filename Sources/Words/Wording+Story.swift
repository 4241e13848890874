package import Domain

/// What the screens say of jobs and money.
extension Wording {
    package var noJobs: String { say("no jobs", "작업이 없습니다") }

    /// The words before each line of a job's story.
    package enum StoryLabel: CaseIterable, Sendable {
        case job, state, name, folder, created, changed, prompt, backend, attempts, tags, why, until, cost, outbox,
            files
    }

    package func label(_ label: StoryLabel) -> String {
        switch label {
        case .job: say("job", "작업")
        case .state: say("state", "상태")
        case .name: say("name", "이름")
        case .folder: say("folder", "폴더")
        case .created: say("created", "만든 때")
        case .changed: say("changed", "바뀐 때")
        case .prompt: say("prompt", "프롬프트")
        case .backend: say("backend", "백엔드")
        case .attempts: say("attempts", "시도")
        case .tags: say("tags", "꼬리표")
        case .why: say("why", "까닭")
        case .until: say("until", "기한")
        case .cost: say("cost", "비용")
        case .outbox: say("outbox", "보낼 곳")
        case .files: say("files", "파일")
        }
    }

    /// Where a value was said, in the words of the manual.
    package func place(_ origin: RequestOrigin) -> String {
        switch origin {
        case .defaults: "[defaults]"
        case .backend: "[backends]"
        case .watch: "[[watch]]"
        case .folderFile: FolderFile.name.shown
        case .subfolders: say("sub-folders", "하위 폴더")
        case .frontMatter: say("front matter", "머리말")
        case .sidecar: say("the file beside it", "곁의 파일")
        case .request: say("its request", "요청 파일")
        case .submission: say("its submission", "보낸 요청")
        }
    }

    package func lostCalls(_ count: Int) -> String {
        let calls = Figures.counted(count, "call counts", "calls count")
        return say(
            "\(calls) as paid though nobody knows \(count == 1 ? "its" : "their") end",
            "끝을 알 수 없는 호출 \(Figures.count(count))개는 결제된 것으로 칩니다")
    }

    package func seeStory(_ job: String) -> String {
        say("See textify show \(job).", "textify show \(Particle.object.after(job)) 보세요.")
    }

    /// How a job that was waited for stands.
    package func ended(_ job: String, _ state: String, _ why: String) -> String {
        say("job \(job) \(state): \(why)", "작업 \(job) \(state): \(why)")
    }

    package func stands(_ job: String, _ state: String, _ why: String) -> String {
        say("job \(job) is \(state): \(why)", "작업 \(job)의 상태는 \(state)입니다: \(why)")
    }

    /// What became of a job that something was done with.
    package func now(_ state: String) -> String { say("is \(state)", "상태: \(state)") }

    /// The same of one that was cancelled: what is in the middle of something is only marked.
    package func cancelled(_ state: String) -> String {
        switch state {
        case "submitting", "submitted":
            say(
                "is cancelled as soon as the backend has answered; a picture that comes is paid for, and kept",
                "백엔드가 답하는 대로 취소됩니다. 그림이 오면 결제된 것이므로 보관합니다")
        case "generated", "staged":
            say(
                "is being delivered; it is cancelled unless that is done first", "내보내는 중입니다. 먼저 끝나지 않으면 취소됩니다")
        default: now(state)
        }
    }

    package func forgotten(_ job: String) -> String {
        say("\(job) is forgotten; what it cost stays", "\(job) 작업을 잊었습니다. 쓴 돈은 남습니다")
    }

    /// What no command reaches of jobs that were forgotten: the folder where sources that failed lie, and how many copies of
    /// the database hold them.
    package func notForgotten(sources: [String], backups: Int) -> [String] {
        let failed = sources.map { folder in
            say(
                "What was dropped lies in \(folder) still, as it failed; remove it there.",
                "넣은 파일은 실패했으므로 아직 \(folder)에 있습니다. 거기서 지우세요.")
        }
        let copies =
            backups == 0
            ? ""
            : say(
                "\(Figures.counted(backups, "copy", "copies")) of the database (backups in the state folder) until seven newer ones take their place, or somebody removes them; and ",
                "데이터베이스 사본 \(Figures.count(backups))개(상태 폴더의 backups)에는 새 사본 일곱 개로 바뀌거나 지울 때까지, ")
        return failed + [
            say(
                "It is still told of in: \(copies)the log, as long as that is kept.",
                "아직 남은 곳: \(copies)로그에는 로그를 보관하는 동안.")
        ]
    }

    package func cleared(_ cache: String) -> String { say("\(cache) is empty", "\(cache) 캐시를 비웠습니다") }

    package func days(_ from: String, _ to: String) -> String {
        from == to ? from : say("\(from) to \(to)", "\(from)부터 \(to)까지")
    }

    package func nothingSpent(_ days: String) -> String { say("nothing was spent: \(days)", "쓴 돈이 없습니다: \(days)") }

    package var unknownSpending: String { say("unknown: may or may not have been paid for", "결제되었는지 알 수 없음") }

    package var noPrice: String { say("no price", "값 없음") }

    package var picturesTitle: String { say("PICTURES", "그림") }
    package var amountTitle: String { say("AMOUNT", "금액") }

    /// What spending is told for, by its stable word.
    package func groupTitle(_ word: String) -> String {
        switch word {
        case "backend": say("BACKEND", "백엔드")
        case "folder": say("FOLDER", "폴더")
        case "user": say("USER", "사용자")
        case "day": say("DAY", "날")
        case "month": say("MONTH", "달")
        default: word.uppercased()
        }
    }
}
