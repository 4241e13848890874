package import Domain

extension Wording {
    /// `file:line:column: key: problem.` Unknown parts are left out.
    package func sentence(_ failure: FieldFailure) -> String {
        var place = failure.file.isEmpty ? "" : FileName(failure.file).shown
        if failure.line > 0 {
            place += (place.isEmpty ? "" : ":") + "\(failure.line)" + (failure.column > 0 ? ":\(failure.column)" : "")
        }
        let parts = [place, FileName(failure.key).shown, problem(failure.problem)].filter { !$0.isEmpty }
        return parts.joined(separator: ": ")
    }

    /// One line for each error that keeps the service from starting.
    package func lines(_ failure: ConfigurationFailure) -> [String] {
        switch failure {
        case .unreadable(let file, let reason): [sentence(reason, about: FileName(file).shown)]
        case .invalid(let failures): failures.map { sentence($0) }
        }
    }

    private func problem(_ problem: FieldFailure.Problem) -> String {
        switch problem {
        case .syntax(let message): return Figures.quoted(message) + "."
        case .unknown(let nearest):
            return say("unknown key.", "알 수 없는 키입니다.")
                + (nearest == nil ? say(" Remove it.", " 지우세요.") : suggestion(nearest) + say(" Correct it.", " 고치세요."))
        case .wrongType(let wanted, let got):
            return say("expected \(kind(wanted)), found \(kind(got)).", "\(kind(wanted)) 값이 필요한데 \(kind(got)) 값입니다.")
        case .outOfRange(let got, let range):
            let got = Figures.quoted(got)
            return say("\(got) is out of range; allowed: \(range).", "\(got) 값은 범위를 벗어났습니다. 허용 범위: \(range).")
        case .notOneOf(let got, let choices, let nearest):
            let list = choices.joined(separator: ", ")
            let (got, hint) = (Figures.quoted(got), suggestion(nearest))
            return say(
                "\"\(got)\" is not a valid value.\(hint) Use one of: \(list).",
                "\"\(got)\" 값은 쓸 수 없습니다.\(hint) 다음 중에서 고르세요: \(list).")
        case .noCause(let got, let nearest):
            let hint = suggestion(nearest.isEmpty ? nil : nearest.joined(separator: ", "))
            return say(
                "unknown cause \"\(Figures.quoted(got))\".\(hint) man textify lists all causes under CAUSES.",
                "\"\(Figures.quoted(got))\" 원인 코드는 없습니다.\(hint) 모든 코드는 man textify의 CAUSES에 있습니다.")
        case .malformed(let got, let example):
            let got = Figures.quoted(got)
            return say(
                "\"\(got)\" is not a valid value; write it like \(example).",
                "\"\(got)\" 값은 올바르지 않습니다. 이렇게 쓰세요: \(example).")
        case .query(let text):
            do throws(LibraryQueryProblem) {
                _ = try LibraryQuery(text: text)
                return say("is not a search.", "검색이 아닙니다.")
            } catch {
                return sentence(error)
            }
        case .controlCharacter(let offset): return controlCharacter(at: offset) + say(" Remove it.", " 지우세요.")
        case .forbiddenCharacter("/"):
            return say(
                "contains /, but a name can't name a folder. Remove it; layout of the watch folder chooses subfolders.",
                "/ 문자가 있지만 이름으로 폴더를 지정할 수는 없습니다. 지우세요. 하위 폴더는 감시 폴더의 layout으로 정합니다.")
        case .forbiddenCharacter(let character):
            return say(
                "contains \(character), which file names can't contain. Remove it.",
                "파일 이름에 쓸 수 없는 \(character) 문자가 있습니다. 지우세요.")
        case .missing: return say("is missing. Add it.", "값이 없습니다. 추가하세요.")
        case .duplicate: return say("is set twice. Keep one.", "두 번 설정했습니다. 하나만 남기세요.")
        case .conflict(let other):
            return say(
                "conflicts with \(other). Change one of them.", "\(other) 값과 함께 쓸 수 없습니다. 둘 중 하나를 바꾸세요.")
        case .notHonoured(let backend, let others):
            return unsupported(
                by: backend, others, or: say("remove it, set lenient = true, or ", "빼거나, lenient = true로 설정하거나, "))
        case .takesNoPicture(let backend, let others): return unsupported(by: backend, others)
        case .tooManyPictures(let backend, let count, let most, let others):
            return tooManyPictures(count, for: backend, most, others)
        case .beyondBackend(let backend, let got, let range):
            let got = Figures.quoted(got)
            return say(
                "backend \(backend) does not accept \(got); allowed: \(range).",
                "\(backend) 백엔드는 \(got) 값을 받지 않습니다. 허용 범위: \(range).")
        case .noPicture:
            return say(
                "applies only to a reference picture, but no picture was given; remove the option, or send a picture along.",
                "함께 보낸 그림에만 적용되는 값인데 그림이 없습니다. 빼거나 그림을 함께 보내세요.")
        case .promptNeeded(let pictures):
            return say(
                "is missing: \(pictures) pictures were given, and only a prompt can say what to make of them; add a prompt, or send one picture.",
                "값이 없습니다. 그림 \(pictures)장으로 무엇을 만들지는 프롬프트로만 알 수 있습니다. 프롬프트를 추가하거나 그림을 한 장만 보내세요.")
        case .notLocal(let backend):
            return say(
                "backend \(backend) may send the work to another machine, but the folder sets local_only; choose a backend on this machine.",
                "\(backend) 백엔드는 작업을 다른 컴퓨터로 보낼 수 있는데 폴더에 local_only가 설정되어 있습니다. 이 컴퓨터의 백엔드를 고르세요.")
        case .otherPicture(let wanted, let got):
            return say(
                "this is not the picture: its SHA-256 is \(got), not \(wanted). Send the picture as it was exported.",
                "그 그림이 아닙니다. SHA-256이 \(wanted)이(가) 아니라 \(got)입니다. 내보낸 그림을 그대로 보내세요.")
        case .pictureNeeded(let backend):
            return say(
                "backend \(backend) needs a reference picture; send one along, or choose another backend.",
                "\(backend) 백엔드에는 참조할 그림이 필요합니다. 그림을 함께 보내거나 다른 백엔드를 고르세요.")
        }
    }

