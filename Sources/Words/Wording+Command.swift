/// What the command line says when a command can't do what was asked, and what help is made of.
extension Wording {
    package func which(_ what: String) -> String {
        let what = thing(what)
        return say("which \(what)? Name one. See --help.", "어느 \(what)인가요? 하나를 쓰세요. --help를 보세요.")
    }

    package func tooMany(_ count: Int, _ what: String) -> String {
        let what = thing(what)
        return say(
            "\(count) are named; give one \(what) at a time.", "\(count)개를 썼습니다. \(Particle.topic.after(what)) 하나씩 쓰세요."
        )
    }

    private func thing(_ word: String) -> String {
        switch word {
        case "job": say("job", "작업")
        case "picture": say("picture", "그림")
        case "prompt": say("prompt", "프롬프트")
        case "cache": say("cache", "캐시")
        default: word
        }
    }

    package func notExpected(_ word: String) -> String {
        say("“\(word)” is not expected. See --help.", "“\(word)”은(는) 여기에 쓸 수 없습니다. --help를 보세요.")
    }

    package func notANumber(_ option: String, _ range: ClosedRange<Int>, _ got: String) -> String {
        let (low, high) = (range.lowerBound, range.upperBound)
        return say(
            "--\(option): give a whole number from \(low) to \(high), not “\(got)”.",
            "--\(option): “\(got)” 말고 \(low)에서 \(high)까지의 정수를 쓰세요.")
    }

    /// That options came without a command.
    package var whichCommand: String {
        say("Name a command; textify --help lists them", "명령을 지정하세요. 목록은 textify --help로 볼 수 있습니다")
    }

    /// What to do with an option that is not every command's.
    package var optionsBehind: String {
        say(
            "Put the options of a command behind its name.", "명령의 옵션은 명령 이름 뒤에 쓰세요.")
    }

    package func noSuchCommand(_ name: String, nearest: String?, _ known: [String]) -> String {
        let hint =
            nearest.map { say("did you mean \($0)?", "혹시 \($0)인가요?") }
            ?? say("there are: ", "있는 명령: ") + known.joined(separator: ", ")
        return say("\(name): no such command; ", "\(name): 그런 명령은 없습니다. ") + hint
    }

    /// That a picture is larger than any service takes through its socket, whatever its configuration says.
    package func tooLargeToSend(_ name: String, bytes: Int64, limit: Int64) -> String {
        say(
            "\(name) has \(Figures.bytes(bytes)), and at most \(Figures.bytes(limit)) can be submitted. Make it smaller, or put it into a watch folder.",
            "\(Particle.topic.after(name)) \(Figures.bytes(bytes))인데 보낼 수 있는 것은 \(Figures.bytes(limit))까지입니다. 줄이거나 감시 폴더에 넣으세요."
        )
    }

    package var noThreads: String {
        say(
            "the system has no thread or memory left to ask with; try again.",
            "물어볼 스레드나 메모리가 시스템에 남지 않았습니다. 다시 시도하세요.")
    }

    /// `what`: the answer or the request.
    package var answerNotJSON: String {
        say("the answer can't be written as JSON.", "답을 JSON으로 쓸 수 없습니다.")
    }

    package var requestNotJSON: String {
        say("the request can't be written as JSON.", "요청을 JSON으로 쓸 수 없습니다.")
    }

    package var schemaNotJSON: String {
        say("the schema can't be written as JSON.", "스키마를 JSON으로 쓸 수 없습니다.")
    }

    package func noSocket(_ tried: [String]) -> String {
        let list = tried.joined(separator: ", ")
        return say(
            "there is no control socket at any of: \(list). Start textifyd, or name its socket with --socket.",
            "다음 중 어디에도 제어 소켓이 없습니다: \(list). textifyd를 시작하거나 --socket으로 소켓을 지정하세요.")
    }

    package func noSuchSocket(_ path: String) -> String {
        say(
            "\(path) is not there. Is textifyd running, and is that its socket? No other one is asked in its stead.",
            "\(path) 소켓이 없습니다. textifyd가 실행 중인지, 소켓 경로가 맞는지 보세요. 다른 소켓에는 묻지 않습니다.")
    }

    package func notASocket(_ path: String) -> String {
        say("\(path) is no socket. Name the socket of textifyd.", "\(path)은(는) 소켓이 아닙니다. textifyd의 소켓을 쓰세요.")
    }

    package func mayNotUse(_ socket: String) -> String {
        say(
            "\(socket): you may not use it. Ask to be put into the socket's group.",
            "\(socket): 사용할 권한이 없습니다. 소켓의 그룹에 넣어 달라고 하세요.")
    }

    /// How the question to the service came to nothing.
    package enum Silence: CaseIterable, Sendable {
        case nobody, late, brokenOff, tooLarge, calledOff
    }

    package func unreachable(_ socket: String, _ silence: Silence) -> String {
        let reason =
            switch silence {
            case .nobody: say("nobody answers", "아무도 답하지 않습니다")
            case .late: say("no answer came in time", "제때 답이 오지 않았습니다")
            case .brokenOff: say("the connection ended before the answer did", "답이 끝나기 전에 연결이 끊겼습니다")
            case .tooLarge: say("the answer is larger than can be taken", "답이 받을 수 있는 것보다 큽니다")
            case .calledOff: say("the question was called off", "질문이 취소되었습니다")
            }
        return say(
            "\(socket): \(reason). Is textifyd running, and may you use its socket?",
            "\(socket): \(reason). textifyd가 실행 중인지, 소켓을 쓸 권한이 있는지 확인하세요.")
    }

    package func otherVersion(_ socket: String, status: Int) -> String {
        say(
            "\(socket): what answers there (status \(status)) is not this version of textifyd.",
            "\(socket): 거기서 답하는 것(상태 \(status))은 이 버전의 textifyd가 아닙니다.")
    }

    package var standardOutput: String { say("standard output", "표준 출력") }
    package var standardInput: String { say("standard input", "표준 입력") }

    package var whichBackend: String {
        say(
            "say which is tested, such as textify backend test studio. See --help.",
            "무엇을 시험할지 쓰세요. 예: textify backend test studio. --help를 보세요.")
    }

    package func usage(_ line: String) -> String { say("Usage: ", "사용법: ") + line }

    package func alsoCalled(_ alias: String) -> String { say("Short: textify \(alias)", "줄여서: textify \(alias)") }

    package var moreHelp: String {
        say("More about one: textify COMMAND --help", "명령 하나의 설명: textify COMMAND --help")
    }
}
