package import Domain

/// Messages and help of `textify convert`.
extension Wording {
    package func tooLargeToCopy(bytes: Int, limit: Int) -> String {
        say(
            "--copy: the art has \(bytes) bytes, but terminals accept at most \(limit). Make it smaller, or add --bytes \(limit).",
            "--copy: 텍스트 아트가 \(bytes)바이트인데 터미널은 \(limit)바이트까지 받습니다. 더 작게 하거나 --bytes \(limit) 옵션을 쓰세요."
        )
    }

    package var clipboardUnavailable: String {
        say("--copy: there is no terminal with a clipboard.", "--copy: 클립보드를 쓸 수 있는 터미널이 없습니다.")
    }

    package var charactersConflict: String {
        say(
            "--characters and --characters-file can't be combined; remove one",
            "--characters와 --characters-file은 함께 쓸 수 없습니다. 하나를 빼세요")
    }

    package func wrongMemory(_ text: String) -> String {
        say(
            "--memory: expected a number of bytes, at least 16777216, not \"\(Figures.quoted(text))\"",
            "--memory 값은 16777216 이상의 바이트 수여야 합니다: \"\(Figures.quoted(text))\"")
    }

    package var whichPicture: String {
        say("no picture given. Name a file, or - for standard input", "그림을 지정하세요. 파일 이름을 쓰거나, 표준 입력이면 -를 쓰세요")
    }

    package var standardInputTwice: String {
        say(
            "- (standard input) is given twice; it can be read only once",
            "-(표준 입력)를 두 번 썼습니다. 한 번만 쓰세요")
    }

    package func overwritesItself(_ file: String) -> String {
        say(
            "\(file) would overwrite itself; name another file with -o",
            "\(file) 파일을 그 자신에 덮어쓰게 됩니다. -o로 다른 파일을 지정하세요")
    }

    package func unknownEnding(_ name: String, _ endings: [String]) -> String {
        let list = endings.map { "." + $0 }.joined(separator: ", ")
        return say(
            "\(name): no format has this extension. Use one of \(list), or choose a format with --format",
            "\(name): 이 확장자의 형식이 없습니다. \(list) 중 하나를 쓰거나 --format으로 형식을 정하세요")
    }

    package func tooManyForOneFile(_ count: Int) -> String {
        say(
            "\(count) pictures can't be written to one file; name a folder with -o, ending in /",
            "그림 \(count)개를 한 파일에 쓸 수 없습니다. -o로 /로 끝나는 폴더를 지정하세요")
    }

    package func notShown(_ format: String, inTerminal: Bool, many: Bool) -> String {
        let problem = inTerminal ? "can't be shown in a terminal" : "can't be concatenated"
        let target = many ? say("folder", "폴더를") : say("file", "파일을")
        return say(
            "\(format) \(problem); name a \(target) with -o",
            "\(format) 형식은 \(inTerminal ? "터미널에 표시할" : "이어서 쓸") 수 없습니다. -o로 \(target) 지정하세요")
    }

    package var copyNeedsOnePicture: String {
        say("--copy accepts the text art of one picture only", "--copy는 그림 하나의 텍스트 아트만 복사합니다")
    }

    package func noPreset(_ name: String, nearest: String?, _ known: [String]) -> String {
        let list = known.joined(separator: ", ")
        return say("--preset: unknown preset \(name).", "--preset: \(name) 프리셋은 없습니다.")
            + (nearest == nil ? say(" Presets: \(list).", " 프리셋 목록: \(list).") : suggestion(nearest))
    }

    package func notUTF8(_ file: String) -> String {
        say("\(file) is not UTF-8 text. Save it as UTF-8.", "\(file) 파일은 UTF-8 텍스트가 아닙니다. UTF-8로 저장하세요.")
    }

    package func emptyText(_ file: String) -> String {
        say("\(file) is empty. Name a file that contains text.", "\(file) 파일이 비어 있습니다. 텍스트가 있는 파일을 지정하세요.")
    }

