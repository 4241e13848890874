extension Wording {
    /// What was done with many jobs. `verb`: `retry`, `approve` or `cancel`.
    package func bulk(_ verb: String, matched: Int, done: Int, isDryRun: Bool) -> String {
        if matched == 0 { return say("No job fits.", "해당하는 작업이 없습니다.") }
        let jobs = Figures.counted(done, "job", "jobs")
        let count = Figures.count(done)
        if isDryRun {
            return say(
                "\(jobs) \(done == 1 ? "fits" : "fit"). Nothing was done: leave out --dry-run to \(verb) \(done == 1 ? "it" : "them").",
                "해당하는 작업 \(count)개. 아무것도 하지 않았습니다. 실제로 하려면 --dry-run을 빼세요.")
        }
        switch verb {
        case "retry": return say("\(jobs) queued again.", "작업 \(count)개를 다시 줄에 넣었습니다.")
        case "approve": return say("\(jobs) approved.", "작업 \(count)개를 승인했습니다.")
        default: return say("\(jobs) cancelled.", "작업 \(count)개를 취소했습니다.")
        }
    }

    /// That so many of them could not be treated so.
    package func bulkRefused(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "job was", "jobs were")) left as \(count == 1 ? "it is" : "they are"):",
            "작업 \(Figures.count(count))개는 그대로 두었습니다:")
    }

    /// That jobs are named and described at once.
    package var idsAndFilter: String {
        say(
            "Name jobs, or say which are meant with --state, --cause, --folder, --backend or --since; not both.",
            "작업 ID를 쓰거나 --state, --cause, --folder, --backend, --since로 고르세요. 둘을 함께 쓸 수는 없습니다.")
    }

    /// That nothing says which jobs are meant.
    package var noJobNamed: String {
        say(
            "Which job? Give its ID, “last”, or say which with --state, --cause, --folder, --backend or --since. See --help.",
            "어느 작업인가요? ID나 last를 쓰거나 --state, --cause, --folder, --backend, --since로 고르세요. --help를 보세요.")
    }

    /// That there is no newest job.
    package var noLastJob: String {
        say("There are no jobs yet, so there is no last one.", "아직 작업이 없어서 last도 없습니다.")
    }

    /// That the stream of events came to its end.
    package var eventsEnded: String {
        say(
            "textifyd closed the stream of events, as it does when it stops. Run this again when it is back.",
            "textifyd가 이벤트 흐름을 닫았습니다. 멈출 때 그렇게 합니다. 다시 켜지면 다시 실행하세요.")
    }

    /// That events were missed: `nil` where nobody knows how many.
    package func eventsMissed(_ count: Int64?) -> String {
        guard let count else {
            return say(
                "Events before this were missed: the service does not know that --after any more. textify jobs shows how all stands.",
                "이전 이벤트를 놓쳤습니다. 서비스가 --after의 이벤트를 더는 모릅니다. textify jobs로 지금 상태를 보세요.")
        }
        return say(
            "\(Figures.counted(count, "event was", "events were")) missed, as this was read too slowly. textify jobs shows how all stands.",
            "너무 느리게 읽어서 이벤트 \(Figures.count(count))개를 놓쳤습니다. textify jobs로 지금 상태를 보세요.")
    }
}
