package import Domain

extension Wording {
    /// Explains why a job failed or, with `.jobWaits`, why it waits. `name` is the dropped file's.
    package func sentence(
        _ failure: JobFailure, about name: String, then aftermath: FailureConsequence = .jobEnded
    ) -> String {
        let topic = name + ":"
        switch failure {
        case .picture(let picture): return sentence(picture, about: name)
        case .backend(let backend, let failure):
            let reason = sentence(failure, about: backend, then: aftermath)
            if case .jobEnded = aftermath {
                return say("\(name) has no picture: \(reason)", "\(topic) 그림이 없습니다. \(reason)")
            }
            return say("\(name) has no picture yet: \(reason)", "\(topic) 아직 그림이 없습니다. \(reason)")
        case .unfetched(let fetch): return sentence(fetch, about: name)
        case .noSuchBackend(let backend, let nearest):
            let shown = FileName(backend).shown
            return say(
                "\(name) requests backend \(shown), which is not configured.",
                "\(topic) 설정되지 않은 \(shown) 백엔드를 요청합니다.") + suggestion(nearest)
                + (nearest == nil
                    ? say(" Correct the request or configure the backend.", " 요청을 고치거나 백엔드를 설정하세요.")
                    : say(" Correct the request.", " 요청을 고치세요."))
        case .overBudget(let stop): return sentence(stop)
        case .delivery(let file):
            let reason = sentence(file, about: say("the outbox", "출력 폴더"))
            return say(
                "\(name) could not be delivered: \(reason)", "\(name) 결과를 내보내지 못했습니다. \(reason)")
        case .storage(let repository):
            let reason = sentence(repository, about: say("the database", "데이터베이스"))
            return say("\(name) could not be stored: \(reason)", "\(name) 작업을 저장하지 못했습니다. \(reason)")
        case .nameTaken(let taken):
            return say(
                "\(name) was not delivered because the outbox already has \(taken.shown) (on_conflict = \"fail\"). "
                    + "Move that file away, then run textify retry ID; nothing is paid for again.",
                "\(name) 결과를 내보내지 않았습니다. 출력 폴더에 \(taken.shown) 파일이 이미 있습니다(on_conflict = \"fail\"). "
                    + "그 파일을 옮긴 뒤 textify retry ID를 실행하세요. 비용은 다시 들지 않습니다.")
        case .request(let prompt): return sentence(prompt, about: name)
        case .refused(let drop): return sentence(drop, about: name)
        case .gate(let closure):
            return say(
                "\(name) waits until the gate \(closure.gate) opens.", "\(topic) \(closure.gate) 게이트가 열리기를 기다립니다.")
        case .pictureLost:
            return say(
                "The stored picture of \(name) was lost or damaged. Drop it again.",
                "\(topic) 저장된 그림이 없어졌거나 손상되었습니다. 다시 넣으세요.")
        }
    }
}

extension Wording {
    /// Describes a cap in short: `5.00 USD a day for backend studio`.
    package func words(_ cap: BudgetCap) -> String {
        let limit =
            switch cap.limit {
            case .money(let most): most.text
            case .pictures(let most):
                say(Figures.counted(most, "picture", "pictures"), "그림 \(Figures.count(most))개")
            }
        let period = cap.period == .day ? say("a day", "하루") : say("a month", "한 달")
        let scope =
            switch cap.scope {
            case .everything: ""
            case .backend(let name): say(" for backend \(name)", "\(name) 백엔드에 ")
            case .folder(let name): say(" for folder \(name)", "\(name) 폴더에 ")
            case .user(let number): say(" for user \(number)", "사용자 \(number)에게 ")
            }
        return say("\(limit) \(period)\(scope)", "\(scope)\(period) \(limit)")
    }

