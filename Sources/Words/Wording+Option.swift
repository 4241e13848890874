package import Domain

extension Wording {
    /// What is wrong with the command line, and which of the options' names, given without dashes, was meant perhaps.
    package func sentence(_ failure: OptionFailure, among names: [String]) -> String {
        let help = say("See --help.", "--help를 보세요.")
        switch failure {
        case .unknown(let written):
            let option = TerminalText.line(written)
            let word = String(option.drop { $0 == "-" })
            let nearest = NearestName.of(word, among: names).map { say("Did you mean --\($0)?", "혹시 --\($0)인가요?") }
            return say("There is no option \(option).", "\(option) 옵션은 없습니다.") + " " + (nearest ?? help)
        case .ambiguous(let written, let candidates):
            let option = TerminalText.line(written)
            return say(
                "\(option) may mean \(candidates.joined(separator: " or ")). Write it out.",
                "\(Particle.topic.after(option)) \(candidates.joined(separator: ", ")) 중 하나일 수 있습니다. 끝까지 쓰세요.")
        case .missingValue(let option):
            return say("\(option) wants a value behind it.", "\(option) 뒤에 값이 있어야 합니다.") + " " + help
        case .unwantedValue(let option):
            return say("\(option) takes no value.", "\(Particle.topic.after(option)) 값을 받지 않습니다.") + " " + help
        }
    }

    /// That one of a few words is wanted; `got` is what was given, `nil` where it was none or several.
    package func choice(_ got: String?, among words: [String]) -> String {
        let list = words.joined(separator: ", ")
        guard let got else { return say("Name one of: \(list).", "다음 중 하나를 쓰세요: \(list).") }
        let nearest = NearestName.of(got, among: words).map { say(" Did you mean \($0)?", " 혹시 \($0)인가요?") }
        return say("There is no \(got). Name one of: \(list).", "\(got)은(는) 없습니다. 다음 중 하나를 쓰세요: \(list).")
            + (nearest ?? "")
    }

    /// That the service's program can't be found.
    package var noServiceProgram: String {
        say(
            "textifyd is neither beside textify nor in PATH; it does the work. Install it, or put its folder into PATH.",
            "textifyd가 textify 옆에도 PATH에도 없습니다. 이 일은 textifyd가 합니다. 설치하거나 그 폴더를 PATH에 넣으세요.")
    }
}
