package import Domain

extension Wording {
    /// `file:line:column: key: what is wrong.` What is not known is left out.
    package func sentence(_ failure: FieldFailure) -> String {
        var place = failure.file.isEmpty ? "" : FileName(failure.file).shown
        if failure.line > 0 {
            place += (place.isEmpty ? "" : ":") + "\(failure.line)" + (failure.column > 0 ? ":\(failure.column)" : "")
        }
        let parts = [place, FileName(failure.key).shown, problem(failure.problem)].filter { !$0.isEmpty }
        return parts.joined(separator: ": ")
    }

    /// A line for each thing that keeps the service from its start.
    package func lines(_ failure: ConfigurationFailure) -> [String] {
        switch failure {
        case .unreadable(let file, let reason): [sentence(reason, about: FileName(file).shown)]
        case .invalid(let failures): failures.map { sentence($0) }
        }
    }

    private func noCause(_ got: String, _ nearest: [String]) -> String {
        let list = nearest.joined(separator: ", ")
        let hint = nearest.isEmpty ? "" : say(" Did you mean one of \(list)?", " 혹시 다음 중 하나인가요: \(list)?")
        return say(
            "\"\(Figures.quoted(got))\" is no cause.\(hint) man textify lists them all under CAUSES.",
            "\"\(Figures.quoted(got))\" 코드는 없습니다.\(hint) 모든 코드는 man textify의 CAUSES에 있습니다.")
    }

    private func problem(_ problem: FieldFailure.Problem) -> String {
        switch problem {
        case .syntax(let said): return Figures.quoted(said) + "."
        case .unknown(let nearest):
            return nearest.map {
                say("is not a known key; did you mean \($0)? Correct it.", "모르는 이름입니다. 혹시 \($0)인가요? 고치세요.")
            } ?? say("is not a known key. Remove it.", "모르는 이름입니다. 지우세요.")
        case .wrongType(let wanted, let got):
            return say("needs \(kind(wanted)), not \(kind(got)).", "\(kind(wanted)) 값이 필요한데 \(kind(got)) 값입니다.")
        case .outOfRange(let got, let range):
            let got = Figures.quoted(got)
            return say("\(got) is out of range; allowed is \(range).", "\(got) 값은 범위 밖입니다. 허용 범위: \(range).")
        case .notOneOf(let got, let choices, let nearest):
            let list = choices.joined(separator: ", ")
            let hint = nearest.map { say(" Did you mean \($0)?", " 혹시 \($0)인가요?") } ?? ""
            let got = Figures.quoted(got)
            return say(
                "\"\(got)\" is not a choice.\(hint) Use one of: \(list).",
                "\"\(got)\" 값은 고를 수 없습니다.\(hint) 다음 중에서 고르세요: \(list).")
        case .noCause(let got, let nearest): return noCause(got, nearest)
        case .malformed(let got, let example):
            let got = Figures.quoted(got)
            return say(
                "\"\(got)\" can't be read; write it like \(example).", "\"\(got)\" 값을 읽을 수 없습니다. 이렇게 쓰세요: \(example).")
        case .controlCharacter(let offset): return controlCharacter(at: offset) + say(" Remove it.", " 지우세요.")
        case .missing: return say("is missing. Add it.", "빠졌습니다. 추가하세요.")
        case .duplicate: return say("is said twice. Keep one.", "두 번 나옵니다. 하나만 남기세요.")
        case .conflict(let other):
            return say(
                "can't stand together with \(other). Change one of them.", "\(other) 값과 함께 쓸 수 없습니다. 둘 중 하나를 바꾸세요.")
        case .notHonoured(let backend, let others):
            let alone = ("leave it out, say lenient = true, or ", "빼거나, lenient = true를 쓰거나, ")
            return misfit(backend, others: others, alone: alone)
        case .takesNoPicture(let backend, let others): return misfit(backend, others: others, alone: ("", ""))
        case .beyondBackend(let backend, let got, let range):
            let got = Figures.quoted(got)
            return say(
                "the backend \(backend) does not take \(got); it takes \(range).",
                "백엔드 \(Particle.topic.after(backend)) \(got) 값을 받지 않습니다. 받는 값: \(range).")
        case .noPicture:
            return say(
                "is about a picture that is given, and there is none; leave it out, or send a picture along.",
                "함께 보낸 그림에 대한 값인데 그림이 없습니다. 빼거나 그림을 함께 보내세요.")
        case .notLocal(let backend):
            return say(
                "the backend \(backend) may send the work to another machine, and the folder says local_only; choose a backend on this machine.",
                "백엔드 \(Particle.topic.after(backend)) 작업을 다른 컴퓨터로 보낼 수 있는데 폴더가 local_only입니다. 이 컴퓨터의 백엔드를 고르세요.")
        case .pictureNeeded(let backend):
            return say(
                "the backend \(backend) makes pictures from pictures alone; send one along, or choose another backend.",
                "백엔드 \(Particle.topic.after(backend)) 그림에서만 그림을 만듭니다. 그림을 함께 보내거나 다른 백엔드를 고르세요.")
        }
    }

    /// What a backend can't honour, and what could be done instead.
    private func misfit(_ backend: String, others: [String], alone: (String, String)) -> String {
        let list = others.joined(separator: ", ")
        let english = others.isEmpty ? "choose another backend" : "choose a backend that can (\(list))"
        let korean = others.isEmpty ? "다른 백엔드를 고르세요" : "할 수 있는 백엔드(\(list))를 고르세요"
        return say(
            "the backend \(backend) can't do that; \(alone.0)\(english).",
            "백엔드 \(Particle.topic.after(backend)) 할 수 없습니다. \(alone.1)\(korean).")
    }

    private func kind(_ name: String) -> String {
        switch name {
        case "text": say("text in quotes", "따옴표로 묶은 글")
        case "integer": say("a whole number", "정수")
        case "number": say("a number", "숫자")
        case "flag": say("true or false", "true 또는 false")
        case "list": say("a list", "목록")
        case "table": say("a table", "표")
        case "date": say("a date", "날짜")
        case "time": say("a time", "시각")
        case "date and time": say("a date and time", "날짜와 시각")
        default: name
        }
    }
}