    package func sentence(_ stop: BudgetExceeded) -> String {
        if let samples = stop.samples { return partly(samples, stop.cap) }
        return say(
            "The budget (\(words(stop.cap))) does not allow another picture. The job continues when the budget resets, "
                + "or at once with textify approve ID.",
            "예산(\(words(stop.cap)))으로는 그림을 더 만들 수 없습니다. 예산이 초기화되면 작업이 자동으로 이어집니다. 바로 진행하려면 textify approve ID를 실행하세요.")
    }

    private func partly(_ samples: FittingSamples, _ cap: BudgetCap) -> String {
        let fit = samples.fitting == 1 ? "fits" : "fit"
        return say(
            "Only \(samples.fitting) of \(samples.count) pictures \(fit) into the budget (\(words(cap))), and this one does not. The job "
                + "continues when the budget resets, or at once with textify approve ID.",
            "예산(\(words(cap)))으로는 그림 \(samples.count)개 중 \(samples.fitting)개만 만들 수 있어 이 그림은 보류했습니다. "
                + "예산이 초기화되면 작업이 자동으로 이어집니다. 바로 진행하려면 textify approve ID를 실행하세요.")
    }

    /// Names a job's place among the pictures of its request.
    package func sample(_ number: Int, of count: Int) -> String {
        say("\(number) of \(count)", "\(count)개 중 \(number)번째")
    }

    /// Explains what to do about the failed ones of several samples.
    package func retryOnly(_ failed: [FailedPart]) -> String {
        let ids = failed.filter(\.isRetryable).map(\.job.text).joined(separator: " ")
        let retry = say(
            "To make only what failed again, run: textify retry \(ids)\n",
            "실패한 그림만 다시 만들려면 다음을 실행하세요: textify retry \(ids)\n")
        return (ids.isEmpty ? "" : retry)
            + say(
                "Moving the file back into its folder makes all samples again; set samples in it to make fewer.",
                "파일을 다시 넣으면 그림을 모두 새로 만듭니다. 줄이려면 파일의 samples 값을 바꾸세요.")
    }

    /// Warns that ledger amounts are dated later than the clock's day.
    package func later(_ amounts: FutureAmounts, than today: LocalDay) -> String {
        let count = Figures.count(amounts.lines)
        let lines = Figures.counted(amounts.lines, "ledger amount is", "ledger amounts are")
        let counts = amounts.lines == 1 ? "It counts" : "They count"
        return say(
            "\(lines) dated later than today, \(today.text) (latest: \(amounts.latest.text)): "
                + "the clock was ahead, or is behind now. "
                + "\(counts) towards the caps of \(amounts.countedOn.text), and again on the later day when it comes. Check the clock with timedatectl.",
            "장부의 금액 \(count)건의 날짜가 오늘(\(today.text))보다 늦고, 가장 늦은 날은 \(amounts.latest.text)입니다. "
                + "시계가 앞서 있었거나 지금 늦습니다. "
                + "\(amounts.countedOn.text)에 계산하며, 그 날짜가 오면 다시 계산합니다. timedatectl로 시계를 확인하세요.")
    }

    package func nearing(_ caps: [BudgetCap]) -> String {
        let list = caps.map(words).joined(separator: ", ")
        return say("At least 80 % of the budget is used up: \(list).", "예산의 80% 이상을 썼습니다: \(list).")
    }
}

/// Messages of the screens about jobs and spending.
extension Wording {
    package var noJobs: String { say("no jobs", "작업이 없습니다") }

    /// Where a value was set, in the words of the manual.
    package func place(_ origin: RequestOrigin) -> String {
        switch origin {
        case .defaults: "[defaults]"
        case .backend: "[backends]"
        case .watch: "[[watch]]"
        case .folderFile: FolderConfigFile.name.shown
        case .subfolders: say("subfolders", "하위 폴더")
        case .frontMatter: say("front matter", "머리말")
        case .sidecar: say("sidecar", "곁의 TOML 파일")
        case .request: say("request file", "요청 파일")
        case .submission: say("submission", "제출한 요청")
        }
    }

