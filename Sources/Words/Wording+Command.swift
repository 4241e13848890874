package import Domain

/// Errors of the command line, and the fixed parts of its help.
extension Wording {
    /// The operand that a command requires.
    package enum Operand: CaseIterable, Sendable {
        case job, picture, prompt, cache, target, plan, exportFolder, exportedLibrary, service, recording
    }

    package func missing(_ operand: Operand) -> String {
        say("no \(name(operand)) given. See --help.", "\(name(operand)) 지정하세요. --help를 보세요.")
    }

    package func tooMany(_ count: Int, _ operand: Operand) -> String {
        let advice = operand == .prompt ? say(" Put a prompt of several words in quotes.", " 여러 낱말은 따옴표로 묶으세요.") : ""
        return say(
            "\(count) given, but only one \(name(operand)) is allowed.",
            "\(name(operand)) \(count)개 지정했습니다. 하나만 지정하세요.") + advice
    }

    /// The operand's name; in Korean as the object of a verb.
    private func name(_ operand: Operand) -> String {
        switch operand {
        case .job: say("job", "작업을")
        case .picture: say("picture", "그림을")
        case .prompt: say("prompt", "프롬프트를")
        case .cache: say("cache", "캐시를")
        case .target: say("target of notifications", "알림 대상을")
        case .plan: say("plan", "계획을")
        case .exportFolder: say("folder for the export", "내보낼 폴더를")
        case .exportedLibrary: say("exported library", "내보낸 라이브러리를")
        case .service: say("service", "서비스를")
        case .recording: say("recording", "녹화 파일을")
        }
    }

    package func notExpected(_ word: String) -> String {
        say("unexpected argument “\(word)”. See --help.", "“\(word)” 인수는 여기에 쓸 수 없습니다. --help를 보세요.")
    }

    package func notANumber(_ option: String, _ range: ClosedRange<Int>, _ got: String) -> String {
        let (low, high) = (range.lowerBound, range.upperBound)
        return say(
            "--\(option): expected a whole number from \(low) to \(high), not “\(got)”.",
            "--\(option): \(low)에서 \(high)까지의 정수를 쓰세요. 입력한 값: “\(got)”.")
    }

    package func notANumber(_ option: String, _ range: ClosedRange<Double>, _ got: String) -> String {
        let (low, high) = (number(range.lowerBound), number(range.upperBound))
        return say(
            "--\(option): expected a number from \(low) to \(high), not “\(got)”.",
            "--\(option): \(low)에서 \(high)까지의 수를 쓰세요. 입력한 값: “\(got)”.")
    }

    /// Without a fraction if it is whole.
    private func number(_ value: Double) -> String { Int(exactly: value).map(String.init) ?? String(value) }

    /// `low` and `high` are in seconds.
    package func notADuration(_ option: String, _ low: Int, _ high: Int, _ got: String) -> String {
        let (low, high) = (DurationText.text(of: .seconds(low)), DurationText.text(of: .seconds(high)))
        return say(
            "--\(option): expected a time from \(low) to \(high), such as 30s or 5m, not “\(got)”.",
            "--\(option): \(low)에서 \(high)까지의 시간을 쓰세요. 예: 30s, 5m. 입력한 값: “\(got)”.")
    }

    /// Reports a file that was given as a prompt, with the commands that may be meant.
    package func fileAsPrompt(_ name: String, isPicture: Bool) -> String {
        let word = Self.shellWord(name)
        let commands =
            isPicture
            ? [
                ("textify convert \(word)", say("convert the picture", "그림 변환")),
                ("textify submit \(word) --prompt \"TEXT\"", say("generate a picture from it", "이 그림에서 새 그림 생성")),
            ]
            : [
                ("textify submit - < \(word)", say("use its text as the prompt", "내용을 프롬프트로 사용")),
                ("textify submit --prompt \(word)", say("use these words as the prompt", "이 말을 프롬프트로 사용")),
            ]
        let lines = commands.map { "\n  \($0)    # \($1)" }.joined()
        return say("\(name) is a file, not a prompt. Did you mean:", "\(name): 프롬프트가 아니라 파일입니다. 다음 중 하나인가요?") + lines
    }

    /// A name as a word that can be pasted into a shell.
    private static func shellWord(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789._-/".unicodeScalars.contains($0)
        }
        return isPlain ? name : "'" + name.replacing("'", with: #"'\''"#) + "'"
    }