    /// Reports an option that a backend does not support, with the backends that do and the `alternative` to choosing one
    /// of them.
    private func unsupported(by backend: String, _ others: [String], or alternative: String = "") -> String {
        let list = others.joined(separator: ", ")
        let choice =
            others.isEmpty
            ? say("choose another backend", "다른 백엔드를 고르세요")
            : say("choose a backend that supports it (\(list))", "지원하는 백엔드(\(list))를 고르세요")
        return say("not supported by backend \(backend); ", "\(backend) 백엔드가 지원하지 않습니다. ")
            + "\(alternative)\(choice)."
    }

    /// Reports more input pictures than a backend takes, with the backends that take as many.
    private func tooManyPictures(_ count: Int, for backend: String, _ most: Int, _ others: [String]) -> String {
        let list = others.joined(separator: ", ")
        let pictures = most == 1 ? "1 input picture" : "at most \(most) input pictures"
        let choice =
            others.isEmpty
            ? ""
            : say(
                ", or choose a backend that takes \(count) (\(list))",
                " \(count)장을 받는 백엔드(\(list))를 골라도 됩니다.")
        return say(
            "backend \(backend) takes \(pictures), but \(count) were given; send fewer\(choice).",
            "\(backend) 백엔드는 입력 그림을 \(most)장까지 받는데 \(count)장이 주어졌습니다. 그림 수를 줄이세요.\(choice)")
    }

    private func kind(_ name: String) -> String {
        switch name {
        case "text": say("a string", "문자열")
        case "integer": say("a whole number", "정수")
        case "number": say("a number", "숫자")
        case "flag": say("true or false", "true 또는 false")
        case "list": say("a list", "목록")
        case "table": say("a table", "표")
        case "date": say("a date", "날짜")
        case "time": say("a time", "시각")
        case "date and time": say("a date and time", "날짜와 시각")
        case "other": say("something else", "다른 값")
        default: name
        }
    }
}

extension Wording {
    /// `table`: the one whose `token_file` names it, `control` or `web`.
    package func tokenSentence(_ failure: KeyFailure, of table: String) -> String {
        say("The token in [\(table)] token_file", "[\(table)] token_file의 토큰:") + " " + problem(failure)
    }