    package func lostCalls(_ count: Int) -> String {
        let calls = Figures.counted(count, "call counts", "calls count")
        return say(
            "\(calls) as paid although \(count == 1 ? "its" : "their") outcome is unknown",
            "결과를 알 수 없는 호출 \(Figures.count(count))개를 결제된 것으로 계산")
    }

    package func seeDetails(_ job: String) -> String {
        say("See textify show \(job).", "textify show \(job) 명령으로 확인하세요.")
    }

    /// Describes a job that was waited for and has ended.
    package func ended(_ job: String, _ state: String, _ why: String) -> String {
        say("job \(job) \(state): \(why)", "작업 \(job) \(self.state(state)): \(why)")
    }

    /// Describes a job that has not ended within the time of waiting.
    package func unfinished(_ job: String, _ state: String, _ why: String) -> String {
        say("job \(job) is \(state): \(why)", "작업 \(job)의 상태는 \(self.state(state))입니다: \(why)")
    }

    /// Describes a job's state after a command changed it.
    package func now(_ state: String) -> String { say("is \(state)", "상태: \(self.state(state))") }

    /// Describes a job's state after a cancellation. A job in the middle of a step is only marked, and cancelled later.
    package func cancelled(_ state: String) -> String {
        switch state {
        case "submitting", "submitted":
            say(
                "will be cancelled when the backend answers; a picture that still arrives is paid for, and kept",
                "백엔드가 응답하면 취소됩니다. 그때 도착한 그림은 결제되며 보관합니다")
        case "generated", "staged":
            say(
                "is being delivered; it will be cancelled unless delivery finishes first",
                "결과를 내보내는 중입니다. 그 전에 끝나지 않으면 취소됩니다")
        default: now(state)
        }
    }

    package func forgotten(_ job: String) -> String {
        say("\(job) forgotten; its cost stays recorded", "\(job) 작업을 지웠습니다. 비용 기록은 남습니다")
    }

    /// Lists what remains of forgotten jobs beyond the reach of any command: the folders with failed sources, and the
    /// number of database copies that contain the jobs.
    package func remainsOfForgotten(sources: [String], backups: Int) -> [String] {
        let failed = sources.map { folder in
            say(
                "The source is still in \(folder) because it failed; remove it there.",
                "원본은 실패했으므로 아직 \(folder) 폴더에 있습니다. 거기서 지우세요.")
        }
        let copies =
            backups == 0
            ? ""
            : say(
                "\(Figures.counted(backups, "copy", "copies")) of the database (backups in the state folder), until seven newer ones replace them or they are removed; and ",
                "데이터베이스 사본 \(Figures.count(backups))개(상태 폴더의 backups)에는 새 사본 일곱 개로 바뀌거나 지울 때까지, ")
        return failed + [
            say(
                "Records remain in: \(copies)the log, as long as it is kept.",
                "기록이 남은 곳: \(copies)로그에는 로그를 보관하는 동안.")
        ]
    }

    package func cleared(_ cache: String) -> String { say("\(cache) cleared", "\(cache) 캐시를 비웠습니다") }

    package func days(_ from: String, _ to: String) -> String {
        from == to ? from : say("\(from) to \(to)", "\(from)부터 \(to)까지")
    }

    package func nothingSpent(_ days: String) -> String { say("no spending: \(days)", "지출 없음: \(days)") }

    package var unknownSpending: String { say("outcome unknown; counted as paid", "결과를 알 수 없어 결제된 것으로 계산") }

    package var noPrice: String { say("unpriced", "가격 미설정") }

    package var picturesTitle: String { say("PICTURES", "그림") }
    package var amountTitle: String { say("AMOUNT", "금액") }

    /// Translates the grouping of a spending report into a column title.
    package func groupTitle(_ word: String) -> String {
        translated(
            word.uppercased(),
            ["BACKEND": "백엔드", "FOLDER": "폴더", "USER": "사용자", "DAY": "날", "MONTH": "달"])
    }
}