    package func missingPicture(_ name: String) -> String {
        say(
            "\(name) looks like a picture, but there is no such file. Check the name; if these words are the prompt, use --prompt.",
            "\(name): 그림 파일 이름 같지만 그런 파일이 없습니다. 이름을 확인하세요. 이 말이 프롬프트라면 --prompt를 쓰세요.")
    }

    package func confirmPrompt(_ name: String) -> String {
        say(
            "\(name) looks like a picture, but there is no such file. Generate a picture from these words? [y/N]",
            "\(name): 그림 파일 이름 같지만 그런 파일이 없습니다. 이 말로 그림을 생성할까요? [y/N]")
    }

    /// Whether an answer to a question agrees. The answer is in lower case.
    package func isConsent(_ answer: String) -> Bool { ["y", "yes", "예", "네"].contains(answer) }

    package var sinceWithDays: String {
        say("--since can't be combined with --month, --from or --to.", "--since는 --month, --from, --to와 함께 쓸 수 없습니다.")
    }

    package var nothingSubmitted: String { say("nothing was submitted.", "제출하지 않았습니다.") }

    package var noCommandGiven: String {
        say("no command given; textify --help lists the commands", "명령을 지정하세요. 명령 목록은 textify --help로 볼 수 있습니다")
    }

    /// Advice for an option before the command that not every command has.
    package var optionsAfterCommand: String {
        say("Put a command's options after its name.", "명령의 옵션은 명령 이름 뒤에 쓰세요.")
    }

    package func noSuchCommand(_ name: String, nearest: [String]) -> String {
        let hint =
            nearest.isEmpty
            ? say("textify --help lists the commands.", "명령 목록은 textify --help로 볼 수 있습니다.")
            : say("did you mean \(alternatives(nearest))?", "혹시 \(alternatives(nearest))인가요?")
        return say("\(name): there is no such command or file; ", "\(name): 그런 명령이나 파일이 없습니다. ") + hint
    }