    /// Explains why a key of the bucket of pictures is not available.
    package func bucketSentence(_ failure: KeyFailure) -> String {
        say("A key under [blobs]", "[blobs]의 키:") + " " + problem(failure)
    }

    /// Explains why the backend `name` has no key: names the place of the key, never its content.
    package func sentence(_ failure: KeyFailure, about name: String) -> String {
        let topic = say("The key of backend \(name)", "\(name) 백엔드의 키:")
        return topic + " " + problem(failure)
    }

    /// Explains why a key is not available that a target of notifications needs in its setting `name`.
    package func sentence(_ failure: KeyFailure, setting name: String, ofTarget target: String) -> String {
        say("\(name) of \(target)", "\(target)의 \(name):") + " " + problem(failure)
    }

    /// Explains why the user name and password of the proxy of backend `name` are not available.
    package func sentence(_ failure: KeyFailure, aboutProxyOf name: String) -> String {
        say("The proxy_login of backend \(name)", "\(name) 백엔드의 proxy_login:") + " " + problem(failure)
    }

    /// Explains what is wrong with a backend's file of trusted certificates.
    package func sentence(_ problem: CertificateFileProblem, backend name: String, file: String) -> String {
        let topic = say("The ca_file of backend \(name)", "\(name) 백엔드의 ca_file:") + " "
        switch problem {
        case .unreadable(let failure):
            return topic + say("can't be read. ", "읽을 수 없습니다. ") + sentence(failure, about: file)
        case .empty:
            return topic
                + say(
                    "contains no certificate: \(file). Name a PEM file with BEGIN CERTIFICATE in it.",
                    "\(file) 파일에 인증서가 없습니다. BEGIN CERTIFICATE가 들어 있는 PEM 파일을 지정하세요.")
        }
    }

    /// Explains why a backend's key is not available, as the second half of a sentence.
    package func reason(_ failure: KeyFailure) -> String {
        say("its key", "키:") + " " + problem(failure)
    }

    private func problem(_ failure: KeyFailure) -> String {
        let place = place(failure.source)
        switch failure.problem {
        case .missing: return missing(failure.source)
        case .unreadable(let reason):
            return say("can't be read. ", "읽을 수 없습니다. ") + sentence(reason, about: place)
        case .tooOpen(let mode):
            let bits = String(mode, radix: 8)
            return say(
                "is not safe: group or others have access to \(place) (mode \(bits)). Restrict it with chmod 600.",
                "안전하지 않습니다. 다른 사용자도 \(place) 파일에 접근할 수 있습니다(모드 \(bits)). chmod 600으로 제한하세요.")
        case .empty:
            return say("is missing: \(place) is empty. Put the key there.", "\(place) 값이 비어 있습니다. 그곳에 키를 넣으세요.")
        case .tooLong(let limit):
            return say(
                "can't be used: \(place) holds more than \(Figures.bytes(Int64(limit))). Put only the key there.",
                "\(place) 내용이 \(Figures.bytes(Int64(limit)))보다 깁니다. 키만 넣으세요.")
        case .failed(let ending):
            return say(
                "is not available: \(place) ended \(status(ending)). Run it by hand, as the service's user, to see why.",
                "받지 못했습니다. \(place) 프로그램이 실패했습니다(\(status(ending))). 서비스 사용자로 직접 실행해 원인을 확인하세요.")
        case .late(let time):
            let seconds = time.components.seconds
            return say(
                "is not available: \(place) took more than \(seconds) s and was stopped. It must not wait for input.",
                "받지 못했습니다. \(place) 프로그램이 \(seconds)초를 넘겨 중단했습니다. 입력을 기다리면 안 됩니다.")
        case .malformed:
            guard case .command = failure.source else {
                return say(
                    "can't be used: \(place) holds something other than one line of printable characters. Put only the key there.",
                    "\(place) 내용이 한 줄의 일반 글자가 아닙니다. 키만 넣으세요.")
            }
            return say(
                "can't be used: \(place) printed neither one line of printable characters nor JSON with \"token\". It must print only the key, or such JSON.",
                "쓸 수 없습니다. \(place) 프로그램의 출력이 한 줄의 일반 글자도 \"token\"이 있는 JSON도 아닙니다. 키만 출력해야 합니다.")
        }
    }