    package func progress(_ done: Int, of all: Int, _ file: String) -> String {
        say("\(done) of \(all): \(file)", "\(all)개 중 \(done)개: \(file)")
    }

    package func partiallyShown(_ sentence: String) -> String {
        say("shown as far as possible: \(sentence)", "가능한 데까지만 보여 줍니다: \(sentence)")
    }

    package func notScored(_ file: String) -> String {
        say("\(file): the art is too large to be scored", "\(file): 텍스트 아트가 너무 커서 점수를 계산하지 않습니다")
    }

    package func scored(_ file: String, total: Int) -> String {
        say("\(file): \(total) of 100", "\(file): 100점 중 \(total)점")
    }

    /// A line such as `charset braille, look sharp: its contours are nearer to the picture's (tone 0.48, sharp 0.62)`.
    package func chosen(_ choice: ArtChoice) -> String {
        let charset = choice.charset.map { say("charset \($0)", "글자 모음 \($0)") }
        return [charset, choice.look.map(sentence)].compactMap(\.self).joined(separator: ", ")
    }

    private func sentence(_ look: LookChoice) -> String {
        let reason =
            switch look.reason {
            case .asked: say("as asked", "지정한 대로")
            case .letters: say("letters are clearest with faithful tones", "글자는 밝기가 충실할 때 가장 또렷함")
            case .contours: say("its contours are nearer to the picture's", "윤곽이 그림에 더 가까움")
            case .tones: say("its tones are nearer to the picture's", "밝기가 그림에 더 가까움")
            }
        let figures = look.ratings.map { " (tone \($0.tone), sharp \($0.sharp))" } ?? ""
        return say("look \(look.name.rawValue): ", "표현 \(look.name.rawValue): ") + reason + figures
    }

    package func wrongCells(_ text: String) -> String {
        say(
            "--size: \"\(Figures.quoted(text))\" is not a valid value; write the columns and rows like 80x40, 80 or x40.",
            "--size: \"\(Figures.quoted(text))\" 값은 올바르지 않습니다. 칸과 줄의 수를 80x40, 80, x40처럼 쓰세요.")
    }

    package var aliasHeading: String { say("The same under other names:", "같은 옵션의 다른 이름:") }

    package func convertIntroduction(_ formats: String) -> String {
        say(
            "Shows pictures as text art: \(formats). FILE may also be - for standard input, or a web address. In a terminal the "
                + "art is coloured and fits the window. In a pipe it is plain text, 80 columns wide, or ANSI if --color selects "
                + "colours.",
            "그림을 텍스트 아트로 보여 줍니다: \(formats). FILE에는 표준 입력을 뜻하는 - 또는 웹 주소도 쓸 수 있습니다. 터미널에서는 색을 쓰고 "
                + "창에 맞춥니다. 파이프에서는 80칸의 일반 텍스트이며, --color로 색을 고르면 ANSI입니다.")
    }

    package var artHeading: String { say("Art:", "텍스트 아트:") }

    package var charsetHeading: String {
        say(
            "Charsets. auto is the default: ascii without colours; with colours block, and in a terminal the finest "
                + "blocks that it is known to draw:",
            "글자 모음. 기본은 auto입니다. 색이 없으면 ascii, 색이 있으면 block이고, 터미널에서는 그 터미널이 그릴 수 있는 가장 섬세한 "
                + "블록을 씁니다:")
    }

    package var presetHeading: String {
        say(
            "Presets; other options override them. Define your own as [presets.NAME] tables of these options in "
                + "~/.config/textify/textify.toml:",
            "프리셋. 다른 옵션이 우선합니다. ~/.config/textify/textify.toml에 이 옵션들의 [presets.NAME] 표를 써서 직접 만들 수 있습니다:")
    }

    package var exampleHeading: String { say("Examples:", "예:") }
}

