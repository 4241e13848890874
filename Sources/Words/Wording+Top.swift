/// What `textify top` shows.
extension Wording {
    /// Behind the version.
    package func up(phase: String, _ time: String) -> String {
        let phase = self.phase(phase)
        return say("\(phase), up \(time)", "\(phase), \(time)째")
    }

    package var jobsLabel: String { say("jobs", "작업") }
    package var sinceTheStart: String { say("since the start", "시작한 뒤") }
    package func done(_ count: Int) -> String { states([("done", count)]) }
    package func failed(_ count: Int) -> String { states([("failed", count)]) }
    package var quits: String { say("q quits", "q 끝내기") }

    package var identifierTitle: String { "ID" }
    package var stateTitle: String { say("STATE", "상태") }
    package var sinceTitle: String { say("SINCE", "지난 시간") }
    package var nameTitle: String { say("NAME", "이름") }

    package var whyTitle: String { say("WHY", "까닭") }
    package var folderTitle: String { say("FOLDER", "폴더") }
    package var createdTitle: String { say("CREATED", "만든 때") }

    /// A time in its largest unit.
    package func age(seconds: Int64) -> String {
        switch seconds {
        case ..<60: say("\(max(0, seconds)) s", "\(max(0, seconds))초")
        case ..<3_600: say("\(seconds / 60) min", "\(seconds / 60)분")
        case ..<86_400: say("\(seconds / 3_600) h", "\(seconds / 3_600)시간")
        default: say("\(seconds / 86_400) d", "\(seconds / 86_400)일")
        }
    }

    package var topNeedsTerminal: String {
        say("it needs a terminal; textify status says the same once.", "터미널이 있어야 합니다. textify status는 한 번만 보여 줍니다.")
    }

    package var topNeedsKeys: String {
        say(
            "standard input is no terminal; its keys could not be read.", "표준 입력이 터미널이 아니어서 키를 읽을 수 없습니다.")
    }
}