    /// Words in an alternative: `a, b or c`.
    private func alternatives(_ words: [String]) -> String {
        guard language == .english, words.count > 1, let last = words.last else { return words.joined(separator: ", ") }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Reports a picture larger than any service accepts through its socket, whatever its configuration.
    package func tooManyPictures(_ count: Int, most: Int) -> String {
        say(
            "\(count) pictures given; at most \(most) can be submitted together. Leave some out.",
            "그림 \(count)장을 지정했습니다. 함께 보낼 수 있는 것은 \(most)장까지입니다. 일부를 빼세요.")
    }

    package func tooLargeToSubmit(_ name: String, bytes: Int64, limit: Int64) -> String {
        say(
            "\(name) is \(Figures.bytes(bytes)); at most \(Figures.bytes(limit)) can be submitted. Make it smaller, or put it into a watch folder.",
            "\(name) 파일은 \(Figures.bytes(bytes))입니다. 최대 \(Figures.bytes(limit))까지 보낼 수 있습니다. 줄이거나 감시 폴더에 넣으세요."
        )
    }

    package var outOfThreads: String {
        say(
            "the system has no threads or memory left for the request; try again.",
            "시스템에 스레드나 메모리가 부족해 요청할 수 없습니다. 다시 시도하세요.")
    }

    package var notJSON: String {
        say("the data can't be encoded as JSON.", "데이터를 JSON으로 인코딩할 수 없습니다.")
    }

    package func noSocket(_ tried: [String]) -> String {
        let list = tried.joined(separator: ", ")
        return say(
            "no control socket found; tried: \(list). Start textifyd, or name its socket with --socket.",
            "제어 소켓을 찾을 수 없습니다. 찾아본 곳: \(list). textifyd를 시작하거나 --socket으로 소켓을 지정하세요.")
    }

    package func noSuchSocket(_ path: String) -> String {
        say(
            "\(path) does not exist. Check that textifyd is running and that this is its socket. No other socket is tried.",
            "\(path) 소켓이 없습니다. textifyd가 실행 중인지, 소켓 경로가 맞는지 확인하세요. 다른 소켓은 시도하지 않습니다.")
    }

    package func notASocket(_ path: String) -> String {
        say("\(path) is not a socket. Name textifyd's control socket.", "\(path) 파일은 소켓이 아닙니다. textifyd의 제어 소켓을 지정하세요.")
    }

    package func socketDenied(_ socket: String) -> String {
        say(
            "\(socket): permission denied. Ask to be added to the socket's group.",
            "\(socket): 권한이 없습니다. 소켓의 그룹에 추가해 달라고 요청하세요.")
    }

    package func unreachable(_ socket: String, _ failure: HTTPFailure) -> String {
        let reason =
            switch failure {
            case .notSent: say("can't connect", "연결할 수 없습니다")
            case .sentNoAnswer(_, let fault) where fault.reason == .timeout:
                say("no answer in time", "제때 응답이 오지 않았습니다")
            case .sentNoAnswer, .partialAnswer:
                say("the connection closed before the answer was complete", "응답이 끝나기 전에 연결이 끊겼습니다")
            case .headersTooLarge, .bodyTooLarge: say("the answer exceeds the size limit", "응답이 크기 한도를 넘었습니다")
            case .cancelled: say("the request was cancelled", "요청이 취소되었습니다")
            }
        return say(
            "\(socket): \(reason). Check that textifyd is running and that you may use its socket.",
            "\(socket): \(reason). textifyd가 실행 중인지, 소켓을 쓸 권한이 있는지 확인하세요.")
    }

    package func wrongVersion(_ socket: String, status: Int) -> String {
        say(
            "\(socket): the answer (status \(status)) is not from this version of textifyd. Use the textify that was installed with the service.",
            "\(socket): 응답(상태 \(status))을 보낸 서비스는 이 버전의 textifyd가 아닙니다. 서비스와 함께 설치된 textify를 쓰세요.")
    }

    package var standardOutput: String { say("standard output", "표준 출력") }
    package var standardInput: String { say("standard input", "표준 입력") }

    package var whichBackend: String {
        say(
            "no backend given, for example: textify backend test studio. See --help.",
            "시험할 백엔드를 지정하세요. 예: textify backend test studio. --help를 보세요.")
    }

    package func usage(_ line: String) -> String { say("Usage: ", "사용법: ") + line }

    /// The second line of the usage, aligned with the first.
    package var pictureUsage: String {
        say(
            "       textify PICTURE…   (textify convert PICTURE…)",
            "        textify 그림…   (textify convert 그림…)")
    }

    package func aliasLine(_ alias: String) -> String { say("Alias: textify \(alias)", "별칭: textify \(alias)") }

    package var moreHelp: String {
        say("Help for one command: textify COMMAND --help", "명령별 도움말: textify COMMAND --help")
    }
}

extension Wording {
    /// Explains a command-line error. `names` are the known option names, without dashes; the nearest one is suggested.
    package func sentence(_ failure: OptionFailure, among names: [String]) -> String {
        let help = say(" See --help.", " --help를 보세요.")
        switch failure {
        case .unknown(let written):
            let option = TerminalText.line(written)
            let word = String(option.drop { $0 == "-" })
            let nearest = suggestion(NearestName.of(word, among: names).map { "--" + $0 })
            return say("unknown option \(option).", "\(option) 옵션은 없습니다.") + (nearest.isEmpty ? help : nearest)
        case .ambiguous(let written, let candidates):
            let option = TerminalText.line(written)
            return say(
                "\(option) is ambiguous: it may mean \(candidates.joined(separator: " or ")). Write it out.",
                "\(option) 옵션은 \(candidates.joined(separator: ", ")) 중 하나일 수 있습니다. 끝까지 쓰세요.")
        case .missingValue(let option):
            return say("\(option) requires a value.", "\(option) 옵션에는 값이 필요합니다.") + help
        case .unwantedValue(let option):
            return say("\(option) takes no value.", "\(option) 옵션은 값을 받지 않습니다.") + help
        }
    }

    /// Reports that one of a few words is expected; `got` is the word given, `nil` for none or several.
    package func choice(_ got: String?, among words: [String]) -> String {
        let list = words.joined(separator: ", ")
        guard let got else { return say("expected one of: \(list).", "다음 중 하나를 쓰세요: \(list).") }
        return say("unknown word \(got); expected one of: \(list).", "\(got) 값은 쓸 수 없습니다. 다음 중 하나를 쓰세요: \(list).")
            + suggestion(NearestName.of(got, among: words))
    }

