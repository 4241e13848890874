package import Domain

extension Wording {
    /// The same wherever the text came from.
    func controlCharacter(at offset: Int) -> String {
        say(
            "byte \(Figures.count(offset)) is a control character.", "바이트 \(Figures.count(offset))에 제어 문자가 있습니다.")
    }

    /// Why a text is no prompt.
    package func sentence(_ failure: PromptFailure, about name: String) -> String {
        let topic = Particle.topic.after(name)
        switch failure {
        case .empty:
            return say(
                "\(name) holds no prompt. Write what the picture shall show.",
                "\(topic) 프롬프트가 비어 있습니다. 그림에 담을 내용을 쓰세요.")
        case .tooLong(let characters, let limit):
            return say(
                "\(name) has a prompt of \(Figures.counted(characters, "character", "characters")); the most is \(Figures.count(limit)). Shorten it, or raise limits.prompt_characters.",
                "\(topic) 프롬프트가 \(Figures.count(characters))자로, 최대 \(Figures.count(limit))자까지 받습니다. 줄이거나 limits.prompt_characters를 올리세요."
            )
        case .notUTF8(let offset, let likely):
            let english = likely.map { "; it seems to be \($0)" } ?? ""
            let korean = likely.map { " \($0) 인코딩으로 보입니다." } ?? ""
            return say(
                "\(name) is not UTF-8 text: byte \(Figures.count(offset)) fits nowhere\(english). Save it as UTF-8.",
                "\(topic) UTF-8 텍스트가 아닙니다. 바이트 \(Figures.count(offset))에서 어긋납니다.\(korean) UTF-8로 저장하세요.")
        case .binary(let offset):
            return say(
                "\(name) is not text: \(controlCharacter(at: offset)) Drop a text file, or a picture under its own ending.",
                "\(topic) 텍스트가 아닙니다. \(controlCharacter(at: offset)) 텍스트 파일을 넣거나, 그림이면 제 확장자로 넣으세요.")
        case .yamlFrontMatter:
            return say(
                "\(name) opens with ---: YAML front matter is not read, use TOML between +++ lines.",
                "\(topic) ---로 시작합니다. YAML 머리말은 읽지 않으니 +++ 줄 사이에 TOML을 쓰세요.")
        case .frontMatterNotClosed:
            return say(
                "\(name) opens front matter with +++ and never closes it. Put a second +++ line before the prompt.",
                "\(topic) +++로 머리말을 열고 닫지 않았습니다. 프롬프트 앞에 +++ 줄을 하나 더 넣으세요.")
        case .frontMatter(let field):
            return say(
                "\(name) has a mistake in its front matter: \(sentence(field))",
                "\(topic) 머리말에 잘못이 있습니다. \(sentence(field))")
        case .request(let field):
            return say("\(name) has a mistake: \(sentence(field))", "\(topic) 잘못이 있습니다. \(sentence(field))")
        case .emptyBatch:
            return say(
                "\(name) is a batch without a line. Write one request on each line.",
                "\(topic) 줄이 없는 묶음입니다. 한 줄에 요청 하나씩 쓰세요.")
        case .tooManyLines(let lines, let limit):
            return say(
                "\(name) is a batch of \(Figures.count(lines)) lines; the most is \(Figures.count(limit)). Split it, or raise limits.batch_lines.",
                "\(topic) \(Figures.count(lines))줄의 묶음이며 최대 \(Figures.count(limit))줄까지 받습니다. 나누거나 limits.batch_lines를 올리세요."
            )
        case .unfit(let field):
            return say(
                "\(name) asks for what its backend can't do: \(sentence(field))",
                "\(topic) 백엔드가 할 수 없는 것을 요청합니다. \(sentence(field))")
        case .promptTwice(let line):
            return say(
                "\(name) says its prompt twice: in line \(line) of the front matter and below it. Keep one of them.",
                "\(topic) 프롬프트가 두 번 나옵니다. 머리말의 \(line)번째 줄과 그 아래입니다. 하나만 남기세요.")
        }
    }
}