extension Wording {
    /// Explains why a web address gave no picture. `name` is the part of the address that may be shown: addresses can
    /// contain keys.
    package func sentence(_ failure: HTTPFailure, about name: String) -> String {
        switch failure {
        case .notSent(_, let fault): unsent(fault, name)
        case .sentNoAnswer(let host, let fault) where fault.reason == .timeout:
            say(
                "\(name): \(host) did not answer in time. Try again later.",
                "\(name): \(host) 서버가 제때 응답하지 않았습니다. 나중에 다시 시도하세요.")
        case .sentNoAnswer(let host, let fault) where fault.reason == .redirects,
            .partialAnswer(let host, let fault, _, _) where fault.reason == .redirects:
            say(
                "\(name): \(host) redirects too many times. Give the picture's own address.",
                "\(name): \(host) 서버가 너무 여러 번 리디렉션합니다. 그림의 실제 주소를 쓰세요.")
        case .sentNoAnswer, .partialAnswer:
            say(
                "\(name): the connection closed before the picture was complete. Try again.",
                "\(name): 그림을 다 받기 전에 연결이 끊겼습니다. 다시 시도하세요.")
        case .headersTooLarge:
            say("\(name): the address is not served by a web server.", "\(name): 이 주소의 서버는 웹 서버가 아닙니다.")
        case .bodyTooLarge(_, _, let limit):
            say(
                "\(name) is larger than \(Figures.bytes(Int64(limit))). Make the picture smaller.",
                "\(name): \(Figures.bytes(Int64(limit)))보다 큽니다. 그림을 줄이세요.")
        case .cancelled: say("\(name): cancelled.", "\(name): 취소했습니다.")
        }
    }

    /// Explains a complete answer that is not a picture.
    package func sentence(status: Int, about name: String) -> String {
        switch status {
        case 404, 410:
            say(
                "\(name) was not found (\(status)). Check the address.",
                "\(name): 찾을 수 없습니다(\(status)). 주소를 확인하세요.")
        case 401, 403:
            say(
                "\(name) requires permission (\(status)). Download it where you have access, and give the file.",
                "\(name): 접근 권한이 필요합니다(\(status)). 권한이 있는 곳에서 내려받아 파일로 지정하세요.")
        case 300..<400:
            say(
                "\(name) redirects to an address that is not followed (\(status)). Give the picture's own address.",
                "\(name): 따라갈 수 없는 주소로 리디렉션합니다(\(status)). 그림의 실제 주소를 쓰세요.")
        default:
            say(
                "\(name): the server answered with status \(status). Try again later.",
                "\(name): 서버의 응답 상태는 \(status)입니다. 나중에 다시 시도하세요.")
        }
    }

    private func unsent(_ fault: HTTPFault, _ name: String) -> String {
        switch fault.reason {
        case .address, .header:
            say(
                "\(name) is not a web address. Write https://, then the server and the path.",
                "\(name): 웹 주소가 아닙니다. https://, 서버, 경로 순으로 쓰세요.")
        case .resolve:
            say(
                "\(name): the server can't be found. Check the address and the network.",
                "\(name): 서버를 찾을 수 없습니다. 주소와 네트워크를 확인하세요.")
        case .tls:
            say(
                "\(name): the server's certificate is not trusted. Check the address and this machine's clock.",
                "\(name): 서버의 인증서를 신뢰할 수 없습니다. 주소와 이 컴퓨터의 시계를 확인하세요.")
        case .trust:
            say(
                "\(name): the file of trusted certificates\(fault.about.map { " \($0)" } ?? "") can't be read or contains no certificate.",
                "\(name): 신뢰할 인증서가 담긴\(fault.about.map { " \($0)" } ?? "") 파일을 읽을 수 없거나 그 안에 인증서가 없습니다.")
        case .proxy:
            say(
                "\(name): the proxy refused the connection. Check https_proxy.",
                "\(name): 프록시가 연결을 거부했습니다. https_proxy를 확인하세요.")
        default:
            say(
                "\(name): the server can't be reached. Check the address and the network.",
                "\(name): 서버에 연결할 수 없습니다. 주소와 네트워크를 확인하세요.")
        }
    }
}
