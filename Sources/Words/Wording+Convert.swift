/// What `textify convert` says.
extension Wording {
    package func tooLargeToCopy(bytes: Int, limit: Int) -> String {
        say(
            "--copy: the art has \(bytes) bytes, and terminals take \(limit). Make it smaller, or say --bytes \(limit).",
            "--copy: 글자 그림이 \(bytes)바이트인데 터미널은 \(limit)바이트까지 받습니다. 더 작게 하거나 --bytes \(Particle.object.after("\(limit)")) 쓰세요."
        )
    }

    package var noClipboard: String {
        say("--copy: there is no terminal whose clipboard could be used.", "--copy: 클립보드를 쓸 터미널이 없습니다.")
    }

    package var charactersTwice: String {
        say(
            "--characters and --characters-file can't both be; leave one out",
            "--characters와 --characters-file은 함께 쓸 수 없습니다. 하나를 빼세요")
    }

    package func wrongMemory(_ said: String) -> String {
        say(
            "--memory takes bytes, at least 16777216, and not \"\(Figures.quoted(said))\"",
            "--memory 값은 16777216 이상의 바이트 수여야 합니다: \"\(Figures.quoted(said))\"")
    }

    package var whichPicture: String {
        say("which picture? Name a file, or - for standard input", "어느 그림인가요? 파일을 쓰거나, 표준 입력이면 -를 쓰세요")
    }

    package var dashTwice: String { say("- is named twice; name it once", "-를 두 번 썼습니다. 한 번만 쓰세요") }

    package func overItself(_ file: String) -> String {
        say(
            "\(file) would be written over itself; name another file with -o",
            "\(file)을(를) 그 자신에 덮어쓰게 됩니다. -o로 다른 파일을 지정하세요")
    }

    package func notIntoOne(_ count: Int) -> String {
        say(
            "\(count) pictures don't go into one file; name a folder with -o, ending in /",
            "그림 \(count)개는 한 파일에 들어가지 않습니다. -o로 /로 끝나는 폴더를 지정하세요")
    }

    package func notShown(_ format: String, inTerminal: Bool, many: Bool) -> String {
        let place = inTerminal ? "for a terminal" : "one after another"
        let target = many ? say("folder", "폴더") : say("file", "파일")
        return say(
            "\(format) is not \(place); name a \(target) with -o",
            "\(format) 형식은 \(inTerminal ? "터미널에" : "이어서") 쓸 수 없습니다. -o로 \(Particle.object.after(target)) 지정하세요")
    }

    package var copyTakesOne: String {
        say("--copy takes the text of one picture", "--copy는 그림 하나의 글자만 받습니다")
    }

    package func noPreset(_ name: String, nearest: String?, _ known: [String]) -> String {
        let hint =
            nearest.map { say("Did you mean \($0)?", "혹시 \($0)인가요?") }
            ?? say("There are ", "있는 프리셋: ") + known.joined(separator: ", ") + "."
        return say("--preset: there is no preset \(name). ", "--preset: \(name) 프리셋은 없습니다. ") + hint
    }

    package func notUTF8(_ file: String) -> String {
        say("\(file) is not text in UTF-8. Save it as UTF-8.", "\(file)은(는) UTF-8 글이 아닙니다. UTF-8로 저장하세요.")
    }

    package func emptyText(_ file: String) -> String {
        say("\(file) is empty. Name a file with text.", "\(file)이(가) 비었습니다. 글이 있는 파일을 지정하세요.")
    }

    package func progress(_ done: Int, of all: Int, _ file: String) -> String {
        say("\(done) of \(all): \(file)", "\(all)개 중 \(done)개: \(file)")
    }

    package func shownSoFar(_ sentence: String) -> String {
        say("shown as far as it came: \(sentence)", "읽힌 데까지만 보입니다: \(sentence)")
    }

    package func notMeasured(_ file: String) -> String {
        say("\(file): art as large as this is not measured", "\(file): 이렇게 큰 글자 그림은 재지 않습니다")
    }

    package func convertIntroduction(_ formats: String) -> String {
        say(
            "Shows pictures as text art: \(formats). FILE may be - for standard input, or a web address. In a terminal the "
                + "art has colours and fits the window; in a pipe it is plain text of 80 columns, or ANSI where --color "
                + "names colours.",
            "그림을 글자 그림으로 보여 줍니다: \(formats). FILE은 표준 입력이면 -, 또는 웹 주소일 수 있습니다. 터미널에서는 색을 쓰고 "
                + "창에 맞추며, 파이프에서는 80칸의 글자만 쓰고 --color로 색을 고르면 ANSI로 씁니다.")
    }

    package var artHeading: String { say("Art:", "글자 그림:") }

    package var charsetHeading: String {
        say(
            "Charsets. On a terminal that is known to draw sixths or eighths of a cell itself, they are the default:",
            "글자 모음. 한 칸의 6분의 1이나 8분의 1을 스스로 그리는 것으로 알려진 터미널에서는 그것이 기본입니다:")
    }

    package var presetHeading: String {
        say(
            "Presets, which lie under what else is said. Your own are [presets.NAME] tables of these options in "
                + "~/.config/textify/textify.toml:",
            "프리셋. 따로 쓴 옵션이 앞섭니다. 자신의 프리셋은 ~/.config/textify/textify.toml에 이 옵션들의 [presets.NAME] 표로 씁니다:")
    }

    package var exampleHeading: String { say("Examples:", "예:") }

    /// What the examples of `convert` do.
    package var convertExamples: (terminal: String, file: String, folder: String, narrower: String, pipe: String) {
        (
            say("Into the terminal", "터미널에 보이기"), say("A file, by its ending", "파일로, 끝 이름에 따라"),
            say("Many, into a folder", "여럿을 폴더로"), say("For IRC, but narrower", "IRC용으로, 더 좁게"),
            say("From another program", "다른 프로그램에서 받아")
        )
    }
}
