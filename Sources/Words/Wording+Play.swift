package import Domain

/// Playing recordings of terminals.
extension Wording {
    /// Says what is wrong with an asciicast, where, and what to do.
    package func sentence(_ failure: AsciicastFailure, about name: String) -> String {
        let (place, line) = (say("\(name), line \(failure.line):", "\(name) \(failure.line)번째 줄:"), failure.line)
        switch failure.problem {
        case .notACast:
            return say(
                "\(name) is not an asciicast. Record one with: asciinema rec FILE.cast. Pictures are shown by: textify convert",
                "\(name): asciicast 파일이 아닙니다. 녹화하려면: asciinema rec FILE.cast. 그림을 보려면: textify convert")
        case .version(let version):
            return say(
                "\(name) is an asciicast of version \(version); versions 2 and 3 can be played. Convert it with: asciinema convert",
                "\(name): asciicast 버전 \(version)입니다. 재생할 수 있는 버전은 2와 3입니다. 변환하려면: asciinema convert")
        case .header(let key):
            return say(
                "\(place) “\(key)” is missing or wrong in the header. Record the file again, or correct it.",
                "\(place) 헤더에 “\(key)” 값이 없거나 잘못되었습니다. 다시 녹화하거나 고치세요.")
        case .syntax(let message):
            return say(
                "\(place) no valid JSON: \(message). The recording is damaged or incomplete; delete the rest from line \(line).",
                "\(place) 올바른 JSON이 아닙니다: \(message). 녹화가 손상되었거나 끝나지 않았습니다. \(line)번째 줄부터 지우세요.")
        case .event:
            return say(
                "\(place) expected an event such as [1.5, \"o\", \"text\"]. Correct or delete the line.",
                "\(place) [1.5, \"o\", \"텍스트\"] 같은 이벤트가 필요합니다. 이 줄을 고치거나 지우세요.")
        case .lineTooLong(let limit):
            return say(
                "\(place) longer than \(limit >> 20) MiB. Delete the line.",
                "\(place) \(limit >> 20) MiB보다 깁니다. 이 줄을 지우세요.")
        case .tooManyEvents(let limit):
            return say(
                "\(place) more than \(limit) events. Split the recording.",
                "\(place) 이벤트가 \(limit)개보다 많습니다. 녹화를 나누세요.")
        }
    }

    package func castNotRepeatable(_ name: String) -> String {
        say(
            "\(name) can be read only once. Use --loop with a file.",
            "\(name): 한 번만 읽을 수 있습니다. --loop 옵션은 파일에 쓰세요.")
    }

    package var playNeedsKeys: String {
        say(
            "there is no terminal to read keys from. Use --dump to print the text at once.",
            "키를 읽을 터미널이 없습니다. 텍스트를 한 번에 출력하려면 --dump를 쓰세요.")
    }
}