    private func missing(_ source: KeySource) -> String {
        switch source {
        case .credential(let name):
            say(
                "is missing: $CREDENTIALS_DIRECTORY is not set. Start the service by systemd with LoadCredential=\(name):FILE, or keep the key elsewhere.",
                "찾을 수 없습니다. $CREDENTIALS_DIRECTORY 변수가 없습니다. systemd에서 LoadCredential=\(name):FILE 설정으로 시작하거나 키를 다른 곳에 두세요."
            )
        case .command:
            say(
                "is missing: \(place(source)) does not exist or can't be run. Install it, or keep the key elsewhere.",
                "찾을 수 없습니다. \(place(source)) 프로그램이 없거나 실행할 수 없습니다. 설치하거나 키를 다른 곳에 두세요.")
        case .file:
            say(
                "is missing: \(place(source)) does not exist. Create it, or keep the key elsewhere.",
                "찾을 수 없습니다. \(place(source)) 파일이 없습니다. 파일을 만들거나 키를 다른 곳에 두세요.")
        case .environment:
            say(
                "is missing: \(place(source)) is not set. Set it, or keep the key elsewhere.",
                "찾을 수 없습니다. \(place(source)) 값이 없습니다. 값을 설정하거나 키를 다른 곳에 두세요.")
        }
    }

    private func place(_ source: KeySource) -> String {
        switch source {
        case .environment(let name): say("the environment variable \(name)", "환경 변수 \(name)")
        case .file(let path): path.shown
        case .credential(let name): say("the credential \(name)", "자격 증명 \(name)")
        // The arguments may contain secrets.
        case .command(let words): say("the command \(words.first ?? "")", "명령 \(words.first ?? "")")
        }
    }

    private func status(_ ending: TerminationStatus) -> String {
        switch ending {
        case .code(let code): say("with code \(code)", "코드 \(code)")
        case .signal(let number): say("by signal \(number)", "시그널 \(number)")
        }
    }
}

extension Wording {
    package func validConfiguration(folders count: Int) -> String {
        say(
            "The configuration is valid: \(Figures.counted(count, "watch folder", "watch folders")).",
            "설정이 올바릅니다: 감시 폴더 \(Figures.count(count))개.")
    }

    /// Origin of a setting that is set nowhere.
    package var builtIn: String { say("built in", "내장값") }

    package var notSet: String { say("not set", "미설정") }

    /// Origin of a setting that comes from an environment variable.
    package func fromEnvironment(_ variable: String) -> String {
        say("environment, \(variable)", "환경 변수 \(variable)")
    }

    /// Origin of a setting that is derived from another.
    package func from(_ key: String) -> String { say("from \(key)", "\(key) 설정에서") }

    package var noConfigurationFile: String {
        say("There is no textifyd.toml here; these are the built-in values.", "여기에 textifyd.toml이 없습니다. 내장값을 표시합니다.")
    }

    /// Says how to start the service without a configuration, in commands that can be pasted.
    package var howToStart: String {
        let commands = [
            "mkdir -p inbox outbox", "textifyd --watch inbox --outbox outbox &",
            #"echo "a cat in front of the moon" > inbox/cat.txt"#,
        ]
        return say(
            "there is no textifyd.toml here. To start with two folders:",
            "여기에 textifyd.toml이 없습니다. 폴더 두 개로 시작하려면:") + commands.map { "\n  " + $0 }.joined()
    }

    package var noConfigurationToCheck: String {
        say(
            "there is no textifyd.toml here. Name the configuration with --config FILE.",
            "여기에 textifyd.toml이 없습니다. --config FILE로 설정 파일을 지정하세요.")
    }

    package var noStateNamed: String {
        say(
            "there is no textifyd.toml here. Name the service's configuration with --config FILE, or its state folder "
                + "with --state FOLDER.",
            "여기에 textifyd.toml이 없습니다. --config FILE로 서비스의 설정 파일을, 또는 --state FOLDER로 상태 폴더를 지정하세요.")
    }

    package func onlyValidWith(_ option: String, _ command: String) -> String {
        say("\(option) is only valid with \(command).", "\(option) 옵션은 \(command) 명령에만 쓸 수 있습니다.")
    }
}