    package var noServiceProgram: String {
        say(
            "this command needs textifyd, which is neither beside textify nor in PATH. Install it, or add its folder to PATH.",
            "이 명령에는 textifyd가 필요하지만 textify 옆에도 PATH에도 없습니다. 설치하거나 그 폴더를 PATH에 추가하세요.")
    }
}

extension Wording {
    /// Reports an action on many jobs. `verb` is `retry`, `approve` or `cancel`.
    package func bulk(_ verb: String, matched: Int, done: Int, isDryRun: Bool) -> String {
        if matched == 0 { return say("No job matches.", "해당하는 작업이 없습니다.") }
        let (jobs, count) = (Figures.counted(done, "job", "jobs"), Figures.count(done))
        if isDryRun {
            return say(
                "\(jobs) \(done == 1 ? "matches" : "match"). Nothing was changed; omit --dry-run to \(verb) \(done == 1 ? "it" : "them").",
                "해당하는 작업 \(count)개. 변경한 것은 없습니다. 실제로 하려면 --dry-run을 빼세요.")
        }
        switch verb {
        case "retry": return say("\(jobs) queued again.", "작업 \(count)개를 다시 대기열에 넣었습니다.")
        case "approve": return say("\(jobs) approved.", "작업 \(count)개를 승인했습니다.")
        case "forget":
            return say(
                "\(jobs) forgotten. What \(done == 1 ? "it" : "they") cost stays recorded.",
                "작업 \(count)개의 데이터를 삭제했습니다. 비용 기록은 남습니다.")
        default: return say("\(jobs) cancelled.", "작업 \(count)개를 취소했습니다.")
        }
    }

    /// Introduces the list of jobs that the action did not apply to.
    package func bulkUnchanged(_ count: Int) -> String {
        say(
            "\(Figures.counted(count, "job was", "jobs were")) not changed:",
            "작업 \(Figures.count(count))개는 바꾸지 않았습니다:")
    }

    package func confirmForgetting(_ jobs: Int) -> String {
        say(
            "Delete all data of \(Figures.counted(jobs, "job", "jobs")) for good? [y/N]",
            "작업 \(Figures.count(jobs))개의 데이터를 모두 영구히 삭제할까요? [y/N]")
    }

    package var nothingForgotten: String { say("Nothing was forgotten.", "아무것도 삭제하지 않았습니다.") }

    package var forgettingNeedsConsent: String {
        say(
            "Forgetting all jobs of a filter is final. Look first with --dry-run, then add --yes.",
            "필터에 맞는 작업을 모두 삭제하면 되돌릴 수 없습니다. 먼저 --dry-run으로 확인한 뒤 --yes를 붙이세요.")
    }

    /// What remains after several jobs were forgotten.
    package var remainsOfForgottenJobs: String {
        say(
            "Records remain in the log and in older copies of the database. The sources of failed jobs are still in the folders for failed files.",
            "로그와 이전 데이터베이스 사본에는 기록이 남아 있습니다. 실패한 작업의 원본은 아직 실패 폴더에 있습니다.")
    }

    package var idsWithFilter: String {
        say(
            "Give job IDs or a filter (--state, --cause, --folder, --backend, --since), not both.",
            "작업 ID와 필터(--state, --cause, --folder, --backend, --since) 중 하나만 쓰세요.")
    }

    package var noJobGiven: String {
        say(
            "No job given. Give an ID, “last”, or a filter: --state, --cause, --folder, --backend or --since. See --help.",
            "작업을 지정하지 않았습니다. ID나 last, 또는 --state, --cause, --folder, --backend, --since 필터를 쓰세요. --help를 보세요.")
    }

    package var noLastJob: String {
        say("There are no jobs yet, so “last” matches none.", "아직 작업이 없어 last에 해당하는 작업이 없습니다.")
    }

    package var noLastArtwork: String {
        say("There are no artworks yet, so “last” matches none.", "아직 작품이 없어 last에 해당하는 작품이 없습니다.")
    }

    package var eventsEnded: String {
        say(
            "textifyd closed the event stream, which it does when it stops. Run the command again once textifyd is running.",
            "textifyd가 종료되면서 이벤트 스트림을 닫았습니다. textifyd가 다시 실행되면 명령을 다시 실행하세요.")
    }

    /// Reports missed events; `count` is `nil` where their number is unknown.
    package func eventsMissed(_ count: Int64?) -> String {
        guard let count else {
            return say(
                "Earlier events were missed: the service no longer has the event given with --after. textify jobs shows the current state.",
                "이전 이벤트를 놓쳤습니다. --after로 지정한 이벤트가 서비스에 더는 없습니다. 지금 상태는 textify jobs로 보세요.")
        }
        return say(
            "\(Figures.counted(count, "event was", "events were")) missed because they were read too slowly. textify jobs shows the current state.",
            "너무 느리게 읽어 이벤트 \(Figures.count(count))개를 놓쳤습니다. 지금 상태는 textify jobs로 보세요.")
    }
}
